import type { Wdfsa } from "../../automata/wdfsa.ts";
import { HankelError } from "../../errors.ts";
import type { NextAnswers } from "../../formats/journal-lines.ts";
import { rowsOver } from "../../kinds/rows.ts";
import type { Distribution } from "../../next/distribution.ts";
import { fit, joinStates, type Measure, type Pdfa, pdfaToWdfsa, uniformPdfa } from "../../next/pdfa.ts";
import type { WordDraw } from "../../next/word-draw.ts";
import type { Alphabet } from "../../words/alphabet.ts";
import { deterministicForm, type Form } from "../form.ts";
import { answerOf, type LearnerRun } from "../protocol.ts";
import { ToldLearner } from "../told-learner.ts";
import {
  type Choice,
  type CurvePoint,
  choose,
  choosePoint,
  concludeFrom,
  type Grounds,
  isGoodEnough,
  isSettled,
  type Judged,
  type SoftOptions,
} from "./choice.ts";
import { DrawnAutomata } from "./drawn-automata.ts";
import { decideRareArcs, FarthestFirst, type Point, statesByRows } from "./growth.ts";
import { EQUAL, KnownRows, type SoftAsking } from "./known-rows.ts";
import { exploredWords, withDrawn } from "./measure.ts";

/** How many suffixes a state is judged by. More of them see differences that show later; each costs a question an arc. */
const SUFFIXES = 8;

/**
 * Arcs with a smaller share of all steps are not studied: a model says anything where it was shown nothing. A smaller share
 * finds rarer states, at more questions, and more states that are none.
 */
const RARE = 2e-4;

/** Without options a model is described by so many states at most: more take longer to read. Drawn words are cut at this length. */
const MOST_STATES = 100;

/** No more different rows, or states within a tolerance, are looked for unless the caller allows them: some searches have no end. */
const MOST_ROWS = 3000;

/** Over more symbols than these nothing is made by gain: its tables have a row and a column for each symbol. */
export const MOST_SYMBOLS = 1500;

/**
 * What is hoped for is given up after so many words (equal rows), or so many states (one that stands out). More of it finds
 * larger automata, and costs more where there is none.
 */
const PATIENCE = 32;

/**
 * As long as nothing stands out, growing by distance may take so many questions, and so many more for each state. Networks that
 * were taught by machines take up to 60 a state; natural languages take hundreds, and other words tell more of them.
 */
const SPENT = 300;
const SPENT_PER_STATE = 80;

/** So many words held out are enough to see that an automaton stands out after all. */
const ENOUGH_WORDS = 100;

/** How growing by distance ended: rows repeat, nothing stands out after many questions, or it went as far as it should. */
type Ending = "repeats" | "spent" | "settled";

/** What growing by distance may spend: so many times what is usual, beyond so many questions. */
interface Spending {
  readonly spend: number;
  readonly before: number;
  /** From so many questions on it is looked whether rows repeat. */
  readonly hopeFrom?: number | undefined;
}

/**
 * Learns a small automaton that speaks like a language model (docs/theory/language-models.md, §13).
 *
 * **Grow**: state by state, each time with a word that is far from all states (`FarthestFirst`). **Choose**: the automaton of
 * the sequence that stands out, or the first that is fine enough, or the best of a size (`choosePoint`). **Fit**: its rows
 * are averages over the words asked and words drawn from the model (`fit`).
 *
 * Where nothing stands out, the model is probably no machine. Then words are drawn, and automata made of them by what each split
 * gains (`DrawnAutomata`); all are judged by drawn words that they are not made of.
 *
 * Before that it tries whether the model *is* a finite automaton (`statesByRows`); behind it, arcs too rare to be studied
 * get one question each (`decideRareArcs`).
 *
 * @example
 * const model = nextTeacherOf(minimize(fromExpression("(<1/2>a<1/4>b)*<1/2>|(<1/2>a<1/4>b)*<1/2>a<3/4>", rational)));
 * const learner = new SoftLearner(model.alphabet);
 * runLearner(learner, softTeacher(model));
 * console.log(learner.states); // 2
 */
