/** What `hankel compare` says of two targets that were compared on words. */

import type { Known } from "../compare/automata.ts";
import { type Comparison, isBoolean } from "../compare/pair.ts";
import { type Alphabet, compare, isDeterministic, toWdfsa } from "../index.ts";
import { countOf } from "../internal/core.ts";
import {
  type AnswerComparison,
  type AnsweredWords,
  type Estimate,
  evaluateExactly,
  type ModelComparison,
  type Share,
} from "../learning.ts";
import type { Distribution } from "../models.ts";
import type { BlackBox } from "../node.ts";
import { columns } from "./columns.ts";
import { digits, shownEstimate } from "./figures.ts";
import { outputsIn, outputsLine, statesOf } from "./machine.ts";

/** What the words establish: that the two differ by more than they may, that they do not, or neither. */
export type Verdict = "different" | "equal" | "open";

/** How far apart two language models may be and still count as equal, unless the user says it; for others it is nothing. */
const WITHIN = 0.001;

/** What is established: differences by intervals of 95 %, or with a tolerance of 0 by a word. */
export function verdictOf({ kind, found }: Comparison, within: number | undefined): Verdict {
  if (kind === "models") return judged([found.variation], within ?? WITHIN);
  const halves = [found.even, ...(found.near === undefined ? [] : [found.near])];
  if (within === undefined || within === 0) return found.differences.length > 0 ? "different" : "open";
  return judged(
    halves.map(({ share }) => share),
    within,
  );
}

function judged(shares: readonly Share[], within: number): Verdict {
  if (shares.some(({ low }) => low > within)) return "different";
  return shares.every(({ high }) => high <= within) ? "equal" : "open";
}

/** The names of the two, in their order. */
export type Names = readonly [left: string, right: string];

/** Everything as lines. */
export function comparisonLines(
  comparison: Comparison,
  { within, seed = 1 }: { readonly within?: number | undefined; readonly seed?: number | undefined },
  names: Names,
): string[] {
  const head = [`left: ${names[0]}`, `right: ${names[1]}`];
  const verdict = verdictOf(comparison, within);
  return comparison.kind === "models"
    ? [...head, ...modelLines(comparison.found, verdict, within ?? WITHIN, seed)]
    : [...head, ...answerLines(comparison, verdict, within ?? 0, seed)];
}

function modelLines(found: ModelComparison, verdict: Verdict, within: number, seed: number): string[] {
  const { words, left, right, variation, jensenShannon, maxLength } = found;
  const cut = left.cut + right.cut;
  const cutOff = cut === 0 ? "" : `; ${cut} were cut off after ${countOf(maxLength, "letter")}`;
  const says = `the total variation of their words is ${range(variation)}`;
  const sentence = {
    different: `different: ${says}, more than ${digits(within)}`,
    equal: `equal within ${digits(within)}: ${says}`,
    open: `not established: ${says}; neither above nor below ${digits(within)} for sure`,
  }[verdict];
  const row = (name: string, of: (side: typeof left) => Estimate, about: string) => {
    const shown = [left, right].map((side) => shownEstimate(of(side)));
    return [name, ...shown, about];
  };
  const infinite = [left, right].some(({ excluded }) => excluded > 0);
  return [
    sentence,
    `${countOf(words, "word")} drawn from each, seed ${seed}${cutOff}`,
    "",
    ...columns([
      ["", "words of left", "words of right", ""],
      row("total variation", (side) => side.totalVariation, "of what comes next, per symbol"),
      row("KL per symbol", (side) => side.divergence, "of the other model, in nats"),
      row("KL per word", (side) => side.wordDivergence, ""),
      ...(infinite
        ? [
            row(
              "  smoothed",
              (side) => side.smoothedDivergence,
              "per symbol: finite where one excludes something",
            ),
            row("  smoothed", (side) => side.smoothedWordDivergence, "per word"),
          ]
        : []),
    ]),
    `Jensen–Shannon divergence of words: ${range(jensenShannon)} nats, of at most 0.693.`,
    "± are normal 95 % intervals over words; the ranges hold for any number of words (Chernoff and Hoeffding).",
    ...placeLines(found),
  ];
}

/** How many symbols of what comes next are shown. */
const SAID = 3;

