/** How far the traces of a log are from a model, and where each of them leaves it. */

import { freeGroup, generatorName } from "../algebra/free-group.ts";
import { type Automaton, toWdfsa } from "../automata/convert.ts";
import { isOverFreeGroup, normalized } from "../automata/machine.ts";
import { conditionals, holdsProbabilities } from "../automata/stochastic/conditionals.ts";
import type { Wdfsa } from "../automata/wdfsa.ts";
import { HankelError, quote } from "../errors.ts";
import type { InferSample, TraceSample } from "../inference/sample.ts";
import { lookUp } from "../interruption.ts";
import type { Alphabet } from "../words/alphabet.ts";

/** What a model has to say about a trace. */
export interface Anomaly {
  /** The number of the trace in the sample. */
  readonly trace: number;
  /** How many events it has. */
  readonly events: number;
  /**
   * Probabilities: bits per event, the end counted as one, infinite if the trace leaves the model. Machines: the share of outputs that are
   * others. Languages: the share of the trace that lies behind the place where it leaves them; 1 for a word that is accepted against its label.
   */
  readonly score: number;
  /** The event at which it leaves the model, from 0 on; `events` if it should not end there, undefined if it stays inside. */
  readonly leaves: number | undefined;
  /** The most surprising event, and what is surprising: what came, and what the model expects. Undefined if nothing is. */
  readonly worst: Surprise | undefined;
}

/** An event that a model did not expect. */
export interface Surprise {
  /** From 0 on; the number of events stands for the end of the trace. */
  readonly event: number;
  /** What came: a symbol, an output, or undefined for the end. */
  readonly came: string | undefined;
  /** How surprising it is, in bits; infinite if the model excludes it. */
  readonly bits: number;
  /** What could have come instead, likeliest first; undefined stands for the end. */
  readonly expected: readonly (string | undefined)[];
}

/** How scores are to be read. */
export type ScoreKind = "bits per event" | "share of outputs" | "share of the trace";

/** The scores of all traces, in their order. */
export interface Anomalies {
  readonly kind: ScoreKind;
  readonly traces: readonly Anomaly[];
}

/** How many of the expected symbols are named, and how likely they are at least. */
const NAMED = 3;
const LIKELY = 0.01;

/**
 * Scores the traces of a log by a model: a deterministic automaton of probabilities, a language (an automaton over the Booleans), or a Mealy or Moore
 * machine, whose traces have outputs. Symbols are matched by name. Linear in the log.
 *
 * @example
 * const model = toWdfsa(fromExpression("(<0.5>a)*<0.5>b", real));
 * const log = new LogReader();
 * log.read("log.txt", "a b\na a\n");
 * const { traces } = anomalies(model, log.end().sample);
 * console.log(traces[0].score, traces[1].leaves); // 0.6666666666666666 2
 */
export function anomalies<W>(model: Automaton<W>, sample: InferSample): Anomalies {
  const { algebra } = model;
  if (algebra.name !== "boolean" && algebra !== freeGroup && !holdsProbabilities(algebra))
    throw new HankelError(
      "unsupported",
      `anomalies needs probabilities (real, log or rational), a language (boolean) or a machine, and the weights of this automaton are ${algebra.name}`,
    );
  const automaton = toWdfsa(model);
  if (isOverFreeGroup(automaton)) {
    if (sample.kind !== "mealy" && sample.kind !== "moore")
      throw new HankelError(
        "usage",
        "the model is a machine, and the log has no outputs to compare: --output names their column",
      );
    return { kind: "share of outputs", traces: each(sample, machineJudge(automaton, sample)) };
  }
  if (algebra.name === "boolean")
    return { kind: "share of the trace", traces: each(sample, languageJudge(automaton, sample)) };
  return { kind: "bits per event", traces: each(sample, probabilityJudge(automaton, sample)) };
}

/** Says what is surprising in the trace whose letters begin and end here. */
type Judge = (trace: number, start: number, end: number) => Omit<Anomaly, "trace" | "events">;

