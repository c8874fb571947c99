import type { Feed, Port, Session, Tensor } from "@hankel/networks";

/** What a fake network computes from the tokens of a batch, word after word, each as long as the longest. */
export type Compute = (tokens: number[][], feeds: Readonly<Record<string, Feed>>, output?: string) => Tensor;

export const port = (name: string, type = "int64", shape: Port["shape"] = ["batch", "time"]): Port => ({
  name,
  type,
  shape,
});

/** A network that is a function; `calls` keeps what it was given. */
export function fakeSession(inputs: readonly Port[], outputs: readonly Port[], compute: Compute) {
  const calls: Readonly<Record<string, Feed>>[] = [];
  const state = { released: false };
  const session: Session = {
    inputs,
    outputs,
    async run(feeds, wanted) {
      calls.push(feeds);
      const tokens = rowsOf(feeds["input_ids"]);
      return Object.fromEntries(wanted.map((output) => [output, compute(tokens, feeds, output)]));
    },
    async release() {
      state.released = true;
    },
  };
  return { session, calls, state };
}

/** The rows of a matrix, as numbers. */
export function rowsOf({ data, dims: [size, time = 1] }: Feed): number[][] {
  const numbers = Array.from(data as ArrayLike<number | bigint>, Number);
  return Array.from({ length: size }, (_, row) => numbers.slice(row * time, (row + 1) * time));
}

/** A tensor of float32. */
export function floats(data: readonly number[], dims: readonly number[]): Tensor {
  return { type: "float32", data: Float32Array.from(data), dims };
}
