/** Why an automaton of the curve was chosen, in sentences. */

import type { CurvePoint, Family, Grounds } from "hankel/models";
import { digits } from "./explain-growth.ts";
import { countedTerm, type Said, say, term, type Vocabulary } from "./say.ts";

type InBoth = Readonly<Record<Vocabulary, Said>>;

/** What the marks of the curve mean. */
export const FAMILIES: Readonly<Record<Vocabulary, Readonly<Record<Family, string>>>> = {
  plain: {
    distance: "grown by distance: finds machines",
    gain: "grown by expected gain: describes natural languages",
  },
  paper: {
    distance: "grown by distance: the farthest word is the next state",
    gain: "grown by expected gain: the split that lowers KL the most",
  },
};

/** Why the learner chose this point; `conclusion` is what it says itself. */
export function whyChosen(curve: readonly CurvePoint[], grounds: Grounds, conclusion: string): InBoth {
  const { judged } = grounds;
  const point = curve[grounds.index];
  const { plain, paper } = reason(point, grounds, conclusion);
  if (judged === undefined || point === undefined) return { plain, paper };
  const { n, states, divergence } = judged.ngram;
  const seen =
    n === 1 ? "no symbol before" : n === 2 ? "the last symbol only" : `the last ${n - 1} symbols only`;
  const figures = say`has ${term("KL")} ${digits(divergence)} with ${countedTerm(states, "state")}, and this automaton ${digits(point.divergence)} with ${point.states}`;
  return {
    plain: say`${plain} The best table that looks at ${seen}, and is no larger, ${figures}.`,
    paper: say`${paper} The best n-gram model that is no larger, with n = ${n}, ${figures}.`,
  };
}

function reason(
  point: CurvePoint | undefined,
  { exact, finished, standsOut, tolerance, maxStates, joined }: Grounds,
  conclusion: string,
): InBoth {
  const own = { plain: say`${conclusion}`, paper: say`${conclusion}` };
  if (point === undefined || !finished || tolerance !== undefined || joined !== undefined) return own;
  const states = countedTerm(point.states, "state");
  const these = point.states === 1 ? say`This one is` : say`These ${states} are`;
  if (exact) {
    const says = say`After every ${term("word")} that was asked, the ${term("automaton")} says what the network says.`;
    return { plain: says, paper: says };
  }
  if (standsOut) {
    return {
      plain: say`With ${states} the likeness is suddenly much better, and more of them bring hardly anything: so the network is probably a machine of this size.`,
      paper: say`The most prominent point of the curve: with ${states} both ${term("KL")} and the distance of ${term("residual", "futures")} fall far below all before, and more of them gain little.`,
    };
  }
  if (maxStates !== undefined) {
    const wanted = say`At most ${countedTerm(maxStates, "state")} were wanted. ${these}`;
    return {
      plain: say`${wanted} the fewest with which the likeness is nearly the best.`,
      paper: say`${wanted} the fewest whose ${term("KL")} is within 2 % of the least.`,
    };
  }
  const none = say`No number of ${term("state", "states")} stands out, so the network is probably no machine of a few states. ${these}`;
  return {
    plain: say`${none} the fewest with which the likeness is nearly the best that was found.`,
    paper: say`${none} the knee of the curve: the fewest whose ${term("KL")} is within a fixed factor of the least.`,
  };
}
