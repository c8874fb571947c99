/** Storages in memory that keep all their past states and can run full. */

import type { Storage } from "../../src/journal/storage.ts";

export class MemoryStorage implements Storage {
  bytes: Uint8Array;
  /** How many bytes fit. */
  readonly capacity: number;
  readonly #changed: () => void;

  constructor(
    bytes: Uint8Array = new Uint8Array(0),
    capacity = Number.POSITIVE_INFINITY,
    changed = () => {},
  ) {
    this.bytes = bytes;
    this.capacity = capacity;
    this.#changed = changed;
  }

  get text(): string {
    return new TextDecoder().decode(this.bytes);
  }

  size(): number {
    return this.bytes.length;
  }

  read(start = 0, end = this.size()): Uint8Array {
    return this.bytes.subarray(start, end);
  }

  truncate(length: number): void {
    this.bytes = this.bytes.slice(0, length);
    this.#changed();
  }

  write(bytes: Uint8Array, position: number): number {
    const room = Math.min(bytes.length, this.capacity - position);
    if (room <= 0) throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
    const grown = new Uint8Array(Math.max(this.bytes.length, position + room));
    grown.set(this.bytes);
    grown.set(bytes.subarray(0, room), position);
    this.bytes = grown;
    this.#changed();
    return room;
  }

  async sync(): Promise<void> {}

  remove(): void {
    this.truncate(0);
  }

  close(): void {}
}
