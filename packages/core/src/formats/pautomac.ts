import {
  addRationals,
  compareRationals,
  multiplyRationals,
  type Rational,
  subtractRationals,
} from "../algebra/fraction.ts";
import { rational } from "../algebra/rational.ts";
import type { AnyAlgebra } from "../algebra/registry.ts";
import { quote, shortened } from "../errors.ts";
import { Alphabet } from "../words/alphabet.ts";
import type { AutomatonDocument } from "./document.ts";
import { type ChunkReader, failAt, failAtPlace, type Line, LineSplitter, placeAt, textOf } from "./lines.ts";
import { probabilityIn } from "./probability.ts";
import { parseWeight } from "./weight-cache.ts";

/** The keys of a section's entries: `(state)`, `(state,symbol)`, `(state,symbol,state)`. */
const PARTS = { I: 1, F: 1, S: 2, T: 3 } as const;
type Section = keyof typeof PARTS;

interface Entry {
  readonly parts: readonly number[];
  readonly probability: Rational;
  readonly line: number;
}

/** Longer lines are no entries. A probability with as many digits as an exponent may ask for fits. */
const LONGEST_ENTRY = 2 ** 16;
const ENTRY = /^\s*\(\s*(\d{1,9}(?:\s*,\s*\d{1,9})*)\s*\)\s+(\S+)\s*$/;

/**
 * Reads a model of the PAutomaC competition. It has four sections of probabilities: I to start in a state; F to stop in
 * it; S to emit a symbol if it does not stop; T to move to a state with that symbol. So an arc weighs
 *
 *     (1 − F(q)) · S(q, a) · T(q, a, q'),
 *
 * computed exactly from the decimals of the file. Entries that are not listed are 0.
 */
export class PautomacReader implements ChunkReader<AutomatonDocument<unknown>> {
  readonly #algebra: AnyAlgebra;
  readonly #splitter = new LineSplitter((line) => this.#line(line));
  readonly #entries: Record<Section, Entry[]> = { I: [], F: [], S: [], T: [] };
  readonly #seen = new Set<string>();
  readonly #headers = new Set<Section>();
  #section: Section | undefined;

  constructor(algebra: AnyAlgebra = rational) {
    this.#algebra = algebra;
  }

  push(bytes: Uint8Array): void {
    this.#splitter.push(bytes);
  }

  #line(line: Line): void {
    const text = textOf(line);
    if (text.trim() === "") return;
    const header = /^\s*([IFST])\s*:/.exec(text)?.[1] as Section | undefined;
    if (header !== undefined) {
      if (this.#headers.has(header)) failAt(line, line.start, `a second section ${header}`);
      this.#headers.add(header);
      this.#section = header;
      return;
    }
    const section = this.#section ?? failAt(line, line.start, 'expected a section, such as "I: (state)"');
    const shape = ["(state)", "(state,symbol)", "(state,symbol,state)"][PARTS[section] - 1];
    const match = text.length < LONGEST_ENTRY ? ENTRY.exec(text) : null;
    const parts = match?.[1].split(",").map(Number) ?? [];
    if (match === null || parts.length !== PARTS[section]) {
      return failAt(line, line.start, `expected ${shape} and a probability, found ${quote(text)}`);
    }
    const key = `${section} ${parts.join(" ")}`;
    if (this.#seen.has(key))
      failAt(line, line.start, `a second entry for (${parts.join(",")}) in section ${section}`);
    this.#seen.add(key);
    const probability = parseWeight(rational, line, line.start + text.indexOf(match[2]), match[2]);
    if (compareRationals(probability, 0) < 0 || compareRationals(probability, 1) > 0) {
      failAt(line, line.start, `a probability lies between 0 and 1, not ${shortened(match[2])}`);
    }
    this.#entries[section].push({ parts, probability, line: placeAt(line, line.start).line });
  }

  end(): AutomatonDocument<unknown> {
    this.#splitter.finish();
    const { I, F, S, T } = this.#entries;
    for (const section of ["I", "F", "S", "T"] as const) {
      if (!this.#headers.has(section))
        failAtPlace({ line: 1, column: 1 }, `the section ${section} is missing`);
    }
    const states = this.#range(
      "state",
      [...I, ...F, ...S],
      0,
      T.flatMap(({ parts, line }) => [
        [parts[0], line],
        [parts[2], line],
      ]),
    );
    const symbols = this.#range("symbol", [...S, ...T], 1, []);
    const weight = probabilityIn(this.#algebra);
    const stop = new Map(F.map(({ parts, probability }) => [parts[0], probability]));
    const puts = new Map(S.map((entry) => [entry.parts[0] * symbols + entry.parts[1], entry]));
    this.#refuseLost(symbols, stop);
    const arcs = T.map(({ parts: [from, letter, to], probability, line }) => {
      const symbol = puts.get(from * symbols + letter)?.probability ?? 0;
      const go = subtractRationals(1, stop.get(from) ?? 0);
      return {
        from,
        letter,
        to,
        line,
        weight: weight(multiplyRationals(multiplyRationals(go, symbol), probability)),
      };
    });
    const lists = { initial: I, final: F, arcs };
    const weighted = (entries: readonly Entry[]) => ({
      states: entries.map(({ parts }) => parts[0]),
      weights: entries.map(({ probability }) => weight(probability)),
    });
    return {
      algebra: this.#algebra,
      alphabet: new Alphabet(Array.from({ length: symbols }, (_, symbol) => String(symbol))),
      states,
      names: undefined,
      initial: weighted(I),
      final: weighted(F),
      arcs: {
        from: arcs.map(({ from }) => from),
        letters: arcs.map(({ letter }) => letter),
        weights: arcs.map((arc) => arc.weight),
        to: arcs.map(({ to }) => to),
      },
      place: (section, entry) => ({ line: lists[section][entry].line, column: 1 }),
    };
  }

  /** One more than the largest number at a place of the entries; an error if it is far more than there are entries. */
  #range(
    what: string,
    entries: readonly Entry[],
    part: number,
    others: readonly (readonly number[])[],
  ): number {
    let [most, line] = [-1, 1];
    const all = [...entries.map((entry) => [entry.parts[part], entry.line]), ...others];
    for (const [number, at] of all) if (number > most) [most, line] = [number, at];
    if (most > 4 * all.length + 1024)
      failAtPlace({ line, column: 1 }, `the ${what} ${most} leaves too many out`);
    return most + 1;
  }

  /** An error if an emitted symbol leads nowhere: its probability would be lost silently. */
  #refuseLost(symbols: number, stop: ReadonlyMap<number, Rational>): void {
    const led = new Map<number, Rational>();
    for (const { parts, probability } of this.#entries.T) {
      const key = parts[0] * symbols + parts[1];
      led.set(key, addRationals(led.get(key) ?? 0, probability));
    }
    for (const { parts, probability, line } of this.#entries.S) {
      if (probability === 0 || stop.get(parts[0]) === 1) continue;
      if ((led.get(parts[0] * symbols + parts[1]) ?? 0) !== 0) continue;
      failAtPlace({ line, column: 1 }, `section T has no target for (${parts.join(",")})`);
    }
  }
}
