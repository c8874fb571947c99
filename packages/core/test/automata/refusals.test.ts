/** Operations that cannot be done, each in the words of its refusal; and the small things that no operation asks for. */

import {
  Alphabet,
  bestPaths,
  boolean,
  difference,
  entropy,
  expectedLength,
  findAmbiguity,
  freeGroup,
  fromExpression,
  heaviestWords,
  klDivergence,
  machineOf,
  push,
  randomAutomaton,
  rational,
  real,
  relabel,
  requireMachine,
  shortestDistance,
  support,
  tropical,
  twins,
  Wdfsa,
  WfstBuilder,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { refusal } from "../support/refusal.ts";
import { automatonOf } from "../support/wfsas.ts";

/** Two paths for a, whose weights add up; and the same with an arc for ε. */
const ambiguous = automatonOf(rational, "> 0 1; 0 a 1/4 1; 0 a 1/4 2; 1 1; 2 1; 0 1/2");
const silent = automatonOf(rational, "> 0 1; 0 - 1/2 1; 1 a 1/2 1; 1 1/2; 0 1/2");

describe("what cannot be done", () => {
  it.each<[string, () => unknown]>([
    [
      "unsupported: findAmbiguity: the automaton has ε arcs; use removeEpsilon first",
      () => findAmbiguity(silent),
    ],
    [
      "unsupported: entropy: words have several paths; determinize the automaton first",
      () => entropy(ambiguous),
    ],
    [
      "unsupported: heaviestWords: words have several paths, whose weights add up; determinize the automaton first",
      () => heaviestWords(ambiguous, 2),
    ],
    [
      "unsupported: push: the weights backward from state 0 sum to zero, which nothing can be divided by",
      () => push(automatonOf(rational, "> 0 1; 0 a 1 1; 0 a -1 2; 1 1; 2 1")),
    ],
    [
      "unsupported: push: the total weight is zero, which nothing can be divided by",
      () => push(automatonOf(rational, "> 0 1; > 1 -1; 0 1; 1 1"), { removeTotalWeight: true }),
    ],
    [
      'usage: push goes towards initial, final or canonical, not "up"',
      () => push(ambiguous, { towards: "up" as never }),
    ],
    [
      'usage: a direction is forward or backward, not "up"',
      () => shortestDistance(ambiguous, { direction: "up" as never }),
    ],
    [
      "usage: difference subtracts an unweighted automaton; support makes one of a weighted automaton",
      () => difference(ambiguous, ambiguous as never),
    ],
    [
      "usage: a symbol is relabelled by a string or null, not by 7",
      () => relabel(ambiguous, () => 7 as never),
    ],
    [
      "unsupported: support: paths of rational weights may cancel; determinize the automaton first",
      () => support(ambiguous),
    ],
    [
      "budget: bestPaths stopped at its budget of 3 prefixes of paths: 3 of 9 paths were found",
      () => bestPaths(automatonOf(tropical, "> 0 0; 0 a 1 0; 0 b 1 0; 0 0"), 9, { maxNodes: 3 }),
    ],
    [
      "automaton: no Mealy or Moore machine: without letters only the initial state can be reached",
      () =>
        requireMachine(
          new Wdfsa({
            algebra: freeGroup,
            alphabet: new Alphabet(""),
            target: new Int32Array(0),
            arcWeight: [],
            initialWeight: "1",
            finalWeight: ["1", "1"],
          }),
        ),
    ],
    [
      "usage: 10000000000 states × 2 letters is more than 1073741824 arcs",
      () => randomAutomaton({ algebra: boolean, states: 1e10, letters: 2, seed: 1 }),
    ],
  ])("%s", (expected, operation) => {
    expect(refusal(operation)).toBe(expected);
  });
});

it("a Wfsa counts its final states", () => {
  expect(fromExpression("a", boolean).finals).toBe(1);
  expect(automatonOf(boolean, "> 0 true; 0 a true 1; 0 true; 1 true").finals).toBe(2);
});

describe("the twins property", () => {
  it("cannot be told where a word has several paths whose weights are not added", () => {
    const several = automatonOf(freeGroup, "> 0 1; 0 a x 1; 0 a x 2; 1 b y 1; 2 b y 2; 1 1; 2 1");
    expect(twins(several)).toMatchObject({
      answer: "cannot tell",
      because: "the word a has several paths, and free-group has no ⊕ for them",
    });
    const sums = automatonOf(rational, "> 0 1; 0 a 1 1; 0 a 1 2; 1 b 2 1; 2 b 2 2; 1 1; 2 1");
    expect(twins(sums).because).toBe("the word a has several paths, and ⊕ adds them up in rational");
  });

  it("is broken by a cycle that changes a delay", () => {
    const delayed = automatonOf(
      freeGroup,
      "> 0 1; 0 a x 1; 0 a y 2; 1 b z 1; 2 b w 2; 1 c 1 3; 2 d 1 3; 3 1",
    );
    const { answer, because } = twins(delayed);
    expect(answer).toBe("no");
    expect(because).toMatch(
      /^a leads to the states 1 and 2, which go round on b with the weights z and w, so that the delay between them is no longer .* but .*$/u,
    );
  });
});

describe("a builder of transducers", () => {
  it("sets final weights, and knows a pair of labels again", () => {
    const builder = new WfstBuilder(rational, new Alphabet("a"), new Alphabet("x"));
    const [one, two] = [builder.state(), builder.state()];
    const built = builder
      .initial(one)
      .arc(one, "a", "x", 2, two)
      .arc(two, "a", "x", 3, two)
      .final(two, 5)
      .build();
    expect(built.pairs.alphabet.size).toBe(1);
    expect(built.pairs.weigh([0])).toBe(10);
    expect(built.pairs.weigh([0, 0])).toBe(30);
    expect(refusal(() => builder.arc(one, "b", "x", 1, two))).toBe('automaton: "b" is not in the alphabet');
  });
});

describe("expectations", () => {
  it("count letters, not arcs for ε", () => {
    expect(expectedLength(silent)).toEqual(rational.parse("1/2"));
    expect(machineOf(Wdfsa.zero(freeGroup, new Alphabet("a")))).toBeUndefined();
    expect(klDivergence(fading("1/2"), fading("1/2"))).toBe(0);
  });
});

/** aⁿ with the probability pⁿ(1 - p). */
function fading(p: string) {
  return automatonOf(real, `> 0 1; 0 a ${p} 0; 0 ${1 - real.parse(p)}`);
}
