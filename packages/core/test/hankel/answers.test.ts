import { describe, expect, it } from "vitest";
import {
  Alphabet,
  Contradiction,
  freeGroup,
  freeWord,
  Observations,
  observedBlock,
  PrefixTree,
  RunAnswers,
  RunObservations,
  rational,
  runsOf,
  WeightAnswers,
  type Word,
  weightsIn,
} from "../../src/index.ts";
import { refusal } from "../support/refusal.ts";

const alphabet = new Alphabet("ab");

describe("observations", () => {
  it("know nothing of nodes beyond those that were wanted", () => {
    const observations = new Observations(rational, 2);
    // The first array has room for 64 nodes.
    for (const node of [63, 64, 65, 1000]) {
      expect(observations.knows(node)).toBe(false);
      expect(refusal(() => observations.weight(node))).toBe(
        `usage: no answer yet for the word of node ${node}`,
      );
    }
  });

  it("keep the answers when there are more nodes than they had room for", () => {
    const observations = new Observations(rational, 2);
    const words = Array.from({ length: 70 }, (_, length): Word => new Array(length).fill(0));
    const nodes = words.map((word) => observations.node(0, word));
    for (const node of nodes) observations.want(node);
    observations.record(nodes.map((_, i) => i));
    expect(nodes.map((node) => observations.weight(node))).toEqual(nodes.map((_, i) => i));
  });

  it("list the answers when others use the tree too", () => {
    const tree = new PrefixTree(2);
    tree.insert(new Array(200).fill(1));
    const observations = new Observations(rational, 2, new WeightAnswers(tree));
    const node = observations.node(0, [0, 0]);
    observations.want(node);
    observations.record([3]);
    expect([...observations.answers()]).toEqual([[[0, 0], 3]]);
  });
});

describe("a kind", () => {
  it("has a memory for words, or for runs where a machine answers", () => {
    const tree = new PrefixTree(2);
    const words = weightsIn(rational).answers(alphabet, tree);
    expect(words).not.toBeInstanceOf(RunAnswers);
    expect(words.tree).toBe(tree);
    const runs = runsOf("moore").answers(alphabet, tree);
    expect(runs).toBeInstanceOf(RunAnswers);
    expect(runs.tree).toBe(tree);
    expect(new RunObservations("moore", alphabet, runs).knows(0)).toBe(false);
    expect(new RunObservations("mealy", alphabet).knows(0)).toBe(true);
  });
});

describe("observations of runs", () => {
  const observed = (kind: "mealy" | "moore", word: Word, ...outputs: string[]) => {
    const observations = new RunObservations(kind, alphabet);
    const node = observations.node(0, word);
    observations.want(node);
    observations.wanted();
    observations.record([freeWord(...outputs)]);
    return { observations, node };
  };

  it("number outputs from 1 in the order in which they occurred, the last of a run first", () => {
    const { observations, node } = observed("mealy", [0, 1, 0], "x", "y", "x");
    const ab = observations.node(0, [0, 1]);
    expect(observations.outputs).toEqual(["x", "y"]);
    expect([observations.outputNumber(node), observations.outputNumber(ab)]).toEqual([1, 2]);
    expect(observations.output(ab)).toBe("y");
    expect(observations.weightsDiffer).toBe(true);
  });

  it("differ if there are two outputs, or one behind the first state of a Moore machine", () => {
    expect(new RunObservations("mealy", alphabet).weightsDiffer).toBe(false);
    expect(observed("mealy", [0], "x").observations.weightsDiffer).toBe(true);
    expect(observed("moore", [0], "x", "x").observations.weightsDiffer).toBe(false);
    expect(observed("moore", [0], "x", "y").observations.weightsDiffer).toBe(true);
  });

  it("scale a prefix by its outputs, so that what follows are the outputs after it", () => {
    const { observations, node } = observed("moore", [0, 1], "o", "x", "y");
    const a = observations.node(0, [0]);
    expect(observations.scale(a)).toBe("o x");
    expect(observations.after(a, node)).toBe("y");
    expect(observations.after(0, node)).toBe("x y");
    expect(observations.after(node, node)).toBe(freeGroup.one);
    expect(observations.step(node, freeGroup.one)).toBe("y");
    expect(observations.step(node, freeWord("z"))).toBe("y z");
  });

  it("say that a word has no answer yet", () => {
    const { observations } = observed("mealy", [0], "x");
    const unknown = observations.node(0, [1]);
    for (const call of [() => observations.weight(unknown), () => observations.after(0, unknown)]) {
      expect(refusal(call)).toBe(`usage: no answer yet for the word of node ${unknown}`);
    }
    for (const node of [63, 64, 500]) expect(observations.knows(node)).toBe(false);
  });

  it("queue a word once, and keep what the tree outgrew", () => {
    const observations = new RunObservations("mealy", alphabet);
    const word: Word = new Array(150).fill(1);
    const node = observations.node(0, word);
    observations.want(node);
    observations.want(node);
    observations.want(0);
    expect(observations.wanted().words).toEqual([word]);
    observations.record([freeWord(...word.map((_, i) => `o${i}`))]);
    expect(observations.wants).toBe(false);
    expect([...observations.answered()]).toEqual([node]);
    expect(observations.output(observations.node(0, word.slice(0, 140)))).toBe("o139");
    expect(observations.weight(node).split(" ")).toHaveLength(150);
  });

  it("refuse a run of the wrong length as an answer of the target", () => {
    expect(refusal(() => observed("mealy", [0, 1], "x"))).toMatch(/^teacher: /u);
    expect(refusal(() => observed("moore", [0, 1], "x", "y"))).toBe(
      'teacher: a machine writes 3 outputs for ab, but the answer has 2: "x y"',
    );
  });

  it("name the word that showed an output first when another run contradicts it", () => {
    const { observations } = observed("moore", [0], "o", "x");
    observations.want(observations.node(0, [0, 0]));
    observations.wanted();
    observations.record([freeWord("o", "x", "y")]);
    observations.want(observations.node(0, [0, 1]));
    observations.wanted();
    const record = () => observations.record([freeWord("o", "z", "y")]);
    expect(record).toThrow(Contradiction);
    expect(record).toThrow(
      "after a the machine wrote x when it was asked a, and z when it was asked ab: the answers contradict each other",
    );
  });
});

describe("observedBlock", () => {
  it("leaves out null rows, and counts homothetic rows once", () => {
    // ε, a and aa on the suffixes ε and a: (1 2), (2 4), (4 0); the last differs, and aaa is null on them.
    const weights: readonly number[] = [1, 2, 4, 0, 0];
    const answers = weights.map((weight, length): [Word, number] => [new Array(length).fill(0), weight]);
    const block = observedBlock(rational, answers);
    expect(block.prefixes).toBeGreaterThan(1);
    expect(block.rank).toBe(block.classes);
    expect(observedBlock(rational, [[[0], 0]])).toMatchObject({ classes: 0, rank: 0 });
  });

  it("looks at twenty thousand words at most", () => {
    const read: number[] = [];
    function* many(): Generator<[Word, number]> {
      for (let i = 0; i < 20_010; i++) {
        read.push(i);
        yield [[...i.toString(2)].map(Number), 1];
      }
    }
    const block = observedBlock(rational, many());
    // One more is read to see that there are more.
    expect(read).toHaveLength(20_001);
    expect(block).toMatchObject({ classes: 1, rank: 1 });
  });
});
