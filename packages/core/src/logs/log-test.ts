/** A log as a test of conjectures: it cannot be asked, but it says where a conjecture may be wrong. */

import { generatorName, generatorsIn } from "../algebra/free-group.ts";
import type { Automaton } from "../automata/convert.ts";
import { type Machine, machineOf, runMachine } from "../automata/machine.ts";
import { HankelError } from "../errors.ts";
import type { InferSample, TraceSample } from "../inference/sample.ts";
import type { Kind } from "../kinds/kind.ts";
import { agreedOn, type EquivalenceTest } from "../teachers/testing/equivalence-test.ts";
import type { Alphabet } from "../words/alphabet.ts";
import { shortlex, type Word } from "../words/word.ts";

/** What a log says of a word: the last output of a machine, or the weight, as it is written. */
export interface Saying {
  readonly word: Word;
  readonly said: string;
  /** Where it stands. */
  readonly place: string;
}

/** A test by a log. */
export interface LogTest extends EquivalenceTest {
  /** How many words of the log have symbols that the target does not know. */
  readonly unknown: number;
  /** What the log says of the words that were put to the target so far: a conjecture says otherwise. */
  readonly tried: readonly Saying[];
}

/** What a log says of its words, in the letters of the target. */
interface LogWord {
  readonly word: Word;
  readonly place: string;
  /** What is known of it: outputs, undefined where nothing is known, or a weight. */
  readonly said: readonly (string | undefined)[] | string;
}

/**
 * Tests a conjecture by a log. Only where the two disagree is the target asked, about the shortest beginning on which they do: either the conjecture
 * is wrong, or the log. So a log costs nothing where it is right about what is already known. Of words that only occurred, nothing is known: the most frequent
 * ones are put to the target.
 *
 * @example
 * const logs = new LogReader();
 * logs.read("log.txt", "+ a b\n- a a b\n+ a a a b\n");
 * const target = minimize(fromExpression("(aa)*ab", boolean));
 * const test = testByLog(logs.end().sample, weightsIn(boolean), target.alphabet, "log.txt");
 * const conjecture = minimize(fromExpression("a*b", boolean));
 * console.log([...test.words(conjecture, 0, [])].map((word) => word.length).join(" ")); // 3
 */
export function testByLog<W, A>(
  sample: InferSample,
  kind: Kind<W, A>,
  alphabet: Alphabet,
  name: string,
): LogTest {
  const log = wordsOf(sample, kind, alphabet);
  if (sample.kind === "words") return testByOccurrence(log, sample, name);
  const tried = new Map<string, Saying>();
  const known = log.filter((word) => word !== undefined);
  return {
    text: `from:${name}`,
    whole: true,
    unknown: log.length - known.length,
    get tried() {
      return [...tried.values()];
    },
    words(hypothesis) {
      const doubts = new Map<string, Saying>();
      const doubt = doubter(hypothesis);
      for (const word of known) {
        const found = doubt(word);
        if (found !== undefined) doubts.set(found.word.join(" "), doubts.get(found.word.join(" ")) ?? found);
      }
      const shortest = [...doubts].sort(([, a], [, b]) => a.word.length - b.word.length);
      return (function* () {
        for (const [key, saying] of shortest) {
          tried.set(key, saying);
          yield saying.word;
        }
      })();
    },
    claim: () => agreedOn(`the log ${name}`),
  };
}

/** So many words that occurred are put to the target, each once. */
const MOST_OCCURRED = 500;

/** Words that only occurred: nothing is known of the answers, but these words count, the most frequent ones most. */
function testByOccurrence(
  log: readonly (LogWord | undefined)[],
  { counts }: InferSample,
  name: string,
): LogTest {
  const often = new Map<string, { readonly word: Word; times: number }>();
  log.forEach((found, i) => {
    if (found === undefined) return;
    const key = found.word.join(" ");
    const times = counts?.[i] ?? 1;
    const same = often.get(key);
    if (same === undefined) often.set(key, { word: found.word, times });
    else same.times += times;
  });
  const words = [...often.values()]
    .sort((a, b) => b.times - a.times || shortlex(a.word, b.word))
    .slice(0, MOST_OCCURRED)
    .map(({ word }) => word);
  return {
    text: `from:${name}`,
    whole: true,
    unknown: log.filter((found) => found === undefined).length,
    tried: [],
    count: () => words.length,
    words: () => words,
    claim: () =>
      agreedOn(
        `${words.length === often.size ? "the" : `the ${words.length} most frequent`} words of the log ${name}`,
      ),
  };
}

