import { mostDigits } from "../algebra/digits.ts";
import { freeGroup } from "../algebra/free-group.ts";
import { watchMargins } from "../algebra/margins.ts";
import { type AnyAlgebra, semifieldByName } from "../algebra/registry.ts";
import type { GroupWithZero } from "../algebra/semifield.ts";
import { weightMap } from "../algebra/weight-map.ts";
import { Answers } from "../answers/answers.ts";
import { HankelError, quote, shortenedApart, shown } from "../errors.ts";
import type { KindHeader } from "../formats/journal-lines.ts";
import { LONGEST_WEIGHT } from "../limits.ts";
import type { Alphabet } from "../words/alphabet.ts";
import { PrefixTree } from "../words/prefix-tree.ts";
import type { Word } from "../words/word.ts";
import { type Combined, type Kind, type OnConflict, UsualKind, type WeightChoice, widest } from "./kind.ts";

/** About how many bytes a weight takes: a ratio of two small whole numbers. */
const WEIGHT_BYTES = 64;

/** The tests of conjectures where neither the user nor the target says which. */
export const defaultTests = {
  /**
   * The parameters were chosen on one half of the machines of bench/default-tests.ts. What is proved comes last: of a wrong conjecture, the
   * likeliest paths find it out at less cost.
   */
  machines: "paths:80+tours:80+proof:30",
  /** Weights in the free group: how outputs are spread over the letters of a word is not known. */
  transductions: "walk:50+loops:50+states:25",
  /** Every state is tried by short words, counterexamples of a few letters first; then come long words. */
  others: "short:500+states:5+loops:100+walk:200",
} as const;

/**
 * The target gives each word its weight in an algebra.
 *
 * @example
 * const kind = weightsIn(rational);
 * console.log(kind.name, kind.format(fraction(1, 2))); // weights 1/2
 */
export function weightsIn<W>(algebra: GroupWithZero<W>): WeightsKind<W> {
  return new WeightsKind(algebra);
}

/** Weights of words, in any algebra. */
export class WeightsKind<W> extends UsualKind<W> implements Kind<W> {
  readonly algebra: GroupWithZero<W>;
  readonly name = "weights";
  readonly header: KindHeader;
  readonly answerBytes = 1;
  readonly tellsPrefixes = false;
  readonly exact: boolean;
  readonly verb = "weigh";
  readonly reply = "weights";
  readonly noun = "weight";
  readonly corrects = true;
  readonly suspicion = ", --tolerance about rounding";
  readonly approximate = false;
  readonly answerer = "a black box that weighs words";
  readonly learner = "tree";
  readonly tests: string;

  constructor(algebra: GroupWithZero<W>) {
    super();
    this.algebra = algebra;
    this.exact = algebra.exact;
    this.header = { semifield: algebra.name };
    this.tests = algebra.name === freeGroup.name ? defaultTests.transductions : defaultTests.others;
  }

  get announced(): object {
    return { semifield: this.algebra.name };
  }

  weight(answer: W): W {
    return answer;
  }

  equals(a: W, b: W): boolean {
    return this.algebra.equals(a, b);
  }

  override same(a: W, b: W): boolean {
    return this.format(a) === this.format(b);
  }

  isAnswer(value: unknown): value is W {
    return this.algebra.isWeight(value);
  }

  parse(text: string): W {
    return this.algebra.parse(text);
  }

  format(answer: W): string {
    return this.algebra.format(answer);
  }

  /**
   * A weight from JSON: a string in the semifield's notation, or a number or boolean that means the same. JSON.parse rounds
   * whole numbers beyond 2⁵³, so an exact semifield refuses them.
   */
  read(_word: Word, value: unknown): W {
    const { algebra } = this;
    if (typeof value === "string") return algebra.parse(bounded(value));
    if (typeof value !== "number" && typeof value !== "boolean") {
      const found = value === undefined ? "nothing" : shown(value);
      throw new HankelError("parse", `${found} is not a weight of ${algebra.name}`);
    }
    if (algebra.exact && Math.abs(Number(value)) > Number.MAX_SAFE_INTEGER && Number.isFinite(value)) {
      throw new HankelError("parse", `${value} is too large to be exact as a number; write it as a string`);
    }
    // -0 + 0 is 0: an algebra has one zero only.
    const plain = typeof value === "number" ? value + 0 : value;
    return algebra.isWeight(plain) ? plain : algebra.parse(String(value));
  }

  write(answer: W): unknown {
    if (typeof answer === "boolean") return answer;
    return !this.exact && Number.isFinite(answer) ? answer : this.format(answer);
  }

