/** Black boxes that give distributions, and what can be made of them. */

import {
  type Arriving,
  type Classes,
  classed,
  type Distribution,
  type FreeWord,
  guided,
  HankelError,
  isRows,
  type NextTeacher,
  readAnswers,
  real,
  realWithin,
  rowsOver,
  runsOf,
  runWeight,
  type StateVector,
  type Wdfsa,
  type Word,
  weightsIn,
  weightsOfNext,
  withRest,
} from "@hankel/core";
import { type BlackBox, eachState, nameOf, type Report, type WeighOptions } from "./box.ts";

/** A black box that gives distributions. */
export type NextBox = BlackBox<number, Distribution>;

/**
 * Does a black box give distributions?
 *
 * @example
 * console.log(isNextBox(automatonBox(minimize(fromExpression("a", boolean))))); // false
 */
export function isNextBox(box: BlackBox<unknown>): box is NextBox {
  return isRows(box.kind);
}

/**
 * A language model in memory as a black box. What it says is checked.
 *
 * @example
 * const coin = nextBox(nextTeacherOf(minimize(fromExpression("(<1/2>a)*<1/2>", rational))));
 * console.log(isNextBox(coin)); // true
 */
export function nextBox(next: NextTeacher, name = "the language model"): NextBox {
  const { alphabet, prefixes = false, longest } = next;
  const kind = rowsOver(alphabet, { prefixes, longest });
  return {
    name,
    kind,
    alphabet,
    longest,
    async weigh(words, { signal, arrived } = {}) {
      if (signal?.aborted) throw new HankelError("cancelled", "cancelled");
      const answers = readAnswers(kind, alphabet, words, await next.next(words));
      arrived?.(0, answers);
      return answers;
    },
  };
}

/**
 * A black box that gives distributions as a language model, for whoever wants no learner: evaluation, sampling.
 *
 * @example
 * const coin = nextBox(nextTeacherOf(minimize(fromExpression("(<1/2>a)*<1/2>", rational))));
 * const [row] = await nextOfBox(coin).next([[]]);
 * console.log(row.join(" ")); // 0.5 0.5
 */
export function nextOfBox(box: NextBox): NextTeacher<WeighOptions<Distribution>> {
  const { alphabet, kind } = box;
  if (!isRows(kind)) {
    throw new HankelError(
      "usage",
      `${nameOf(box)} gives words weights; distributions are needed ("next": true)`,
    );
  }
  return {
    alphabet,
    ...kind.next,
    next: (words, options) => box.weigh(words, options),
    ...(box.folded && { folded: box.folded.bind(box) }),
  };
}

/**
 * A black box that gives distributions, restricted to a language at each step: see `guided`.
 *
 * @example
 * const coin = nextBox(nextTeacherOf(minimize(fromExpression("(<1/4>a|<1/4>b)*<1/2>", rational))));
 * const [row] = await guideBox(coin, minimize(fromExpression("a*", boolean))).weigh([[]]);
 * console.log(row[1]); // 0
 */
export function guideBox(box: NextBox, language: Wdfsa<boolean>, report: Report = () => {}): NextBox {
  const next = nextOfBox(box);
  const name = nameOf(box);
  let told = false;
  const { next: weigh } = guided(next, language, (word) => {
    const shown = next.alphabet.show(word);
    if (!told) report(`${name} gives probability 0 to all that the guide allows after ${shown}`);
    told = true;
  });
  const { draw: _draw, folded: _folded, ...rest } = { ...box, ...passedOn(box) };
  return {
    ...rest,
    name: `${name} under the guide`,
    weigh: async (...asked) => weigh(...asked),
  };
}

/**
 * A black box that gives distributions over some of its symbols, in this order, and one for the rest: see `withRest`.
 *
 * @example
 * const coin = nextBox(nextTeacherOf(minimize(fromExpression("(<1/4>a|<1/4>b)*<1/2>", rational))));
 * const [row] = await restBox(coin, ["b"]).weigh([[]]);
 * console.log(row.join(" ")); // 0.25 0.25 0.5
 */
