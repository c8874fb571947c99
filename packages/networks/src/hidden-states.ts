import { type Alphabet, HankelError, type Word } from "@hankel/core";
import type { Feeds } from "./feeds.ts";
import { portNames } from "./ports.ts";
import { numbersOf, type Session, type Tensor } from "./session.ts";

/** Receives the network's state after a word, which is given by its index. */
export type OnState = (index: number, state: Float64Array) => void;

/** Two words of two letters show how the axes of an output lie: no other axis has these sizes at once. */
const PROBE: readonly Word[] = [
  [0, 0],
  [0, 0],
];

interface Setting {
  readonly feeds: Feeds;
  readonly alphabet: Alphabet;
  readonly name: string;
  /** Is the network told the lengths of words? */
  readonly lengths: boolean;
  /** Are positions its first axis? */
  readonly timeFirst: boolean;
}

/**
 * The output of a network that holds its state: a vector for each word, or one at each position. One for each word is the state after the
 * last token. Where words were padded, that is a token too, unless the network is told their lengths: words of
 * different lengths cannot share a run then.
 */
export interface HiddenStates {
  readonly output: string;
  /** How many numbers a state has. */
  readonly size: number;
  /** Must words that are run together have the same length? */
  readonly equal: boolean;
  /** The state after a word, which is in this row of a run whose words were padded to `time` tokens. */
  read(tensor: Tensor, row: number, time: number, word: Word): Float64Array;
}

/** Finds the output by its name, and tries it; undefined if no name is given. */
export async function hiddenStates(
  session: Session,
  output: string | undefined,
  { name, feeds, alphabet, lengths, timeFirst }: Setting,
): Promise<HiddenStates | undefined> {
  if (output === undefined) return undefined;
  if (!session.outputs.some((port) => port.name === output)) {
    throw new HankelError(
      "usage",
      `${name}: the hidden states cannot be the output ${output}, which the network does not have; it has the outputs ` +
        portNames(session.outputs),
    );
  }
  const words = alphabet.size === 0 ? [[], []] : PROBE;
  const { dims, type } = (await session.run(feeds.of(words), [output]))[output];
  const size = feeds.most ?? words.length;
  const shape =
    dims.length === 2 ? [size] : timeFirst ? [feeds.time(words), size] : [size, feeds.time(words)];
  const fits = dims.length === shape.length + 1 && shape.every((size, axis) => dims[axis] === size);
  const width = dims[dims.length - 1];
  if (!fits || width === 0 || !["float32", "float64", "float16"].includes(type)) {
    throw new HankelError(
      "unsupported",
      `${name}: the output ${output} cannot hold states: for ${size} words of ${feeds.time(words)} tokens it has ` +
        `the type ${type} and the size ${dims.join(" × ")}; expected floats, words × numbers or words × tokens × numbers`,
    );
  }
  const positions = dims.length === 3;
  return {
    output,
    size: width,
    equal: !positions && !lengths,
    read(tensor, row, time, word) {
      const tokens = feeds.tokens(word);
      // A recurrent network that has read nothing is in the state zero.
      if (positions && tokens === 0) return new Float64Array(width);
      const place = timeFirst ? (tokens - 1) * tensor.dims[1] + row : row * time + tokens - 1;
      const start = (positions ? place : row) * width;
      const numbers = numbersOf(tensor);
      const state = Float64Array.from({ length: width }, (_, i) => numbers[start + i]);
      if (state.every(Number.isFinite)) return state;
      const after = alphabet.show(word);
      throw new HankelError("teacher", `${name}: the state after ${after} has numbers that are not finite`);
    },
  };
}