function placeLines({ places, alphabet }: ModelComparison): string[] {
  if (places.length === 0) return [];
  const rows = places.map(({ word, left, right, leftRow, rightRow, share }) => [
    percent(share),
    digits(left),
    digits(right),
    endOf(alphabet.show(word)),
    saidNext(leftRow, rightRow, alphabet),
    saidNext(rightRow, leftRow, alphabet),
  ]);
  return [
    "",
    "Where they differ most, weighted by how likely each begins a word so:",
    ...columns([["share", "left", "right", "so far", "left says next", "right says next"], ...rows]),
  ];
}

/** The symbols on which the two differ most, and how likely they are here. */
function saidNext(row: Distribution, other: Distribution, alphabet: Alphabet): string {
  const symbols = Array.from(row.keys())
    .sort((a, b) => Math.abs(row[b] - other[b]) - Math.abs(row[a] - other[a]) || a - b)
    .slice(0, SAID);
  return symbols.map((symbol) => `${symbolName(symbol, alphabet)} ${percent(row[symbol])}`).join(", ");
}

/** The most characters of a word so far; of a longer one the end is shown, which what comes next depends on most. */
const WIDEST_WORD = 48;

function endOf(text: string): string {
  const characters = [...text];
  return characters.length <= WIDEST_WORD ? text : `…${characters.slice(1 - WIDEST_WORD).join("")}`;
}