export function restBox(box: NextBox, kept: readonly string[]): NextBox {
  const { alphabet, next, questions, prefixes = false, longest } = withRest(nextOfBox(box), kept);
  const { usage, close } = box;
  return {
    name: nameOf(box),
    alphabet,
    kind: rowsOver(alphabet, { prefixes, longest }),
    longest,
    questions,
    weigh: (words, options) => next(words, options),
    ...(usage && { usage: usage.bind(box) }),
    ...(close && { close: close.bind(box) }),
  };
}

/** How many words are run before their answers are handed over. */
const BATCH = 1000;

/**
 * A black box that gives distributions as a Moore machine, which writes the class of what comes next: see `classed`. A
 * class is remembered, so the last bits of a network, which change from batch to batch, cannot contradict it.
 *
 * @example
 * const coin = nextBox(nextTeacherOf(minimize(fromExpression("(<1/2>a)*<1/2>", rational))));
 * console.log(classBox(coin, topRanks(1)).kind.name); // runs
 */
export function classBox(box: NextBox, classes: Classes): BlackBox<FreeWord> {
  // The states of the language model are no states of the machine of classes that its runs could come with.
  const { findCounterexample: _find, states: _states, questions: _questions, folded: _folded, ...rest } = box;
  const { run, questions } = classed(nextOfBox(box), classes);
  return {
    ...rest,
    ...passedOn(box),
    ...(!box.kind.tellsPrefixes && { questions }),
    kind: runsOf("moore"),
    async weigh(words, { signal, arrived } = {}) {
      const answers: FreeWord[] = [];
      for (let from = 0; from < words.length; from += BATCH) {
        const batch = words.slice(from, from + BATCH);
        const runs = await run(batch, { signal });
        const found = runs.map((names, i) => runWeight("moore", batch[i].length, names));
        arrived?.(from, found);
        answers.push(...found);
      }
      return answers;
    },
  };
}

/** How the model is asked for the probabilities of words: with states, which are kept by their words, or without. */
interface WordOptions extends Arriving<Distribution> {
  readonly signal?: AbortSignal | undefined;
  readonly states?: Map<string, StateVector> | undefined;
}

/**
 * A black box that gives distributions, as one that gives the probabilities of whole words: for exact learners. The
 * tolerance is that of the weights.
 *
 * @example
 * const coin = nextBox(nextTeacherOf(minimize(fromExpression("(<1/2>a)*<1/2>", rational))));
 * console.log((await weightsBox(coin).weigh([[0, 0]]))[0]); // 0.125
 */
export function weightsBox(box: NextBox, tolerance?: number): BlackBox<number> {
  const { name, alphabet, longest, usage, states } = box;
  const { prefixes } = nextOfBox(box);
  const next = (words: readonly Word[], { signal, states: found }: WordOptions = {}) =>
    box.weigh(words, {
      signal,
      states: found && eachState(words, (word, state) => found.set(word.join(), state)),
    });
  const weigh = weightsOfNext<WordOptions>({ alphabet, prefixes, next });
  return {
    name,
    ...(prefixes !== true && { questions: weigh.questions }),
    kind: weightsIn(tolerance === undefined ? real : realWithin(tolerance)),
    alphabet,
    longest,
    states,
    ...(usage && { usage }),
    ...passedOn(box),
    async weigh(words, options = {}) {
      const asked = { signal: options.signal, states: options.states && new Map<string, StateVector>() };
      const weights = await weigh(words, asked);
      const found = asked.states;
      if (found !== undefined) {
        // What follows a word may be known from a longer one, but its state is not.
        const missing = words.filter((word) => !found.has(word.join()));
        if (missing.length > 0) await next(missing, asked);
        options.states?.(
          0,
          words.map((word) => found.get(word.join()) as StateVector),
        );
      }
      options.arrived?.(0, weights);
      return weights;
    },
  };
}

/** What a box made of another passes on: it draws words and closes as that one does. */
function passedOn(box: NextBox): Pick<NextBox, "draw" | "close"> {
  return {
    ...(box.draw && { draw: box.draw.bind(box) }),
    ...(box.close && { close: box.close.bind(box) }),
  };
}
