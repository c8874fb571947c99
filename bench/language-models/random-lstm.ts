/** Networks of any size: an LSTM with random weights, as an ONNX file and its side file. What they say does not matter where time is measured. */

import { writeFileSync } from "node:fs";
import { Random } from "@hankel/core";

export interface LstmShape {
  readonly letters: number;
  readonly hidden: number;
}

const utf8 = new TextEncoder();
const FLOAT = 1;
const INT64 = 7;

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return [...bytes, rest];
}

/** A field of a protocol buffer: a whole number, or bytes. */
function field(number: number, value: number | string | Uint8Array): Uint8Array {
  if (typeof value === "number") return Uint8Array.from([...varint(number * 8), ...varint(value)]);
  const bytes = typeof value === "string" ? utf8.encode(value) : value;
  return joined([Uint8Array.from([...varint(number * 8 + 2), ...varint(bytes.length)]), bytes]);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const attribute = (name: string, value: number | readonly number[]) =>
  typeof value === "number"
    ? joined([field(1, name), field(3, value), field(20, 2)])
    : joined([field(1, name), ...value.map((each) => field(8, each)), field(20, 7)]);

const node = (
  kind: string,
  inputs: readonly string[],
  output: string,
  attributes: Readonly<Record<string, number | readonly number[]>> = {},
) =>
  joined([
    ...inputs.map((input) => field(1, input)),
    field(2, output),
    field(4, kind),
    ...Object.entries(attributes).map(([name, value]) => field(5, attribute(name, value))),
  ]);

const tensor = (name: string, dims: readonly number[], data: Float32Array | BigInt64Array) =>
  joined([
    ...dims.map((size) => field(1, size)),
    field(2, data instanceof Float32Array ? FLOAT : INT64),
    field(8, name),
    field(9, new Uint8Array(data.buffer)),
  ]);

const port = (name: string, type: number, dims: readonly (string | number)[]) => {
  const shape = dims.map((size) => field(1, typeof size === "string" ? field(2, size) : field(1, size)));
  return joined([field(1, name), field(2, field(1, joined([field(1, type), field(2, joined(shape))])))]);
};

/** Writes FILE.onnx and FILE.json; returns the path of the network. */
export function writeLstm(file: string, { letters, hidden }: LstmShape): string {
  const width = letters + 2;
  const random = new Random(letters * 1000 + hidden);
  const weights = (name: string, dims: readonly number[], scale: number) => {
    const data = Float32Array.from(
      { length: dims.reduce((product, size) => product * size, 1) },
      () => 2 * scale * (random.real() - 0.5),
    );
    return field(5, tensor(name, dims, data));
  };
  const near = 3 / Math.sqrt(hidden);
  const graph = joined([
    field(1, node("Gather", ["embedding", "tokens"], "embedded")),
    field(1, node("Transpose", ["embedded"], "steps", { perm: [1, 0, 2] })),
    field(1, node("LSTM", ["steps", "W", "R"], "read", { hidden_size: hidden })),
    field(1, node("Squeeze", ["read", "one"], "states")),
    field(1, node("Transpose", ["states"], "rows", { perm: [1, 0, 2] })),
    field(1, node("MatMul", ["rows", "head"], "logits")),
    field(2, "lstm"),
    weights("embedding", [width, hidden], 2),
    weights("W", [1, 4 * hidden, hidden], near),
    weights("R", [1, 4 * hidden, hidden], near),
    weights("head", [hidden, width], 3 * near),
    field(5, tensor("one", [1], BigInt64Array.of(1n))),
    field(11, port("tokens", INT64, ["batch", "time"])),
    field(12, port("logits", FLOAT, ["batch", "time", width])),
  ]);
  writeFileSync(`${file}.onnx`, joined([field(1, 8), field(8, field(2, 17)), field(7, graph)]));
  const alphabet = Array.from({ length: letters }, (_, letter) => `s${letter}`);
  writeFileSync(`${file}.json`, JSON.stringify({ alphabet, bos: letters, eos: letters + 1 }));
  return `${file}.onnx`;
}
