/** A log as knowledge of a target: believed, until the target says otherwise. */

import {
  Alphabet,
  AnswerStore,
  boolean,
  freeGroup,
  freeWord,
  fromExpression,
  guessBy,
  guessFrom,
  hearLog,
  infer,
  LogReader,
  machineToWdfsa,
  minimize,
  rational,
  runsOf,
  weightsIn,
} from "@hankel/core";
import { describe, expect, test } from "vitest";

function sampleOf(name: string, text: string, machine?: "mealy" | "moore") {
  const logs = new LogReader({ machine });
  logs.read(name, text);
  return logs.end().sample;
}

const traces = (...pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([input, output]) => `${JSON.stringify({ input: [...input], output: [...output] })}\n`).join("");

/** A lamp: a switches it, b shows it. */
function lamp(input: string): string {
  let on = false;
  const shown = (a: string) => {
    if (a === "a") on = !on;
    return on ? "1" : "0";
  };
  return [...input].map(shown).join("");
}

function lampStore(text: string) {
  const sample = sampleOf("log.jsonl", text);
  const store = new AnswerStore(runsOf("mealy"), new Alphabet("abc"));
  hearLog(store, sample);
  const node = (word: string) => store.tree.insert(store.alphabet.word([...word]));
  const heard = (word: string) => {
    const found = store.heard(node(word));
    return found && freeGroup.format(found.weight);
  };
  return { store, sample, node, heard };
}

describe("what a log says", () => {
  test("is known of the beginnings of its traces", () => {
    const { heard } = lampStore(traces(["aab", lamp("aab")]));
    expect(heard("aab")).toBe(freeGroup.format(freeWord("1", "0", "0")));
    expect(heard("a")).toBe(freeGroup.format(freeWord("1")));
    expect(heard("b")).toBeUndefined();
  });

  test("is what most traces say, and nothing where as many say otherwise", () => {
    const { heard } = lampStore(traces(["ab", "11"], ["ab", "11"], ["ab", "10"], ["ba", "01"], ["ba", "11"]));
    expect(heard("ab")).toBe(freeGroup.format(freeWord("1", "1")));
    expect(heard("ba")).toBeUndefined();
  });

  test("is forgotten where the target says otherwise, and behind", () => {
    const { store, heard, node } = lampStore(traces(["abba", "1001"], ["ba", "01"]));
    const told = store.heard(node("abb"));
    expect(told?.heard).toBe(true);
    if (told !== undefined) store.record(node("abb"), told);
    expect(store.missing([node("abb")])).toEqual([]);
    expect(store.missing([node("abb")], true)).toEqual([node("abb")]);
    const answer = freeWord("1", "1");
    expect(store.refutes(node("ab"), answer)).toBe(true);
    store.correct(node("ab"), { weight: answer });
    expect(store.corrections).toBe(0);
    expect(store.known(node("abb"))).toBeUndefined();
    expect(heard("abb")).toBeUndefined();
    expect(heard("ba")).toBe(freeGroup.format(freeWord("0", "1")));
    expect([...store.answers()]).toEqual([[[0, 1], answer]]);
  });

  test("is said of labels and weights of whole words", () => {
    const labels = new AnswerStore(weightsIn(boolean), new Alphabet("ab"));
    hearLog(labels, sampleOf("log.txt", "+ a b\n- a\n+ b\n- b\n? a a\n"));
    const label = (word: number[]) => labels.heard(labels.tree.insert(word))?.weight;
    expect([label([0, 1]), label([0]), label([1]), label([0, 0])]).toEqual([
      true,
      false,
      undefined,
      undefined,
    ]);
    const weights = new AnswerStore(weightsIn(rational), new Alphabet("a"));
    hearLog(weights, sampleOf("log.csv", "word,weight\na,1/2\na a,1/4\na a,1/3\n"));
    const weight = weights.heard(weights.tree.insert([0]));
    expect(weight && rational.format(weight.weight)).toBe("1/2");
    expect(weights.heard(weights.tree.insert([0, 0]))).toBeUndefined();
  });

  test("of a Moore machine waits for the output before any input", () => {
    const sample = sampleOf("log.jsonl", traces(["ab", "xy"]), "moore");
    const store = new AnswerStore(runsOf("moore"), new Alphabet("ab"));
    hearLog(store, sample);
    const node = store.tree.insert([0, 1]);
    expect(store.heard(node)).toBeUndefined();
    store.record(0, { weight: freeWord("i") });
    expect(store.heard(node)?.weight).toBe(freeWord("i", "x", "y"));
  });
});

