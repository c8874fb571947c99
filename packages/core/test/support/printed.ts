/**
 * A naive weighted L* with a switch for each place where the printed text is ambiguous or fails (docs/theory.md §5). It
 * shares no code with the library: words are lists, and the matrix is the language itself.
 */

import type { Summing } from "./arithmetic.ts";
import { firstDifference, type Plain, weighByDefinition } from "./reference.ts";

export interface Reading {
  /** The columns on which rows are compared. */
  readonly columns: "S" | "Σ≤1∘S";
  /** d_H: the divisor of a row. */
  readonly scale: "sum over S" | "sum over the columns" | "first non-zero";
  /** Where MakeConsistent looks for the suffix to add. */
  readonly search: "S" | "columns";
  /** The divisor of the successors of two homothetic prefixes before they are compared. */
  readonly successors: "their own scales" | "the scales of the prefixes";
  /** RemoveNullRows: are prefixes with a null row removed from P, even ε? */
  readonly removesNullRows: boolean;
  /** Is a null row compared with the dead state, or only with other null rows? */
  readonly knowsDeadState: boolean;
}

/** The text read literally. */
export const asPrinted: Reading = {
  columns: "Σ≤1∘S",
  scale: "sum over S",
  search: "S",
  successors: "their own scales",
  removesNullRows: true,
  knowsDeadState: false,
};

/** The corrected form of docs/theory.md §3. */
export const asCured: Reading = {
  columns: "S",
  scale: "first non-zero",
  search: "columns",
  successors: "the scales of the prefixes",
  removesNullRows: false,
  knowsDeadState: true,
};

type Letters = readonly number[];

export interface Attempt {
  readonly outcome: "learned" | "stuck" | "inconsistent, yet nothing to add";
  /** The counterexamples as text: a repetition shows where it is stuck. */
  readonly counterexamples: readonly string[];
  /** P and S when the matrix was last repaired. */
  readonly prefixes: readonly string[];
  readonly suffixes: readonly string[];
}

/** Runs a reading against an exact teacher, with a limit on the equivalence questions. */
export function attempt<R>(reading: Reading, target: Plain<R>, most = 12): Attempt {
  const matrix = new NaiveMatrix(reading, target);
  const counterexamples: string[] = [];
  let prefixes: string[] = [];
  const end = (outcome: Attempt["outcome"]): Attempt => ({
    outcome,
    counterexamples,
    prefixes,
    suffixes: matrix.suffixes.map(String),
  });
  for (let round = 0; round < most; round++) {
    if (!matrix.repair()) return end("inconsistent, yet nothing to add");
    prefixes = matrix.prefixes.map(String);
    const word = firstDifference(target, matrix.automaton(), 2 * target.states + 1);
    if (word === undefined) return end("learned");
    counterexamples.push(word.join(""));
    for (let length = 0; length <= word.length; length++) matrix.addPrefix(word.slice(0, length));
  }
  return end("stuck");
}

class NaiveMatrix<R> {
  prefixes: Letters[] = [[]];
  suffixes: Letters[] = [[]];
  readonly #reading: Reading;
  readonly #target: Plain<R>;
  readonly #k: Summing<R>;

  constructor(reading: Reading, target: Plain<R>) {
    this.#reading = reading;
    this.#target = target;
    this.#k = target.k as Summing<R>;
  }

  addPrefix(word: Letters): void {
    if (!this.prefixes.some((known) => String(known) === String(word))) this.prefixes.push(word);
  }

