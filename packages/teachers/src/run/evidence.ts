import { type ObservedBlock, observedBlock } from "@hankel/core";
import type { Book } from "./book.ts";

/** Why a run that met a limit had not ended by itself. */
export interface Evidence {
  /** How many states had been told apart after so many answers, at about each doubling. */
  readonly growth: readonly { readonly answers: number; readonly states: number }[];
  /** A block of the Hankel matrix that is known throughout: after half of the answers, and after all of them. */
  readonly blocks: readonly [ObservedBlock, ObservedBlock];
  readonly sentence: string;
}

/** Notes the number of states as a run goes on, ever more rarely. */
export class Growth {
  readonly points: { answers: number; states: number }[] = [];

  note(answers: number, states: number): void {
    const last = this.points.at(-1);
    if (last !== undefined && last.answers === answers) last.states = states;
    else if (last === undefined || answers >= 1.5 * last.answers) this.points.push({ answers, states });
  }

  /** Notes the end in any case. */
  end(answers: number, states: number): void {
    if (this.points.at(-1)?.answers !== answers) this.points.push({ answers, states });
  }
}

export function gatherEvidence<W>(book: Book<W>, growth: Growth, used: number, states: number): Evidence {
  growth.end(used, states);
  const answers = [...book.answers()];
  const blocks: [ObservedBlock, ObservedBlock] = [
    observedBlock(book.algebra, answers.slice(0, answers.length >> 1)),
    observedBlock(book.algebra, answers),
  ];
  const points = growth.points.slice(-5);
  return {
    growth: growth.points,
    blocks,
    sentence: `${grew(points)}. ${ranks(book.algebra.name, blocks)}`.trim(),
  };
}

function grew(points: Growth["points"]): string {
  const states = points.map((point) => point.states);
  const path = points.map((point) => `${point.states} after ${point.answers} answers`).join(", ");
  const still = states.length > 1 && states.at(-1) === states.at(-2);
  return `States told apart: ${path}: ${still ? "it has stopped growing" : "still growing"}`;
}

/** Over a field: is it only the determinism that is missing? */
function ranks(semifield: string, [half, all]: readonly [ObservedBlock, ObservedBlock]): string {
  const { rank, classes, prefixes, suffixes } = all;
  if (rank === undefined || prefixes === 0) return "";
  const seen = `Among ${prefixes} prefixes × ${suffixes} suffixes that are known throughout there are ${classes} classes of proportional rows, and the rank is ${rank}`;
  const stable = rank < suffixes && rank < classes && rank === half.rank;
  if (semifield.startsWith("prime-field")) return `${seen}.`;
  if (stable) {
    return `${seen}, as it was after half of the answers: the language looks regular but not deterministic.`;
  }
  if (rank >= Math.min(suffixes, classes) && rank > (half.rank ?? 0)) {
    return `${seen}, and it grows along: the language is not regular as far as seen.`;
  }
  return `${seen}.`;
}
