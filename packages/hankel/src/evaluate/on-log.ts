/** A model beside a log: what the log says, and what the model says about it. */

import {
  type Alphabet,
  type Automaton,
  freeGroup,
  isDeterministic,
  machineOf,
  semifieldByName,
  toWdfsa,
  type Wdfsa,
  type Word,
} from "../index.ts";
import { quote } from "../internal/core.ts";
import {
  asKind,
  evaluateSample,
  type InferSample,
  judgeLog,
  type LogFigures,
  type LogOptions,
  type Model,
} from "../learning.ts";
import { sampleFigure } from "../show/figures.ts";
import { logFigure } from "../show/log-figures.ts";
import { forwardTeacher } from "../spectral.ts";
import { misuse } from "../support/failures.ts";

/** What a model knows about the answers in a log, so that it need not be said. */
export function knownOf(model: Automaton<unknown>): Pick<LogOptions, "machine" | "algebra"> {
  return { algebra: semifieldByName(model.algebra.name), machine: machineOf(model)?.kind };
}

/** So many symbols are named. */
const NAMED = 5;

/** Says which symbols of a log a model lacks; a log of which it knows none is another one than it seems. */
export function refuseStrangers(
  path: string,
  { alphabet }: InferSample,
  model: Automaton<unknown>,
  report: (text: string) => unknown,
): void {
  const lacking = alphabet.symbols.filter((symbol) => model.alphabet.letter(symbol) < 0);
  if (lacking.length === 0) return;
  const some = (symbols: readonly string[]) => {
    const more = symbols.length > NAMED ? `, … ${symbols.length - NAMED} more` : "";
    return `the ${symbols.length === 1 ? "symbol" : "symbols"} ${symbols.slice(0, NAMED).map(quote).join(", ")}${more}`;
  };
  if (lacking.length === alphabet.size)
    throw misuse(
      `${path} has ${some(lacking)}, and the model none of them: it has ${some(model.alphabet.symbols)}; --event names the column of the symbols, --format how the file is read`,
    );
  report(`${path} has ${some(lacking)}, which the automaton lacks: it excludes words with them`);
}

/** How right a model is where the log says what is right: labels, outputs or weights. Undefined where words only occurred, or the model is a distribution. */
export function labelsOrOutputs(model: Automaton<unknown>, sample: InferSample): LogFigures | undefined {
  const isCertain = model.algebra.name === "boolean" || model.algebra.name === freeGroup.name;
  return isCertain || sample.kind === "weighted" ? judgeLog(model, sample) : undefined;
}

/** Words that occurred, each perhaps several times. */
export interface OccurredWords {
  readonly words: readonly Word[];
  readonly alphabet: Alphabet;
  readonly counts?: ArrayLike<number> | undefined;
}

/** The words of a log that occurred: of labelled ones the accepted, of runs the inputs. */
export function occurred(sample: InferSample): { readonly words: OccurredWords; readonly remark?: string } {
  const { sample: words, remark } = asKind(sample, "distribution");
  const { alphabet, letters, starts, counts } = words;
  const all = Array.from({ length: starts.length - 1 }, (_, i) =>
    Array.from(letters.subarray(starts[i], starts[i + 1])),
  );
  return { words: { words: all, alphabet, counts }, ...(remark !== undefined && { remark }) };
}

/** The figure of the whole log that says most, in a few words: one of those that `hankel evaluate` shows. */
export async function figureOn(
  model: Automaton<unknown>,
  sample: InferSample,
  signal: AbortSignal,
): Promise<string> {
  const figures = labelsOrOutputs(model, sample);
  if (figures !== undefined) return logFigure(figures);
  const { words } = occurred(sample);
  return sampleFigure(await evaluateSample(words, modelFrom(model), { cancelled: () => signal.aborted }));
}

/** An automaton as a language model. A nondeterministic one may have negative weights, which count as zero. */
export function modelFrom(automaton: Automaton<unknown>): Model {
  return isDeterministic(automaton) ? numbers(automaton) : forwardTeacher(automaton);
}

/** Weights that are no numbers are refused where probabilities are needed, with a message that says so. */
export function numbers(automaton: Automaton<unknown>): Wdfsa<number> {
  return toWdfsa(automaton) as Wdfsa<number>;
}
