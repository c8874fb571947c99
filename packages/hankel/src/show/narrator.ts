import type { Alphabet, Word } from "../index.ts";
import { countOf } from "../internal/core.ts";
import {
  type Answer,
  type DriveOptions,
  type Learner,
  type Question,
  type Reason,
  TableLearner,
} from "../learning.ts";
import { type Distribution, distributionOf } from "../models.ts";
import { standardError } from "../support/terminal.ts";
import { showAutomaton } from "./automaton.ts";
import { type Cell, columns } from "./columns.ts";
import { answerIn, statesOf } from "./machine.ts";
import { showMatrix } from "./matrix.ts";
import { type Paint, paintFor } from "./paint.ts";

/** How many words of a batch are shown. */
const MAX_WORDS = 12;
/** How many symbols of a distribution are shown. */
const MAX_SYMBOLS = 4;

/** Explains a run step by step: why each batch is asked, the answers, the matrix, and each hypothesis. */
export class Narrator<W> {
  readonly #learner: Learner<W>;
  readonly #paint: Paint;
  readonly #tell: (line: string) => void;
  #conjectures = 0;

  constructor(learner: Learner<W>, paint: Paint, tell: (line: string) => void) {
    this.#learner = learner;
    this.#paint = paint;
    this.#tell = tell;
  }

  /** Call this before a question is answered. */
  question(question: Question<W>): void {
    if (question.kind === "weigh") {
      this.#tell(`${this.#paint.bold("Questions")}  ${this.#why(question.why)}`);
      return;
    }
    const learner = this.#learner;
    if (learner instanceof TableLearner) {
      const matrix = showMatrix(learner.hankel, this.#paint, learner.kind.terms);
      this.#block("Matrix", "closed and consistent", matrix);
    }
    this.#conjectures++;
    const { hypothesis } = question;
    const about = countOf(statesOf(hypothesis), "state");
    this.#block(`Hypothesis ${this.#conjectures}`, about, showAutomaton(hypothesis, this.#paint));
  }

  /** Call this when the answer is there. */
  answer(question: Question<W>, answer: Answer<W>): void {
    if (question.kind === "weigh" && answer.kind === "weights")
      this.#weights(question.batch.words, answer.weights);
    if (question.kind === "conjecture" && answer.kind === "verdict")
      this.#verdict(question.hypothesis.weigh(answer.counterexample ?? []), answer.counterexample);
  }

  #weights(words: readonly Word[], weights: ArrayLike<W>): void {
    const rows = words
      .slice(0, MAX_WORDS)
      .map((word, i) => [`  ${this.#show(word)}`, ...this.#told(weights[i])]);
    for (const line of columns(rows)) this.#tell(line);
    const more = words.length - rows.length;
    if (more > 0) this.#tell(this.#paint.faint(`  … and ${more} more`));
    this.#tell("");
  }

  /** What a word was answered with: its weight, or what most probably comes next. */
  #told(answer: W): Cell[] {
    const { algebra, alphabet } = this.#learner;
    if (answer instanceof Float64Array) {
      const text = likeliest(alphabet, distributionOf(answer, alphabet.size));
      return [{ text: "goes on with", paint: this.#paint.faint }, text];
    }
    const { verb, text } = answerIn(algebra, answer);
    return [{ text: `${verb}s`, paint: this.#paint.faint }, text];
  }

  #verdict(believed: W, counterexample: Word | null): void {
    if (counterexample === null) {
      this.#tell(`${this.#paint.bold("Answer")}  no counterexample: accepted`);
    } else {
      const { verb, text } = answerIn(this.#learner.algebra, believed);
      const word = this.#paint.bold(this.#show(counterexample));
      this.#tell(`${this.#paint.bold("Answer")}  wrong about ${word}: it does not ${verb} ${text}`);
    }
    this.#tell("");
  }

  #why(why: Reason): string {
    const show = (word: Word) => this.#show(word);
    switch (why.kind) {
      case "start":
        return "to begin with";
      case "unclosed":
        return `${show(why.prefix)} looks like no ${this.#learner.form.ranked ? "combination of prefixes" : "prefix"} so far: it becomes a new state`;
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

  #show(word: Word): string {
    return this.#learner.alphabet.show(word, this.#learner.kind.terms);
  }

  #block(title: string, about: string, lines: readonly string[]): void {
    this.#tell(`${this.#paint.bold(title)}  ${about}`);
    for (const line of lines) this.#tell(`  ${line}`);
    this.#tell("");
  }
}

/** Explains a learner's run on standard error, step by step. */
export function narrate<W>(learner: Learner<W>): Pick<DriveOptions<W>, "announce" | "observe"> {
  const tell = (line: string) => standardError.line(line);
  const narrator = new Narrator(learner, paintFor(standardError), tell);
  return {
    announce: (question) => narrator.question(question),
    observe: (question, answer) => narrator.answer(question, answer),
  };
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
