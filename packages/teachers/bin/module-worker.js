/**
 * Runs in a worker thread: loads a user's module and answers requests with it. Plain JavaScript, so that the sources and
 * the built package use the same file. Words arrive as one flat array of letters, which is transferred, not copied.
 */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { parentPort, workerData } from "node:worker_threads";

const port = parentPort;

/** Node 20 cannot import TypeScript; tsx can, if it is installed for the module or for this package. */
async function load(path) {
  const url = pathToFileURL(path).href;
  if (!/\.[cm]?ts$/u.test(path) || process.features.typescript) return import(url);
  for (const from of [path, import.meta.url]) {
    const tsx = findTsx(from);
    if (tsx === undefined) continue;
    const { tsImport } = await import(tsx);
    return tsImport(url, import.meta.url);
  }
  throw new Error(
    "this version of Node cannot import TypeScript: install tsx next to the module, or use Node 22.18 or later",
  );
}

/** `require.resolve` finds the package as seen from a file, but points to its CommonJS entry; we need the ESM one. */
function findTsx(from) {
  try {
    const manifest = createRequire(from).resolve("tsx/package.json");
    const { exports } = JSON.parse(readFileSync(manifest, "utf8"));
    return new URL(exports["./esm/api"].import.default, pathToFileURL(manifest)).href;
  } catch {
    return undefined;
  }
}

/** What is thrown need not be an error, nor have a text. */
function messageOf(error) {
  const message = error instanceof Error ? error.message : error;
  return typeof message === "string"
    ? message
    : `it threw no error, but a value of the type ${typeof message}`;
}

/** What a value takes besides its characters, counted in them, and a number. */
const [VALUE, NUMBER] = [16, 2];

/** Refuses a reply that is longer than the run has memory for: nobody can ask it to wait. */
function bounded(reply) {
  let left = workerData.most;
  const open = [Object.values(reply)];
  while (open.length > 0) {
    for (const value of open.pop()) {
      if (typeof value === "string") left -= VALUE / 4 + value.length;
      else if (ArrayBuffer.isView(value)) left -= value.byteLength / 4;
      else if (typeof value === "object" && value !== null) {
        left -= VALUE;
        open.push(Array.isArray(value) ? value : Object.values(value));
      } else left -= NUMBER;
      if (left >= 0) continue;
      const bound = `more than ${workerData.most} characters, which is the bound with this --max-memory and so many threads`;
      throw new Error(`its answer has ${bound}; --with batch=1 asks for one word at a time`);
    }
  }
  return reply;
}

try {
  const loaded = await load(workerData.path);
  const box =
    typeof loaded.default === "object" && loaded.default !== null ? { ...loaded.default, ...loaded } : loaded;
  const next = typeof box.next === "function";
  // None or several of semifield, machine and next: whoever reads the announcement says what is wrong.
  const answer = next ? "next" : box.machine === undefined ? "weigh" : "run";
  if (typeof box[answer] !== "function") throw new Error(`it exports no function \`${answer}\``);
  if (box.states !== undefined && typeof box.state !== "function") {
    throw new Error("it exports `states`, but no function `state`");
  }
  const alphabet = [...(box.alphabet ?? [])];
  port.postMessage({
    hankel: 1,
    semifield: box.semifield,
    machine: box.machine,
    ...(next && { next, logs: box.logs, prefixes: box.prefixes, longest: box.longest }),
    alphabet,
    states: box.states,
    counterexamples: typeof box.findCounterexample === "function",
    samples: typeof box.sample === "function",
  });

  const symbols = workerData.alphabet ?? alphabet;
  /** Calls a function of the module, such as `weigh`, with each word. */
  const results = async (name, { letters, lengths }) => {
    const found = new Array(lengths.length);
    for (let i = 0, at = 0; i < lengths.length; i++) {
      const word = new Array(lengths[i]);
      for (let j = 0; j < word.length; j++) word[j] = symbols[letters[at++]];
      found[i] = box[name](word);
    }
    return found.some((one) => typeof one?.then === "function") ? Promise.all(found) : found;
  };
  /** Numbers go back as one transferable block. A bigint goes as text, because the protocol's weights are JSON values. */
  const replyOf = (found) => {
    if (answer === "run") return { outputs: found };
    if (answer === "next") return { distributions: found };
    if (found.every((weight) => typeof weight === "number")) return { weights: Float64Array.from(found) };
    return { weights: found.map((weight) => (typeof weight === "bigint" ? String(weight) : weight)) };
  };

  port.on("message", async (message) => {
    const { id } = message;
    try {
      if (message.lengths !== undefined) {
        const reply = replyOf(await results(answer, message));
        const states = message.states ? { states: await results("state", message) } : {};
        port.postMessage(
          bounded({ id, ...reply, ...states }),
          reply.weights instanceof Float64Array ? [reply.weights.buffer] : [],
        );
      } else if (message.conjecture !== undefined) {
        const counterexample = (await box.findCounterexample(message.conjecture)) ?? null;
        port.postMessage(
          bounded({ id, counterexample: counterexample === null ? null : [...counterexample] }),
        );
      } else {
        const words = Array.from(await box.sample(message.sample, message.seed), (word) => [...word]);
        port.postMessage(bounded({ id, words }));
      }
    } catch (error) {
      port.postMessage({ id, error: messageOf(error) });
    }
  });
} catch (error) {
  port.postMessage({ failed: messageOf(error) });
}