function each({ starts }: InferSample, judge: Judge): Anomaly[] {
  return Array.from({ length: starts.length - 1 }, (_, trace) => {
    const [start, end] = [starts[trace], starts[trace + 1]];
    lookUp(end - start);
    return { trace, events: end - start, ...judge(trace, start, end) };
  });
}

/** The letters of a model for those of a log, -1 for a symbol that it does not know. */
function translated(from: Alphabet, to: Alphabet): Int32Array {
  return Int32Array.from(from.symbols, (symbol) => to.letter(symbol));
}

function probabilityJudge<W>(model: Wdfsa<W>, { alphabet, letters }: InferSample): Judge {
  const { size, target, rows, alphabet: known } = conditionals(model, {}, "anomalies");
  const letterOf = translated(alphabet, known);
  const width = known.size;
  const expected = rows.map((row) => likeliest(row, known));
  return (_trace, start, end) => {
    let [bits, most, worst] = [0, 0, -1];
    let worstState = 0;
    for (let at = start, state = size === 0 ? -1 : 0; at <= end; at++) {
      const letter = at === end ? width : letterOf[letters[at]];
      const probability = state < 0 || letter < 0 ? 0 : rows[state][letter];
      const surprise = -Math.log2(probability);
      bits += surprise;
      if (surprise > most) [most, worst, worstState] = [surprise, at, state];
      if (probability === 0 || at === end) break;
      state = target[state * width + letter];
    }
    const score = bits / (end - start + 1);
    const came = worst < 0 || worst === end ? undefined : alphabet.symbols[letters[worst]];
    return {
      score: score === 0 ? 0 : score,
      leaves: most === Number.POSITIVE_INFINITY ? worst - start : undefined,
      worst:
        worst < 0
          ? undefined
          : { event: worst - start, came, bits: most, expected: expected[worstState] ?? [] },
    };
  };
}

/** The likeliest symbols of a row; undefined stands for the end. */
function likeliest(row: Float64Array, alphabet: Alphabet): (string | undefined)[] {
  return Array.from(row, (_, letter) => letter)
    .filter((letter) => row[letter] >= LIKELY)
    .sort((a, b) => row[b] - row[a] || a - b)
    .slice(0, NAMED)
    .map((letter) => alphabet.symbols[letter]);
}

function languageJudge<W>(model: Wdfsa<W>, sample: InferSample): Judge {
  const { alphabet: known, target, size, algebra, finalWeight } = model;
  const { alphabet, letters } = sample;
  const letterOf = translated(alphabet, known);
  const width = known.size;
  const accepts = (state: number) => state >= 0 && !algebra.isZero(finalWeight[state]);
  const leads = leadsToAcceptance(model, accepts);
  const expected = (state: number) => {
    const symbols: (string | undefined)[] = accepts(state) ? [undefined] : [];
    for (let letter = 0; letter < width && symbols.length < NAMED; letter++) {
      const to = state < 0 ? -1 : target[state * width + letter];
      if (to >= 0 && leads[to]) symbols.push(known.symbols[letter]);
    }
    return symbols;
  };
  return (trace, start, end) => {
    const label = sample.kind === "labelled" ? sample.labels[trace] : 1;
    let state = size === 0 || !leads[0] ? -1 : 0;
    let at = start;
    for (; at < end && state >= 0; at++) {
      const letter = letterOf[letters[at]];
      const to = letter < 0 ? -1 : target[state * width + letter];
      if (to < 0 || !leads[to]) break;
      state = to;
    }
    const isInside = at === end && accepts(state);
    if (label === 0)
      return isInside
        ? {
            score: 1,
            leaves: undefined,
            worst: { event: end - start, came: undefined, bits: Number.POSITIVE_INFINITY, expected: [] },
          }
        : { score: 0, leaves: undefined, worst: undefined };
    if (isInside || label < 0) return { score: 0, leaves: undefined, worst: undefined };
    const came = at === end ? undefined : alphabet.symbols[letters[at]];
    return {
      score: (end - at + 1) / (end - start + 1),
      leaves: at - start,
      worst: { event: at - start, came, bits: Number.POSITIVE_INFINITY, expected: expected(state) },
    };
  };
}

