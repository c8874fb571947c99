/** A fleet that asks ahead: workers that would idle ask words that the learner is likely to ask next. */

import {
  compare,
  createLearner,
  exactTeacher,
  type Learner,
  type LearnOptions,
  type Question,
  runLearner,
  type Teacher,
  type Wdfsa,
  type Word,
} from "@hankel/core";

/** Words that a learner may ask after a question, the likeliest first. It may look at what the learner knows by then. */
export type Guess = (learner: Learner<unknown>, question: Question<unknown>, room: number) => Iterable<Word>;

export interface AheadRun {
  readonly seconds: number;
  /** Words that the learner asked for. */
  readonly words: number;
  /** Words that were asked ahead, and how many of them the learner asked for later. */
  readonly guessed: number;
  readonly used: number;
}

/**
 * Runs a learner with a fleet, if a question takes one second: the words of a round that nobody has guessed are asked in waves
 * of one word a worker, and guesses fill the last wave. A round of which all words were guessed takes no time.
 */
export function runAhead(
  target: Wdfsa<unknown>,
  options: LearnOptions<unknown>,
  workers: number,
  guess: Guess,
): AheadRun | string {
  const exact = exactTeacher(target);
  const learner = createLearner(exact, options);
  const guesses = new Set<string>();
  let question: Question<unknown> | undefined;
  let [seconds, words, guessed, used] = [0, 0, 0, 0];
  const teacher: Teacher<unknown> = {
    ...exact,
    weigh(asked) {
      // No word is asked twice, so a guess that was used is not needed again.
      const fresh = asked.filter((word) => !guesses.delete(word.join()));
      words += asked.length;
      used += asked.length - fresh.length;
      const waves = Math.ceil(fresh.length / workers);
      seconds += waves;
      const room = waves * workers - fresh.length;
      if (room > 0 && question !== undefined) guessed += fill(guess(learner, question, room), asked, room);
      return exact.weigh(asked);
    },
  };
  function fill(likely: Iterable<Word>, asked: readonly Word[], room: number): number {
    const taken = new Set(asked.map((word) => word.join()));
    let count = 0;
    for (const word of likely) {
      const key = word.join();
      if (guesses.has(key) || taken.has(key)) continue;
      guesses.add(key);
      if (++count === room) break;
    }
    return count;
  }
  const announce = (next: Question<unknown>) => {
    question = next;
  };
  const learned = runLearner(learner, teacher, { ...options, announce });
  if (learned.outcome !== "accepted") return learned.reason;
  if (compare(learned.automaton, target) !== undefined) return "wrong";
  return { seconds, words, guessed, used };
}
