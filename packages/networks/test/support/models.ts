import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Network, openNetwork, openSession, parseDescription } from "@hankel/networks";
import * as runtime from "onnxruntime-web";

runtime.env.wasm.numThreads = 1;

/** The path of a file of examples/models. */
export const modelPath = (file: string) =>
  fileURLToPath(new URL(`../../../../examples/models/${file}`, import.meta.url));

/** Opens a network of examples/models with onnxruntime-web, without what is named in `forget`. */
export async function openModel(name: string, forget: readonly string[] = []): Promise<Network> {
  const options = { executionProviders: ["wasm"], logSeverityLevel: 4 };
  const model = readFileSync(modelPath(`${name}.onnx`));
  const session = await openSession(runtime, model, name, options);
  const side = parseDescription(readFileSync(modelPath(`${name}.json`), "utf8"), `${name}.json`);
  const description = Object.fromEntries(Object.entries(side).filter(([member]) => !forget.includes(member)));
  return openNetwork(session, { alphabet: side.alphabet, ...description }, { name });
}
