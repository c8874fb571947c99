import { HankelError } from "@hankel/core";
import type { OnnxRuntime } from "@hankel/networks";

/** A runtime for networks, as it was found on this machine. */
export interface LoadedRuntime {
  readonly name: string;
  readonly runtime: OnnxRuntime;
  /** Does it run in threads of its own, so that several sessions run at once? */
  readonly parallel: boolean;
  /** Does it read files itself? It then finds the weights that stand in a second file. */
  readonly readsFiles: boolean;
  readonly session: Readonly<Record<string, unknown>>;
}

interface WebRuntime extends OnnxRuntime {
  readonly env: { readonly wasm: { numThreads: number } };
}

/** Loads a package by its name. */
export type Load = (name: string) => Promise<unknown>;

/** Only failures count: what a runtime has to say goes into the errors of Hankel. */
const QUIET = { logSeverityLevel: 4 };

/**
 * Loads onnxruntime-node where it is installed, and otherwise onnxruntime-web, which is slower but small and the same
 * everywhere. Both run in one thread: on small networks, more of them only wait for each other.
 */
export async function loadRuntime(load: Load = (name) => import(name)): Promise<LoadedRuntime> {
  process.env["ORT_DISABLE_TELEMETRY"] ??= "1";
  const native = await ifInstalled("onnxruntime-node", load);
  if (native !== undefined) {
    const session = { ...QUIET, intraOpNumThreads: 1, interOpNumThreads: 1 };
    return { name: "onnxruntime-node", runtime: native, parallel: true, readsFiles: true, session };
  }
  const web = (await ifInstalled("onnxruntime-web", load)) as WebRuntime | undefined;
  if (web === undefined) {
    throw new HankelError(
      "usage",
      "networks need the package onnxruntime-node or onnxruntime-web, and neither is installed: npm install " +
        "onnxruntime-web, or onnxruntime-node, which is larger and faster (with --global if hankel is installed globally)",
    );
  }
  web.env.wasm.numThreads = 1;
  const session = { ...QUIET, executionProviders: ["wasm"] };
  return { name: "onnxruntime-web", runtime: web, parallel: false, readsFiles: false, session };
}

async function ifInstalled(name: string, load: Load): Promise<OnnxRuntime | undefined> {
  try {
    const loaded = (await load(name)) as OnnxRuntime & { readonly default?: OnnxRuntime };
    // A CommonJS package arrives as the default export.
    return loaded.InferenceSession === undefined ? loaded.default : loaded;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_MODULE_NOT_FOUND") return undefined;
    throw new HankelError(
      "system",
      `${name} is installed but cannot be loaded: ${(error as Error).message}`,
      {
        cause: error,
      },
    );
  }
}
