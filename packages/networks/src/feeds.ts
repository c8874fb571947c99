import type { Word } from "@hankel/core";
import type { Ports, Role } from "./ports.ts";
import type { Feed, Port } from "./session.ts";

/** The size of an axis that the file fixes; undefined if it is free. */
export function fixedSize({ shape }: Port, axis: number): number | undefined {
  const size = shape[axis];
  return typeof size === "number" && size >= 0 ? size : undefined;
}

/** What an input is given for a token of a word: one number at each position, or one for each word. */
const VALUES: Readonly<Record<Role, (tokens: readonly number[], at: number) => number>> = {
  tokens: (tokens, at) => tokens[at] ?? 0,
  mask: (tokens, at) => (at < tokens.length ? 1 : 0),
  padding: (tokens, at) => (at < tokens.length ? 0 : 1),
  positions: (_tokens, at) => at,
  segments: () => 0,
  lengths: (tokens) => tokens.length,
};

const ARRAYS = { int64: BigInt64Array, int32: Int32Array, float32: Float32Array, bool: Uint8Array };

/**
 * The inputs of a network for words as tokens: padded on the right to `time` tokens, which a network that reads from the left never
 * sees. Where the file fixes the number of words, the last one is repeated.
 *
 * @param timeFirst is the first axis of the tokens that of the positions?
 */
export function feed(
  { inputs, tokens }: Ports,
  words: readonly (readonly number[])[],
  time: number,
  timeFirst: boolean,
): Record<string, Feed> {
  const size = fixedSize(tokens, timeFirst ? 1 : 0) ?? words.length;
  const feedOf = ({ type, shape }: Port, role: Role): Feed => {
    const width = role === "lengths" ? 1 : time;
    // Positions may be the same for all words.
    const rows = role === "positions" && shape.length === 1 ? 1 : size;
    const data = new ARRAYS[type as Feed["type"]](rows * width);
    const value = VALUES[role];
    for (let i = 0; i < rows; i++) {
      const word = words[Math.min(i, words.length - 1)];
      for (let at = 0; at < width; at++) {
        const place = timeFirst && role !== "lengths" ? at * rows + i : i * width + at;
        if (data instanceof BigInt64Array) data[place] = BigInt(value(word, at));
        else data[place] = value(word, at);
      }
    }
    const both = role === "lengths" ? [size, 1] : timeFirst ? [time, size] : [size, time];
    const dims = shape.length === 1 ? [rows * width] : both;
    return { type: type as Feed["type"], data, dims };
  };
  return Object.fromEntries(inputs.map(({ port, role }) => [port.name, feedOf(port, role)]));
}

export type Feeds = ReturnType<typeof feedsOf>;

/** Makes the inputs of a network from words of letters. */
export function feedsOf(ports: Ports, timeFirst: boolean, ids: readonly number[], bos: number | undefined) {
  const front = bos === undefined ? [] : [bos];
  const fixedTime = fixedSize(ports.tokens, timeFirst ? 0 : 1);
  /** How many tokens a word has, the one that starts it included. */
  const tokens = (word: Word) => word.length + front.length;
  /** How many tokens each word has after padding, if the longest has so many, or among these. Runtimes refuse words without a token. */
  const padded = (most: number) => fixedTime ?? Math.max(most, 1);
  const time = (words: readonly Word[]) =>
    padded(words.reduce((most, word) => Math.max(most, tokens(word)), 1));
  return {
    tokens,
    padded,
    time,
    /** The most words of one run, and the most letters of a word, where the file fixes its sizes. */
    most: fixedSize(ports.tokens, timeFirst ? 1 : 0),
    longest: fixedTime === undefined ? undefined : fixedTime - front.length,
    of: (words: readonly Word[]): Record<string, Feed> =>
      feed(
        ports,
        words.map((word) => [...front, ...word.map((letter) => ids[letter])]),
        time(words),
        timeFirst,
      ),
  };
}
