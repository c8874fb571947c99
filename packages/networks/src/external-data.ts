/** Weights that stand outside an ONNX file, as PyTorch's exporter writes them: `model.onnx.data` beside `model.onnx`. */

/** The messages of an ONNX file that may hold tensors: the numbers of their members, and what these are. */
const MESSAGES = {
  model: { 7: "graph", 25: "function" },
  graph: { 1: "node", 5: "tensor", 15: "sparse" },
  function: { 7: "node" },
  node: { 5: "attribute" },
  attribute: { 5: "tensor", 6: "graph", 10: "tensor", 11: "graph", 22: "sparse", 23: "sparse" },
  sparse: { 1: "tensor", 2: "tensor" },
  tensor: { 13: "entry" },
  entry: {},
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
  const found = new Set<string>();
  collect(model, "model", 0, found);
  return [...found].map((path) => path.replace(/^(?:\.\/)+/u, ""));
}

function collect(bytes: Uint8Array, message: Message, depth: number, found: Set<string>): void {
  if (depth > DEEPEST) return;
  if (message === "entry") {
    const location = locationOf(bytes);
    if (location !== undefined) found.add(location);
    return;
  }
  const members: Readonly<Record<number, Message>> = MESSAGES[message];
  for (const { member, value } of membersOf(bytes)) {
    if (Object.hasOwn(members, member)) collect(value, members[member], depth + 1, found);
  }
}

/** An entry has a key and a value: the value of the key `location` is the name of a file. */
function locationOf(bytes: Uint8Array): string | undefined {
  let [key, value] = ["", ""];
  for (const { member, value: content } of membersOf(bytes)) {
    if (member === 1) key = textOf(content);
    if (member === 2) value = textOf(content);
  }
  return key === "location" ? value : undefined;
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
