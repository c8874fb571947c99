import { real } from "../../algebra/float64.ts";
import type { Wdfsa } from "../../automata/wdfsa.ts";
import { HankelError } from "../../errors.ts";
import type { NextAnswers } from "../../formats/journal-lines.ts";
import { type RowsKind, rowsOver } from "../../kinds/rows.ts";
import type { Distribution } from "../../next/distribution.ts";
import { type Pdfa, pdfaToWdfsa, uniformPdfa } from "../../next/pdfa.ts";
import type { Alphabet } from "../../words/alphabet.ts";
import type { Word } from "../../words/word.ts";
import { deterministicForm, type Form } from "../form.ts";
import { answerOf, type Learner, type LearnerRun } from "../protocol.ts";
import { type CurvePoint, chooseBest, choosePoint, concludeFrom, isSettled } from "./choice.ts";
import { EQUAL, statesByRows } from "./exact.ts";
import { drawFromModel, exploredWords, fit, largestVariation, type Measure, withDrawn } from "./fit.ts";
import { FarthestFirst, type Point } from "./growth.ts";
import { KnownRows, type SoftAsking } from "./known-rows.ts";
import { decideRareArcs } from "./rare-arcs.ts";

/** Options of the learner for language models. */
export interface SoftOptions {
  /** How far apart the futures of words in one state may be, in expectation. */
  readonly tolerance?: number | undefined;
  /** The most states wanted: the result is the best automaton of so many. */
  readonly maxStates?: number | undefined;
  /** The seed of what is drawn at random. */
  readonly seed?: number | undefined;
}

/** How many suffixes a state is judged by. More of them see differences that show later; each costs a question an arc. */
const SUFFIXES = 8;

/**
 * Arcs with a smaller share of all steps are not studied: a model says anything where it was shown nothing. A smaller share
 * finds rarer states, at more questions, and more states that are none.
 */
const RARE = 2e-4;

/** A model is described by so many states at most, unless the caller wants more: a finer description takes longer to read. */
const MOST_STATES = 100;

/** So many different rows are taken for no automaton, unless the caller allows more: it ends a search that has no end. */
const MOST_ROWS = 3000;

/**
 * What is hoped for is given up after so many words (equal rows), or so many states (one that stands out). More of it finds
 * larger automata, and costs more where there is none.
 */
const PATIENCE = 32;

/**
 * Learns a small automaton that speaks like a language model (docs/theory/language-models.md, §13).
 *
 * **Grow**: state by state, each time with a word that is far from all states (`FarthestFirst`). **Choose**: the automaton of
 * the sequence that stands out, or the first that is fine enough, or the best of a size (`choosePoint`). **Fit**: its rows
 * are averages over the words asked and words drawn from the model (`fit`).
 *
 * Before that it tries whether the model *is* a finite automaton (`statesByRows`); behind it, arcs too rare to be studied
 * get one question each (`decideRareArcs`).
 */
export class SoftLearner implements Learner<number, Distribution> {
  readonly name = "soft";
  readonly form: Form<number, Wdfsa<number>> = deterministicForm;
  readonly kind: RowsKind;
  readonly algebra = real;
  readonly alphabet: Alphabet;
  readonly #options: SoftOptions;
  readonly #known: KnownRows;
  readonly #longest: number;
  /** The automata that have grown, from coarse to fine, and how far each is from the model. */
  #points: Point[] = [];
  #curve: CurvePoint[] = [];
  /** The place of the chosen one, and whether it was chosen because it stands out. */
  #chosen = 0;
  #standsOut = false;
  /** Is the chosen one the model itself, as far as drawn words tell? */
  #exact = false;
  /** The words that rows are averages over, once some were drawn. */
  #measure: Measure | undefined;
  #result: Pdfa | undefined;