describe("the automaton of a log", () => {
  const words = Array.from({ length: 240 }, (_, i) =>
    [...`${i + 8}${i * i}${i ** 3}`].map((d) => "ab"[+d % 2]).join(""),
  );

  test("guesses the answers that the log does not have, until it is refuted", () => {
    const { store, sample, heard, node } = lampStore(
      traces(...words.map((word) => [word, lamp(word)] as const)),
    );
    expect(heard("bbbbbbbbbbbbbbbbba")).toBeUndefined();
    guessBy(store, infer(sample));
    // The target has to agree first.
    expect(heard("bbbbbbbbbbbbbbbbba")).toBeUndefined();
    store.record(node("ab"), { weight: freeWord("1", "1") });
    expect(heard("bbbbbbbbbbbbbbbbba")).toBe(freeGroup.format(freeWord(...lamp("bbbbbbbbbbbbbbbbba"))));
    expect(heard("c")).toBeUndefined();
    const long = "bbbbbbbbbbbbbbbbbb";
    const told = store.heard(node(long));
    if (told !== undefined) store.record(node(long), told);
    store.correct(node(long), { weight: freeWord(...lamp(long.slice(1)), "odd") });
    expect(heard("bbbbbbbbbbbbbbbbba")).toBeUndefined();
    expect(heard(words[0])).toBe(freeGroup.format(freeWord(...lamp(words[0]))));
  });

  test("guesses nothing if hardly anything was held out", () => {
    const few = words.slice(0, 120).map((word) => [word, lamp(word)] as const);
    const { store, sample, heard, node } = lampStore(traces(...few));
    const inferred = infer(sample);
    expect(inferred.figures.accuracy?.mean).toBe(1);
    guessBy(store, inferred);
    store.record(node("ab"), { weight: freeWord("1", "1") });
    expect(heard("bbbbbbbbbbbbbbbbba")).toBeUndefined();
  });

  test("guesses nothing if it errs on a single held-out output", () => {
    const { store, sample, heard, node } = lampStore(
      traces(...words.map((word) => [word, lamp(word)] as const)),
    );
    const inferred = infer(sample);
    const { figures } = inferred;
    const accuracy = { mean: 0.999, margin: 0.001 };
    guessBy(store, { ...inferred, figures: { ...figures, accuracy } });
    store.record(node("ab"), { weight: freeWord("1", "1") });
    expect(heard("bbbbbbbbbbbbbbbbba")).toBeUndefined();
    // The same automaton, had it made no mistake.
    guessBy(store, inferred);
    expect(heard("bbbbbbbbbbbbbbbbba")).toBeDefined();
  });
});

describe("an older version", () => {
  const old = machineToWdfsa({
    kind: "mealy",
    alphabet: new Alphabet("ab"),
    target: [1, 0, 0, 1],
    output: ["1", "0", "0", "1"],
  });
  const setting = () => {
    const found = lampStore(traces(["cc", "00"]));
    guessFrom(found.store, old);
    return found;
  };

  test("is believed once the target agrees with it, and not where it does not know an input", () => {
    const { store, heard, node } = setting();
    expect(heard("bbba")).toBeUndefined();
    store.record(node("ab"), { weight: freeWord(...lamp("ab")) });
    expect(heard("bbba")).toBe(freeGroup.format(freeWord(...lamp("bbba"))));
    expect(heard("bc")).toBeUndefined();
  });

  test("is believed no more when the target says otherwise, before it was believed or later", () => {
    const early = setting();
    early.store.record(early.node("a"), { weight: freeWord("odd") });
    early.store.record(early.node("bbb"), { weight: freeWord(...lamp("bbb")) });
    expect(early.heard("bbba")).toBeUndefined();
    const { store, heard, node } = setting();
    store.record(node("ab"), { weight: freeWord(...lamp("ab")) });
    const told = store.heard(node("bbba"));
    if (told !== undefined) store.record(node("bbba"), told);
    store.correct(node("bbba"), { weight: freeWord("0", "0", "0", "odd") });
    expect(heard("aa")).toBeUndefined();
  });

  test("is not believed of weights, where an answer tells nothing about arcs", () => {
    const labels = new AnswerStore(weightsIn(boolean), new Alphabet("ab"));
    guessFrom(labels, minimize(fromExpression("a*", boolean)));
    labels.record(labels.tree.insert([0]), { weight: true });
    expect(labels.heard(labels.tree.insert([0, 0]))).toBeUndefined();
  });
});
