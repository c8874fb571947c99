import type { AnyAlgebra } from "../algebra/registry.ts";
import { isField, kernelOf } from "../algebra/semifield.ts";
import type { Automaton } from "../automata/convert.ts";
import { countOf } from "../errors.ts";
import { type ObservedBlock, observedBlock } from "../hankel/observed-block.ts";
import type { Word } from "../words/word.ts";
import type { Learner } from "./protocol.ts";

/** What the answers of an unfinished run show about the language. */
export interface Evidence {
  /** How the number of states told apart grew with the answers. */
  readonly growth: readonly GrowthPoint[];
  /**
   * A block of the Hankel matrix whose entries are all known: from half of the answers, and from all of them. Empty where
   * weights form no field, since only a field has a rank to compare with.
   */
  readonly blocks: readonly ObservedBlock[];
  readonly sentence: string;
  /** A learner that may go on, if the language looks regular but not deterministic. */
  readonly suggests?: "multiplicity" | undefined;
}

/** The number of states told apart after a number of answers. */
export interface GrowthPoint {
  readonly answers: number;
  readonly states: number;
}

/** Only the first answers are looked at, this many. */
const LOOKED_AT = 12_000;

/**
 * Beyond this rank a language is called not regular as far as seen, and beyond this number of states told apart it
 * looks not deterministic. Every automaton for a language, deterministic or not, has at least as many states as the rank
 * of its Hankel matrix, and a deterministic one has at least as many as were told apart. So nothing is claimed of a
 * language with a hundred states or fewer, however early its run ends. Below that the answers show too little: a
 * block of full rank is what most regular languages show until all of their states are known, and one with few columns
 * may have a low rank by chance.
 */
const CONCLUSIVE = 100;

const MULTIPLICITY = "The multiplicity learner finds an automaton with as many states as the rank.";

/** Notes the number of states during a run, each time after half as many answers again. */
export class Growth {
  readonly points: GrowthPoint[] = [];
  #next = 1;

  isDue(answers: number): boolean {
    return answers >= this.#next;
  }

  note(answers: number, states: number): void {
    if (this.points.at(-1)?.answers === answers) this.points.pop();
    this.points.push({ answers, states });
    this.#next = Math.max(1.5 * answers, answers + 1);
  }
}

/** What sentences need of a learner. */
interface Shown {
  readonly states: number;
  readonly algebra: AnyAlgebra;
  conclusion?(): string;
}

/** What a learner's answers show about its language. */
export function gatherEvidence<W, A, H extends Automaton<W>>(
  learner: Learner<W, A, H>,
  growth: readonly GrowthPoint[],
  /** How many words of tests of its last conjecture were asked, if the run ended during them. */
  tested = 0,
): Evidence {
  const { algebra, kind } = learner;
  // Only weights have a Hankel matrix to look at.
  if (kind.weight === undefined) return evidenceOfGrowth(growth, tested);
  if (learner.form.ranked) return evidenceOfRank(learner, growth, tested);
  if (observedBlock(algebra, []).rank === undefined) return evidenceOfGrowth(growth, tested);
  const answers: (readonly [Word, W])[] = [];
  for (const [word, answer] of learner.answers()) {
    if (answers.push([word, kind.weight(answer)]) >= LOOKED_AT) break;
  }
  const half = observedBlock(algebra, answers.slice(0, answers.length >> 1));
  const all = observedBlock(algebra, answers);
  const stands = standsStill(half, all);
  const sentence = `${growthSentence(growth, tested)} ${rankSentence(learner, half, all, stands)}`.trim();
  return { growth, blocks: [half, all], sentence, ...(stands && { suggests: "multiplicity" as const }) };
}

/**
 * What a learner over a field shows: its states are independent rows, so their number is a bound without more ado. Over
 * rounded weights it depends on a threshold, and the learner shows the singular values.
 */
function evidenceOfRank(learner: Shown, growth: readonly GrowthPoint[], tested: number): Evidence {
  const bound = `Every automaton for the language, deterministic or not, has at least ${countOf(learner.states, "state")}.`;
  const shown = learner.algebra.exact ? bound : (learner.conclusion?.() ?? "");
  return { growth, blocks: [], sentence: `${growthSentence(growth, tested, "Rank")} ${shown}`.trim() };
}

/** What the number of states alone shows. */
export function evidenceOfGrowth(growth: readonly GrowthPoint[], tested = 0): Evidence {
  return { growth, blocks: [], sentence: growthSentence(growth, tested) };
}

function growthSentence(growth: readonly GrowthPoint[], tested: number, what = "States told apart"): string {
  const last = growth.slice(-5);
  const path = last.map(({ answers, states }) => `${states} after ${countOf(answers, "answer")}`).join(", ");
  if (tested > 0)
    return `${what}: ${path}: no ${what === "Rank" ? "higher" : "new one"} since, while ${countOf(tested, "word")} of tests were asked.`;
  if (growth.length < 2) return `${what}: ${path}.`;
  const { answers } = growth.find(({ states }) => states === growth.at(-1)?.states) ?? { answers: 0 };
  const grows = answers === growth.at(-1)?.answers;
  const trend = grows
    ? "still growing"
    : `no ${what === "Rank" ? "higher" : "new one"} since ${countOf(answers, "answer")}`;
  return `${what}: ${path}: ${trend}.`;
}

/**
 * What classes and rank say about the language, over a field. It looks regular but not deterministic if the block has
 * grown since half of the answers and the rank has not, there are at least twice as many columns and classes as the
 * rank, and more than `CONCLUSIVE` states were told apart; with fewer states it may be so. It is not regular as far as
 * seen if the rank has grown since, beyond `CONCLUSIVE`.
 */
function rankSentence(learner: Shown, half: ObservedBlock, all: ObservedBlock, stands: boolean): string {
  const { rank, classes, prefixes, suffixes } = all;
  if (rank === undefined || prefixes === 0) return "";
  const seen =
    `Among ${countOf(prefixes, "prefix", "prefixes")} × ${countOf(suffixes, "suffix", "suffixes")} whose answers are all ` +
    `known, the rows fall into ${countOf(classes, "class", "classes")} of proportional rows, and the rank is ${rank}`;
  // Over a finite field, what has a finite rank has a finite deterministic automaton, too.
  if (isField(learner.algebra) && kernelOf(learner.algebra).kind === "modular")
    return `${seen}.${stands ? ` ${MULTIPLICITY}` : ""}`;
  if (stands) {
    const verb = learner.states > CONCLUSIVE ? "looks" : "may be";
    return (
      `${seen}, as it was after half of the answers: the language ${verb} regular but not deterministic. ` +
      MULTIPLICITY
    );
  }
  if (rank > CONCLUSIVE && rank > (half.rank ?? 0)) {
    return `${seen}, and still grows: the language is not regular as far as seen.`;
  }
  return `${seen}: every automaton for the language, deterministic or not, has at least ${countOf(rank, "state")}.`;
}

/**
 * Have the classes or the columns grown since half of the answers, and the rank, which is far lower, has not? The two blocks
 * may have different shapes, so that the second one can have fewer classes and more columns.
 */
function standsStill(half: ObservedBlock, { rank, classes, suffixes }: ObservedBlock): boolean {
  if (rank === undefined) return false;
  const grown = classes > half.classes || suffixes > half.suffixes;
  return 2 * rank <= Math.min(suffixes, classes) && rank === half.rank && grown;
}