  /** The most frequent answer for exact weights, the mean for floats. For log weights this is the mean of the logarithms. */
  combine(answers: readonly W[], rule: OnConflict): Combined<W> {
    const { algebra } = this;
    const [first] = answers;
    const spread = widest(answers, (a, b) => {
      if (!algebra.exact) return algebra.distance(a, b);
      return algebra.equals(a, b) ? 0 : Number.POSITIVE_INFINITY;
    });
    const conflict = algebra.exact ? spread > 0 : spread > algebra.tolerance;
    if (rule === "keep-first" || (rule === "stop" && conflict)) {
      return { answer: first, spread, conflict, decided: true };
    }
    // Averaging distinguishes only zero from non-zero.
    const group = (answer: W) => (algebra.exact || algebra.isZero(answer) ? answer : algebra.one);
    const counts = weightMap<W, { answer: W; count: number }>(algebra);
    for (const answer of answers) counts.getOrAdd(group(answer), () => ({ answer, count: 0 })).count++;
    const groups = counts.values();
    const best = groups.reduce((most, group) => (group.count > most.count ? group : most));
    const decided = groups.filter(({ count }) => count === best.count).length === 1;
    if (algebra.exact || algebra.isZero(best.answer))
      return { answer: best.answer, spread, conflict, decided };
    const mean = meanOf(answers.filter((answer) => !algebra.isZero(answer)));
    return { answer: mean ?? best.answer, spread, conflict, decided };
  }

  differing(alphabet: Alphabet, word: Word, answers: readonly W[]): string {
    const said = shortenedApart(answers.map((answer) => this.format(answer))).join(", then ");
    return `${alphabet.show(word)} weighs ${said}`;
  }

  clashing(): string {
    return "";
  }

  describe(): string {
    return `semifield ${quote(this.algebra.name)}`;
  }

  /** What other answers over the same semifield are, they know themselves. */
  unlike(other: Kind<unknown>): string | undefined {
    return other.name === this.name ? undefined : other.unlike(this);
  }

  answers(alphabet: Alphabet, tree = new PrefixTree(alphabet.size)): WeightAnswers<W> {
    return new WeightAnswers(tree);
  }

  chosen(alphabet: Alphabet, choice: WeightChoice): Kind<W>;
  chosen(_alphabet: Alphabet, choice: WeightChoice): Kind<W> | Kind<unknown> {
    const given = choice.semifield !== undefined || choice.tolerance !== undefined;
    return given ? weightsIn(algebraOf(this.algebra.name, choice)) : this;
  }

  override watched() {
    const { algebra, margins } = watchMargins(this.algebra);
    return { kind: algebra === this.algebra ? this : weightsIn(algebra), margins };
  }
}

/**
 * The weights of words. An answer tells nothing about other words.
 *
 * @example
 * const answers = new WeightAnswers<number>(new PrefixTree(2));
 * answers.tell(answers.tree.insert([1]), 7);
 * console.log(answers.answer(answers.tree.insert([1]))); // 7
 */
export class WeightAnswers<W> extends Answers<W> {
  #weights: W[] = [];

  constructor(tree: PrefixTree) {
    super(tree, false);
  }

  override get bytes(): number {
    return super.bytes + WEIGHT_BYTES * this.#weights.length;
  }

  answer(node: number): W {
    return this.#weights[this.place[node] - 1];
  }

  tell(node: number, answer: W, corrects = false): void {
    this.reserve(node);
    if (this.place[node] === 0) this.place[node] = this.#weights.push(answer);
    else if (corrects) this.#weights[this.place[node] - 1] = answer;
  }

  clash(): undefined {
    return undefined;
  }

  kept(_node: number, answer: W): W {
    return answer;
  }
}

/** Refuses a weight that would take too long to read. */
function bounded(text: string): string {
  // A fraction has digits above and below its bar.
  const longest = Math.max(LONGEST_WEIGHT, 2 * mostDigits() + 2);
  if (text.length <= longest) return text;
  throw new HankelError(
    "parse",
    `the weight ${quote(text)} has ${text.length} characters, more than the ${longest} that are read`,
  );
}

/**
 * The semifield of a target with the user's tolerance, if there is one. If the user names a semifield, it must be that one.
 *
 * @example
 * console.log(algebraOf("real", { tolerance: 0.01 }).name); // real:0.01
 */
export function algebraOf(name: string, { semifield, tolerance }: WeightChoice): AnyAlgebra {
  const base = (of: string) => of.replace(/:.*/su, "");
  if (semifield !== undefined && base(semifield) !== base(name)) {
    throw new HankelError(
      "usage",
      `the weights of the black box are in the semifield ${quote(name)}, not ${quote(semifield)}`,
    );
  }
  const algebra = semifieldByName(semifield ?? name);
  if (tolerance === undefined) return algebra;
  if (algebra.exact) {
    throw new HankelError("usage", `${algebra.name} weights are exact: there is no tolerance to set`);
  }
  return semifieldByName(`${base(algebra.name)}:${tolerance}`);
}

function meanOf<W>(answers: readonly W[]): W | undefined {
  const numbers = answers.filter((answer): answer is W & number => typeof answer === "number");
  const [first] = answers;
  if (numbers.length < answers.length) return undefined;
  // The mean of equal answers must not suffer from rounding.
  if (answers.every((answer) => answer === first)) return first;
  let sum = 0;
  for (const number of numbers) sum += number;
  return (sum / numbers.length) as W & number;
}