  /** Repairs the matrix until it is closed and consistent; false if it is inconsistent and no suffix helps. */
  repair(): boolean {
    for (let steps = 0; steps < 100; steps++) {
      if (this.#reading.removesNullRows) this.prefixes = this.prefixes.filter((p) => !this.#isNull(p));
      const suffix = this.#inconsistency();
      if (suffix === "nothing to add") return false;
      if (suffix !== undefined) {
        this.suffixes.push(suffix);
        continue;
      }
      const word = this.#unclosed();
      if (word === undefined) return true;
      this.prefixes.push(word);
    }
    throw new Error("a hundred repairs, and no end");
  }

  /** λ = d(ε), ρ = d(p)⁻¹ ⊗ H(p, ε), arcs d(p)⁻¹ ⊗ d(pa), if the divisor is not zero. */
  automaton(): Plain<R> {
    const k = this.#k;
    const states = this.#classes();
    const initial = this.prefixes.some((p) => p.length === 0) ? this.#scale([]) : k.zero;
    const finals = new Map<number, R>();
    const arcs = new Map<number, Map<number, { to: number; weight: R }>>();
    states.forEach((p, state) => {
      const scale = this.#scale(p);
      if (k.isZero(scale)) return;
      finals.set(state, k.times(k.inverse(scale), this.#at(p, [])));
      const leaving = new Map<number, { to: number; weight: R }>();
      for (const a of this.#letters()) {
        const to = states.findIndex((q) => this.#homothetic(q, [...p, a]));
        const weight = k.times(k.inverse(scale), this.#scale([...p, a]));
        if (to >= 0 && !k.isZero(weight)) leaving.set(a, { to, weight });
      }
      arcs.set(state, leaving);
    });
    const empty = k.isZero(initial) || states.length === 0;
    return { k, letters: this.#target.letters, states: empty ? 0 : states.length, initial, finals, arcs };
  }

  /** One prefix for each class of live rows; the class of ε comes first, if it is live. */
  #classes(): Letters[] {
    const leaders: Letters[] = [];
    for (const p of this.prefixes.toSorted((p, q) => p.length - q.length)) {
      if (!this.#isNull(p) && !leaders.some((q) => this.#homothetic(q, p))) leaders.push(p);
    }
    return leaders;
  }

  #unclosed(): Letters | undefined {
    const words = this.prefixes.flatMap((p) => this.#letters().map((a) => [...p, a]));
    return words.find((word) => !this.#isNull(word) && !this.prefixes.some((p) => this.#homothetic(p, word)));
  }

  #inconsistency(): Letters | "nothing to add" | undefined {
    for (const a of this.#letters()) {
      for (const p of this.prefixes) {
        if (this.#reading.knowsDeadState && this.#isNull(p)) {
          const live = this.#columns().find((s) => !this.#k.isZero(this.#at([...p, a], s)));
          if (live !== undefined) return [a, ...live];
          continue;
        }
        for (const q of this.prefixes) {
          const suffix = this.#differingSuffix(p, q, a);
          if (suffix !== undefined) return suffix;
        }
      }
    }
    return undefined;
  }

  #differingSuffix(p: Letters, q: Letters, a: number): Letters | "nothing to add" | undefined {
    if (!this.#homothetic(p, q)) return undefined;
    const [pa, qa] = [
      [...p, a],
      [...q, a],
    ];
    const separately = this.#reading.successors === "their own scales";
    const [left, right] = separately ? [this.#scale(pa), this.#scale(qa)] : [this.#scale(p), this.#scale(q)];
    const differ = (s: Letters) => !this.#k.equals(this.#divided(left, pa, s), this.#divided(right, qa, s));
    if (separately ? this.#homothetic(pa, qa) : !this.#columns().some(differ)) return undefined;
    const found = (this.#reading.search === "S" ? this.suffixes : this.#columns()).find(differ);
    return found === undefined ? "nothing to add" : [a, ...found];
  }

  #divided(scale: R, word: Letters, s: Letters): R {
    const entry = this.#at(word, s);
    return this.#k.isZero(scale) ? entry : this.#k.times(this.#k.inverse(scale), entry);
  }

  /** Is one row a multiple of the other, from the left? All null rows are multiples of each other. */
  #homothetic(p: Letters, q: Letters): boolean {
    const k = this.#k;
    const live = this.#columns().find((s) => !k.isZero(this.#at(p, s)));
    if (live === undefined) return this.#isNull(q);
    if (k.isZero(this.#at(q, live))) return false;
    const factor = k.times(this.#at(q, live), k.inverse(this.#at(p, live)));
    return this.#columns().every((s) => k.equals(this.#at(q, s), k.times(factor, this.#at(p, s))));
  }

  #scale(p: Letters): R {
    const k = this.#k;
    if (this.#reading.scale === "first non-zero") {
      return (
        this.#columns()
          .map((s) => this.#at(p, s))
          .find((entry) => !k.isZero(entry)) ?? k.zero
      );
    }
    const columns = this.#reading.scale === "sum over S" ? this.suffixes : this.#columns();
    return columns.map((s) => this.#at(p, s)).reduce((sum, entry) => k.plus(sum, entry), k.zero);
  }

  #isNull(p: Letters): boolean {
    return this.#columns().every((s) => this.#k.isZero(this.#at(p, s)));
  }

  #columns(): Letters[] {
    if (this.#reading.columns === "S") return this.suffixes;
    const longer = this.#letters().flatMap((a) => this.suffixes.map((s) => [a, ...s]));
    const all = new Map([...this.suffixes, ...longer].map((word) => [String(word), word]));
    return [...all.values()];
  }

  #letters(): number[] {
    return Array.from({ length: this.#target.letters }, (_, letter) => letter);
  }

  #at(p: Letters, s: Letters): R {
    return weighByDefinition(this.#target, [...p, ...s]);
  }
}
