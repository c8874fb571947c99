/** What each test of a conjecture is called, how many words it has, which they are, and what it claims. */

import {
  Alphabet,
  boolean,
  breadthFirst,
  determinize,
  type EquivalenceTest,
  givenWords,
  guidedWords,
  loopWords,
  machineToWdfsa,
  pac,
  randomWalks,
  randomWords,
  rational,
  real,
  runsOf,
  shortWords,
  statement,
  stateRegression,
  stateTests,
  Wdfsa,
  weightsIn,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { refusal } from "../support/refusal.ts";
import { automatonOf } from "../support/wfsas.ts";

const alphabet = new Alphabet("ab");
/** (ab)*a: two states, and a dead end. */
const ababa = determinize(automatonOf(boolean, "> 0 true; 0 a true 1; 1 b true 0; 1 true"));
const zero = Wdfsa.zero(boolean, alphabet);

const moore = machineToWdfsa({ kind: "moore", alphabet, target: [1, 0, 0, 1], output: ["x", "y"] });

/** Its first words, and its claim. */
function asked<W>(test: EquivalenceTest, hypothesis: Wdfsa<W>, equivalence = 0) {
  const words = [...test.words(hypothesis, equivalence, [])];
  const count = test.count?.(hypothesis, equivalence) ?? test.atMost?.(hypothesis, equivalence);
  const shown = words.slice(0, 8).map((word) => hypothesis.alphabet.show(word));
  const claim = test.claim(hypothesis);
  return [test.text, count, words.length, shown.join(" "), "about" in claim ? claim.about : claim];
}

describe("a test of a conjecture", () => {
  it.each<[EquivalenceTest, string, number, string, string]>([
    [breadthFirst(2), "bfs:2", 7, "ε a b aa ab ba bb", "all words of up to 2 letters"],
    [breadthFirst(1), "bfs:1", 3, "ε a b", "all words of up to 1 letter"],
    [shortWords(10), "short:10", 7, "ε a b aa ab ba bb", "all words of up to 2 letters"],
    [shortWords(2), "short:2", 1, "ε", "all words of up to 0 letters"],
    [givenWords([[0], [1, 0]], "a file"), "words:a file", 2, "a ba", "the 2 words of a file"],
    [givenWords([[]]), "words:a list", 1, "ε", "the 1 word of a list"],
    [
      randomWords(5),
      "random:5,mean=10",
      5,
      "b a bbaabbbaa aababaaa baa",
      "5 random words (length geometric with mean 10, letters even)",
    ],
    [randomWords(1, 3, 7), "random:1,max=3", 1, "b", "1 random word (length even from 0 to 3, letters even)"],
    [guidedWords(6), "guided:6", 6, "aaaba ba abaa ababba bbaa aba", "6 words around the closest decisions"],
    [
      loopWords(8),
      "loops:8",
      8,
      "aaa aaa aa aa abaa abbba aaa abaaa",
      "8 words that repeat parts of an accepted word at most 3 times",
    ],
    [loopWords(1), "loops:1", 1, "aaa", "1 word that repeats parts of an accepted word at most 3 times"],
    [
      randomWalks(6),
      "walk:6",
      6,
      "ababababa ababababa ababababababababababa abababa abababababa a",
      "6 random walks on the automaton",
    ],
  ])("%#: has its words and its claim", (test, text, count, words, about) => {
    expect(asked(test, ababa)).toEqual([text, count, count, words, about]);
  });

  it("of every state leaves it by every letter, and then takes detours", () => {
    const left = (times: string) =>
      `each of 2 states was left by each of 2 letters, once with all identifying suffixes and ${times} with a random detour`;
    expect(asked(stateTests(0), ababa)).toEqual(["states:0", 7, 7, "a b ba aa aaa ab aba", left("0 times")]);
    expect(asked(stateTests(3), ababa)).toEqual([
      "states:3",
      507,
      65,
      "a b ba aa aaa ab aba aaab",
      left("125 times"),
    ]);
    expect(asked(stateTests(1), moore).at(-1)).toBe(
      left("125 times").replace("states", "states of the Mealy form"),
    );
  });

  it("of the zero language has random words, or none", () => {
    expect(asked(breadthFirst(1), zero).at(-1)).toEqual({ kind: "complete", extraStates: 1 });
    expect(asked(guidedWords(3), zero).slice(1, 4)).toEqual([3, 3, "aab aa ba"]);
    expect(asked(loopWords(3), zero).slice(1, 4)).toEqual([3, 0, ""]);
    expect(asked(stateTests(300), zero).slice(1, 3)).toEqual([500, 500]);
    expect(asked(randomWalks(3), zero).slice(1, 4)).toEqual([3, 3, "ε a b"]);
  });

  it("that is probably approximately correct draws as many words as it needs, or lets the target draw them", () => {
    const claim = { kind: "pac", epsilon: 0.5, delta: 0.25 };
    const even = "random words, length even from 0 to 4, letters even";
    expect(asked(pac(0.5, 0.25, { max: 4 }), ababa)).toEqual([
      "pac:0.5,0.25,max=4",
      5,
      5,
      "ε aab baa bb ε",
      { ...claim, distribution: even },
    ]);
    const samples = pac(0.5, 0.25, "samples");
    expect(asked(samples, ababa)).toEqual([
      "pac:0.5,0.25,samples",
      5,
      0,
      "",
      { ...claim, distribution: "the target's own samples" },
    ]);
    expect([...samples.words(ababa, 0, [[1], [0]])]).toEqual([[1], [0]]);
    expect([samples.samples?.(2), pac(0.5, 0.25).samples]).toEqual([7, undefined]);
    for (const [epsilon, delta, wrong] of [
      [0, 0.5, 0],
      [0.5, 1, 1],
    ]) {
      expect(refusal(() => pac(epsilon, delta))).toBe(
        `usage: pac expects numbers between 0 and 1 for ε and δ, not ${wrong}`,
      );
    }
  });

  it("by regression asks for no words by itself", () => {
    expect(asked(stateRegression(7), ababa)).toEqual([
      "regression:7",
      7,
      0,
      "",
      "a search by regression on the target's states, at most 7 words at a time",
    ]);
    expect(stateRegression(7).states).toBe(true);
  });

  it("that follows states is none for a nondeterministic automaton", () => {
    const several = automatonOf(boolean, "> 0 true; 0 a true 0; 0 a true 1; 1 true");
    expect(refusal(() => [...guidedWords(3).words(several, 0, [])])).toBe(
      "usage: the test guided follows the states of a deterministic hypothesis, and this one is nondeterministic; " +
        "random, short, bfs and words need no such states, nor do states, loops, walk and wmethod over a field",
    );
    expect(breadthFirst(3).claim(several)).toEqual({ kind: "words", about: "all words of up to 3 letters" });
  });
});

describe("the statement", () => {
  it("is about the rank, or about a machine", () => {
    const box = [{ kind: "box", exact: true }] as const;
    expect(statement(weightsIn(rational), { states: 3, claims: box, words: 0, ranked: true })).toBe(
      "Exact: the rank is 3, and this is the canonical automaton; none has fewer states, deterministic or not.",
    );
    expect(statement(runsOf("moore"), { states: 3, claims: box, words: 0 })).toBe(
      "Exact: this is the minimal Moore machine of the target, state for state.",
    );
    const complete = [{ kind: "complete", extraStates: 1 }] as const;
    const tested = { states: 3, claims: complete, words: 9 };
    expect(statement(runsOf("mealy"), tested)).toBe(
      "No counterexample in 9 traces: complete up to 1 extra state (it is right if the machine has at most 4 states).",
    );
    expect(statement(runsOf("moore"), tested)).toBe(
      "No counterexample in 9 traces: complete up to 1 extra state (it is right if the machine has at most 4 states " +
        "in its Mealy form).",
    );
    const ofRank = (extraStates: number) =>
      statement(weightsIn(rational), { ...tested, claims: [{ kind: "complete", extraStates, rank: 2 }] });
    expect([ofRank(0), ofRank(3)]).toEqual([
      "No counterexample in 9 words: complete for this rank (it is right if the rank of the language is at most 2).",
      "No counterexample in 9 words: complete up to a rank 3 higher (it is right if the rank of the language is at most 5).",
    ]);
  });

  it("says so if nothing was tested, or if a word was cut", () => {
    const box = [{ kind: "box", exact: false }] as const;
    expect(statement(weightsIn(rational), { states: 3, claims: box, words: 0 })).toBe(
      "Nothing was tested: the black box looked for a counterexample and found none.",
    );
    expect(statement(weightsIn(real), { states: 3, claims: box, words: 0, longest: 7 })).toBe(
      "Nothing was tested: the black box looked for a counterexample and found none. Weights were compared within a tolerance " +
        "of 1e-9 for each letter.",
    );
    const about = [{ kind: "words", about: "9 walks" }] as const;
    expect(statement(weightsIn(real), { states: 3, claims: about, words: 9, cut: 1 })).toContain(
      "9 walks. 1 of these words was cut short, where weights would leave the range of real.",
    );
  });
});