export class SoftLearner extends ToldLearner<number, Distribution, Wdfsa<number>, KnownRows> {
  readonly name = "soft";
  readonly form: Form<number, Wdfsa<number>> = deterministicForm;
  readonly #options: SoftOptions;
  /** Does the learner itself choose how many states there are? */
  readonly #isFree: boolean;
  /** The automata that have grown by distance, from coarse to fine. */
  #grown: Point[] = [];
  /** The automata of the curve, and how far each is from the model. */
  #points: readonly Point[] = [];
  #curve: readonly CurvePoint[] = [];
  #choice: Choice = { index: 0, standsOut: false };
  /** Is the chosen one the model itself, as far as drawn words tell? */
  #exact = false;
  /** The words that were drawn last. */
  #drawn: WordDraw | undefined;
  /** Automata that are made of drawn words, if growing by distance did not do. */
  #byGain: DrawnAutomata | undefined;
  /** How the automata of the curve are judged by words they are not made of, if they are. */
  #judged: Judged | undefined;
  /** The words that rows are averages over, once the run is finished. */
  #measure: Measure | undefined;

  constructor(
    alphabet: Alphabet,
    options: SoftOptions = {},
    next: NextAnswers = { prefixes: false },
    shared = rowsOver(alphabet, next).answers(alphabet),
  ) {
    super(rowsOver(alphabet, next), alphabet, new KnownRows(shared, next.longest));
    const { tolerance } = options;
    if (tolerance !== undefined && !(tolerance >= 0 && tolerance < 1)) {
      throw new HankelError("usage", `a tolerance is a number from 0 up to 1, not ${tolerance}`);
    }
    if (options.maxStates === 0)
      throw new HankelError("usage", "a distribution has at least one state, not 0");
    this.#options = options;
    this.#isFree = tolerance === undefined && options.maxStates === undefined;
  }

  get states(): number {
    return this.chosen?.states ?? 1;
  }

  /** The automata of the run, from one state on. */
  curve(): readonly CurvePoint[] {
    return this.#curve;
  }

  /** The automaton of the curve that is chosen, so far; undefined before there is one. */
  get chosen(): CurvePoint | undefined {
    return this.#curve[this.#choice.index];
  }

