import { HankelError, messageOf } from "@hankel/core";

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

/**
 * Loads a network from its bytes or, in Node, from its file; `name` is its name in messages.
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
  options: Readonly<Record<string, unknown>> = {},
): Promise<Session> {
  let session: OrtSession;
  try {
    session = await runtime.InferenceSession.create(model, options);
  } catch (cause) {
    const message = `${name} is no ONNX file that can be run: ${messageOf(cause)}`;
    throw new HankelError("parse", message, { cause });
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
