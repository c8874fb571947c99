import { HankelError } from "../index.ts";
import { Interruption } from "../learning.ts";

/** What the threads of a job have in common: which part is next, whether to stop, and a number that each part may note for the others. */
export class Common {
  /** The next part, whether to stop and why, and a note for each part. */
  readonly memory: Int32Array<SharedArrayBuffer>;
  readonly #parts: number;

  constructor(memory: Int32Array<SharedArrayBuffer>) {
    this.memory = memory;
    this.#parts = memory.length - 2;
  }

  static of(parts: number): Common {
    const memory = new Int32Array(new SharedArrayBuffer(4 * (parts + 2)));
    memory.fill(NOTHING_NOTED, 2);
    return new Common(memory);
  }

  /** The next part, which no other thread gets; undefined if there is none, or if all should stop. */
  take(): number | undefined {
    if (this.stopped !== undefined) return undefined;
    const part = Atomics.add(this.memory, 0, 1);
    return part < this.#parts ? part : undefined;
  }

  stop(why: Why): void {
    Atomics.store(this.memory, 1, REASONS.indexOf(why));
  }

  /** Why all should stop, if they should. */
  get stopped(): Why | undefined {
    return REASONS[Atomics.load(this.memory, 1)];
  }

  note(part: number, value: number): void {
    Atomics.store(this.memory, part + 2, Math.min(value, NOTHING_NOTED));
  }

  /** What a part has noted; infinite if nothing. */
  noted(part: number): number {
    const value = Atomics.load(this.memory, part + 2);
    return value === NOTHING_NOTED ? Number.POSITIVE_INFINITY : value;
  }
}

const NOTHING_NOTED = 2 ** 31 - 1;

/** Why something stops: its time is over, or somebody wants it to. */
export type Why = Interruption["outcome"];

const REASONS = [undefined, "budget", "cancelled"] as const;

/** How a part computes, wherever it does. */
export interface Here {
  readonly common: Common;
  /** Should it end with what it has? */
  readonly stopped: () => Why | undefined;
  /** Shows how far it has come, if somebody looks. */
  readonly progress: (text: () => string) => void;
}

/** Computes a part, by its number. */
export type Compute<R> = (part: number) => R;

/** What came of a part. */
export type Settled<R> = { readonly part: number } & ({ readonly result: R } | { readonly failure: Failure });

/** An error on its way from one thread to another, which knows nothing of classes. */
interface Failure {
  readonly message: string;
  readonly stack: string | undefined;
  readonly hankel?: Pick<HankelError, "code" | "place">;
  readonly interruption?: Interruption["outcome"];
}

/** Computes a part. An error is a result, too: it counts only when the parts before it have succeeded. */
export function settle<R>(compute: Compute<R>, part: number): Settled<R> {
  try {
    return { part, result: compute(part) };
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    const { code, place } = error instanceof HankelError ? error : {};
    const interruption = error instanceof Interruption ? error.outcome : undefined;
    return {
      part,
      failure: {
        message,
        stack,
        ...(code && { hankel: { code, place } }),
        ...(interruption && { interruption }),
      },
    };
  }
}

/** The result of a part; throws its error. */
export function opened<R>(settled: Settled<R>): R {
  if ("result" in settled) return settled.result;
  const { message, stack, hankel, interruption } = settled.failure;
  if (hankel !== undefined)
    throw new HankelError(hankel.code, message, hankel.place && { place: hankel.place });
  if (interruption !== undefined) throw new Interruption(interruption, message);
  throw Object.assign(new Error(message), { stack });
}
