/** Weights that stand outside an ONNX file, as PyTorch's exporter writes them: `model.onnx.data` beside `model.onnx`. */

/** The messages of an ONNX file that may hold tensors: the numbers of their members, and what these are. */
const MESSAGES = {
  model: { 7: "graph", 25: "function" },
  graph: { 1: "node", 5: "tensor", 15: "sparse" },
  function: { 7: "node" },
  node: { 5: "attribute" },
  attribute: { 5: "tensor", 6: "graph", 10: "tensor", 11: "graph", 22: "sparse", 23: "sparse" },
  sparse: { 1: "tensor", 2: "tensor" },
  tensor: {},
} as const satisfies Readonly<Record<string, Readonly<Record<number, string>>>>;

type Message = keyof typeof MESSAGES;

/** Graphs within graphs: a file that goes deeper is no network. */
const DEEPEST = 64;

/**
 * The files that hold weights of a network, as its own file names them: relative to its folder. Empty if it holds all of them
 * itself, or is no ONNX file.
 *
 * @example
 * const file = await readFile("examples/pytorch/lstm.onnx");
 * console.log(externalFiles(file).join()); // lstm.onnx.data
 */
export function externalFiles(model: Uint8Array): string[] {
  return [...new Set(externalTensors(model).map(({ path }) => path))];
}

/** A tensor whose numbers stand in another file: in so many bytes of it, from a place on. */
interface ExternalTensor {
  readonly name: string;
  readonly path: string;
  readonly offset: number;
  readonly length: number;
}

/** What is wrong with the files that hold weights, in a sentence; undefined if they are as long as the network says. */
export function shortWeights(
  model: Uint8Array,
  name: string,
  given: readonly { readonly path: string; readonly data: { readonly length: number } }[],
): string | undefined {
  const sizes = new Map(given.map(({ path, data }) => [path, data.length]));
  for (const { name: tensor, path, offset, length } of externalTensors(model)) {
    const size = sizes.get(path);
    if (size !== undefined && offset + length > size)
      return `${path} has ${size} bytes, and the weights ${tensor} of ${name} end at ${offset + length}: the file is cut off, or belongs to another network`;
  }
  return undefined;
}

function externalTensors(model: Uint8Array): ExternalTensor[] {
  const found: ExternalTensor[] = [];
  collect(model, "model", 0, found);
  return found;
}

function collect(bytes: Uint8Array, message: Message, depth: number, found: ExternalTensor[]): void {
  if (depth > DEEPEST) return;
  if (message === "tensor") {
    const tensor = tensorIn(bytes);
    if (tensor !== undefined) found.push(tensor);
    return;
  }
  const members: Readonly<Record<number, Message>> = MESSAGES[message];
  for (const { member, value } of membersOf(bytes)) {
    if (Object.hasOwn(members, member)) collect(value, members[member], depth + 1, found);
  }
}

/** The members of a tensor that count here: its name, and entries with a key and a value, such as the `location` of its numbers. */
const NAME = 8;
const ENTRY = 13;

function tensorIn(bytes: Uint8Array): ExternalTensor | undefined {
  let name = "";
  const entries = new Map<string, string>();
  for (const { member, value } of membersOf(bytes)) {
    if (member === NAME) name = textOf(value);
    if (member === ENTRY) entries.set(...entryOf(value));
  }
  const location = entries.get("location");
  if (location === undefined) return undefined;
  const [offset, length] = ["offset", "length"].map((key) => Number(entries.get(key) ?? 0));
  return { name, path: location.replace(/^(?:\.\/)+/u, ""), offset, length };
}

function entryOf(bytes: Uint8Array): readonly [key: string, value: string] {
  let [key, value] = ["", ""];
  for (const { member, value: content } of membersOf(bytes)) {
    if (member === 1) key = textOf(content);
    if (member === 2) value = textOf(content);
  }
  return [key, value];
}

/** Bytes of UTF-8 as a text; empty if they are none. */
function textOf(bytes: Uint8Array): string {
  try {
    return decodeURIComponent(Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""));
  } catch {
    return "";
  }
}

/** The members of a protocol buffer that are messages or texts; the others are skipped. Ends where the bytes make no sense. */
function* membersOf(bytes: Uint8Array): Generator<{ readonly member: number; readonly value: Uint8Array }> {
  let at = 0;
  /** A number of any length, of which the first 53 bits count. */
  const number = (): number => {
    let [sum, scale] = [0, 1];
    while (at < bytes.length) {
      const byte = bytes[at++];
      sum += (byte & 127) * scale;
      scale *= 128;
      if (byte < 128) return sum;
    }
    return Number.NaN;
  };
  while (at < bytes.length) {
    const tag = number();
    const form = tag % 8;
    if (form === 0) number();
    else if (form === 1) at += 8;
    else if (form === 5) at += 4;
    else if (form === 2) {
      const end = number() + at;
      if (!(end <= bytes.length)) return;
      yield { member: Math.floor(tag / 8), value: bytes.subarray(at, end) };
      at = end;
    } else return;
  }
}
