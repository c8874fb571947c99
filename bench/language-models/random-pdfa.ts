import { Alphabet, Random, type SyncNextTeacher } from "@hankel/core";
import type { Rows } from "./peer-automaton.ts";

export interface PdfaShape {
  readonly states: number;
  readonly letters: number;
  /** The share of letters that a state excludes; one letter at least is left. */
  readonly zeros: number;
}

/**
 * A random probabilistic automaton: every arc leads anywhere, and probabilities are uniform numbers divided by their sum.
 * States that no word reaches are left out; if fewer than half are left, another one is drawn.
 */
export function randomPdfa(shape: PdfaShape, seed: number): Rows {
  const { states, letters, zeros } = shape;
  for (let attempt = 0; ; attempt++) {
    const random = new Random(0x70_64_66_61, seed, attempt);
    const target = Array.from({ length: states * letters }, () => random.below(states));
    const rows = Array.from({ length: states }, () => randomRow(letters, zeros, random)).flat();
    const reached = trimmed({ states, letters, target, rows });
    if (reached.states >= states / 2) return reached;
  }
}

function randomRow(letters: number, zeros: number, random: Random): number[] {
  const row = Array.from({ length: letters }, (): number => (random.real() < zeros ? 0 : 1 - random.real()));
  if (!row.some((p) => p > 0)) row[random.below(letters)] = 1 - random.real();
  row.push(1 - random.real());
  const sum = row.reduce((total, p) => total + p, 0);
  return row.map((p) => p / sum);
}

/** The part that words reach, state 0 first. Arcs of probability 0 lead to state 0, which nobody sees. */
function trimmed({ letters, target, rows }: Rows): Rows {
  const width = letters + 1;
  const order = [0];
  const number = new Map([[0, 0]]);
  const to: number[] = [];
  for (const state of order) {
    for (let letter = 0; letter < letters; letter++) {
      const next = target[state * letters + letter];
      const possible = rows[state * width + letter] > 0;
      if (possible && !number.has(next)) number.set(next, order.push(next) - 1);
      to.push(possible ? (number.get(next) as number) : 0);
    }
  }
  const kept = order.flatMap((state) => rows.slice(state * width, (state + 1) * width));
  return { states: order.length, letters, target: to, rows: kept };
}

/** How many arcs have a probability above 0. */
export function arcsOf({ letters, rows }: Rows): number {
  return rows.filter((p, i) => p > 0 && i % (letters + 1) !== letters).length;
}

/** The automaton as a teacher that counts the distributions it is asked for. */
export function countingTeacher({ letters, target, rows }: Rows): SyncNextTeacher & { asked: number } {
  const width = letters + 1;
  const all = Float64Array.from(rows);
  return {
    alphabet: Alphabet.letters(letters),
    prefixes: false,
    asked: 0,
    next(words) {
      this.asked += words.length;
      return words.map((word) => {
        let state = 0;
        for (const letter of word) state = target[state * letters + letter];
        return all.subarray(state * width, (state + 1) * width);
      });
    },
  };
}