/** A symbol in a list: as it is, unless it could be taken for a part of the list or for the end. */
function symbolName(symbol: number, alphabet: Alphabet): string {
  if (symbol === alphabet.size) return "end";
  const name = alphabet.symbols[symbol];
  return /^[^\s,%"]+$/u.test(name) && name !== "end" ? name : JSON.stringify(name);
}

function answerLines(
  { found, box }: Extract<Comparison, { kind: "answers" }>,
  verdict: Verdict,
  within: number,
  seed: number,
): string[] {
  const { even, near, maxLength, accepted, alphabet } = found;
  const all = even.words + (near?.words ?? 0);
  const most = Math.max(even.share.high, near?.share.high ?? 0);
  const than = within === 0 ? "" : `, more than ${percent(within)} of the words`;
  const sentence = {
    different: `different: on ${even.different + (near?.different ?? 0)} of ${countOf(all, "word")}${than}`,
    equal: `equal within ${percent(within)} of the words`,
    open:
      within === 0
        ? `no difference found on ${countOf(all, "word")}: with 95 % confidence they differ on at most ${percent(most)} of such words`
        : `not established: neither more nor less than ${percent(within)} for sure`,
  }[verdict];
  const halves: (readonly [string, AnsweredWords])[] = [
    [`0 to ${maxLength} even letters`, even],
    ...(near === undefined ? [] : [["a letter away from accepted words", near] as const]),
  ];
  const rows = halves.map(([name, { words, different, share }]) => [
    name,
    `${different} of ${words}`,
    `${percent(share.mean)} (95 %: ${percent(share.low)} to ${percent(share.high)})`,
  ]);
  const accepts = isBoolean(box.kind.algebra)
    ? [`Left accepts ${percent(accepted.left / all)} of them, right ${percent(accepted.right / all)}.`]
    : [];
  const none =
    isBoolean(box.kind.algebra) && near === undefined && accepted.left + accepted.right === 0
      ? ["Neither accepts any of these words, so nothing near accepted words was tried."]
      : [];
  return [
    sentence,
    ...columns([["words", "differ", ""], ...rows]),
    ...accepts,
    ...none,
    `The words are random, seed ${seed}, over ${countOf(alphabet.size, "symbol")}; the ranges hold for any number of words (Chernoff).`,
    ...differenceLines(found, box),
  ];
}

function differenceLines(
  { differences, alphabet }: AnswerComparison<unknown>,
  box: BlackBox<unknown>,
): string[] {
  if (differences.length === 0) return [];
  const { terms } = box.kind;
  const rows = differences.map(({ word, left, right }) => [
    answerText(left, box),
    answerText(right, box),
    alphabet.show(word, terms),
  ]);
  return [
    "",
    `The shortest ${terms.word}s found on which they differ:`,
    ...columns([["left", "right", terms.word], ...rows]),
  ];
}

function answerText(answer: unknown, { kind }: BlackBox<unknown>): string {
  if (isBoolean(kind.algebra)) return kind.format(answer) === "true" ? "accepts" : "rejects";
  const outputs = outputsIn(answer, kind.algebra);
  return outputs === undefined ? kind.format(answer) : outputsLine(outputs);
}

/** What the automata of the two are, and how far apart they are themselves. */
export function automataLines([left, right]: readonly [Known, Known]): string[] {
  const one = (side: string, { automaton, given, statement }: Known) => [
    `${side}: ${countOf(statesOf(automaton), "state")}${given ? ", as it is in the file" : ", learned"}`,
    ...(statement === "" ? [] : [`  ${statement}`]),
  ];
  // What was not learned to the end differs from the other one for no reason of theirs.
  const isWhole = left.unfinished === undefined && right.unfinished === undefined;
  const differences = isWhole ? apart(left, right) : [];
  return ["", "Their automata:", ...one("left", left), ...one("right", right), ...differences];
}

function apart({ automaton: left }: Known, { automaton: right }: Known): string[] {
  if (isBoolean(left.algebra) && isBoolean(right.algebra)) {
    const difference = left.alphabet.equals(right.alphabet) ? compare(left, right) : undefined;
    if (!left.alphabet.equals(right.alphabet)) return [];
    return [
      difference === undefined
        ? "The automata are equal."
        : `The automata differ: ${difference.alphabet.show(difference.word)} is a shortest word that shows it.`,
    ];
  }
  if (!isDeterministic(left) || !isDeterministic(right) || statesOf(left) !== left.size) return [];
  const tv = ([a, b]: readonly [typeof left, typeof right]) =>
    digits(evaluateExactly(toWdfsa(a), toWdfsa(b)).totalVariation.mean);
  const [there, back] = [tv([left, right]), tv([right, left])];
  return [
    `The automata themselves, exactly: total variation ${there} per symbol of left's words, ${back} of right's.`,
  ];
}

/** Everything as JSON. Rows hold their likeliest symbols; JSON has no infinity: it is null there. */
export function comparisonJson(
  comparison: Comparison,
  options: { readonly within?: number | undefined; readonly seed?: number | undefined },
  names: Names,
  automata?: readonly [Known, Known],
): string {
  const verdict = verdictOf(comparison, options.within);
  const [left, right] = names;
  const head = { verdict, names: { left, right }, seed: options.seed ?? 1 };
  const states = automata && {
    automata: { left: statesOf(automata[0].automaton), right: statesOf(automata[1].automaton) },
  };
  if (comparison.kind === "models") {
    const { alphabet, places, ...figures } = comparison.found;
    const told = places.map(({ word, leftRow, rightRow, ...place }) => ({
      word: alphabet.spell(word),
      ...place,
      leftSays: rowJson(leftRow, alphabet),
      rightSays: rowJson(rightRow, alphabet),
    }));
    return JSON.stringify({ ...head, ...figures, places: told, ...states });
  }
  const { found, box } = comparison;
  const { alphabet, differences, ...figures } = found;
  const told = differences.map((one) => ({
    word: alphabet.spell(one.word),
    left: box.kind.write(one.left),
    right: box.kind.write(one.right),
  }));
  return JSON.stringify({ ...head, ...figures, differences: told, ...states });
}

const LIKELIEST = 20;

/** The likeliest symbols by their names; the end has the empty one, which no symbol has. */
function rowJson(row: Distribution, alphabet: Alphabet): Record<string, number> {
  const symbols = Array.from(row.keys())
    .sort((a, b) => row[b] - row[a] || a - b)
    .slice(0, LIKELIEST);
  return Object.fromEntries(
    symbols.map((symbol) => [symbol === alphabet.size ? "" : alphabet.symbols[symbol], row[symbol]]),
  );
}

function range({ mean, low, high }: Share): string {
  return `${three(mean)} (95 %: ${three(low)} to ${three(high)})`;
}

function three(value: number): string {
  return value < 5e-7 ? "0" : String(Number(value.toPrecision(3)));
}

function percent(share: number): string {
  const value = 100 * share;
  return `${value < 5e-7 ? 0 : Number(value.toPrecision(2))} %`;
}
