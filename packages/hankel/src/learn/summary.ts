import { isClose } from "../algebra.ts";
import type { Curve } from "../draw/curve-picture.ts";
import type { Alphabet, Automaton, Kind, Learned, Prices } from "../index.ts";
import { countOf, NONE_STANDS_OUT } from "../internal/core.ts";
import type { Agreement } from "../learning.ts";
import type { LiveResult, TokenUsage } from "../node.ts";
import { figuresLine } from "../show/figures.ts";
import { type RunStatistics, showStatistics } from "../show/statistics.ts";

import type { LearnedFigures } from "./figures.ts";
import { type LogMistakes, mistakesJson } from "./log-mistakes.ts";
import { type WrittenLog, writtenJson } from "./written-log.ts";

/** Statistics of live runs only. */
type LiveStatistics = Pick<LiveResult<unknown>["statistics"], "tests" | "asked" | "remembered">;

/** A finished run. */
export interface Finished {
  readonly result: Learned<unknown, Automaton<unknown>> &
    Pick<LiveResult<unknown>, "statement" | "margins" | "conflicts" | "spread"> &
    Partial<Pick<LiveResult<unknown>, "unfinished" | "rechecks" | "recalled">>;
  /** What the answers of the target are. */
  readonly kind: Kind<unknown>;
  readonly prices: Prices;
  readonly statistics: RunStatistics;
  readonly live?: LiveStatistics;
  /** What the answers cost, if they are paid by the token. */
  readonly tokens?: TokenUsage | undefined;
  /** How well the automaton speaks like a language model. */
  readonly measured?: LearnedFigures | undefined;
  /** Set if the learner is one of distributions. */
  readonly curve?: Curve | undefined;
  /** How far the automaton agrees with a target that errs. */
  readonly agreement?: Agreement | undefined;
  /** What the log of --from said wrongly. */
  readonly log?: LogMistakes | undefined;
  /** Whether the log of a language model is one of it. */
  readonly written?: WrittenLog | undefined;
}

type Result = Finished["result"];

/** How many contradictions are listed. */
const SHOWN = 5;

/** The summary of a run, as lines. */
export function summaryLines(finished: Finished): string[] {
  const { result, kind, live, prices } = finished;
  const more = Object.entries(live ?? {}).map(([name, value]) => `, ${name} ${value}`);
  return [
    `${kind.heading}${showStatistics(presented(finished), prices, kind.terms)}${more.join("")}`,
    ...conflictLines(finished),
    ...marginLines(result),
    ...tokenLines(finished),
    result.statement,
    ...noiseLines(result, kind),
    ...choiceAdvice(result),
    ...figuresLines(finished),
  ];
}

/** How sure it is that answers do not change. */
const CONFIDENCE = 0.95;

/**
 * How much noise the rechecks would have noticed. If a repeated answer is another with probability p, then n of them are all
 * the same with probability (1 - p)ⁿ.
 */
function noiseLines({ rechecks = 0, conflicts }: Result, { terms, corrects }: Kind<unknown>): string[] {
  if (rechecks === 0 || conflicts.length > 0 || !corrects) return [];
  const most = 1 - (1 - CONFIDENCE) ** (1 / rechecks);
  const share = Number((100 * most).toPrecision(2));
  return [
    `Noise: ${countOf(rechecks, `repeated ${terms.word}`)} had the same answer as before, so with ${100 * CONFIDENCE} % confidence less than ${share} % of answers change (--recheck asks more).`,
  ];
}

/** How to choose for oneself, where a learner of distributions found no clear choice. */
function choiceAdvice({ statement }: Result): string[] {
  if (!statement.startsWith(NONE_STANDS_OUT)) return [];
  return ["--learner soft:states=N chooses another point of the curve, --curve shows them all."];
}

/** The figures in one line, and why there are fewer words than wanted. */
export function figuresLines({ measured }: Finished): string[] {
  if (measured === undefined) return [];
  const { figures, reason, wanted } = measured;
  if (figures === undefined) return [`No figures on fresh words: ${reason}`];
  const fewer = `; ${wanted} words were wanted, but ${reason}`;
  return [`${figuresLine(figures)}${reason === "" ? "" : fewer}`];
}

/** The cost in tokens, as the server counted them. */
export function tokenLines({ tokens }: Finished): string[] {
  if (tokens === undefined) return [];
  const { prompt, completion } = tokens;
  return [`Tokens, as the server counted them: ${prompt} in prompts, ${completion} in answers`];
}

