import { bytesOf, HankelError, MAX_MEMORY } from "@hankel/core";
import { memoryMeter } from "../memory-meter.ts";

/** What arrives may take so much of the memory of a run, the line that is let through as much again, and so may its values. */
const SHARE = 1 / 4;
/** A character takes at most two bytes in the piece that it comes in, and two in the whole line. */
const CHARACTER = 4;
/** What a piece takes besides its characters: a stream of single characters is many pieces. */
const PIECE = 64;
/** However little memory a run may take, a line may have so many characters; and however much, no more than a string. */
const [LEAST_BOUND, LARGEST_BOUND] = [2 ** 20, 2 ** 28];
/** The least characters of the message of a thread. */
const LEAST_THREAD = 2 ** 18;
/** What a worker may hold without being asked to wait: what the system and Node read ahead of a pipe or a connection. */
const WORKER = 2 ** 20;

/** The bytes that the values of one message may take. */
export function valueRoom(maxMemory: number = MAX_MEMORY): number {
  return Math.floor(SHARE * maxMemory);
}

/** Something that brings text, and can be asked to wait. */
export interface Source {
  pause(): unknown;
  resume(): unknown;
}

/**
 * The memory for what arrives in a run: the lines and bodies of all workers together. When it is full, only the source that began
 * first goes on, and the others wait until there is room again: so no two of them wait for each other.
 */
export class Account {
  /** The most characters of a line, and of the body of a reply. */
  readonly longest: number;
  /** The bytes that the values of one message may take. */
  readonly room: number;
  readonly #limit: number;
  /** Collects what earlier messages have left, before it is more than the run may take. */
  readonly #collect: () => unknown;
  /** The bytes of each source that holds any; the one that began first is the first. */
  readonly #held = new Map<Source, number>();
  readonly #waiting = new Set<Source>();
  #taken = 0;

  /** Refuses a limit that so many workers cannot keep. */
  constructor(maxMemory: number = MAX_MEMORY, workers = 1) {
    refuseLess(maxMemory, LEAST_BOUND * (CHARACTER / SHARE) + workers * WORKER, workers);
    this.room = valueRoom(maxMemory);
    this.#limit = Math.floor(SHARE * maxMemory);
    this.#collect = memoryMeter(maxMemory);
    this.longest = Math.min(LARGEST_BOUND, Math.max(LEAST_BOUND, Math.floor(this.#limit / CHARACTER)));
  }

  /** The bytes that are taken. */
  get taken(): number {
    return this.#taken;
  }

  /** A piece of text has arrived. */
  take(source: Source, characters: number): void {
    const bytes = CHARACTER * characters + PIECE;
    this.#taken += bytes;
    this.#held.set(source, (this.#held.get(source) ?? 0) + bytes);
    this.#collect();
    if (this.#taken <= this.#limit || source === this.#first) return;
    this.#waiting.add(source);
    source.pause();
  }

  /** What has arrived from a source is read, or dropped. */
  release(source: Source): void {
    this.#taken -= this.#held.get(source) ?? 0;
    this.#held.delete(source);
    for (const waiting of this.#waiting) {
      if (this.#taken > this.#limit && waiting !== this.#first) continue;
      this.#waiting.delete(waiting);
      waiting.resume();
    }
  }

  get #first(): Source | undefined {
    return this.#held.keys().next().value;
  }
}

/** The characters that a message of each of so many threads may have: nothing that is on its way can be asked to wait. */
export function threadBound(maxMemory: number = MAX_MEMORY, workers = 1): number {
  refuseLess(maxMemory, workers * LEAST_THREAD * (CHARACTER / SHARE), workers);
  return Math.min(LARGEST_BOUND, Math.floor((SHARE * maxMemory) / CHARACTER / workers));
}

function refuseLess(maxMemory: number, least: number, workers: number): void {
  if (maxMemory >= least) return;
  const held = workers === 1 ? "the answers of a worker" : `the answers of ${workers} workers`;
  throw new HankelError(
    "usage",
    `--max-memory ${bytesOf(maxMemory)} has no room for ${held}: at least ${bytesOf(least)} are needed`,
  );
}

/** Says that a line or a body is too long. */
export function tooLong(what: string, longest: number): string {
  return `${what} of more than ${longest} characters, which is the bound with this --max-memory`;
}
