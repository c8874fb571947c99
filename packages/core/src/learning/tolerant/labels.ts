import { type FreeWord, generatorName } from "../../algebra/free-group.ts";
import type { GroupWithZero } from "../../algebra/semifield.ts";
import type { Observations, RunObservations } from "../../answers/observations.ts";
import { machineToWdfsa, requireMachine } from "../../automata/machine.ts";
import { minimize } from "../../automata/minimal/minimize.ts";
import { Wdfsa } from "../../automata/wdfsa.ts";
import type { Alphabet } from "../../words/alphabet.ts";
import type { Dfa } from "./dfa.ts";

/** How answers are labels of words, and automata DFAs with such labels. */
export interface Labels<W> {
  /** The label of a node's word, which was answered, whoever asked. */
  of(node: number): number;
  /** What a label is called in messages. */
  name(label: number): string;
  /** The minimal automaton of a DFA, in canonical form. */
  automaton(dfa: Dfa): Wdfsa<W>;
  /** The minimal DFA of an automaton. */
  dfa(automaton: Wdfsa<W>): Dfa;
}

/** The labels of a language: 0 for words that are rejected, 1 for the others. */
export class Membership<W> implements Labels<W> {
  readonly #algebra: GroupWithZero<W>;
  readonly #alphabet: Alphabet;
  readonly #observations: Observations<W>;

  constructor(observations: Observations<W>, alphabet: Alphabet) {
    this.#algebra = observations.algebra;
    this.#alphabet = alphabet;
    this.#observations = observations;
  }

  of(node: number): number {
    return this.#algebra.isZero(this.#observations.shared.answer(node)) ? 0 : 1;
  }

  name(label: number): string {
    return label === 0 ? "rejects" : "accepts";
  }

  automaton({ target, label }: Dfa): Wdfsa<W> {
    const [algebra, alphabet] = [this.#algebra, this.#alphabet];
    const arcWeight = algebra.array(target.length);
    for (let arc = 0; arc < target.length; arc++) arcWeight[arc] = algebra.one;
    const finalWeight = Array.from(label, (each) => (each === 0 ? algebra.zero : algebra.one));
    return minimize(
      new Wdfsa({ algebra, alphabet, target, arcWeight, initialWeight: algebra.one, finalWeight }),
    );
  }

  /** Words that lead nowhere lead to a state of their own here. */
  dfa(automaton: Wdfsa<W>): Dfa {
    const { target, size, finalWeight } = minimize(automaton);
    const letters = this.#alphabet.size;
    const isPartial = size === 0 || target.length === 0 || Array.from(target).includes(-1);
    const states = size + (isPartial ? 1 : 0);
    const complete = Int32Array.from({ length: states * letters }, (_, arc) => target[arc] ?? -1);
    return {
      letters,
      target: complete.map((to) => (to < 0 ? size : to)),
      label: Int32Array.from({ length: states }, (_, state) =>
        state < size && !this.#algebra.isZero(finalWeight[state]) ? 1 : 0,
      ),
    };
  }
}

/** The labels of a Moore machine: its outputs, numbered in the order in which they were seen. */
export class Outputs implements Labels<FreeWord> {
  readonly #alphabet: Alphabet;
  readonly #observations: RunObservations;
  readonly #outputs: string[] = [];
  readonly #numbers = new Map<string, number>();

  constructor(observations: RunObservations, alphabet: Alphabet) {
    this.#observations = observations;
    this.#alphabet = alphabet;
  }

  of(node: number): number {
    const output = this.#observations.output(node);
    return this.#number(generatorName(output) ?? output);
  }

  name(label: number): string {
    return `says ${this.#outputs[label]}`;
  }

  automaton({ target, label }: Dfa): Wdfsa<FreeWord> {
    const output = Array.from(label, (each) => this.#outputs[each]);
    return minimize(machineToWdfsa({ kind: "moore", alphabet: this.#alphabet, target, output }));
  }

  dfa(automaton: Wdfsa<FreeWord>): Dfa {
    const { target, output } = requireMachine(automaton);
    const label = Int32Array.from(output, (each) => this.#number(each));
    return { letters: this.#alphabet.size, target: Int32Array.from(target), label };
  }

  #number(output: string): number {
    let number = this.#numbers.get(output);
    if (number === undefined) this.#numbers.set(output, (number = this.#outputs.push(output) - 1));
    return number;
  }
}
