import { lookUp } from "../../interruption.ts";
import type { Letter, Word } from "../../words/word.ts";

/** A complete deterministic automaton whose states have labels: a DFA has two, a Moore machine its outputs. State 0 is initial. */
export interface Dfa {
  readonly letters: number;
  /** The state an arc leads to; the arc of state q on letter a has the number q·|Σ| + a. */
  readonly target: Int32Array;
  readonly label: Int32Array;
}

/** The label of a word that is too long to be asked. */
export const UNKNOWN = -1;

/** What a DFA says of a word. */
export function labelOf(dfa: Dfa, word: Word): number {
  return dfa.label[stateAfter(dfa, word)];
}

function stateAfter({ letters, target }: Dfa, word: Word): number {
  let state = 0;
  for (const letter of word) state = target[state * letters + letter];
  return state;
}

/** Words with the target's labels. */
export class Examples {
  readonly words: Word[] = [];
  readonly labels: number[] = [];
  /** The letters of all words, and where each word begins. */
  readonly #letters: Letter[] = [];
  readonly #start: number[] = [0];

  add(word: Word, label: number): void {
    if (label === UNKNOWN) return;
    this.words.push(word);
    this.labels.push(label);
    for (const letter of word) this.#letters.push(letter);
    this.#start.push(this.#letters.length);
  }

  addAll({ words, labels }: Examples): void {
    for (const [i, word] of words.entries()) this.add(word, labels[i]);
  }

  get size(): number {
    return this.words.length;
  }

  /** How many words a DFA labels otherwise; it stops counting beyond `most`. */
  errors({ letters: width, target, label }: Dfa, most = Number.POSITIVE_INFINITY): number {
    const [letters, start] = [this.#letters, this.#start];
    let errors = 0;
    lookUp(letters.length / 8);
    for (let i = 0; i < this.labels.length && errors <= most; i++) {
      let state = 0;
      for (let at = start[i]; at < start[i + 1]; at++) state = target[state * width + letters[at]];
      if (label[state] !== this.labels[i]) errors++;
    }
    return errors;
  }

  /** The DFA whose states have the labels that most of their words have. */
  relabelled(dfa: Dfa): Dfa {
    const votes = Array.from(dfa.label, () => new Map<number, number>());
    for (const [i, word] of this.words.entries()) {
      const of = votes[stateAfter(dfa, word)];
      of.set(this.labels[i], (of.get(this.labels[i]) ?? 0) + 1);
    }
    const label = dfa.label.map((before, state) => {
      let [best, most] = [before, votes[state].get(before) ?? 0];
      for (const [each, count] of votes[state]) if (count > most) [best, most] = [each, count];
      return best;
    });
    return { ...dfa, label };
  }
}