  constructor(
    alphabet: Alphabet,
    options: SoftOptions = {},
    next: NextAnswers = { prefixes: false },
    shared = rowsOver(alphabet, next).answers(alphabet),
  ) {
    const { tolerance } = options;
    if (tolerance !== undefined && !(tolerance >= 0 && tolerance < 1)) {
      throw new HankelError("usage", `a tolerance is a number from 0 up to 1, not ${tolerance}`);
    }
    if (options.maxStates === 0)
      throw new HankelError("usage", "a distribution has at least one state, not 0");
    this.alphabet = alphabet;
    this.#options = options;
    this.#longest = next.longest ?? Number.POSITIVE_INFINITY;
    this.kind = rowsOver(alphabet, next);
    this.#known = new KnownRows(shared);
  }

  get states(): number {
    return this.#points[this.#chosen]?.pdfa.size ?? 1;
  }

  /** The automata of the run, from one state on. */
  curve(): readonly CurvePoint[] {
    return this.#curve;
  }

  /** The automaton of the curve that is chosen, so far; undefined before there is one. */
  get chosen(): CurvePoint | undefined {
    return this.#curve[this.#chosen];
  }

  get memory(): number {
    return this.#known.bytes;
  }

  *answers(): Generator<[Word, Distribution]> {
    for (const node of this.#known.nodes) yield [this.#known.tree.word(node), this.#known.row(node)];
  }

  hypothesis(): Wdfsa<number> {
    return this.automatonAt(this.#chosen);
  }

  /** The automaton of a point of the curve, with averages for rows. */
  automatonAt(index: number): Wdfsa<number> {
    const result = index === this.#chosen ? this.#result : undefined;
    return pdfaToWdfsa(result ?? this.#fitted(index), this.alphabet);
  }

  conclusion(): string {
    const { tolerance, maxStates } = this.#options;
    return concludeFrom({
      curve: this.#curve,
      chosen: this.#chosen,
      exact: this.#exact,
      standsOut: this.#standsOut,
      tolerance,
      maxStates,
      finished: this.#result !== undefined,
    });
  }

  *run(): LearnerRun<number, Distribution> {
    const { tolerance } = this.#options;
    const exactly = tolerance !== undefined && tolerance <= EQUAL;
    if (exactly || tolerance === undefined) yield* this.#learnByRows(exactly);
    if (!this.#exact && !exactly) yield* this.#grow(SUFFIXES, RARE);
    if (!this.#exact && (exactly || (this.#isFree && this.#finest.radius <= EQUAL)))
      yield* this.#growExactly();
    this.#result = this.#exact ? this.#fitted(this.#chosen) : yield* this.#finish(exactly ? 0 : RARE);
    const hypothesis = this.hypothesis();
    answerOf("verdict", yield { kind: "conjecture", hypothesis });
    return hypothesis;
  }

  /** Does the learner itself choose how many states there are? */
  get #isFree(): boolean {
    const { tolerance, maxStates } = this.#options;
    return tolerance === undefined && maxStates === undefined;
  }

  get #finest(): Point {
    return this.#points[this.#points.length - 1];
  }

  /** Tries the automaton of the different rows (Proposition 13.6). */
  *#learnByRows(certain: boolean): SoftAsking {
    const most = this.#options.maxStates ?? MOST_ROWS;
    const limits = { certain, patience: PATIENCE, most, longest: this.#longest };
    const found = yield* statesByRows(this.#known, limits);
    if (found === undefined) return;
    this.#points = [found];
    this.#choose();
    this.#exact = yield* this.#agrees(found, 0);
  }

  /** Do words drawn from the model agree with an automaton, up to rounding? */
  *#agrees({ pdfa }: Point, level: number): SoftAsking<boolean> {
    const drawn = yield* this.#draw(pdfa, level);
    return largestVariation(this.#known, pdfa, drawn) <= EQUAL;
  }

  /** Grows automata until one of them can be chosen (Theorem 13.3, Corollary 13.4). */
  *#grow(suffixes: number, rare: number): SoftAsking {
    const { tolerance = 0, maxStates = MOST_STATES } = this.#options;
    const enough = Math.max(EQUAL, tolerance);
    const growth = new FarthestFirst(this.#known, { suffixes, rare, longest: this.#longest });
    yield* growth.begin();
    [this.#points, this.#curve] = [[], []];
    for (;;) {
      const point = growth.point();
      this.#points.push(point);
      this.#curve.push(this.#rated(point, exploredWords(this.#known)));
      this.#decide();
      if (point.radius <= enough || point.pdfa.size >= maxStates) break;
      if (this.#isFree && rare > 0 && this.#isSettled()) break;
      yield* growth.grow(point.radius, enough);
    }
    this.#choose();
  }

  /** Grows with tolerance 0, judging states by more and more suffixes, until drawn words agree or no more states appear. */
  *#growExactly(): SoftAsking {
    let states = 0;
    for (let suffixes = SUFFIXES; ; suffixes *= 2) {
      yield* this.#grow(suffixes, 0);
      this.#exact = this.#finest.radius <= EQUAL && (yield* this.#agrees(this.#finest, suffixes));
      if (this.#exact || this.#points.length <= states) return;
      states = this.#points.length;
    }
  }

  /** Is the choice settled? The words known have changed since most points were rated, so a yes is looked at twice. */
  #isSettled(): boolean {
    if (!isSettled(this.#curve, PATIENCE)) return false;
    this.#choose();
    return isSettled(this.#curve, PATIENCE);
  }

  /** Rates all automata by the words known, and chooses one. */
  #choose(): void {
    this.#rate(exploredWords(this.#known));
    this.#decide();
  }

  #decide(): void {
    const { tolerance, maxStates } = this.#options;
    this.#standsOut = false;
    if (tolerance !== undefined || this.#finest.radius <= EQUAL) this.#chosen = this.#points.length - 1;
    else if (maxStates !== undefined) this.#chosen = chooseBest(this.#curve);
    else ({ index: this.#chosen, standsOut: this.#standsOut } = choosePoint(this.#curve));
  }

  #rate(measure: Measure): void {
    this.#curve = this.#points.map((point) => this.#rated(point, measure));
  }

  #rated({ pdfa, radius }: Point, measure: Measure): CurvePoint {
    const { divergence, variation } = fit(this.#known, pdfa, measure);
    return { states: pdfa.size, radius, divergence, variation };
  }

  /** The chosen automaton with its rare arcs decided, and rows that are averages over drawn words, too (Proposition 13.5). */
  *#finish(rare: number): SoftAsking<Pdfa> {
    const { pdfa, access } = this.#points[this.#chosen];
    const explored = exploredWords(this.#known);
    const drawn = yield* this.#draw(fit(this.#known, pdfa, explored).pdfa, SUFFIXES);
    this.#measure = withDrawn(this.#known, explored, drawn);
    this.#rate(this.#measure);
    const fitted = { pdfa: this.#fitted(this.#chosen), access };
    const decided = yield* decideRareArcs(this.#known, fitted, { rare, longest: this.#longest });
    return fit(this.#known, decided, this.#measure).pdfa;
  }

  /** An automaton of the sequence with averages for rows; before there is one, all symbols are equally likely. */
  #fitted(index: number): Pdfa {
    const point = this.#points[index];
    if (point === undefined) return uniformPdfa(this.alphabet.size);
    return fit(this.#known, point.pdfa, this.#measure ?? exploredWords(this.#known)).pdfa;
  }

  /** Draws words. Those with more letters than there may be states show nothing new. */
  #draw(draft: Pdfa, level: number): SoftAsking<readonly Word[]> {
    const seed = (this.#options.seed ?? 1) * 1000 + level;
    return drawFromModel(this.#known, draft, { seed, longest: Math.min(MOST_STATES, this.#longest) });
  }
}
