import { countOf } from "../../errors.ts";
import type { Terms } from "../../kinds/kind.ts";
import type { Alphabet } from "../../words/alphabet.ts";
import { shortlex, type Word } from "../../words/word.ts";
import { type Dfa, type Examples, labelOf } from "./dfa.ts";
import { PAYS } from "./matches.ts";

/** A word on which automaton and target differ, and what the target says of it. */
export interface Disagreement {
  readonly word: Word;
  readonly target: string;
}

/** How far an automaton agrees with a target, on words drawn for it. */
export interface Agreement {
  readonly states: number;
  /** How many words were drawn, or asked at all if the run was stopped before, of at most how many letters, and on how many of them the two differ. */
  readonly words: number;
  readonly longest: number;
  readonly differing: number;
  /** Were they drawn after the automaton was chosen? Otherwise they are all words asked, which have helped to choose it. */
  readonly fresh: boolean;
  /** The share of words on which the two agree lies between these, with 95 % confidence; undefined unless the words are fresh. */
  readonly interval?: readonly [number, number] | undefined;
  /** The shortest words that were asked and on which they differ, a few of them. */
  readonly shortest: readonly Disagreement[];
  /** The most states of an automaton that was tried. */
  readonly tried: number;
  /** How many states the automaton has that passed all tests, if there is one. */
  readonly exact?: number | undefined;
  /** How many states the automaton has that agrees better, if it was left for this one, the machine behind it. */
  readonly better?: number | undefined;
  /** The most states that were wanted, if there is a limit. */
  readonly most?: number | undefined;
}

/** A far smaller automaton that was not taken, though on random words it is as good: it misses most words of a label. */
export interface Beside {
  readonly states: number;
  /** Of so many random words, lengths from 0 to `longest` equally likely: on what share the two say the same. */
  readonly words: number;
  readonly longest: number;
  readonly same: number;
  /** What it says of the words that it misses, and on what share of those it does not miss them. */
  readonly label: string;
  readonly right: number;
  /** Was it compared with the target? Otherwise with the automaton that passed all tests. */
  readonly asked: boolean;
}

/** Names the smaller automaton. */
export function besideSentence(beside: Beside, terms: Terms): string {
  const { automaton, word, letter } = terms;
  const other = beside.asked ? "the target" : `this ${automaton}`;
  return (
    `One of ${countOf(beside.states, "state")} says the same as ${other} on ${percent(beside.same)} of ${beside.words} random ${word}s, lengths up to ` +
    `${countOf(beside.longest, letter)} equally likely, but on ${percent(beside.right)} only of the ${word}s where it ${beside.label}; --learner ` +
    `tolerant:states=${beside.states} gives the best of so many.`
  );
}

/** The standard normal quantile for 95 % confidence, both sides. */
const QUANTILE = 1.959964;

/** How many disagreements are shown. */
const SHOWN = 3;

/** The interval of Wilson (1927) for a share (docs/theory/acceptors.md, 18.1), of which `hits` in `count` independent draws are known, with 95 % confidence. */
export function wilson(hits: number, count: number): [number, number] {
  const square = QUANTILE ** 2;
  const middle = (hits + square / 2) / (count + square);
  const half = (QUANTILE / (count + square)) * Math.sqrt((hits * (count - hits)) / count + square / 4);
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

/** The shortest words on which a DFA and the target differ. */
export function shortestDisagreements(
  dfa: Dfa,
  known: readonly Examples[],
  name: (label: number) => string,
): Disagreement[] {
  const found = new Map<string, Disagreement>();
  for (const { words, labels } of known) {
    for (const [i, word] of words.entries()) {
      if (labelOf(dfa, word) !== labels[i]) found.set(word.join(), { word, target: name(labels[i]) });
    }
  }
  return [...found.values()].sort((a, b) => shortlex(a.word, b.word)).slice(0, SHOWN);
}

/** What is established, in sentences. */
export function concludeAgreement(
  agreement: Agreement,
  terms: Terms,
  alphabet: Alphabet,
  beside?: Beside,
): string {
  const { states, words, differing, interval, shortest } = agreement;
  const { automaton, word, letter } = terms;
  const drawn =
    `every length from 0 to ${countOf(agreement.longest, letter)} equally often, half of the ${word}s at random, a quarter by walks on the ${automaton} ` +
    `that end in each answer equally often, a quarter by such walks with one ${letter} drawn again`;
  const share = percent(1 - differing / words);
  const agrees =
    interval !== undefined
      ? `${countOf(states, "state")}: the ${automaton} agrees with the target on ${share} of ${countOf(words, word)} that were drawn afresh (${interval.map(percent).join(" to ")} with 95 % confidence; ${drawn}).`
      : `${countOf(states, "state")} so far: the ${automaton} agrees with the target on ${share} of the ${countOf(words, word)} asked, which have helped to choose it.`;
  const shown = shortest.map((each) => `${alphabet.show(each.word, terms)} (the target ${each.target})`);
  const differs =
    shown.length === 0 ? "" : `The shortest ${word}s found on which they differ: ${shown.join(", ")}.`;
  const chosen = interval === undefined ? "" : whyChosen(agreement, terms);
  const other = interval === undefined || beside === undefined ? "" : besideSentence(beside, terms);
  const longer = `Nothing is established about ${interval === undefined ? "other" : "longer"} ${word}s; --learner tree follows the target in every ${word} asked.`;
  return [agrees, differs, chosen, other, longer].filter(Boolean).join(" ");
}

function whyChosen({ tried, exact, better, most }: Agreement, { word }: Terms): string {
  const gain = `better by ${percent(PAYS)} of the ${word}s for each further state`;
  if (most !== undefined && better !== undefined)
    return `Of those that were tried with at most ${countOf(most, "state")}, it differs least on ${word}s drawn for the one of ${countOf(better, "state")} that would be taken without a limit.`;
  if (better !== undefined) {
    const passed = better === exact ? "passed all tests" : "was the best where the two differ";
    return `One of ${countOf(better, "state")} ${passed}; but on random ${word}s the target is right by this one, and the other is not ${gain}.`;
  }
  return exact === undefined
    ? `Of all that were tried, with up to ${countOf(tried, "state")}, none is ${gain}.`
    : `One of ${countOf(exact, "state")} passed all tests, and is not ${gain}.`;
}

function percent(share: number): string {
  const rounded = (100 * share).toFixed(2).replace(/\.?0+$/u, "");
  return `${rounded} %`;
}
