import { boolean } from "../algebra/boolean.ts";
import { type FreeWord, freeGroup, freeWord } from "../algebra/free-group.ts";
import { Wdfsa } from "../automata/wdfsa.ts";
import { pdfaToWdfsa } from "../next/pdfa.ts";
import type { Alphabet } from "../words/alphabet.ts";
import { frequenciesIn } from "./parts.ts";
import type { Quotient } from "./quotient.ts";
import type { InferSample, ObservedWords, Support, TraceSample } from "./sample.ts";
import { countOfWord, type Part, seenAt, wordsIn } from "./sample-tree.ts";

/** A deterministic automaton that was fitted to a part of a sample. State 0 is initial. */
export interface Fitted {
  readonly size: number;
  readonly letters: number;
  /** The state behind each arc, or -1. */
  readonly target: Int32Array;
  /** Distributions: what comes next in each state, the end last. Empty for others. */
  readonly rows: Float64Array;
  /** Outputs of states (labels, Moore) or of arcs (Mealy), -1 where none is known. Empty for others. */
  readonly output: Int32Array;
}

/** How many observations the frequencies of the letters are worth in each state of a distribution. */
const SMOOTHING = 0.5;

/** The automaton of a quotient: its red states. An arc to a state that is still blue is left out. */
export function fittedTo(quotient: Quotient, sample: InferSample, part: Part): Fitted {
  const { reds, width } = quotient;
  const size = reds.length;
  const target = new Int32Array(size * width);
  for (let arc = 0; arc < target.length; arc++) {
    target[arc] = quotient.target[arc] < 0 ? -1 : quotient.row[quotient.target[arc]];
  }
  const fitted = { size, letters: width, target, rows: NO_ROWS, output: NO_OUTPUT };
  switch (sample.kind) {
    case "words":
      return counted(withAllArcs(fitted, quotient), sample, part, frequenciesIn(sample, part));
    case "mealy":
      return {
        ...fitted,
        output: target.map((to, arc) => (to < 0 ? -1 : quotient.output[quotient.slot(arc)])),
      };
    default:
      return { ...fitted, output: Int32Array.from(reds, (node) => quotient.output[node]) };
  }
}

const NO_ROWS = new Float64Array(0);
const NO_OUTPUT = new Int32Array(0);

/** An arc that is missing in a distribution leads where its letter leads most often. */
function withAllArcs(fitted: Fitted, quotient: Quotient): Fitted {
  const usual = usualTargets(fitted, quotient);
  return { ...fitted, target: fitted.target.map((to, arc) => (to < 0 ? usual[arc % fitted.letters] : to)) };
}

/** Gives each state of a distribution its relative frequencies in a part of a sample, smoothed towards those of all letters. */
export function counted(
  fitted: Fitted,
  sample: ObservedWords,
  part: Part,
  frequencies: Float64Array,
): Fitted {
  const { size, letters, target } = fitted;
  const width = letters + 1;
  const rows = Float64Array.from({ length: size * width }, (_, i) => SMOOTHING * frequencies[i % width]);
  for (let word = 0; word < part.length; word++) {
    if (part[word] === 0) continue;
    let state = 0;
    for (let at = sample.starts[word]; at < sample.starts[word + 1]; at++) {
      rows[state * width + sample.letters[at]] += part[word];
      state = target[state * letters + sample.letters[at]];
    }
    rows[state * width + letters] += part[word];
  }
  for (let state = 0; state < size; state++) normalize(rows.subarray(state * width, (state + 1) * width));
  return { ...fitted, rows };
}

function normalize(row: Float64Array): void {
  const sum = row.reduce((total, p) => total + p, 0);
  for (let i = 0; i < row.length; i++) row[i] /= sum;
}

/** Where each letter leads most often; state 0 for letters that do not occur. */
function usualTargets({ size, letters, target }: Fitted, quotient: Quotient): Int32Array {
  const uses = new Float64Array(size);
  return Int32Array.from({ length: letters }, (_, a) => {
    uses.fill(0);
    for (let state = 0; state < size; state++) {
      const to = target[state * letters + a];
      if (to >= 0) uses[to] += quotient.uses[quotient.slot(state * letters + a)];
    }
    return uses.reduce((most, use, state) => (use > uses[most] ? state : most), 0);
  });
}

