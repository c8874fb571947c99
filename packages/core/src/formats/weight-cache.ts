import type { GroupWithZero } from "../algebra/semifield.ts";
import { HankelError } from "../errors.ts";
import { failAt, type Line, textOf } from "./lines.ts";
import { hashOf } from "./token-table.ts";

const PLACES = 4096;
/** Longer texts are not cached: the cache must stay small for every file. */
const LONGEST = 32;

/**
 * Reads weights from the bytes of a file. Files repeat few weights many times, so the last weight of each hash is
 * cached with its bytes: most weights then cost a comparison, not a string and its parsing.
 */
export class WeightCache<W> {
  readonly #algebra: GroupWithZero<W>;
  readonly #weights: (W | undefined)[] = Array.from({ length: PLACES }, () => undefined);
  readonly #lengths = new Int8Array(PLACES).fill(-1);
  readonly #texts = new Uint8Array(PLACES * LONGEST);

  constructor(algebra: GroupWithZero<W>) {
    this.#algebra = algebra;
  }

  /** The weight from `start` to `end` in a line. */
  read(line: Line, start: number, end: number): W {
    const { bytes } = line;
    const length = end - start;
    if (length > LONGEST) return this.#parse(line, start, end);
    const place = hashOf(bytes, start, end) & (PLACES - 1);
    const from = place * LONGEST;
    const texts = this.#texts;
    if (this.#lengths[place] === length) {
      let i = 0;
      while (i < length && texts[from + i] === bytes[start + i]) i++;
      if (i === length) return this.#weights[place] as W;
    }
    const weight = this.#parse(line, start, end);
    this.#weights[place] = weight;
    this.#lengths[place] = length;
    for (let i = 0; i < length; i++) texts[from + i] = bytes[start + i];
    return weight;
  }

  #parse(line: Line, start: number, end: number): W {
    return parseWeight(this.#algebra, line, start, textOf(line, start, end));
  }
}

/** A weight from its text; the error has the place. */
export function parseWeight<W>(algebra: GroupWithZero<W>, line: Line, at: number, text: string): W {
  try {
    return algebra.parse(text);
  } catch (error) {
    if (error instanceof HankelError) return failAt(line, at, error.message);
    throw error;
  }
}