/** The best automaton of a run that was not accepted, in words. */
export function bestSoFar(finished: Finished): string {
  const { automaton } = finished.kind.terms;
  return `the best ${automaton} so far has ${countOf(presented(finished).states, "state")}`;
}

/** The statistics, with the states and arcs as the kind counts them; what only the kind knows stands first. */
function presented({ result, kind, statistics }: Finished): RunStatistics {
  const counted = kind.counted?.(result.automaton);
  return { ...counted, ...statistics, ...counted };
}

/** Warnings, which even a quiet run prints. */
export function warnings(finished: Finished): string[] {
  const { result } = finished;
  const close = result.margins !== undefined && isClose(result.margins);
  return [...conflictLines(finished), ...(close ? marginLines(result) : [])];
}

function marginLines({ margins }: Result): string[] {
  if (margins === undefined) return [];
  const { apart, equal, tolerance } = margins;
  const told = Number.isFinite(apart) ? apart.toPrecision(3) : "none";
  const line = `Margins: least distance told apart ${told}, largest called equal ${equal.toPrecision(3)}, tolerance ${tolerance}`;
  if (!isClose(margins)) return [line];
  return [line, "Warning: these are close to the tolerance; another --tolerance may give another automaton"];
}

function conflictLines({ result, kind: type }: Finished): string[] {
  const { automaton, conflicts, spread } = result;
  if (conflicts.length === 0) return [];
  const { alphabet } = automaton;
  const lines = conflicts.slice(0, SHOWN).map(({ word, answers, used }) => {
    // Of a run of outputs only the first that differs is told, and how often it was which.
    const runs = type.header.machine && answers.map((answer) => type.write(answer) as readonly string[]);
    if (runs !== undefined) {
      const place = runs[0].findIndex((output, i) => runs.some((run) => run[i] !== output));
      const seen = runs.map((run) => run[place]);
      return `  ${type.unsteady(alphabet, word, { answer: used, missing: 0, place, seen })}`;
    }
    const shown = answers.map((answer) => type.format(answer)).join(", ");
    return `  ${alphabet.show(word, type.terms)}: ${shown}; used ${type.format(used)}`;
  });
  if (conflicts.length > SHOWN) lines.push(`  … and ${conflicts.length - SHOWN} more`);
  const widest = type.exact ? "" : `, the widest spread is ${spread.toPrecision(3)}`;
  return [`Warning: ${countOf(conflicts.length, type.terms.word)} had different answers${widest}`, ...lines];
}

/** The agreement, with words by their symbols. */
function agreementJson({ shortest, ...figures }: Agreement, alphabet: Alphabet) {
  return {
    ...figures,
    shortest: shortest.map(({ word, target }) => ({ word: alphabet.spell(word), target })),
  };
}

/** What a run had from before; nothing if it began without answers. */
export function recalledJson(recalled: LiveResult<unknown>["recalled"] | undefined) {
  if (recalled === undefined || recalled.answers === 0) return {};
  const { answers, again, others, fresh, changed } = recalled;
  return { recalled: { answers, again, others, fresh, ...(changed.length > 0 && { changed }) } };
}

/** The summary of a run, and more, as a JSON object. */
export function summaryJson(finished: Finished, more: Readonly<Record<string, unknown>>): string {
  const { result, kind, live, tokens, measured, agreement, log, written } = finished;
  const { outcome, reason, margins, evidence, conflicts, automaton, statement: established } = result;
  const { alphabet } = automaton;
  return JSON.stringify({
    outcome,
    ...(reason && { reason }),
    ...presented(finished),
    ...live,
    ...(live && { established, rechecks: result.rechecks }),
    ...recalledJson(result.recalled),
    ...(tokens && { tokens }),
    ...(measured && {
      figures: measured.figures === undefined ? null : { ...measured.figures, byLength: undefined },
    }),
    ...(agreement && { agreement: agreementJson(agreement, alphabet) }),
    ...(log && { log: mistakesJson(log, alphabet) }),
    ...(written && { log: writtenJson(written, alphabet) }),
    ...(margins && { margins: { ...margins, apart: Number.isFinite(margins.apart) ? margins.apart : null } }),
    ...(evidence && { evidence }),
    ...(conflicts.length > 0 && {
      conflicts: conflicts.map(({ word, answers, used }) => ({
        word: alphabet.spell(word),
        answers: answers.map((answer) => kind.format(answer)),
        used: kind.format(used),
      })),
    }),
    ...more,
  });
}
