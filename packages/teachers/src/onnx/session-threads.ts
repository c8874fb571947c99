import { Worker } from "node:worker_threads";
import { HankelError, messageOf } from "@hankel/core";
import type { Feed, OnnxRuntime } from "@hankel/networks";
import { atMost } from "../pool/sleep.ts";
import { GRACE } from "../pool/time.ts";

type OrtSession = Awaited<ReturnType<OnnxRuntime["InferenceSession"]["create"]>>;

interface Reply {
  readonly id: number;
  readonly reply?: unknown;
  readonly failed?: string;
}

interface Pending {
  readonly settle: (reply: never) => void;
  readonly fail: (error: Error) => void;
}

/** The numbers of a tensor on their way to a thread, in the place of the runtime's own. */
class SentTensor implements Feed {
  readonly type: Feed["type"];
  readonly data: Feed["data"];
  readonly dims: readonly number[];

  constructor(type: Feed["type"], data: Feed["data"], dims: readonly number[]) {
    this.type = type;
    this.data = data;
    this.dims = dims;
  }
}

/**
 * A runtime each of whose sessions has a thread of its own. Both runtimes compute in the thread that asks them, so that sessions in one
 * thread wait for each other, whatever is promised.
 *
 * @param name the package that the threads load
 */
export function inThreads(name: string): OnnxRuntime {
  return {
    Tensor: SentTensor,
    InferenceSession: {
      async create(model, options = {}) {
        const thread = new SessionThread(name);
        try {
          const ports = await thread.ask<Pick<OrtSession, "inputMetadata" | "outputMetadata">>({
            what: "create",
            model,
            options,
          });
          return {
            ...ports,
            run: (feeds, outputs, options) =>
              thread.ask({ what: "run", feeds, outputs, options }, buffersOf(feeds)),
            release: () => thread.end(),
          };
        } catch (error) {
          await thread.end();
          throw error;
        }
      },
    },
  };
}

/** What is transferred, not copied. */
function buffersOf(feeds: Readonly<Record<string, unknown>>): ArrayBuffer[] {
  const tensors = Object.values(feeds).filter((feed) => feed instanceof SentTensor);
  return tensors.map(({ data }) => data.buffer).filter((buffer) => buffer instanceof ArrayBuffer);
}

/** A thread with one session. */
class SessionThread {
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  #asked = 0;
  /** Why it can no longer be asked. */
  #over: Error | undefined;

  constructor(runtime: string) {
    this.#worker = new Worker(new URL(import.meta.resolve("#session-worker")), { workerData: { runtime } });
    // A run that is forgotten keeps no program from its end.
    this.#worker.unref();
    this.#worker.on("message", (reply: Reply) => this.#hear(reply));
    this.#worker.on("error", (error) => this.#ended(messageOf(error)));
    this.#worker.on("exit", (code) => this.#ended(`exit code ${code}`));
  }

  ask<T>(asked: Readonly<Record<string, unknown>>, buffers: ArrayBuffer[] = []): Promise<T> {
    return new Promise<T>((settle, fail) => {
      if (this.#over !== undefined) {
        fail(this.#over);
        return;
      }
      const id = this.#asked++;
      this.#pending.set(id, { settle, fail });
      // As long as an answer is awaited, the program waits for it.
      this.#worker.ref();
      this.#worker.postMessage({ id, ...asked }, buffers);
    });
  }

  #hear({ id, reply, failed }: Reply): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (this.#pending.size === 0) this.#worker.unref();
    if (failed === undefined) pending?.settle(reply as never);
    else pending?.fail(new Error(failed));
  }

  #ended(reason: string): void {
    this.#over ??= new HankelError("teacher", `a thread that runs the network has ended: ${reason}`);
    for (const { fail } of this.#pending.values()) fail(this.#over);
    this.#pending.clear();
  }

  /** A run that is under way cannot be ended from outside; the thread ends behind it. */
  async end(): Promise<void> {
    this.#over ??= new HankelError("usage", "the network was closed");
    await atMost(GRACE, this.#worker.terminate());
  }
}
