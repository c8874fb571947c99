/** Tasks that the page has done beside it: one at a time in each worker, and a worker for each that is under way. */

import { messageOf } from "../engine/text.ts";

/** What the workers of a kind do: what each task is given, and what it answers. */
export type Tasks<T> = { readonly [N in keyof T]: { readonly ask: unknown; readonly reply: unknown } };

interface Task<T extends Tasks<T>, N extends keyof T> {
  readonly name: N;
  readonly ask: T[N]["ask"];
}

/** What came of a task; an error has only its message. */
type Outcome<T extends Tasks<T>, N extends keyof T> =
  | { readonly reply: T[N]["reply"] }
  | { readonly message: string };

/** A task that is under way. */
export interface Job<Reply> {
  readonly done: Promise<Reply>;
  /** Ends the task, which cannot be interrupted: its worker is terminated, and `done` stays open. */
  end(): void;
}

/** Workers of one kind. */
export class Workers<T extends Tasks<T>> {
  readonly #make: () => Worker;
  /** Those without work, for whichever task comes next. */
  readonly #idle: Worker[] = [];

  constructor(make: () => Worker) {
    this.#make = make;
  }

  start<N extends keyof T>(name: N, ask: T[N]["ask"]): Job<T[N]["reply"]> {
    const worker = this.#idle.pop() ?? this.#make();
    const done = new Promise<T[N]["reply"]>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Outcome<T, N>>) => {
        this.#idle.push(worker);
        if ("reply" in data) resolve(data.reply);
        else reject(new Error(data.message));
      };
      worker.onerror = (event) => {
        event.preventDefault();
        reject(new Error(event.message || "a worker of the page could not be started"));
      };
    });
    worker.postMessage({ name, ask } satisfies Task<T, N>);
    return { done, end: () => worker.terminate() };
  }

  do<N extends keyof T>(name: N, ask: T[N]["ask"]): Promise<T[N]["reply"]> {
    return this.start(name, ask).done;
  }
}

/** Does tasks in a worker. */
export function serveTasks<T extends Tasks<T>>(
  work: {
    readonly [N in keyof T]: (ask: T[N]["ask"]) => T[N]["reply"] | Promise<T[N]["reply"]>;
  },
): void {
  const outcomeOf = async <N extends keyof T>({ name, ask }: Task<T, N>): Promise<Outcome<T, N>> => {
    try {
      return { reply: await work[name](ask) };
    } catch (error) {
      return { message: messageOf(error) };
    }
  };
  self.onmessage = async ({ data }: MessageEvent<Task<T, keyof T>>) =>
    self.postMessage(await outcomeOf(data));
}
