import { HankelError } from "@hankel/core";
import type { OnnxRuntime } from "@hankel/networks";
import { type Load, loadOptional } from "../optional-package.ts";

/** A runtime for networks, as it was found on this machine. */
export interface LoadedRuntime {
  readonly name: string;
  readonly runtime: OnnxRuntime;
  /** Does it read files itself? It then finds the weights that stand in a second file. */
  readonly readsFiles: boolean;
  readonly session: Readonly<Record<string, unknown>>;
}

interface WebRuntime extends OnnxRuntime {
  readonly env: { readonly wasm: { numThreads: number } };
}

/** Only failures count: what a runtime has to say goes into the errors of Hankel. */
const QUIET = { logSeverityLevel: 4 };

/**
 * Loads onnxruntime-node where it is installed, and otherwise onnxruntime-web, which is slower but small and the same
 * everywhere. A session has one thread: on small networks, more of them only wait for each other. Several sessions share the work better.
 */
export async function loadRuntime(load?: Load): Promise<LoadedRuntime> {
  process.env["ORT_DISABLE_TELEMETRY"] ??= "1";
  const native = await loadOptional<OnnxRuntime>("onnxruntime-node", "InferenceSession", load);
  if (native !== undefined) {
    const session = { ...QUIET, intraOpNumThreads: 1, interOpNumThreads: 1 };
    return { name: "onnxruntime-node", runtime: native, readsFiles: true, session };
  }
  const web = await loadOptional<WebRuntime>("onnxruntime-web", "InferenceSession", load);
  if (web === undefined) {
    throw new HankelError(
      "usage",
      "networks need the package onnxruntime-node or onnxruntime-web, and neither is installed: npm install " +
        "onnxruntime-web, or onnxruntime-node, which is larger and faster (with --global if hankel is installed globally)",
    );
  }
  web.env.wasm.numThreads = 1;
  const session = { ...QUIET, executionProviders: ["wasm"] };
  return { name: "onnxruntime-web", runtime: web, readsFiles: false, session };
}
