import { badUtf8, encodeUtf8 } from "../formats/bytes.ts";
import { failAt, type Line } from "../formats/lines.ts";
import { TokenTable } from "../formats/tokens.ts";

/** Numbers the symbols, outputs or sessions of a log from 0 on, by their bytes or their texts. */
export class Names {
  readonly #tokens = new TokenTable();
  /** The texts that were asked for: those of JSON and XML come as strings. */
  readonly #texts = new Map<string, number>();

  get size(): number {
    return this.#tokens.size;
  }

  /** The number of a part of a line; an error if it is new and not UTF-8. */
  ofBytes(line: Line, bytes: Uint8Array, start: number, end: number): number {
    const before = this.#tokens.size;
    const name = this.#tokens.number(bytes, start, end);
    if (this.#tokens.size > before) {
      const bad = badUtf8(bytes, start, end);
      if (bad >= 0) failAt(line, bytes === line.bytes ? bad : line.start, "not UTF-8 text");
    }
    return name;
  }

  ofText(text: string): number {
    let name = this.#texts.get(text);
    if (name === undefined) {
      const bytes = encodeUtf8(text);
      name = this.#tokens.number(bytes, 0, bytes.length);
      this.#texts.set(text, name);
    }
    return name;
  }

  text(name: number): string {
    return this.#tokens.text(name);
  }

  /**
   * All names in an order that does not depend on where they were read, so that two logs with the same symbols have the same
   * alphabet: numbers by their value, before all others. `place` says where each name went, -1 for one that is not used.
   */
  sorted(isUsed: (name: number) => boolean = () => true): {
    readonly names: readonly string[];
    readonly place: Int32Array;
  } {
    const texts = this.#tokens.texts();
    const order = texts
      .map((_, name) => name)
      .filter((name) => isUsed(name))
      .sort((a, b) => compare(texts[a], texts[b]));
    const place = new Int32Array(texts.length).fill(-1);
    order.forEach((name, i) => {
      place[name] = i;
    });
    return { names: order.map((name) => texts[name]), place };
  }
}

const WHOLE = /^\d{1,15}$/u;

function compare(a: string, b: string): number {
  const [left, right] = [WHOLE.test(a), WHOLE.test(b)];
  if (left && right && Number(a) !== Number(b)) return Number(a) - Number(b);
  if (left !== right) return left ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}
