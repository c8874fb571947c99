/** A disk in memory that fails as it is told: it runs full, a sync fails, or the process or the power ends at any write. */

import type { Random } from "@hankel/core";
import type { Clock } from "@hankel/teachers";
import type { Storage } from "../../src/journal/storage.ts";

export interface DiskFaults {
  /** The process ends during this operation, counted from 1. */
  readonly crashAt?: number | undefined;
  /** With the process, the power ends: what was not synced may be lost. */
  readonly power?: boolean | undefined;
  /** How many bytes fit into each file. */
  readonly capacity?: number | undefined;
  /** This sync fails, counted from 1, and with it all later ones. */
  readonly failingSync?: number | undefined;
}

interface SimulatedFile {
  /** The contents since the last sync, the synced one first. */
  versions: Uint8Array[];
}

/** The process has ended, so nobody sees this error. */
class ProcessEnded extends Error {}

export class SimulatedDisk {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #trace: (line: string) => void;
  readonly #files = new Map<string, SimulatedFile>();
  #faults: DiskFaults = {};
  #operations = 0;
  #syncs = 0;
  #crashed = false;
  #die: () => void = () => {};

  constructor(clock: Clock, random: Random, trace: (line: string) => void) {
    this.#clock = clock;
    this.#random = random;
    this.#trace = trace;
  }

  /** A process starts. The promise resolves if it ends with a crash. */
  start(faults: DiskFaults): Promise<"crash"> {
    this.#faults = faults;
    this.#operations = 0;
    this.#syncs = 0;
    this.#crashed = false;
    return new Promise((resolve) => {
      this.#die = () => resolve("crash");
    });
  }

  text(name: string): string {
    return new TextDecoder().decode(this.#content(name));
  }

  /**
   * Changes a bit of a file. Returns a function that brings the file back if nobody has written to it since then, as a user does
   * with a copy.
   */
  rot(name: string): () => void {
    const [file, sound] = [this.#file(name), this.#content(name)];
    if (sound.length === 0) return () => {};
    const rotten = sound.slice();
    const at = this.#random.below(rotten.length);
    rotten[at] ^= 1 << this.#random.below(8);
    this.#trace(`disk: byte ${at} of ${name} rots`);
    file.versions = [rotten];
    return () => {
      if (this.#content(name) === rotten) file.versions = [sound];
    };
  }

  storage(name: string): Storage {
    return {
      size: () => this.#content(name).length,
      read: (start, end) => this.#content(name).subarray(start, end),
      truncate: (length) => {
        const content = this.#content(name);
        this.#change(name, "truncate", () => content.slice(0, length));
      },
      write: (bytes, position) => this.#write(name, bytes, position),
      sync: () => this.#sync(name),
      remove: () => this.#change(name, "remove", () => new Uint8Array(0)),
      close: () => {},
    };
  }

  #write(name: string, bytes: Uint8Array, position: number): number {
    const { capacity = Number.POSITIVE_INFINITY } = this.#faults;
    const room = Math.min(bytes.length, capacity - position);
    if (room <= 0) {
      this.#trace(`disk: ${name} is full`);
      throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
    }
    const content = this.#content(name);
    // A process that ends during a write leaves a part of it.
    const written = this.#isLast() ? this.#random.below(room + 1) : room;
    this.#change(name, `write ${written} of ${bytes.length} bytes at ${position} of`, () => {
      const grown = new Uint8Array(Math.max(content.length, position + written));
      grown.set(content);
      grown.set(bytes.subarray(0, written), position);
      return grown;
    });
    return room;
  }

  #change(name: string, what: string, change: () => Uint8Array): void {
    this.#refuseDead();
    const file = this.#file(name);
    const last = this.#isLast();
    this.#operations++;
    this.#trace(`disk: ${what} ${name}`);
    file.versions.push(change());
    if (last) this.#crash();
  }

  async #sync(name: string): Promise<void> {
    this.#refuseDead();
    const last = this.#isLast();
    this.#operations++;
    this.#trace(`disk: sync ${name}`);
    const file = this.#file(name);
    // What is written while the disk is at it may have to wait for the next sync.
    const version = file.versions.length - 1;
    if (last) this.#crash();
    await new Promise<void>((resolve) => {
      this.#clock.after(this.#random.below(5), resolve);
    });
    this.#refuseDead();
    if (++this.#syncs >= (this.#faults.failingSync ?? Number.POSITIVE_INFINITY)) {
      throw Object.assign(new Error("input/output error"), { code: "EIO" });
    }
    file.versions.splice(0, Math.min(version, file.versions.length - 1));
  }

  #crash(): never {
    this.#crashed = true;
    this.#trace(`disk: ${this.#faults.power === true ? "the power" : "the process"} ends`);
    if (this.#faults.power === true) for (const file of this.#files.values()) this.#lose(file);
    this.#die();
    throw new ProcessEnded();
  }

  /** The power ends: the file is as it was at any time since the last sync; what grew then may be there in part. */
  #lose(file: SimulatedFile): void {
    const { versions } = file;
    const kept = this.#random.below(versions.length);
    const [content, next] = [versions[kept], versions[kept + 1]];
    const grown = next !== undefined && next.length > content.length;
    const length = content.length + (grown ? this.#random.below(next.length - content.length) : 0);
    file.versions = [(grown ? next : content).slice(0, length)];
  }

  #isLast(): boolean {
    return this.#operations + 1 === this.#faults.crashAt;
  }

  #refuseDead(): void {
    if (this.#crashed) throw new ProcessEnded();
  }

  #content(name: string): Uint8Array {
    return this.#file(name).versions.at(-1) as Uint8Array;
  }

  #file(name: string): SimulatedFile {
    let file = this.#files.get(name);
    if (file === undefined) {
      file = { versions: [new Uint8Array(0)] };
      this.#files.set(name, file);
    }
    return file;
  }
}
