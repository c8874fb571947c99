/** Questions of somebody who plays: the target answers, and conjectures of a run are refuted again. */

import { type Automaton, boolean, compare, HankelError, type Kind, Wdfsa, type Word } from "hankel";
import type { Target } from "./open.ts";
import { parseWord, writtenIn } from "./text.ts";

/** A word and what the target says of it. */
export interface Asked {
  readonly word: string;
  readonly weight: string;
}

/** A word, what the target says of it, and what a conjecture says. */
export interface Tried extends Asked {
  readonly believed: string;
  readonly refutes: boolean;
}

/** An automaton for a yes/no language: state 0 is initial, and an arc leads to no state if its target is -1. */
export interface Guess {
  readonly accepts: readonly boolean[];
  /** State by state, one for each symbol. */
  readonly targets: readonly number[];
}

/** What the target says of a guess: a word on which it is wrong, or null if it is right. */
export type Judged = Tried | null;

/** Whoever answers somebody who plays. `conjectures` are those of the run that were refuted, in their order. */
export function challenger(target: Target, conjectures: readonly Automaton<unknown>[], kind: Kind<unknown>) {
  const { alphabet, teacher, automaton } = target;
  const written = writtenIn(kind);

  const weigh = (word: Word): unknown => {
    if (teacher === undefined || target.replay !== undefined)
      throw new HankelError("unsupported", "this target cannot be asked");
    return teacher.weigh([word])[0];
  };

  const tried = (word: Word, conjecture: Automaton<unknown>): Tried => {
    const [weight, believed] = [weigh(word), conjecture.weigh(word)];
    return {
      word: alphabet.show(word),
      weight: written(weight),
      believed: written(believed),
      refutes: !kind.algebra.equals(weight, believed),
    };
  };

  return {
    /** What does the target say of a word? */
    ask(text: string): Asked {
      const word = parseWord(alphabet, text);
      return { word: alphabet.show(word), weight: written(weigh(word)) };
    },

    /** Does a word refute a conjecture of the run? */
    refute(conjecture: number, text: string): Tried {
      return tried(parseWord(alphabet, text), conjectures[conjecture]);
    },

    /** Is a guess right? */
    judge({ accepts, targets }: Guess): Judged {
      if (automaton === undefined || automaton.algebra !== boolean)
        throw new HankelError("unsupported", "only automata of yes/no languages are judged");
      const guess = new Wdfsa<unknown>({
        algebra: automaton.algebra,
        alphabet,
        target: Int32Array.from(targets),
        arcWeight: targets.map((to) => to >= 0),
        initialWeight: true,
        finalWeight: accepts,
      });
      const difference = compare(automaton, guess);
      return difference === undefined ? null : tried(difference.word, guess);
    },
  };
}
