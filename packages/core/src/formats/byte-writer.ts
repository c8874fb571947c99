import { encodeUtf8 } from "./bytes.ts";

const CAPACITY = 2 ** 18;
/** A buffer is passed on when it has this many bytes. */
const FULL = CAPACITY - 2 ** 12;
const MINUS = 0x2d;
const ZERO = 0x30;

/** Collects the bytes of a text file in pieces, without making a string of each number. */
export class ByteWriter {
  #bytes = new Uint8Array(CAPACITY);
  #length = 0;

  get full(): boolean {
    return this.#length >= FULL;
  }

  /** The bytes written since the last call. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    return taken;
  }

  byte(byte: number): void {
    this.#room(1);
    this.#bytes[this.#length++] = byte;
  }

  /** A whole number below 2³¹ in magnitude, in decimal. */
  int(value: number): void {
    this.#room(11);
    let rest = value;
    if (rest < 0) {
      this.#bytes[this.#length++] = MINUS;
      rest = -rest;
    }
    let digits = 1;
    for (let bound = 10; rest >= bound; bound *= 10) digits++;
    for (let at = this.#length + digits - 1; at >= this.#length; at--) {
      const tenth = (rest / 10) | 0;
      this.#bytes[at] = ZERO + rest - 10 * tenth;
      rest = tenth;
    }
    this.#length += digits;
  }

  text(text: string): void {
    const { length } = text;
    this.#room(length);
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i);
      if (code >= 0x80) {
        this.bytes(encodeUtf8(text.slice(i)));
        return;
      }
      this.#bytes[this.#length++] = code;
    }
  }

  bytes(bytes: Uint8Array): void {
    this.#room(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  #room(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const grown = new Uint8Array(2 * (this.#length + more));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}
