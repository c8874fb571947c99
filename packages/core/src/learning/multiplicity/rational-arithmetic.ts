import type { Rational } from "../../algebra/fraction.ts";
import { primeField } from "../../algebra/prime-field.ts";
import type { ExactField, Field } from "../../algebra/semifield.ts";
import { primesBelow } from "../../automata/fields/rational-image.ts";
import { solveRationally } from "../../automata/fields/rational-solve.ts";
import type { Wfsa } from "../../automata/wfsa.ts";
import { HankelError } from "../../errors.ts";
import type { Alphabet } from "../../words/alphabet.ts";
import type { Word } from "../../words/word.ts";
import { type Arithmetic, NoValue } from "./arithmetic.ts";
import type { BlockWords } from "./block-words.ts";
import { Coordinates, type Scalars } from "./coordinates.ts";
import { extendExactly } from "./exact-arithmetic.ts";
import { hypothesisOf } from "./hypothesis.ts";

/** Up to here the product of two residues is exact in a double. */
const LARGEST = 2 ** 26;

/**
 * Over the rational numbers. All decisions are made modulo a prime: rows that are independent there are independent, and
 * a word on which two automata differ there is a word on which they differ. Only the automata that are conjectured need
 * exact weights; they are solved for at once (`solveRationally`). A prime that hides something is replaced.
 */
export class RationalArithmetic implements Arithmetic<Rational> {
  readonly #field: Field<Rational>;
  readonly #alphabet: Alphabet;
  readonly #words: BlockWords<Rational>;
  readonly #primes = primesBelow(LARGEST);
  #coordinates: Coordinates<Rational, number>;
  #last: { readonly size: number; readonly known: number; readonly automaton: Wfsa<Rational> } | undefined;

  constructor(field: Field<Rational>, alphabet: Alphabet, words: BlockWords<Rational>) {
    this.#field = field;
    this.#alphabet = alphabet;
    this.#words = words;
    this.#coordinates = new Coordinates(words, residues(this.#primes.next().value as number));
  }

  get coordinates(): Coordinates<Rational, unknown> {
    return this.#coordinates;
  }

  extend(suffixes: readonly Word[]): number {
    return extendExactly(this.#coordinates, suffixes);
  }

  distance(a: unknown, b: unknown): number {
    return a === b ? 0 : 1;
  }

  agree(a: unknown, b: unknown): boolean {
    return a === b;
  }

  /** Takes the next prime for which every weight has a value and the block keeps its rank. */
  renew(): boolean {
    for (;;) {
      const next = new Coordinates(this.#words, residues(this.#primes.next().value as number));
      try {
        if (next.rebuild(this.coordinates)) {
          this.#coordinates = next;
          return true;
        }
      } catch (error) {
        if (!(error instanceof NoValue)) throw error;
      }
    }
  }

  hypothesis(): Wfsa<Rational> {
    const { size, known } = this.#coordinates;
    if (this.#last?.size !== size || this.#last.known !== known) {
      this.#last = { size, known, automaton: this.#solved(known) };
    }
    return this.#last.automaton;
  }

  #solved(known: number): Wfsa<Rational> {
    const words = this.#words;
    const open = words.openRows().filter((row) => row < known);
    const rowOf = (node: number) => words.suffixes.map((suffix) => words.weight(node, suffix));
    const solution = solveRationally(
      words.prefixes.map(rowOf),
      open.map((row) => rowOf(words.rows[row])),
    );
    if (solution === undefined) throw new HankelError("algebra", "a block of full rank is singular: a bug");
    const place = new Map(open.map((row, i) => [row, i]));
    return hypothesisOf(this.#field, this.#alphabet, words, (row) => solution[place.get(row) ?? -1]);
  }
}

/** Ratios as residues modulo a prime. */
function residues(p: number): Scalars<Rational, number> {
  const field: ExactField<number> = primeField(p);
  const modulus = BigInt(p);
  const residue = (n: number | bigint) => {
    const rest = typeof n === "number" ? n % p : Number(n % modulus);
    return rest < 0 ? rest + p : rest;
  };
  return {
    field,
    of(weight) {
      if (typeof weight === "number") return residue(weight);
      const d = residue(weight.d);
      if (d === 0) throw new NoValue();
      return field.times(residue(weight.n), field.inverse(d));
    },
  };
}
