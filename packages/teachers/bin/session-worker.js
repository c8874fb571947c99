/**
 * Runs in a worker thread: a session of an ONNX runtime, which computes while other threads do something else. Plain JavaScript, so
 * that the sources and the built package use the same file. It understands `create`, then `run`, and ends with the thread.
 */

import { parentPort, workerData } from "node:worker_threads";

const port = parentPort;
const loaded = await import(workerData.runtime);
const runtime = loaded.InferenceSession === undefined ? loaded.default : loaded;
// The threads are ours: a session that starts more of its own waits for them.
if (runtime.env?.wasm !== undefined) runtime.env.wasm.numThreads = 1;

let session;

const does = {
  async create({ model, options }) {
    session = await runtime.InferenceSession.create(model, options);
    return { inputMetadata: session.inputMetadata, outputMetadata: session.outputMetadata };
  },
  async run({ feeds, outputs, options }) {
    const tensors = Object.entries(feeds).map(([name, { type, data, dims }]) => [
      name,
      new runtime.Tensor(type, data, dims),
    ]);
    const found = await session.run(Object.fromEntries(tensors), outputs, options);
    return Object.fromEntries(
      Object.entries(found).map(([name, { type, data, dims }]) => [name, { type, data, dims }]),
    );
  },
};

port.on("message", async ({ id, what, ...asked }) => {
  try {
    const reply = await does[what](asked);
    const buffers = what === "run" ? Object.values(reply).map(({ data }) => data.buffer) : [];
    port.postMessage({ id, reply }, [...new Set(buffers)]);
  } catch (error) {
    port.postMessage({ id, failed: error instanceof Error ? error.message : String(error) });
  }
});
