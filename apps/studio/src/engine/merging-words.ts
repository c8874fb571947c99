/** What the page says of a step of a merging, and of its end. */

import type { Alphabet } from "hankel";
import type { Inferred, InferSample, InferStep } from "hankel/learning";
import { WEAK } from "./merged-machine.ts";
import type { Refusal } from "./merging-views.ts";
import { type Said, say, term } from "./say.ts";
import { counted } from "./text.ts";

const merged = term("merge", "merged");

/** A word that leads to a state; the first state has the empty word. */
function after(alphabet: Alphabet, word: readonly number[]): Said {
  if (word.length === 0) return say`at the start`;
  return say`after ${{ word: alphabet.show([...word]) }}`;
}

/** The evidence for a number on the page. */
export function scoreText(score: number): string {
  if (!Number.isFinite(score)) return score < 0 ? "−∞" : "∞";
  const text = Math.abs(score) >= 1000 ? score.toFixed(0) : String(Number(score.toPrecision(3)));
  return text.replace("-", "−");
}

/** What happens at a step; `number` is that of the red state. */
export function saidOfStep(
  step: InferStep,
  alphabet: Alphabet,
  number: number,
  refusals: readonly Refusal[],
): { readonly title: string; readonly said: Said } {
  const { why, blue, score, visits, states } = step;
  const [word, isMany] = [after(alphabet, blue), step.blues > 1];
  const which = isMany
    ? say`Of ${step.blues} ${term("blue state", "blue states")}, the one ${word} is next. `
    : say`The ${term("blue state")} ${word} is next. `;
  const own = refusals.filter(({ blue: one, red: other }) =>
    [one, other].some((pair) => String(pair) === String(blue)),
  );
  const isTold = own.length > 0;
  const told = isTold ? say`You said that it is not ${listed(own)}. ` : say``;
  if (why === "fits")
    return {
      title: "Merge",
      said: say`${which}${told}What follows it does not speak against ${term("red state")} ${number} (${term("evidence")} ${scoreText(score)}): the two become one, and so does what lies behind them.`,
    };
  if (why === "rare")
    return {
      title: "Merge a rare one",
      said: say`${which}${told}Only ${counted(visits, "word")} of the ${term("log")} ${visits === 1 ? "passes" : "pass"} through it, too few to tell it apart: it is ${merged} with state ${number}, which fits best (${term("evidence")} ${scoreText(score)}).`,
    };
  const nearest =
    number >= 0 && Number.isFinite(score) ? say` The nearest is ${number}, with ${scoreText(score)}.` : say``;
  return {
    title: "A new state",
    said: say`${which}${told}The ${term("evidence")} speaks against every ${isTold ? "other " : ""}${term("red state")}.${nearest} So it is a ${term("state")} of its own: it becomes red, as number ${states}.`,
  };
}

function listed(own: readonly Refusal[]): string {
  return own.map(({ shown }) => `“${shown[0]}”`).join(" or ");
}

/** How a merging ended. */
export function saidOfEnd({ automaton, kind, interrupted }: Inferred, nodes: number): Said {
  const what = {
    words: say`a probabilistic ${term("automaton")}`,
    labelled: say`an ${term("automaton")} that says yes or no`,
    mealy: say`a ${term("Mealy machine")}`,
    moore: say`a ${term("Moore machine")}`,
    weighted: say`a weighted ${term("automaton")}`,
  }[kind];
  if (interrupted)
    return say`Stopped: this is the best automaton so far, with ${counted(automaton.size, "state")}.`;
  if (kind === "weighted")
    return say`Words with ${term("weight", "weights")} are learned at once, without merging step by step: ${what} with ${counted(automaton.size, "state")}.`;
  return say`No state is blue any more. The ${term("prefix tree")}, with ${counted(nodes, "node")}, has become ${counted(automaton.size, "state")}: ${what}.`;
}

/** So many contradictions are shown with their places. */
const CONTRADICTIONS = 3;

/** What there is to say about the log, now that it is learned. */
export function remarksOn(
  { warnings, contradictions, contradictoryWords }: Inferred,
  { alphabet, place }: InferSample,
): string[] {
  const shown = contradictions.slice(0, CONTRADICTIONS).map(({ words, at, said }) => {
    const [one, other] = words.map((word) => place?.(word) ?? `word ${word + 1}`);
    return `After “${alphabet.show(at)}”, ${one} says ${said[0]}, and ${other} says ${said[1]}.`;
  });
  const more = contradictoryWords - shown.length;
  return [
    ...warnings.map(({ text }) => text),
    ...shown,
    ...(more > 0
      ? [
          `${more === 1 ? "1 more word contradicts" : `${more.toLocaleString("en")} more words contradict`} an earlier one.`,
        ]
      : []),
  ];
}

/** Figures by their names. */
export function factsOf({ automaton, figures, support }: Inferred): [string, string][] {
  const { heldOut, perplexity, unigram, logLikelihood, balanced, accuracy, contradicted } = figures;
  const percent = (share: number) => `${Number((100 * share).toPrecision(3))} %`;
  const estimate = ({ mean, margin }: { mean: number; margin: number }, as = plain) =>
    margin > 1e-12 && Number.isFinite(margin) ? `${as(mean)} ± ${as(margin)}` : as(mean);
  const facts: [string, string][] = [
    ["States", String(automaton.size)],
    ["Arcs", String(automaton.arcs)],
  ];
  if (heldOut > 0) facts.push(["Held-out words", heldOut.toLocaleString("en")]);
  if (perplexity !== undefined) facts.push(["Perplexity", estimate(perplexity)]);
  if (unigram !== undefined) facts.push(["Perplexity without memory", plain(unigram)]);
  if (logLikelihood !== undefined) facts.push(["Log-likelihood of a word", estimate(logLikelihood)]);
  if (accuracy !== undefined) facts.push(["Accuracy", estimate(accuracy, percent)]);
  if (balanced !== undefined) facts.push(["Balanced accuracy", estimate(balanced, percent)]);
  if (contradicted > 0) facts.push(["Contradicts of the log", percent(contradicted)]);
  const isWeak = (seen: number) => seen > 0 && seen < WEAK;
  const [states, arcs] = [support.states.filter(isWeak).length, support.arcs.filter(isWeak).length];
  facts.push([`Seen fewer than ${WEAK} times`, `${counted(states, "state")}, ${counted(arcs, "arc")}`]);
  return facts;
}

const plain = (value: number) => String(Number(value.toPrecision(3)));
