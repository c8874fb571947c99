import type { Alphabet, Word } from "../index.ts";
import { countOf } from "../internal/core.ts";
import { type DriveOptions, IntegralLearner, type Learner, type Reason, TableLearner } from "../learning.ts";
import { type Distribution, distributionOf } from "../models.ts";
import { standardError } from "../support/terminal.ts";
import { showAutomaton } from "./automaton.ts";
import { type Cell, columns } from "./columns.ts";
import { answersIn, statesOf } from "./machine.ts";
import { showMatrix } from "./matrix.ts";
import { type Paint, paintFor } from "./paint.ts";

/** How many words of a batch are shown. */
const MAX_WORDS = 12;
/** How many symbols of a distribution are shown. */
const MAX_SYMBOLS = 4;

/**
 * Explains a learner's run step by step: why each batch is asked, the answers, the matrix, and each hypothesis; on standard error,
 * unless the lines go elsewhere.
 */
export function narrate<W>(
  learner: Learner<W>,
  paint: Paint = paintFor(standardError),
  tell: (line: string) => void = (line) => standardError.line(line),
): Pick<DriveOptions<W>, "announce" | "observe"> {
  const { algebra, alphabet, kind } = learner;
  const asks = learner instanceof IntegralLearner ? learner.inner : learner;
  const show = (word: Word) => alphabet.show(word, kind.terms);
  let conjectures = 0;

  const block = (title: string, about: string, lines: readonly string[]) => {
    tell(`${paint.bold(title)}  ${about}`);
    for (const line of lines) tell(`  ${line}`);
    tell("");
  };

  /** What words were answered with: their weights, or what most probably comes next. */
  const told = (answers: readonly W[]): Cell[][] => {
    const rows = answers.filter((answer) => answer instanceof Float64Array);
    if (rows.length > 0) {
      return rows.map((row) => [
        { text: "goes on with", paint: paint.faint },
        likeliest(alphabet, distributionOf(row, alphabet.size)),
      ]);
    }
    return answersIn(algebra, answers).map(({ verb, text }) => [
      { text: `${verb}s`, paint: paint.faint },
      text,
    ]);
  };

  const tellWeights = (words: readonly Word[], weights: ArrayLike<W>) => {
    const shown = words.slice(0, MAX_WORDS);
    const answers = told(shown.map((_, i) => weights[i]));
    const rows = shown.map((word, i) => [`  ${show(word)}`, ...answers[i]]);
    for (const line of columns(rows)) tell(line);
    const more = words.length - rows.length;
    if (more > 0) tell(paint.faint(`  … and ${more} more`));
    tell("");
  };

  const tellVerdict = (believed: W, counterexample: Word | null) => {
    const [{ verb, text }] = answersIn(algebra, [believed]);
    const verdict =
      counterexample === null
        ? "no counterexample: accepted"
        : `wrong about ${paint.bold(show(counterexample))}: it does not ${verb} ${text}`;
    tell(`${paint.bold("Answer")}  ${verdict}`);
    tell("");
  };

  return {
    announce(question) {
      if (question.kind === "weigh") {
        tell(`${paint.bold("Questions")}  ${reasonIn(question.why, show, learner.form.ranked)}`);
        return;
      }
      if (asks instanceof TableLearner)
        block("Matrix", "closed and consistent", showMatrix(asks.hankel, paint, kind.terms));
      conjectures++;
      const { hypothesis } = question;
      const about = countOf(statesOf(hypothesis), "state");
      block(`Hypothesis ${conjectures}`, about, showAutomaton(hypothesis, paint));
    },
    observe(question, answer) {
      if (question.kind === "weigh" && answer.kind === "weights")
        tellWeights(question.batch.words, answer.weights);
      if (question.kind === "conjecture" && answer.kind === "verdict")
        tellVerdict(question.hypothesis.weigh(answer.counterexample ?? []), answer.counterexample);
    },
  };
}

/** Why a batch is asked, in words. */
function reasonIn(why: Reason, show: (word: Word) => string, ranked: boolean): string {
  switch (why.kind) {
    case "start":
      return "to begin with";
    case "unclosed":
      return `${show(why.prefix)} looks like no ${ranked ? "combination of prefixes" : "prefix"} so far: it becomes a new state`;
    case "inconsistent":
      return `${show(why.prefixes[0])} and ${show(why.prefixes[1])} looked alike, but part on ${show([why.letter, ...why.suffix])}: a new suffix`;
    case "revived":
      return `${show(why.prefix)} looked dead, but ${show([why.letter, ...why.suffix])} has a weight: a new suffix`;
    case "counterexample":
      return `learning from the counterexample ${show(why.word)}`;
    case "split":
      return `does the shorter suffix ${show(why.suffix)} tell the same states apart?`;
    case "dimension":
      return `does ${why.suffixes.map(show).join(", ")} show a row that is no combination of the basis?`;
    default:
      return "";
  }
}

/** The most probable symbols of a distribution, or the end, with their probabilities. */
function likeliest({ symbols, size }: Alphabet, row: Distribution): string {
  const order = Array.from(row.keys()).toSorted((a, b) => row[b] - row[a]);
  const shown = order.slice(0, MAX_SYMBOLS).filter((place) => row[place] > 0);
  const parts = shown.map(
    (place) => `${place === size ? "the end" : symbols[place]} ${row[place].toFixed(3)}`,
  );
  return `${parts.join(", ")}${row.length > MAX_SYMBOLS ? ", …" : ""}`;
}
