/** State merging as the textbooks have it: partitions of the prefixes, made anew for every merge. Shares no code with the engine. */

export interface SlowSample {
  readonly letters: number;
  readonly words: readonly { readonly word: readonly number[]; readonly label: number }[];
}

/** A block of prefixes, and the label that its words have. */
type Blocks = Map<string, string>;

const key = (word: readonly number[]) => word.join(",");
const parse = (text: string) => (text === "" ? [] : text.split(",").map(Number));

function prefixesOf({ words }: SlowSample): string[] {
  const all = new Set<string>();
  for (const { word } of words) for (let n = 0; n <= word.length; n++) all.add(key(word.slice(0, n)));
  return [...all];
}

/** The finest partition that joins two blocks and in which a block and a letter lead to one block. */
function joined(blocks: Blocks, prefixes: readonly string[], one: string, other: string): Blocks {
  let next: Blocks = new Map(
    prefixes.map((prefix) => [prefix, blocks.get(prefix) === other ? one : (blocks.get(prefix) ?? "")]),
  );
  for (let changed = true; changed; ) {
    changed = false;
    const leads = new Map<string, string>();
    for (const prefix of prefixes) {
      if (prefix === "") continue;
      const word = parse(prefix);
      const arc = `${next.get(key(word.slice(0, -1)))}/${word.at(-1)}`;
      const to = next.get(prefix) ?? "";
      const known = leads.get(arc);
      if (known === undefined) leads.set(arc, to);
      else if (known !== to) {
        next = new Map([...next].map(([p, block]) => [p, block === to ? known : block]));
        changed = true;
        break;
      }
    }
  }
  return next;
}

/** The label of each block; undefined if two words of a block have different ones. */
function labelsOf({ words }: SlowSample, blocks: Blocks): Map<string, number> | undefined {
  const labels = new Map<string, number>();
  for (const { word, label } of words) {
    const block = blocks.get(key(word)) ?? "";
    if ((labels.get(block) ?? label) !== label) return undefined;
    labels.set(block, label);
  }
  return labels;
}

/**
 * RPNI: blue states by the red state and the letter that lead to them, each merged with the first red state that does not contradict the labels. A red
 * state is named by one of its prefixes.
 */
export function slowRpni(sample: SlowSample): {
  blocks: Blocks;
  labels: Map<string, number>;
  reds: string[];
} {
  const prefixes = prefixesOf(sample);
  let blocks: Blocks = new Map(prefixes.map((prefix) => [prefix, prefix]));
  const reds = [""];
  const behind = (red: string, letter: number) =>
    prefixes.find((prefix) => {
      const word = parse(prefix);
      return word.at(-1) === letter && blocks.get(key(word.slice(0, -1))) === blocks.get(red);
    });
  for (;;) {
    const red = new Set(reds.map((word) => blocks.get(word)));
    const blue = reds
      .flatMap((word) => Array.from({ length: sample.letters }, (_, a) => behind(word, a) ?? ""))
      .find((word) => !red.has(blocks.get(word)));
    if (blue === undefined) break;
    const fitting = reds
      .map((word) => joined(blocks, prefixes, blocks.get(word) ?? "", blocks.get(blue) ?? ""))
      .find((merged) => labelsOf(sample, merged) !== undefined);
    if (fitting === undefined) reds.push(blue);
    else blocks = fitting;
  }
  return { blocks, labels: labelsOf(sample, blocks) ?? new Map(), reds };
}

/** How many labels agree if two blocks are joined: words of one block that were of several; -1 if they contradict each other. */
export function slowEvidence(sample: SlowSample, red: readonly number[], blue: readonly number[]): number {
  const prefixes = prefixesOf(sample);
  const blocks: Blocks = new Map(prefixes.map((prefix) => [prefix, prefix]));
  const labelled = (of: Blocks) => labelsOf(sample, of)?.size;
  const [before, after] = [labelled(blocks), labelled(joined(blocks, prefixes, key(red), key(blue)))];
  return before === undefined || after === undefined ? -1 : before - after;
}

/** log (z (z + 1) … (z + n − 1)). */
function slowRising(z: number, n: number): number {
  return Array.from({ length: n }, (_, i) => Math.log(z + i)).reduce((sum, log) => sum + log, 0);
}

/** The logarithm of the probability of words, if each block of prefixes draws its distribution from a Dirichlet distribution. */
function slowMarginal(
  words: readonly (readonly number[])[],
  blocks: Blocks,
  prior: readonly number[],
): number {
  const counts = new Map<string, number[]>();
  for (const word of words) {
    for (let n = 0; n <= word.length; n++) {
      const block = blocks.get(key(word.slice(0, n))) ?? "";
      const row = counts.get(block) ?? prior.map(() => 0);
      row[word[n] ?? prior.length - 1]++;
      counts.set(block, row);
    }
  }
  const sum = (row: readonly number[]) => row.reduce((total, count) => total + count, 0);
  let log = 0;
  for (const row of counts.values()) {
    log -= slowRising(sum(prior), sum(row));
    for (const [a, count] of row.entries()) log += slowRising(prior[a], count);
  }
  return log;
}

/** The logarithm of the Bayes factor for joining two prefixes, with a concentration around the frequencies of the letters; and how many prefixes join others. */
export function slowBayesFactor(
  letters: number,
  words: readonly (readonly number[])[],
  concentration: number,
  red: readonly number[],
  blue: readonly number[],
): { factor: number; pairs: number } {
  const sample = { letters, words: words.map((word) => ({ word, label: 1 })) };
  const uses = Array.from({ length: letters + 1 }, (_, a) =>
    words.reduce(
      (sum, word) => sum + (a === letters ? 1 : word.filter((letter) => letter === a).length),
      0.5,
    ),
  );
  const total = uses.reduce((sum, use) => sum + use, 0);
  const prior = uses.map((use) => (concentration * use) / total);
  const prefixes = prefixesOf(sample);
  const apart: Blocks = new Map(prefixes.map((prefix) => [prefix, prefix]));
  const merged = joined(apart, prefixes, key(red), key(blue));
  return {
    factor: slowMarginal(words, merged, prior) - slowMarginal(words, apart, prior),
    pairs: new Set(apart.values()).size - new Set(merged.values()).size,
  };
}
