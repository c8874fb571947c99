import { HankelError, messageOf } from "@hankel/core";
import { externalFiles, shortWeights } from "./external-data.ts";

/** Numbers that go into a network. */
export interface Feed {
  readonly type: "int64" | "int32" | "float32" | "bool";
  readonly data: BigInt64Array | Int32Array | Float32Array | Uint8Array;
  readonly dims: readonly number[];
}

/** Numbers that come out of it. */
export interface Tensor {
  readonly type: string;
  readonly data: unknown;
  readonly dims: readonly number[];
}

/**
 * The numbers of a tensor. Those of half precision come as bits where the language has no type for them.
 *
 * @example
 * console.log(Array.from(numbersOf({ type: "float16", data: Uint16Array.of(0x3c00, 0xc000), dims: [2] })).join(" ")); // 1 -2
 */
export function numbersOf({ type, data }: Tensor): ArrayLike<number> {
  if (type === "float16" && data instanceof Uint16Array) return Float32Array.from(data, halfOf);
  if (data instanceof BigInt64Array) return Float64Array.from(data, Number);
  return data as ArrayLike<number>;
}

/** The number that 16 bits stand for: a sign, 5 bits of exponent, 10 of fraction. */
function halfOf(bits: number): number {
  const sign = bits >> 15 === 0 ? 1 : -1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/** An input or output, as the file declares it. An axis of free size has a name or no size. */
export interface Port {
  readonly name: string;
  readonly type: string;
  readonly shape: readonly (number | string)[];
}

/** A network that is ready to run. */
export interface Session {
  readonly inputs: readonly Port[];
  readonly outputs: readonly Port[];
  /** How many runs it computes at once; 1 unless given. */
  readonly copies?: number;
  /** Computes the named outputs. */
  run(
    feeds: Readonly<Record<string, Feed>>,
    outputs: readonly string[],
  ): Promise<Readonly<Record<string, Tensor>>>;
  release(): Promise<void>;
}

interface Metadata {
  readonly name: string;
  readonly isTensor: boolean;
  readonly type?: string;
  readonly shape?: readonly (number | string)[];
}

interface OrtSession extends Pick<Session, "release"> {
  readonly inputMetadata: readonly Metadata[];
  readonly outputMetadata: readonly Metadata[];
  run(
    feeds: Readonly<Record<string, unknown>>,
    outputs: readonly string[],
    options?: { readonly logSeverityLevel?: 4 },
  ): ReturnType<Session["run"]>;
}

/** What is used of onnxruntime-node and onnxruntime-web, whichever is passed in. */
export interface OnnxRuntime {
  readonly Tensor: new (type: Feed["type"], data: Feed["data"], dims: readonly number[]) => unknown;
  readonly InferenceSession: {
    create(model: Uint8Array | string, options?: Readonly<Record<string, unknown>>): Promise<OrtSession>;
  };
}

/** Weights that stand in a second file: its name as the network's file has it, and its bytes. */
export interface ExternalData {
  readonly path: string;
  readonly data: Uint8Array;
}

/**
 * Loads a network from its bytes or, in Node, from its file; `name` is its name in messages. The options are those of the
 * runtime. Weights in other files (`externalFiles`) are given as `externalData`, unless the runtime reads the file itself.
 *
 * @example
 * const runtime = await import("onnxruntime-web");
 * const file = await readFile("examples/models/tomita1.onnx");
 * const session = await openSession(runtime, file, "tomita1.onnx");
 * console.log(session.inputs.length > 0); // true
 */
export async function openSession(
  runtime: OnnxRuntime,
  model: Uint8Array | string,
  name: string,
  options: Readonly<Record<string, unknown>> & { readonly externalData?: readonly ExternalData[] } = {},
): Promise<Session> {
  if (typeof model !== "string") {
    const given = new Set(options.externalData?.map(({ path }) => path));
    const missing = externalFiles(model).filter((path) => !given.has(path));
    if (missing.length > 0) throw withoutWeights(name, missing);
    const short = shortWeights(model, name, options.externalData ?? []);
    if (short !== undefined) throw new HankelError("usage", short);
  }
  let session: OrtSession;
  try {
    session = await runtime.InferenceSession.create(model, options);
  } catch (cause) {
    const said = messageOf(cause);
    const advice = /unsupported data type: 16\b|bfloat16/iu.test(said)
      ? "; numbers of the type bfloat16 are not read: export the network in single precision, model.float()"
      : "";
    throw new HankelError("parse", `${name} is no ONNX file that can be run: ${said}${advice}`, { cause });
  }
  const ports = (list: readonly Metadata[]) =>
    list.map(({ name: port, type = "no tensor", shape = [] }) => ({ name: port, type, shape }));
  return {
    inputs: ports(session.inputMetadata),
    outputs: ports(session.outputMetadata),
    async run(feeds, outputs) {
      const tensors = Object.entries(feeds).map(
        ([port, { type, data, dims }]) => [port, new runtime.Tensor(type, data, dims)] as const,
      );
      // What fails is thrown, and need not be printed too.
      return session.run(Object.fromEntries(tensors), outputs, { logSeverityLevel: 4 });
    },
    release: () => session.release(),
  };
}

/**
 * The error for a network whose weights stand in files that are missing.
 *
 * @example
 * console.log(withoutWeights("net.onnx", ["net.onnx.data"]).code); // usage
 */
export function withoutWeights(name: string, files: readonly string[]): HankelError {
  const [first] = files;
  return new HankelError(
    "usage",
    `${name} keeps its weights in ${files.join(", ")}, which ${files.length === 1 ? "is" : "are"} not there. PyTorch writes such a file ` +
      `beside the network: keep both in one folder (in a page, open both at once), under the name ${first}; or export with external_data=False`,
  );
}
