/** The list of words to ask: what gets on it, in which order it is given out, and what answers do to it. */

import { HankelError, Observations, PrefixTree, rational, WeightAnswers } from "@hankel/core";
import { beforeEach, describe, expect, it } from "vitest";

type Rational = ReturnType<typeof rational.parse>;

describe("observations", () => {
  let observations: Observations<Rational>;
  const node = (...word: number[]) => observations.node(0, word);
  beforeEach(() => {
    observations = new Observations(rational, 2);
  });

  it("give out words in the order in which they were wanted, each once", () => {
    for (const word of [[1, 1], [0], [], [1], [0], [1, 1]]) observations.want(node(...word));
    expect(observations.wanted().words).toEqual([[1, 1], [0], [], [1]]);
    // Giving them out changes nothing.
    expect(observations.wanted().words).toHaveLength(4);
  });

  it("are the same word however it is split into prefix and suffix", () => {
    const a = node(0);
    observations.want(observations.node(a, [1, 0]));
    observations.want(observations.node(observations.node(a, [1]), [0]));
    observations.want(node(0, 1, 0));
    expect(observations.wanted().words).toEqual([[0, 1, 0]]);
  });

  it("want nothing that is known", () => {
    observations.want(node(0));
    observations.record([7]);
    expect(observations.wants).toBe(false);
    observations.want(node(0));
    expect([observations.wants, observations.wanted().words]).toEqual([false, []]);
    expect(observations.weight(node(0))).toBe(7);
  });

  it("cut a batch after the word that makes it full; a word counts one more than its letters", () => {
    for (const word of [[0, 0], [1], [], [0]]) observations.want(node(...word));
    expect(observations.wanted(0).words).toEqual([]);
    expect(observations.wanted(1).words).toEqual([[0, 0]]);
    expect(observations.wanted(3).words).toEqual([[0, 0]]);
    expect(observations.wanted(4).words).toEqual([[0, 0], [1]]);
    expect(observations.wanted(5).words).toEqual([[0, 0], [1]]);
    expect(observations.wanted(6).words).toEqual([[0, 0], [1], []]);
    expect(observations.wanted(7).words).toHaveLength(4);
  });

  it("record answers to the first words, and keep the rest", () => {
    for (const word of [[0], [1], [0, 1]]) observations.want(node(...word));
    observations.record([4, 0]);
    expect(observations.wanted().words).toEqual([[0, 1]]);
    expect([
      observations.knows(node(0)),
      observations.knows(node(1)),
      observations.knows(node(0, 1)),
    ]).toEqual([true, true, false]);
    // A word that waits is not wanted twice.
    observations.want(node(0, 1));
    observations.want(node(1, 1));
    observations.record([5, 6]);
    expect([...observations.answers()]).toEqual([
      [[0], 4],
      [[1], 0],
      [[0, 1], 5],
      [[1, 1], 6],
    ]);
    expect([observations.count, observations.wants]).toEqual([4, false]);
  });

  it("list the nodes in the order of the answers, not of the tree", () => {
    const [short, long] = [node(0), node(0, 0, 0)];
    observations.want(long);
    observations.want(short);
    observations.record([1, 2]);
    expect(Array.from(observations.answered())).toEqual([long, short]);
  });

  it("do not know words that others put in the tree, beyond their arrays too", () => {
    const tree = new PrefixTree(2);
    observations = new Observations(rational, 2, new WeightAnswers(tree));
    const far = tree.insert(new Array(200).fill(1));
    expect([observations.knows(far), observations.knows(3)]).toEqual([false, false]);
    const missing = () => observations.weight(far);
    expect(missing).toThrow(HankelError);
    expect(missing).toThrow(`no answer yet for the word of node ${far}`);
    observations.want(far);
    expect(observations.knows(far)).toBe(false);
    expect(missing).toThrow("no answer yet");
    observations.record([9]);
    expect([observations.weight(far), Array.from(observations.answered())]).toEqual([9, [far]]);
  });

  it("notice two different answers that are not zero", () => {
    const after = (...weights: number[]) => {
      const fresh = new Observations(rational, 1);
      for (const length of weights.keys()) fresh.want(fresh.node(0, new Array(length).fill(0)));
      fresh.record(weights);
      return fresh.weightsDiffer;
    };
    expect([after(), after(0, 0), after(2, 0, 2), after(0, 1)]).toEqual([false, false, false, false]);
    expect([after(2, 3), after(0, 2, 0, 3), after(2, 2, 3, 2)]).toEqual([true, true, true]);
    observations.want(node());
    observations.record([5]);
    observations.want(node(0));
    observations.record([6]);
    expect(observations.weightsDiffer).toBe(true);
  });

  it("take room for the tree, for its nodes and for each answer", () => {
    const beside = () => observations.bytes - observations.tree.bytes;
    // Room for 64 nodes, of five bytes each, and for the numbers of 64 asked words; about 64 bytes for a weight.
    expect(beside()).toBe(64 * 5 + 64 * 4);
    observations.want(node(0, 1));
    expect(beside()).toBe(64 * 5 + 64 * 4);
    observations.record([6]);
    expect(beside()).toBe(64 * 5 + 64 * 4 + 64);
    for (let length = 0; length < 100; length++) observations.want(node(...new Array(length).fill(1)));
    observations.record(new Array(100).fill(1));
    expect(beside()).toBeGreaterThanOrEqual(64 + 4 * observations.tree.size);
  });

  it("have weights as they were answered, without a scale", () => {
    observations.want(node(0, 1));
    observations.record([6]);
    const a = node(0);
    expect([observations.scale(a), observations.after(a, node(0, 1)), observations.step(a, 3)]).toEqual([
      1, 6, 3,
    ]);
  });
});