/** What a word of a sample costs: nats (distributions), a wrong label, or wrong outputs. And of how many steps. */
export interface Cost {
  cost: number;
  steps: number;
}

/** What a word costs. A word that leaves the automaton is not in the language, and has no outputs from there on. */
export function costOf(fitted: Fitted, sample: InferSample, word: number, into: Cost): void {
  const { letters, target, rows, output } = fitted;
  const length = sample.starts[word + 1] - sample.starts[word];
  let [state, cost, steps] = [0, 0, 0];
  const distribution = sample.kind === "words";
  for (let at = 0; ; at++) {
    const seen = seenAt(sample, word, at);
    if (seen >= 0 && sample.kind !== "mealy") {
      steps++;
      const said = state < 0 ? -1 : output[state];
      if (sample.kind === "labelled" ? (said === 1) !== (seen === 1) : said !== seen) cost++;
    }
    if (at === length) break;
    const letter = sample.letters[sample.starts[word] + at];
    if (distribution) {
      cost -= Math.log(rows[state * (letters + 1) + letter]);
      steps++;
    }
    const arc = state * letters + letter;
    if (sample.kind === "mealy" && seenAt(sample, word, at + 1) >= 0) {
      steps++;
      if (state < 0 || target[arc] < 0 || output[arc] !== seenAt(sample, word, at + 1)) cost++;
    }
    if (state >= 0) state = target[arc];
  }
  if (distribution) {
    cost -= Math.log(rows[state * (letters + 1) + letters]);
    steps++;
  }
  into.cost = cost;
  into.steps = steps;
}

/** How often the sample passes through each state and arc of an automaton. */
export function supportOf({ size, letters, target }: Fitted, sample: InferSample): Support {
  const states = new Float64Array(size);
  const arcs = new Float64Array(size * letters);
  const ends = new Float64Array(size);
  for (let word = 0; word < wordsIn(sample); word++) {
    const count = countOfWord(sample, word);
    let state = 0;
    states[0] += count;
    for (let at = sample.starts[word]; state >= 0 && at < sample.starts[word + 1]; at++) {
      const arc = state * letters + sample.letters[at];
      state = target[arc];
      if (state < 0) break;
      arcs[arc] += count;
      states[state] += count;
    }
    if (state >= 0) ends[state] += count;
  }
  return { states, arcs, ends };
}

/** A distribution over the reals. */
export function distributionOf({ size, letters, target, rows }: Fitted, alphabet: Alphabet): Wdfsa<number> {
  return pdfaToWdfsa({ size, letters, target, rows }, alphabet);
}

/** A language: the states with label 1 are final. */
export function languageOf({ target, output }: Fitted, alphabet: Alphabet): Wdfsa<boolean> {
  return new Wdfsa({
    algebra: boolean,
    alphabet,
    target,
    arcWeight: Array.from(target, (to) => to >= 0),
    initialWeight: true,
    finalWeight: Array.from(output, (label) => label === 1),
  });
}

/** A machine over the free group. An output that was never seen is the most frequent one. */
export function machineAutomatonOf(
  { size, target, output }: Fitted,
  { alphabet, outputs, kind, seen }: TraceSample,
): Wdfsa<FreeWord> {
  const generators = outputs.symbols.map((name) => freeWord(name));
  const usual = mostFrequent(seen, outputs.size);
  const written = (slot: number) => generators[output[slot] < 0 ? usual : output[slot]] ?? freeGroup.one;
  const arcWeight = freeGroup.array(target.length);
  for (let arc = 0; arc < target.length; arc++) {
    arcWeight[arc] = target[arc] < 0 ? freeGroup.zero : written(kind === "moore" ? target[arc] : arc);
  }
  const finalWeight = freeGroup.array(size);
  for (let state = 0; state < size; state++) finalWeight[state] = freeGroup.one;
  const initialWeight = kind === "moore" ? written(0) : freeGroup.one;
  return new Wdfsa({ algebra: freeGroup, alphabet, target, arcWeight, initialWeight, finalWeight });
}

function mostFrequent(seen: Int32Array, outputs: number): number {
  const counts = new Float64Array(outputs);
  for (const output of seen) if (output >= 0) counts[output]++;
  return counts.reduce((most, count, output) => (count > counts[most] ? output : most), 0);
}
