import { HankelError, shortened, type Word } from "@hankel/core";
import type { Feed, Port, Session } from "./session.ts";

/** What a network may want to know of a batch of words: for each input, the value at a position of a word. */
interface FedWords {
  /** How many words there are, and how many tokens each has after padding. */
  readonly size: number;
  readonly time: number;
  readonly tokens: (word: number) => number;
  readonly token: (word: number, position: number) => number;
}

/** The inputs that can be given, by their usual names. */
const GIVEN: Readonly<
  Record<string, { readonly axes: 1 | 2; value(batch: FedWords, word: number, at: number): number }>
> = {
  input_ids: { axes: 2, value: ({ token }, word, at) => token(word, at) },
  attention_mask: { axes: 2, value: ({ tokens }, word, at) => (at < tokens(word) ? 1 : 0) },
  position_ids: { axes: 2, value: (_batch, _word, at) => at },
  lengths: { axes: 1, value: ({ tokens }, word) => tokens(word) },
};

export type Feeds = ReturnType<typeof feedsOf>;

/** Makes the inputs of a network from words: padded on the right, which a network that reads from the left never sees. */
export function feedsOf(session: Session, ids: readonly number[], bos: number | undefined, name: string) {
  for (const port of session.inputs) checkPort(port, session, name);
  if (!session.inputs.some((port) => port.name === "input_ids"))
    throw new HankelError("unsupported", `${name} has no input input_ids; it has ${portsOf(session)}`);
  const front = bos === undefined ? [] : [bos];
  /** How many tokens a word has, the one that starts it included. */
  const tokens = (word: Word) => word.length + front.length;
  /** How many tokens each word has after padding. Runtimes refuse words without a token. */
  const time = (words: readonly Word[]) => words.reduce((most, word) => Math.max(most, tokens(word)), 1);
  const of = (words: readonly Word[]): Record<string, Feed> => {
    const batch: FedWords = {
      size: words.length,
      time: time(words),
      tokens: (i) => tokens(words[i]),
      token: (i, at) => front[at] ?? ids[words[i][at - front.length]] ?? 0,
    };
    return Object.fromEntries(session.inputs.map((port) => [port.name, feedOf(port, batch)]));
  };
  return { tokens, time, of };
}

function feedOf({ name, type }: Port, batch: FedWords): Feed {
  const { axes, value } = GIVEN[name];
  const { size } = batch;
  const time = axes === 1 ? 1 : batch.time;
  const made = { int64: BigInt64Array, int32: Int32Array, float32: Float32Array, bool: Uint8Array };
  const data = new made[type as Feed["type"]](size * time);
  for (let word = 0; word < size; word++) {
    for (let at = 0; at < time; at++) {
      const number = value(batch, word, at);
      if (data instanceof BigInt64Array) data[word * time + at] = BigInt(number);
      else data[word * time + at] = number;
    }
  }
  return { type: type as Feed["type"], data, dims: axes === 1 ? [size] : [size, time] };
}

function checkPort({ name: port, type, shape }: Port, session: Session, name: string): void {
  const known = Object.hasOwn(GIVEN, port) ? GIVEN[port] : undefined;
  if (known === undefined) {
    throw new HankelError(
      "unsupported",
      `${name} has an input ${port}, which cannot be given; known inputs are ${Object.keys(GIVEN).join(", ")}, and the ` +
        `file has ${portNames(session.inputs)}. Export the network without a cache (past_key_values) and other extras`,
    );
  }
  if (!["int64", "int32", "float32", "bool"].includes(type)) {
    throw new HankelError(
      "unsupported",
      `${name}: the input ${port} has the type ${type}; expected int64 or int32`,
    );
  }
  const fixed = shape.slice(0, known.axes).findIndex((size) => typeof size === "number" && size >= 0);
  if (fixed >= 0) {
    throw new HankelError(
      "unsupported",
      `${name}: the input ${port} has the fixed size ${shape.join(" × ")}; export the network with free sizes ` +
        "(dynamic axes) of the batch and of the length",
    );
  }
}

/** The inputs and outputs of a network, for a message. */
export function portsOf({ inputs, outputs }: Session): string {
  return `the inputs ${portNames(inputs)} and the outputs ${portNames(outputs)}`;
}

/** The names of inputs or outputs, for a message. */
export function portNames(ports: readonly Port[]): string {
  const names = ports.map(
    ({ name, type, shape }) => `${shortened(name)} (${shortened([type, ...shape].join(" "))})`,
  );
  return names.length === 0 ? "(none)" : names.join(", ");
}
