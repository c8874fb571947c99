import { Alphabet, type AnyAlgebra, type Automaton, type Word, weightsIn, writeHankel } from "@hankel/core";
import type { OpenBox } from "../box.ts";
import { abortable } from "../pool/abortable.ts";
import { Conversation } from "./conversation.ts";

/** Options of a box that is a person at a terminal. */
export interface PersonBoxOptions {
  readonly algebra: AnyAlgebra;
  readonly alphabet: readonly string[];
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  /** Makes a text fit for the output, which may be a terminal; it is written as it is by default. */
  readonly display?: ((text: string) => string) | undefined;
  /** How to show a conjecture; in the hankel format by default. */
  readonly show?: ((hypothesis: Automaton<unknown>) => string) | undefined;
}

/** A person at a terminal who knows the weights of words and says when a conjecture is wrong. */
export function openPerson(options: PersonBoxOptions): OpenBox<unknown> {
  const { algebra, input, output, display = (text) => text, show = writeHankel } = options;
  const alphabet = new Alphabet(options.alphabet);
  const person = new Conversation(input, output, display);
  person.say(`Answer with ${algebra.name} weights; ? for help.\n`);
  return {
    name: "you",
    kind: weightsIn(algebra),
    alphabet,
    async weigh(words, { arrived, signal } = {}) {
      const weights: unknown[] = [];
      for (const word of words) {
        const answer = person.read(`weight of ${alphabet.show(word)}: `, (text) => algebra.parse(text));
        const weight = await abortable(answer, signal);
        weights.push(weight);
        arrived?.(weights.length - 1, [weight]);
      }
      return weights;
    },
    async findCounterexample(hypothesis) {
      person.say(`\nIs this right?\n${show(hypothesis)}\n`);
      const prompt = "Enter if it is, or a word it weighs wrongly ([] for the empty one): ";
      return person.read(prompt, (text): Word | null => (text === "" ? null : alphabet.parse(text)));
    },
    async close() {
      person.close();
    },
  };
}