  hypothesis(): Wdfsa<number> {
    return this.automatonAt(this.#choice.index);
  }

  /** The automaton of a point of the curve, with averages for rows; before there is one, all symbols are equally likely. */
  automatonAt(index: number): Wdfsa<number> {
    const grown = this.#points[index]?.pdfa ?? uniformPdfa(this.alphabet.size);
    return pdfaToWdfsa(this.#fitted(grown), this.alphabet);
  }

  #fitted(grown: Pdfa): Pdfa {
    if (this.#judged !== undefined) return this.#byGain?.fitted(grown) ?? grown;
    return fit(this.observations, grown, this.#measure ?? exploredWords(this.observations)).pdfa;
  }

  /** What the choice rests on, so far. */
  get grounds(): Grounds {
    const [exact, finished, judged] = [this.#exact, this.#measure !== undefined, this.#judged];
    const draw = judged === undefined ? this.#drawn : this.#byGain;
    return { ...this.#options, ...this.#choice, exact, finished, draw, judged };
  }

  conclusion(): string {
    return concludeFrom(this.#curve, this.grounds);
  }

  *run(): LearnerRun<number, Distribution> {
    const { tolerance, maxStates } = this.#options;
    const known = this.observations;
    const exactly = tolerance !== undefined && tolerance <= EQUAL;
    const found = (exactly || tolerance === undefined) && (yield* this.#learnByRows(exactly, PATIENCE));
    const most = tolerance === undefined ? Math.max(MOST_STATES, maxStates ?? 0) : (maxStates ?? MOST_ROWS);
    if (!exactly) yield* this.#growOrMake(most, found || !this.#isFree ? undefined : 0);
    const mayBeExact = this.#isFree && this.#judged === undefined && this.#finest.radius <= EQUAL;
    if (!this.#exact && (exactly || (mayBeExact && known.repeats))) {
      // Where there are more different rows than states allowed, no automaton is within a tolerance of 0.
      yield* this.#growExactly(maxStates ?? (exactly && found ? MOST_ROWS : MOST_STATES));
    }
    this.#measure = yield* this.#finish();
    const hypothesis = this.hypothesis();
    answerOf("verdict", yield { kind: "conjecture", hypothesis });
    return hypothesis;
  }

  /** Grows by distance, and where that leaves much and spends much, makes automata of drawn words. */
  *#growOrMake(most: number, hope: number | undefined): SoftAsking {
    const { count: before, capacity } = this.observations;
    // Each arc that is studied takes the rows of some words.
    const rare = Math.max(RARE, (2 * SUFFIXES) / capacity);
    let [hopeFrom, spend] = [hope, 1];
    while (!this.#exact) {
      const ending = yield* this.#grow(SUFFIXES, rare, most, { hopeFrom, spend, before });
      const { count } = this.observations;
      if (ending === "repeats") {
        // It may be an automaton after all: the search for equal rows may take as many words again, and is made again later.
        hopeFrom = (yield* this.#learnByRows(false, Math.max(PATIENCE, count))) ? undefined : 2 * count;
      } else if (!this.#leavesMuch(ending) || (yield* this.#makeByGain()) || ending === "settled") return;
      else spend *= 2;
    }
  }

  /** The finest automaton that has grown by distance. */
  get #finest(): Point {
    return this.#grown[this.#grown.length - 1];
  }

  /** Does growing by distance leave much to be found, and nothing that stands out? */
  #leavesMuch(ending: Ending): boolean {
    if (this.#options.tolerance !== undefined || this.alphabet.size > MOST_SYMBOLS) return false;
    if (ending === "settled" && this.#finest.radius <= EQUAL) return false;
    const curve = this.#rateGrown();
    const { index, standsOut } = choosePoint(curve);
    return !standsOut && !isGoodEnough(curve[index]);
  }

  /**
   * Draws words and makes automata of them. Returns whether it is of no use to go on growing by distance: because an automaton
   * stands out now, or because those made by gain are as good.
   */
  *#makeByGain(): SoftAsking<boolean> {
    const known = this.observations;
    const { maxStates: most = MOST_STATES } = this.#options;
    this.#byGain ??= new DrawnAutomata(known, this.#options, { most, longest: this.#longest });
    const byGain = this.#byGain;
    let draft = fit(known, this.#finest.pdfa, exploredWords(known)).pdfa;
    for (;;) {
      const more = yield* byGain.draw(draft);
      // Where no more words may be asked, or kept, what has grown by distance is all there is.
      if (byGain.words.length === 0) return true;
      const { points, curve, choice, judged, grown } = byGain.rate(this.#grown, more);
      [this.#points, this.#curve, this.#choice, this.#judged] = [points, curve, choice, judged];
      const least = Math.min(...curve.map(({ divergence }) => divergence));
      draft = points[curve.findIndex(({ divergence }) => divergence === least)].pdfa;
      if ((!more || judged.words >= ENOUGH_WORDS) && choosePoint(grown).standsOut) {
        this.#judged = undefined;
        [this.#points, this.#curve, this.#choice] = [this.#grown, grown, choose(grown, this.#options)];
        return true;
      }
      if (more) continue;
      const last = grown[grown.length - 1];
      const made = curve.filter(({ family, states }) => family === "gain" && states <= last.states);
      return choice.standsOut || made.some(({ divergence }) => divergence <= last.divergence);
    }
  }

  /** Tries the automaton of the different rows (Proposition 13.6). Returns whether there is one, right or wrong. */
  *#learnByRows(certain: boolean, patience: number): SoftAsking<boolean> {
    const most = this.#options.maxStates ?? MOST_ROWS;
    const found = yield* statesByRows(this.observations, { certain, patience, most });
    if (found === undefined) return false;
    this.#grown = [found];
    this.#choose();
    yield* this.#test(0);
    return true;
  }

  /** Is the finest automaton the model itself, up to rounding? Words drawn from the model test it. */
  *#test(level: number): SoftAsking {
    const { pdfa, radius } = this.#finest;
    this.#exact =
      radius <= EQUAL && fit(this.observations, pdfa, yield* this.#draw(pdfa, level)).largest <= EQUAL;
  }

  /**
   * Grows automata until one of them can be chosen (Theorem 13.3, Corollary 13.4). From so many words on, it ends early where
   * the model seems to be an automaton, and where nothing stands out though much was spent. A small number of states is found
   * by joining those of a larger one.
   */
  *#grow(
    suffixes: number,
    rare: number,
    most: number,
    { hopeFrom, spend, before }: Spending,
  ): SoftAsking<Ending> {
    const { tolerance, maxStates = 0 } = this.#options;
    const enough = Math.max(EQUAL, tolerance ?? 0);
    const known = this.observations;
    const chooses = tolerance === undefined && rare > 0;
    // Without prefixes, a suffix is a question of its own.
    const price = spend * (known.shared.tellsPrefixes ? 1 : SUFFIXES);
    const growth = new FarthestFirst(known, { suffixes, rare });
    const curve: CurvePoint[] = [];
    this.#grown = [];
    do {
      const share = SPENT + SPENT_PER_STATE * (this.#grown.length + 1);
      const limit =
        chooses && this.alphabet.size <= MOST_SYMBOLS ? before + price * share : Number.POSITIVE_INFINITY;
      const decided = yield* growth.grow(enough, limit);
      this.#grown.push(growth.point());
      curve.push(this.#rated(this.#finest, exploredWords(known)));
      this.#show(curve);
      if (hopeFrom !== undefined && known.count >= hopeFrom && known.repeats) return "repeats";
      if (chooses && (!decided || known.count > limit) && !choosePoint(curve).standsOut) return "spent";
      if (chooses && this.#grown.length >= maxStates && isSettled(curve, PATIENCE)) break;
    } while (this.#finest.radius > enough && this.#grown.length < most && known.room > known.capacity / 4);
    // The words known have changed since most points were rated.
    this.#choose();
    return "settled";
  }

  /** Makes the automata that have grown by distance those of the curve, unless better ones were made by gain. */
  #show(curve: readonly CurvePoint[]): void {
    if (this.#judged !== undefined) return;
    [this.#points, this.#curve, this.#choice] = [[...this.#grown], [...curve], choose(curve, this.#options)];
  }

  /** Grows with tolerance 0, judging states by more and more suffixes, until drawn words agree or no more states appear. */
  *#growExactly(most: number): SoftAsking {
    let states = 0;
    for (let suffixes = SUFFIXES; ; suffixes *= 2) {
      yield* this.#grow(suffixes, 0, most, { spend: 1, before: 0 });
      yield* this.#test(2 * suffixes);
      if (this.#exact || this.#grown.length <= states) return;
      states = this.#grown.length;
    }
  }

  /** Rates the automata that have grown by distance by the words known, and chooses one. */
  #choose(): void {
    this.#show(this.#rateGrown());
  }

  #rateGrown(): CurvePoint[] {
    const explored = exploredWords(this.observations);
    return this.#grown.map((point) => this.#rated(point, explored));
  }

  #rated({ pdfa, radius, family }: Point, measure: Measure): CurvePoint {
    const { divergence, variation } = fit(this.observations, pdfa, measure);
    return { states: pdfa.size, family, radius, divergence, variation };
  }

  /** Decides the rare arcs of the chosen automaton, and draws words, for rows that are averages over them, too (Proposition 13.5). */
  *#finish(): SoftAsking<Measure> {
    const known = this.observations;
    const { tolerance, maxStates = Number.POSITIVE_INFINITY } = this.#options;
    if (this.#judged !== undefined && this.#byGain !== undefined) return this.#byGain.measure;
    const explored = exploredWords(known);
    if (this.#exact) return explored;
    // Where this one would be chosen without the limit on states, and has more, its states are joined.
    const wanted = tolerance === undefined ? choosePoint(this.#curve).index : 0;
    const index = wanted < maxStates ? this.#choice.index : wanted;
    const point = this.#points[index];
    const decided = yield* decideRareArcs(known, { ...point, pdfa: fit(known, point.pdfa, explored).pdfa });
    const measure = yield* this.#draw(decided, SUFFIXES);
    const points = this.#points.slice(0, maxStates);
    if (index === this.#choice.index) points[index] = { ...point, pdfa: decided };
    else {
      const pdfa = joinStates(known, decided, measure, maxStates);
      // How far apart joined states are was not asked; it is 1 at most.
      points[maxStates - 1] = { pdfa, undecided: new Map(), radius: 1, family: "distance" };
      this.#choice = { index: maxStates - 1, standsOut: false, joined: index + 1 };
    }
    this.#points = points;
    this.#curve = points.map((each) => this.#rated(each, measure));
    return measure;
  }

  get #longest(): number {
    return Math.min(MOST_STATES, this.observations.longest);
  }

  /** The words known, and words drawn, which are cut. No two draws have the same level: they would not be independent. */
  *#draw(draft: Pdfa, level: number): SoftAsking<Measure> {
    const seed = (this.#options.seed ?? 1) * 1000 + level;
    const { measure, draw } = yield* withDrawn(this.observations, draft, { seed, longest: this.#longest });
    this.#drawn = draw;
    return measure;
  }
}
