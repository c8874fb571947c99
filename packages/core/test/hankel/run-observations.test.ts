import { Alphabet, freeWord, HankelError, PrefixTree, RunAnswers, RunObservations } from "@hankel/core";
import { describe, expect, it } from "vitest";

const alphabet = new Alphabet("ab");

/** Answers everything that is wanted. */
function answer(observations: RunObservations, run: (word: readonly number[]) => string[]): number[][] {
  const words = observations.wanted().words;
  observations.record(words.map((word) => freeWord(...run(word))));
  return words.map((word) => [...word]);
}

/** Writes the letters read so far, in one output each. */
const echo = (word: readonly number[]) => word.map((_, i) => `o${word.slice(0, i + 1).join("")}`);

describe("the answers of a machine", () => {
  it("tell the weights of all prefixes", () => {
    const observations = new RunObservations("mealy", alphabet);
    const node = observations.node(0, [0, 1, 1]);
    expect(observations.knows(0)).toBe(true);
    observations.want(node);
    expect(answer(observations, echo)).toEqual([[0, 1, 1]]);
    const prefix = observations.node(0, [0, 1]);
    expect(observations.weight(node)).toBe("o0 o01 o011");
    expect(observations.weight(prefix)).toBe("o0 o01");
    expect(observations.weight(0)).toBe("1");
    expect(observations.after(prefix, node)).toBe("o011");
    observations.want(prefix);
    expect(observations.wants).toBe(false);
    expect([...observations.answers()]).toEqual([[[0, 1, 1], "o0 o01 o011"]]);
    expect(observations.count).toBe(1);
  });

  it("of a Moore machine begin with the output of its first state", () => {
    const observations = new RunObservations("moore", alphabet);
    expect(observations.knows(0)).toBe(false);
    observations.want(observations.node(0, [1]));
    observations.want(0);
    expect(answer(observations, () => ["0", ""])).toEqual([[1]]);
    expect(observations.weight(0)).toBe('"0"');
    expect(observations.weight(observations.node(0, [1]))).toBe('"0" ""');
  });

  it("are asked for longest first, without words that begin another one", () => {
    const observations = new RunObservations("mealy", alphabet, new RunAnswers(new PrefixTree(2), "mealy"));
    for (const word of [[0], [1], [0, 1], [0, 1, 0], [1, 1, 1], [0, 0]]) {
      observations.want(observations.node(0, word));
    }
    expect(observations.wanted(0).words).toEqual([]);
    expect(observations.wanted(3).words).toEqual([[0, 1, 0]]);
    // A word counts one more than its letters.
    expect(observations.wanted(4).words).toEqual([[0, 1, 0]]);
    expect(observations.wanted(5).words).toHaveLength(2);
    expect(answer(observations, echo)).toEqual([
      [0, 1, 0],
      [1, 1, 1],
      [0, 0],
    ]);
    expect(observations.wants).toBe(false);
    expect(observations.wanted().words).toEqual([]);
  });

  it("may come in parts: what is left is asked next", () => {
    const observations = new RunObservations("mealy", alphabet);
    for (const word of [[0], [1], [0, 1]]) observations.want(observations.node(0, word));
    observations.record(observations.wanted(1).words.map((word) => freeWord(...echo(word))));
    expect(observations.wanted().words).toEqual([[1]]);
  });

  it("take room for the tree, for its nodes and for each asked word", () => {
    const observations = new RunObservations("mealy", alphabet);
    const beside = () => observations.bytes - observations.tree.bytes;
    // An output and a mark for 64 nodes, the numbers of 64 asked words, and the tree in which short runs are kept.
    const runs = new PrefixTree().bytes + 64;
    expect(beside()).toBe(256 + 64 + 256 + runs);
    observations.want(observations.node(0, [0, 1]));
    answer(observations, echo);
    expect(beside()).toBe(256 + 64 + 256 + runs);
    // Room grows with the words.
    for (let length = 1; length <= 200; length++)
      observations.want(observations.node(0, new Array(length).fill(1)));
    answer(observations, echo);
    expect(beside()).toBeGreaterThanOrEqual(5 * observations.tree.size);
  });

  it.each([
    ["too few outputs", ["x"], /a machine writes 2 outputs for ab, but the answer has 1: "x"/u],
    ["too many outputs", ["x", "y", "z"], /2 outputs for ab, but the answer has 3: "x y z"/u],
    ["an inverse", [{ name: "x", inverse: true }, "y"], /"x\^-1 y", which is no run/u],
  ])("with %s are refused", (_, outputs, message) => {
    const observations = new RunObservations("mealy", alphabet);
    observations.want(observations.node(0, [0, 1]));
    observations.wanted();
    const record = () => observations.record([freeWord(...outputs)]);
    expect(record).toThrow(message);
    expect(record).toThrow(HankelError);
  });

  it("that refuse a word are refused", () => {
    const observations = new RunObservations("moore", alphabet);
    observations.want(0);
    observations.wanted();
    expect(() => observations.record(["0"])).toThrow(
      /1 output for no input, but the answer has "0", which is no run/u,
    );
  });

  it("that change for the same prefix are a contradiction that names both words", () => {
    const observations = new RunObservations("mealy", alphabet);
    observations.want(observations.node(0, [0, 1, 0]));
    answer(observations, () => ["x", "y", "z"]);
    observations.want(observations.node(0, [0, 1, 1]));
    expect(() => answer(observations, () => ["x", "other", "z"])).toThrow(
      "after ab the machine wrote y when it was asked aba, and other when it was asked abb: the answers contradict each other",
    );
  });
});
