/** Which tensors of a network take the words, and which one holds the answers. */

import { HankelError, shortened } from "@hankel/core";
import type { NetworkDescription } from "./description.ts";
import type { Port, Session } from "./session.ts";

/** What an input takes: the tokens, or something that follows from them. */
export type Role = "tokens" | "mask" | "padding" | "positions" | "lengths" | "segments";

/** The tensors that are used. */
export interface Ports {
  readonly inputs: readonly { readonly port: Port; readonly role: Role }[];
  readonly tokens: Port;
  readonly output: Port;
}

/** How each input is called that is not the tokens, and how many axes it may have. */
const NAMED: readonly (readonly [Role, RegExp, axes: readonly number[]])[] = [
  ["padding", /padding/iu, [2]],
  ["mask", /mask/iu, [2]],
  ["positions", /position|^pos(?:_ids)?$/iu, [1, 2]],
  ["segments", /token_type|segment/iu, [2]],
  ["lengths", /len(?:gth)?s?$/iu, [1, 2]],
];

/** Axes that are called like this hold positions. */
export const POSITIONS = /time|seq|len|step|^t$/iu;

/** The usual names of the tokens and of the answers; one of them is taken before others of the same type and shape. */
const TOKENS = "input_ids";
const ANSWERS: readonly string[] = ["logits", "logit"];
/** Outputs that a network has besides its answers: states and caches. */
const BESIDES = /hidden|state|cell|present|past|cache|^[hc](?:_?n|_?out)?$/iu;

const WHOLE: readonly string[] = ["int64", "int32"];
const GIVEN: readonly string[] = [...WHOLE, "float32", "bool"];
const FLOATS: readonly string[] = ["float32", "float64", "float16"];
const READ: readonly string[] = [...FLOATS, ...WHOLE, "bool"];

/** Finds the tensors by what the description says, or else by their names, types and shapes. */
export function portsFor(
  session: Session,
  { input, output, states }: Pick<NetworkDescription, "input" | "output" | "states">,
  name: string,
): Ports {
  const tokens = tokensOf(session, input, name);
  const inputs = session.inputs.map((port) => ({
    port,
    role: port === tokens ? ("tokens" as const) : roleOf(port, tokens, session, name),
  }));
  for (const { port } of inputs) checkType(port, name);
  return { inputs, tokens, output: answersOf(session, tokens, output, states, name) };
}

function tokensOf(session: Session, wanted: string | undefined, name: string): Port {
  const { inputs } = session;
  if (wanted !== undefined) return named(inputs, wanted, `"input"`, name);
  const usual = inputs.find((port) => port.name === TOKENS);
  if (usual !== undefined) return usual;
  const fitting = inputs.filter(
    (port) =>
      WHOLE.includes(port.type) &&
      port.shape.length === 2 &&
      !NAMED.some(([, known]) => known.test(port.name)),
  );
  if (fitting.length === 1) return fitting[0];
  const problem =
    fitting.length === 0
      ? `${name} has no input for tokens: expected one of whole numbers (int64 or int32) with two axes, words and positions`
      : `${name} has ${fitting.length} inputs that could take the tokens, ${portNames(fitting)}; say which one by --with input=NAME, or by "input" in the side file`;
  throw new HankelError("unsupported", `${problem}; it has ${portsOf(session)}`);
}

function roleOf({ name: port, type, shape }: Port, tokens: Port, session: Session, name: string): Role {
  const role = NAMED.find(([, known, axes]) => known.test(port) && axes.includes(shape.length))?.[0];
  if (role !== undefined) return role;
  // One whole number for each word, or, if its axis is that of the positions, for each of these.
  if (WHOLE.includes(type) && shape.length === 1)
    return isOfPositions(shape[0], tokens) ? "positions" : "lengths";
  throw new HankelError(
    "unsupported",
    `${name} has an input ${port}, which cannot be given; known inputs are the tokens, lengths, attention_mask, position_ids ` +
      `and token_type_ids, and the file has ${portNames(session.inputs)}. Export the network without initial states, a cache (past_key_values) and other extras`,
  );
}

function isOfPositions(axis: Port["shape"][number] | undefined, { shape }: Port): boolean {
  return POSITIONS.test(String(axis)) && shape.filter((each) => each === axis).length === 1;
}

function checkType({ name: port, type }: Port, name: string): void {
  if (GIVEN.includes(type)) return;
  throw new HankelError(
    "unsupported",
    `${name}: the input ${port} has the type ${type}; expected int64 or int32`,
  );
}

function answersOf(
  session: Session,
  tokens: Port,
  wanted: string | undefined,
  states: string | undefined,
  name: string,
): Port {
  const { outputs } = session;
  if (wanted !== undefined) return readable(named(outputs, wanted, `"output"`, name), name);
  const usual = outputs.find((port) => ANSWERS.includes(port.name));
  if (usual !== undefined) return readable(usual, name);
  const fitting = outputs.filter(
    (port) =>
      port.name !== states && READ.includes(port.type) && port.shape.length <= 3 && !BESIDES.test(port.name),
  );
  const floats = fitting.filter((port) => FLOATS.includes(port.type));
  const candidates = floats.length > 0 ? floats : fitting;
  // The last states of a recurrent network have its layers first, whatever they are called.
  const alike = candidates.filter(({ shape }) => shape.length > 0 && shape[0] === tokens.shape[0]);
  const [first, ...others] = alike.length === 1 ? alike : candidates;
  if (first !== undefined && others.length === 0) return first;
  const problem =
    first === undefined
      ? `${name} has no output for answers: expected numbers with one to three axes, words, positions and tokens or classes`
      : `${name} has ${others.length + 1} outputs that could hold the answers, ${portNames([first, ...others])}; say which one by --with output=NAME, or by "output" in the side file`;
  throw new HankelError("unsupported", `${problem}; it has ${portsOf(session)}`);
}

function readable(port: Port, name: string): Port {
  if (READ.includes(port.type)) return port;
  throw new HankelError(
    "unsupported",
    `${name}: the output ${port.name} has the type ${port.type}; expected float32, float16 or float64`,
  );
}

function named(ports: readonly Port[], wanted: string, member: string, name: string): Port {
  const found = ports.find((port) => port.name === wanted);
  if (found !== undefined) return found;
  throw new HankelError(
    "usage",
    `${name}: ${member} names ${shortened(wanted)}, which the network does not have; it has ${portNames(ports)}`,
  );
}

/** The inputs and outputs of a network, for a message. */
function portsOf({ inputs, outputs }: Session): string {
  return `the inputs ${portNames(inputs)} and the outputs ${portNames(outputs)}`;
}

/** The names of inputs or outputs, for a message. */
export function portNames(ports: readonly Port[]): string {
  const names = ports.map(
    ({ name, type, shape }) => `${shortened(name)} (${shortened([type, ...shape].join(" "))})`,
  );
  return names.length === 0 ? "(none)" : names.join(", ");
}