/** Says where a conjecture and a word of the log disagree. */
function doubter<W>(hypothesis: Automaton<W>): (word: LogWord) => Saying | undefined {
  const machine = machineOf(hypothesis);
  const { algebra } = hypothesis;
  return ({ word, place, said }) => {
    if (typeof said !== "string")
      return machine === undefined ? undefined : otherOutput(machine, { word, place, said });
    const weight = hypothesis.weigh(word);
    return algebra.equals(weight, algebra.parse(said)) ? undefined : { word, place, said };
  };
}

/** The shortest beginning of a trace with an output that a machine does not write. */
function otherOutput(
  machine: Machine,
  { word, place, said }: { word: Word; place: string; said: readonly (string | undefined)[] },
): Saying | undefined {
  const written = runMachine(machine, word);
  // A Moore machine writes one output more, in front.
  const more = written.length - word.length;
  const at = written.findIndex((output, i) => {
    const other = said[i + said.length - written.length];
    return other !== undefined && other !== output;
  });
  if (at < 0) return undefined;
  const output = said[at + said.length - written.length] ?? "";
  return { word: word.slice(0, at + 1 - more), place, said: output };
}

/** The words of a log in the letters of a target; undefined for those with symbols that it does not know. */
function wordsOf<W, A>(sample: InferSample, kind: Kind<W, A>, alphabet: Alphabet): (LogWord | undefined)[] {
  const { letters, starts, place } = sample;
  const isMachine = sample.kind === "mealy" || sample.kind === "moore";
  const refuse = (what: string) => {
    throw new HankelError("usage", `the log ${what}, and the target is ${kind.answerer}`);
  };
  if (isMachine !== (kind.name === "runs")) refuse(kind.name === "runs" ? "has no outputs" : "has outputs");
  if (kind.name === "rows")
    refuse(
      "says which words occurred, not what comes next; hankel infer learns from them, and hankel evaluate says how well the automaton of the log speaks like the target",
    );
  if (sample.kind === "labelled" && kind.algebra.name !== "boolean") refuse("has labels");
  const letterOf = Int32Array.from(sample.alphabet.symbols, (symbol) => alphabet.letter(symbol));
  return Array.from({ length: starts.length - 1 }, (_, i): LogWord | undefined => {
    const word = Array.from(letters.subarray(starts[i], starts[i + 1]), (letter) => letterOf[letter]);
    if (word.some((letter) => letter < 0)) return undefined;
    return { word, place: place?.(i) ?? `word ${i + 1}`, said: sayingOf(sample, i) };
  });
}

function sayingOf(sample: InferSample, i: number): LogWord["said"] {
  if (sample.kind === "mealy" || sample.kind === "moore") return outputsOf(sample, i);
  if (sample.kind === "labelled") return sample.labels[i] < 0 ? [] : String(sample.labels[i] === 1);
  return sample.kind === "weighted" ? sample.algebra.format(sample.weights[i]) : [];
}

function outputsOf({ starts, seen, outputs, kind }: TraceSample, i: number): (string | undefined)[] {
  const more = kind === "moore" ? 1 : 0;
  return Array.from(
    seen.subarray(starts[i] + more * i, starts[i + 1] + more * (i + 1)),
    (output) => outputs.symbols[output],
  );
}

/**
 * What the target answered, if that is not what a log says of the word; as people read it.
 *
 * @example
 * const saying = { word: [0], said: "true", place: "log.txt:1" };
 * console.log(refuted(weightsIn(boolean), true, saying), refuted(weightsIn(boolean), false, saying)); // undefined false
 */
export function refuted<W, A>(kind: Kind<W, A>, answer: A, { said }: Saying): string | undefined {
  const text = kind.format(answer);
  if (kind.name === "runs") {
    const last = generatorsIn(text)?.at(-1);
    const output = last === undefined ? "" : (generatorName(last) ?? last);
    return output === said ? undefined : output;
  }
  return kind.equals(answer, kind.parse(said)) ? undefined : text;
}