/** For each state: can a word still be accepted from there? */
function leadsToAcceptance<W>(
  { size, target, alphabet }: Wdfsa<W>,
  accepts: (state: number) => boolean,
): boolean[] {
  const sources: number[][] = Array.from({ length: size }, () => []);
  for (let arc = 0; arc < target.length; arc++)
    if (target[arc] >= 0) sources[target[arc]].push(Math.floor(arc / alphabet.size));
  const leads = Array.from({ length: size }, (_, state) => accepts(state));
  const open = leads.flatMap((does, state) => (does ? [state] : []));
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    for (const before of sources[state]) {
      if (leads[before]) continue;
      leads[before] = true;
      open.push(before);
    }
  }
  return leads;
}

function machineJudge(model: Wdfsa<string>, sample: TraceSample): Judge {
  const compare = compareRuns(model, sample);
  return (trace, start, end) => {
    const { wrong, compared, leaves, worst } = compare(trace, start, end);
    return { score: compared === 0 ? 0 : wrong / compared, leaves, worst };
  };
}

/** What a machine makes of a trace: how many of its outputs are others, of how many, and where it has no arc. */
interface ComparedRun extends Pick<Anomaly, "leaves" | "worst"> {
  readonly wrong: number;
  readonly compared: number;
}

/** Compares the outputs of the trace whose letters begin and end here with those that a machine writes. */
export function compareRuns(
  model: Wdfsa<string>,
  sample: TraceSample,
): (trace: number, start: number, end: number) => ComparedRun {
  const { alphabet: known, target, size, finalWeight, initialWeight } = model;
  const { alphabet, letters, outputs, seen } = sample;
  const letterOf = translated(alphabet, known);
  const width = known.size;
  const written = Array.from(target, (to, arc) => {
    if (to < 0) return undefined;
    const weight = normalized(finalWeight[Math.floor(arc / width)], model.arcWeight[arc], finalWeight[to]);
    return generatorName(weight) ?? notAMachine(weight);
  });
  const first = size === 0 ? undefined : generatorName(freeGroup.times(initialWeight, finalWeight[0]));
  const isMoore = sample.kind === "moore";
  return (trace, start, end) => {
    let [wrong, compared] = [0, 0];
    let leaves: number | undefined;
    let worst: Surprise | undefined;
    /** The outputs of a Moore machine begin with one more. */
    const shift = isMoore ? trace + 1 : 0;
    const compare = (event: number, output: string | undefined, at: number) => {
      if (seen[at] < 0) return;
      compared++;
      const came = outputs.symbols[seen[at]];
      if (came === output) return;
      wrong++;
      worst ??= {
        event,
        came,
        bits: Number.POSITIVE_INFINITY,
        expected: output === undefined ? [] : [output],
      };
    };
    if (isMoore && first !== undefined) compare(0, first, start + trace);
    for (let at = start, state = size === 0 ? -1 : 0; at < end; at++) {
      const letter = state < 0 ? -1 : letterOf[letters[at]];
      const arc = letter < 0 ? -1 : state * width + letter;
      state = arc < 0 ? -1 : target[arc];
      // A machine with missing arcs says nothing about what follows one.
      if (state < 0 && leaves === undefined) {
        leaves = at - start;
        worst ??= {
          event: leaves,
          came: alphabet.symbols[letters[at]],
          bits: Number.POSITIVE_INFINITY,
          expected: [],
        };
      }
      compare(at - start, arc < 0 ? undefined : written[arc], at + shift);
    }
    return { wrong, compared, leaves, worst };
  };
}

function notAMachine(weight: string): never {
  throw new HankelError(
    "unsupported",
    `anomalies needs a Mealy or Moore machine, and an arc of this automaton writes ${quote(weight)}, not a single output`,
  );
}
