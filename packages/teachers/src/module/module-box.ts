import { access } from "node:fs/promises";
import { resolve } from "node:path";
import { Worker } from "node:worker_threads";
import { foreignText, HankelError, messageOf } from "@hankel/core";
import type { OpenBox } from "../box.ts";
import type { Connection, Listener } from "../pool/copy-lane.ts";
import { type CopiesOptions, openCopies } from "../pool/pool-box.ts";
import { atMost } from "../pool/sleep.ts";
import { GRACE } from "../pool/time.ts";
import { environmentOfPrograms } from "../process/environment.ts";
import { ErrorOutput } from "../process/error-output.ts";
import { threadBound } from "../wire/account.ts";
import type { Reply, Request } from "../wire/messages.ts";

/** Options of a box that is a module, run in threads. */
export interface ModuleBoxOptions extends CopiesOptions {
  readonly path: string;
  /**
   * The memory that the run may take, in bytes, a gibibyte by default: the replies of all threads may take a quarter of it together. What
   * the module itself keeps does not count.
   */
  readonly maxMemory?: number | undefined;
  /** Called with the lines that the module prints, and the number of the thread; by default they go to the streams of this process. */
  readonly onOutput?: ((line: string, worker: number) => void) | undefined;
}

/**
 * Runs a JavaScript or TypeScript file in worker threads. It exports `alphabet`, and one of `semifield` and
 * `weigh`, `machine` and `run`, and `next`, with `logs` and `prefixes` if they are true. With `states`, the number of numbers in a
 * state, and `state(word)` it gives its states, too.
 *
 * @example
 * const box = await openModule({ path: "examples/fields/powers.mjs" });
 * console.log(box.alphabet.symbols.join(" ")); // a b
 * await box.close();
 */
export async function openModule(options: ModuleBoxOptions): Promise<OpenBox<unknown>> {
  const { alphabet, onOutput, maxMemory, workers } = options;
  const most = threadBound(maxMemory, workers);
  const path = resolve(options.path);
  await access(path).catch((cause: unknown) => {
    throw new HankelError("usage", `cannot read ${options.path}: no such file, or no permission`, { cause });
  });
  const connect = (worker: number) => (listener: Listener<Reply>) =>
    thread({ path, alphabet, most }, listener, onOutput && ((line) => onOutput(line, worker)));
  // A module that was loaded once can be loaded again, and a thread has nothing to recover from.
  return openCopies(connect, {
    ...options,
    name: options.path,
    write: messageFor,
    read: (reply) => reply,
    failed: path,
    starts: 1,
    pause: 0,
  });
}

/** A thread that has loaded the module. */
function thread(
  workerData: {
    readonly path: string;
    readonly alphabet: readonly string[] | undefined;
    /** How many characters a reply may have. */
    readonly most: number;
  },
  listener: Listener<Reply>,
  onOutput: ((line: string) => void) | undefined,
): Connection<Reply> {
  const ours = onOutput !== undefined;
  const worker = new Worker(new URL(import.meta.resolve("#module-worker")), {
    workerData,
    env: environmentOfPrograms(),
    stdout: ours,
    stderr: ours,
  });
  if (ours) {
    new ErrorOutput(onOutput, { name: "standard output" }).follow(worker.stdout);
    new ErrorOutput(onOutput).follow(worker.stderr);
  }
  worker.on("message", (reply: Reply) => {
    if (reply["failed"] === undefined) {
      listener.line(reply);
      return;
    }
    void worker.terminate();
    listener.end(foreignText(reply["failed"]), "never");
  });
  worker.on("error", (error) => listener.end(messageOf(error)));
  worker.on("exit", (code) => listener.end(`the thread ended (exit code ${code})`));
  return {
    send: (message) => worker.postMessage(message, buffersOf(message)),
    // A thread that waits for something outside JavaScript cannot be ended.
    close: () => atMost(GRACE, worker.terminate()),
    kill: () => void worker.terminate(),
  };
}

/** What a thread is sent. Words go as one flat array of letters. */
function messageFor({ asked }: Request<unknown>, id: number): Reply {
  if (!("words" in asked)) return { id, ...asked };
  const { words, states } = asked;
  const lengths = Int32Array.from(words, (word) => word.length);
  const letters = new Int32Array(lengths.reduce((sum, length) => sum + length, 0));
  let at = 0;
  for (const word of words) for (let i = 0; i < word.length; i++) letters[at++] = word[i];
  return { id, letters, lengths, states };
}

/** What is transferred, not copied. */
function buffersOf(message: Reply): ArrayBuffer[] {
  const arrays = Object.values(message).filter((part) => part instanceof Int32Array);
  return arrays.map(({ buffer }) => buffer).filter((buffer) => buffer instanceof ArrayBuffer);
}
