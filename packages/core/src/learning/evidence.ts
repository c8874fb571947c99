import { amount } from "../errors.ts";
import { type ObservedBlock, observedBlock } from "../hankel/evidence.ts";
import type { Word } from "../words/word.ts";
import type { Learner } from "./protocol.ts";

/** What the answers of a run show of the language, where the run did not come to its end. */
export interface Evidence {
  /** How many states had been told apart after so many answers. */
  readonly growth: readonly GrowthPoint[];
  /** A block of the Hankel matrix whose entries are all known: from half of the answers, and from all of them. */
  readonly blocks: readonly [ObservedBlock, ObservedBlock];
  readonly sentence: string;
}

/** The number of states told apart after a number of answers. */
export interface GrowthPoint {
  readonly answers: number;
  readonly states: number;
}

/** How many answers are looked at, from the first on. */
const LOOKED_AT = 20_000;

/**
 * The rank from which on a language is called not regular as far as seen, and the number of states told apart from which on it
 * looks not deterministic. Every automaton for a language, deterministic or not, has at least as many states as the rank
 * of its Hankel matrix, and a deterministic one has at least as many as were told apart. So nothing is claimed of a
 * language with a hundred states or fewer, however early its run ends. Below that the answers show too little: a
 * block of full rank is what most regular languages show until all of their states are known, and one with few columns
 * may have a low rank by chance.
 */
const CONCLUSIVE = 100;

/** Notes the number of states as a run goes on, ever more rarely. */
export class Growth {
  readonly points: GrowthPoint[] = [];
  #next = 0;

  isDue(answers: number): boolean {
    return answers >= this.#next;
  }

  note(answers: number, states: number): void {
    if (this.points.at(-1)?.answers === answers) this.points.pop();
    this.points.push({ answers, states });
    this.#next = Math.max(1.5 * answers, answers + 1);
  }
}

/** What a learner's answers show. */
export function gatherEvidence<W>(learner: Learner<W>, growth: readonly GrowthPoint[]): Evidence {
  const answers = firstOf(learner.answers(), LOOKED_AT);
  const block = (count: number) => observedBlock(learner.algebra, answers.slice(0, count));
  const blocks = [block(answers.length >> 1), block(answers.length)] as const;
  const sentence = `${growthSentence(growth)} ${rankSentence(learner, ...blocks)}`.trim();
  return { growth, blocks, sentence };
}

function firstOf<W>(answers: Iterable<readonly [Word, W]>, count: number): (readonly [Word, W])[] {
  const first: (readonly [Word, W])[] = [];
  for (const answer of answers) if (first.push(answer) >= count) break;
  return first;
}

function growthSentence(growth: readonly GrowthPoint[]): string {
  const last = growth.slice(-5);
  const path = last.map(({ answers, states }) => `${states} after ${amount(answers, "answer")}`).join(", ");
  const [before, end] = last.slice(-2);
  if (end === undefined) return `States told apart: ${path}.`;
  const since =
    before.states < end.states
      ? "still growing"
      : `no new one in the last ${amount(end.answers - before.answers, "answer")}`;
  return `States told apart: ${path}: ${since}.`;
}

/**
 * What classes and rank say of the language, over a field. It looks regular but not deterministic when the rank has not
 * changed since half of the answers while the classes grew, both the columns and the classes are at least twice as many as
 * the rank, and more than `CONCLUSIVE` states were told apart; with fewer states it may be so. It is not regular as far as seen when the rank has
 * grown since, beyond `CONCLUSIVE`.
 */
function rankSentence<W>(learner: Learner<W>, half: ObservedBlock, all: ObservedBlock): string {
  const { rank, classes, prefixes, suffixes } = all;
  if (rank === undefined || prefixes === 0) return "";
  const seen =
    `Among ${amount(prefixes, "prefix", "prefixes")} × ${amount(suffixes, "suffix", "suffixes")} whose answers are all known ` +
    `there ${classes === 1 ? "is" : "are"} ${amount(classes, "class", "classes")} of proportional rows, and the rank is ${rank}`;
  if (learner.algebra.name.startsWith("prime-field")) return `${seen}.`;
  const redundant = 2 * rank <= Math.min(suffixes, classes);
  if (redundant && rank === half.rank && classes > half.classes) {
    const verb = learner.states > CONCLUSIVE ? "looks" : "may be";
    return `${seen}, as it was after half of the answers: the language ${verb} regular but not deterministic.`;
  }
  if (rank > CONCLUSIVE && rank > (half.rank ?? 0)) {
    return `${seen}, and still grows: the language is not regular as far as seen.`;
  }
  return `${seen}: every automaton for the language, deterministic or not, has at least so many states.`;
}
