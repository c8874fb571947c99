import type { Wdfsa } from "../../automata/wdfsa.ts";
import { HankelError } from "../../errors.ts";
import type { NextAnswers } from "../../formats/journal-lines.ts";
import { rowsOver } from "../../kinds/rows.ts";
import { type Distribution, totalVariation } from "../../next/distribution.ts";
import {
  Fitting,
  fit,
  type Measure,
  type Pdfa,
  pdfaToWdfsa,
  statesOf,
  uniformPdfa,
} from "../../next/pdfa.ts";
import type { WordDraw } from "../../next/word-draw.ts";
import type { Alphabet } from "../../words/alphabet.ts";
import { deterministicForm, type Form } from "../form.ts";
import { answerOf, type LearnerRun } from "../protocol.ts";
import { ToldLearner } from "../told-learner.ts";
import { type Arcs, automataByMerging, withoutDoubles } from "./automata-by-gain.ts";
import {
  type Choice,
  type CurvePoint,
  choose,
  concludeFrom,
  type Grounds,
  isGoodEnough,
  isSettled,
  type Judged,
  KNEE,
  nearest,
  type SoftOptions,
} from "./choice.ts";
import { DrawnAutomata, questionsFor } from "./drawn-automata.ts";
import { askRareArcs, decided, FarthestFirst, type Point } from "./growth.ts";
import { EQUAL, KnownRows, type SoftAsking } from "./known-rows.ts";
import { LogEvidence, type LogFault } from "./log-evidence.ts";
import { withDrawn } from "./measure.ts";
import { fitted, type Sample, sampleOf } from "./sample.ts";
import { statesByRows } from "./states-by-rows.ts";
import { UndecidedArcs } from "./undecided-arcs.ts";

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

/** Over more symbols than these rows fill the memory before many words are known. */
export const MOST_SYMBOLS = 1500;

/**
 * What is hoped for is given up after so many words: equal rows. More of it finds larger automata, and costs more where there is none.
 */
const PATIENCE = 32;

/** So large a part of the questions may be asked before it is looked whether growing by distance will come to its end. */
const FIRST_PART = 0.1;

/** Growing by distance is rated again when the words known have become so many times as many. */
const MORE_WORDS = 1.1;

/** The levels of draws that come after those of a run without a log. */
const LATER = 500;

/**
 * Learns a small automaton that speaks like a language model (docs/theory/language-models.md, §13).
 *
 * **Grow**: state by state, each time with a word that is far from all states (`FarthestFirst`), until an automaton stands out, or the
 * questions would not do. **Finish** it: states that are others again are left out, and arcs too rare to be studied get one question each.
 *
 * Where nothing stands out, the model is probably no machine. Then words are drawn, and automata made of them by what each split
 * gains (`DrawnAutomata`); all are judged by drawn words that they are not made of.
 *
 * **Choose**: the automaton that stands out, or the first that is fine enough, or the best of a size, or the knee (`choose`). **Fit**: its
 * rows are averages over the words asked and words drawn from the model (`fit`).
 *
 * Before all that it tries whether the model *is* a finite automaton (`statesByRows`).
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
  /** What grows by distance, and the automata that have grown, from coarse to fine. */
  #growth: FarthestFirst | undefined;
  #grown: Point[] = [];
  /** The automata of the curve, how far each is from the model, and which is chosen. */
  #points: readonly Point[] = [];
  #curve: readonly CurvePoint[] = [];
  #choice: Choice = { index: 0, standsOut: false };
  /** Is the chosen one the model itself, as far as drawn words tell? */
  #exact = false;
  /** What a log says, if there is one, and the words of arcs that lead where it says, by arc. */
  readonly #evidence: LogEvidence | undefined;
  #heard: ReadonlyMap<number, number> = new Map();
  /** How often was begun again, since the log was wrong. */
  #again = 0;
  /** The words that were drawn last. */
  #drawn: WordDraw | undefined;
  /** Automata that are made of drawn words, if growing by distance did not do, and how those of the curve are judged. */
  #byGain: DrawnAutomata | undefined;
  #arcs: readonly Pick<Arcs, "size" | "target">[] = [];
  #judged: Judged | undefined;
  /** What automata were fitted to last. */
  #fitting: Fitting | undefined;
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
    const { log } = options;
    this.#evidence = log && new LogEvidence(this.observations, alphabet, log);
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
    return pdfaToWdfsa(this.#fittedAt(index), this.alphabet);
  }

  #fittedAt(index: number): Pdfa {
    const arcs = this.#arcs[index];
    if (this.#byGain !== undefined && arcs !== undefined) return this.#byGain.fitted(arcs);
    const point = this.#points[index];
    if (point === undefined) return uniformPdfa(this.alphabet.size);
    const known = this.observations;
    const pdfa = this.#measure === undefined ? point.pdfa : decided(known, point);
    return this.#fittingTo(this.#measure ?? known.explored).fit(pdfa).pdfa;
  }

  /** Where the log is of another model, if it is, as far as answers show. */
  get logFault(): LogFault | undefined {
    return this.#evidence?.fault;
  }

  /** What the choice rests on, so far. */
  get grounds(): Grounds {
    const [exact, judged, finished] = [this.#exact, this.#judged, this.#measure !== undefined];
    const draw = judged === undefined ? this.#drawn : this.#byGain;
    return { ...this.#options, ...this.#choice, exact, finished, draw, judged };
  }

  conclusion(): string {
    return concludeFrom(this.#curve, this.grounds);
  }

  *run(): LearnerRun<number, Distribution> {
    yield* this.#learn();
    // Answers may show only now that the log is of another model. What was answered need not be asked again.
    if (this.#hears && this.logFault !== undefined) {
      this.#again += LATER;
      [this.#heard, this.#growth, this.#grown] = [new Map(), undefined, []];
      [this.#byGain, this.#arcs, this.#judged, this.#measure] = [undefined, [], undefined, undefined];
      yield* this.#learn();
    }
    const hypothesis = this.hypothesis();
    answerOf("verdict", yield { kind: "conjecture", hypothesis });
    return hypothesis;
  }

  /** The log, if it is so long that it shows what is studied: less than that decides hardly any arc, and makes states of other words. */
  get #log(): LogEvidence | undefined {
    return this.#evidence !== undefined && RARE * this.#evidence.steps >= 1 ? this.#evidence : undefined;
  }

  /** Does an arc lead where the log says, without an answer of the model? */
  get #hears(): boolean {
    return this.#heard.size > 0 || this.#growth?.hears === true;
  }

  *#learn(): SoftAsking {
    const { tolerance, maxStates } = this.#options;
    const known = this.observations;
    const exactly = tolerance !== undefined && tolerance <= EQUAL;
    const found = (exactly || tolerance === undefined) && (yield* this.#learnByRows(exactly, PATIENCE));
    const most = tolerance === undefined ? Math.max(MOST_STATES, maxStates ?? 0) : (maxStates ?? MOST_ROWS);
    if (!exactly && !this.#exact) yield* this.#growFreely(most, found || !this.#isFree ? undefined : 0);
    const mayBeExact = this.#isFree && this.#grown.length > 0 && this.#finest.radius <= EQUAL;
    if (!this.#exact && (exactly || (mayBeExact && known.repeats))) {
      // Where there are more different rows than states allowed, no automaton is within a tolerance of 0.
      yield* this.#growExactly(maxStates ?? (exactly && found ? MOST_ROWS : MOST_STATES));
    }
    this.#measure = yield* this.#finish();
  }

  /** Grows by distance. Where the model seems to be an automaton after all, equal rows are looked for again. */
  *#growFreely(most: number, hope: number | undefined): SoftAsking {
    // Each arc that is studied takes the rows of some words.
    const rare = Math.max(RARE, (2 * SUFFIXES) / this.observations.capacity);
    for (let hopeFrom = hope; !this.#exact; ) {
      if (!(yield* this.#grow(SUFFIXES, rare, most, hopeFrom))) return;
      // The search for equal rows may take as many words again, and is made again later.
      const { count } = this.observations;
      hopeFrom = (yield* this.#learnByRows(false, Math.max(PATIENCE, count))) ? undefined : 2 * count;
    }
  }

  /** The finest automaton that has grown by distance. */
  get #finest(): Point {
    return this.#grown[this.#grown.length - 1];
  }

  /** Tries the automaton of the different rows (Proposition 13.6). Returns whether there is one, right or wrong. */
  *#learnByRows(certain: boolean, patience: number): SoftAsking<boolean> {
    const most = this.#options.maxStates ?? MOST_ROWS;
    const search = { certain, patience, most, log: this.#log };
    for (let round = 0; ; round++) {
      const found = yield* statesByRows(this.observations, search);
      if (found === undefined) return false;
      this.#growth = undefined;
      this.#grown = [found.point];
      this.#heard = found.heard;
      this.#show(this.#rated(this.#grown, this.observations.explored));
      yield* this.#test(round === 0 ? 0 : LATER / 2 + round);
      if (this.#exact || !this.#doubt(found.point.pdfa)) return true;
    }
  }

  /** Where words are not in the state of their row, and on their way is an arc that leads where the log says, the log may be wrong. Returns whether there are such arcs. */
  #doubt({ letters, rows, ...arcs }: Pdfa): boolean {
    const known = this.observations;
    const { tree } = known;
    const states = statesOf({ letters, rows, ...arcs }, tree);
    const width = letters + 1;
    let found = false;
    for (const node of known.explored.keys()) {
      if (totalVariation(known.row(node), 0, rows, states[node] * width, width) <= EQUAL) continue;
      for (let at = node; at > 0; at = tree.parent(at)) {
        const word = this.#heard.get(states[tree.parent(at)] * letters + tree.letter(at));
        if (word !== undefined && this.#evidence?.doubt(word) === true) found = true;
      }
    }
    return found;
  }

  /** Is the finest automaton the model itself, up to rounding? Words drawn from the model test it. */
  *#test(level: number): SoftAsking {
    const { pdfa, radius } = this.#finest;
    this.#exact =
      radius <= EQUAL && fit(this.observations, pdfa, yield* this.#draw(pdfa, level)).largest <= EQUAL;
  }

  /**
   * Grows automata until one is fine enough or stands out (Theorem 13.3, Corollary 13.4), as long as it would come to its end with the
   * questions there are. Returns whether it ended early because rows repeat, from so many words on: then the model may be an automaton.
   */
  *#grow(suffixes: number, rare: number, most: number, hopeFrom?: number): SoftAsking<boolean> {
    const { tolerance } = this.#options;
    const enough = Math.max(EQUAL, tolerance ?? 0);
    const known = this.observations;
    const chooses = tolerance === undefined && rare > 0;
    // Without prefixes, a suffix is a question of its own.
    const limit = questionsFor(most) * (known.shared.tellsPrefixes ? 1 : SUFFIXES);
    const { count: before } = known;
    const growth = new FarthestFirst(known, { suffixes, rare, log: rare > 0 ? this.#log : undefined });
    this.#growth = growth;
    let [curve, rated]: [CurvePoint[], number] = [[], 0];
    this.#grown = [];
    while (growth.isOpen && this.#grown.length < most && known.room > known.capacity / 4) {
      yield* growth.grow(enough);
      this.#grown.push(growth.point());
      const measure = known.explored;
      curve = [...curve, ...this.#rated([this.#finest], measure)];
      if (chooses && (known.count >= MORE_WORDS * rated || isSettled(curve))) {
        [curve, rated] = [this.#rated(this.#grown, measure), known.count];
      }
      this.#show(curve);
      if (hopeFrom !== undefined && known.count >= hopeFrom && known.repeats) return true;
      if (!chooses) continue;
      if (isSettled(curve)) break;
      const spent = known.count - before;
      const toBe = (spent * growth.expected) / this.#grown.length;
      if (spent > FIRST_PART * limit && toBe > limit) break;
    }
    // The words known have changed since most points were rated.
    this.#show(this.#rated(this.#grown, known.explored));
    return false;
  }

  /** Makes the automata that have grown by distance those of the curve. While it grows, the one that is nearest to the model is the best. */
  #show(curve: readonly CurvePoint[]): void {
    const { tolerance, maxStates = Number.POSITIVE_INFINITY } = this.#options;
    const small = curve.filter(({ states }) => states <= maxStates);
    [this.#points, this.#curve] = [[...this.#grown], curve];
    const index = tolerance === undefined && small.length > 0 ? nearest(small) : curve.length - 1;
    this.#choice = { index, standsOut: false };
  }

  /** Grows with tolerance 0, judging states by more and more suffixes, until drawn words agree or no more states appear. */
  *#growExactly(most: number): SoftAsking {
    let states = 0;
    for (let suffixes = SUFFIXES; ; suffixes *= 2) {
      yield* this.#grow(suffixes, 0, most);
      yield* this.#test(2 * suffixes);
      if (this.#exact || this.#grown.length <= states) return;
      states = this.#grown.length;
    }
  }

  /** How far automata are from words; arcs that were not looked at lead where rows say that are known by now. */
  #rated(points: readonly Point[], measure: Measure): CurvePoint[] {
    const known = this.observations;
    const fitting = this.#fittingTo(measure);
    return points.map((point) => {
      const pdfa = decided(known, point);
      const { divergence } = fitting.fit(pdfa);
      let variation: number | undefined;
      return {
        states: point.pdfa.size,
        family: point.family,
        radius: point.radius,
        divergence,
        // Only people look at it, and only at some points. To keep the rows of all points until then would take much memory.
        get variation() {
          return (variation ??= fitting.fit(pdfa).variation);
        },
      };
    });
  }

  /** What fits automata to these words. */
  #fittingTo(measure: Measure): Fitting {
    if (this.#fitting?.measure !== measure) this.#fitting = new Fitting(this.observations, measure);
    return this.#fitting;
  }

  /** Finishes the automaton that is exact, fine enough, or stands out; where there is none, automata are made by gain. */
  *#finish(): SoftAsking<Measure> {
    const known = this.observations;
    const { tolerance } = this.#options;
    if (this.#exact) {
      this.#choice = choose(this.#curve, this.#options);
      return known.explored;
    }
    const free = choose(this.#curve, { tolerance });
    const isEnough = tolerance !== undefined || free.standsOut || isGoodEnough(this.#curve[free.index]);
    if (!isEnough && (yield* this.#makeByGain())) return this.#byGain?.measure ?? known.explored;
    return yield* this.#finishGrown(free);
  }

  /** Draws words and makes automata of them. Returns whether there was room for it. */
  *#makeByGain(): SoftAsking<boolean> {
    const { maxStates: most = MOST_STATES } = this.#options;
    const byGain = new DrawnAutomata(this.observations, this.#options, { most, longest: this.#longest });
    for (let more = true; more; ) {
      more = yield* byGain.draw();
      if (byGain.words.length === 0) return false;
      const { curve, arcs, choice, judged } = byGain.rate(this.#grown, more);
      this.#byGain = byGain;
      [this.#curve, this.#arcs, this.#choice, this.#judged] = [curve, arcs, choice, judged];
    }
    return true;
  }

  /**
   * Decides the rare arcs of a grown automaton, and draws words, for rows that are averages over them, too (Proposition 13.5). One that
   * stands out is left without states that are others again, and is joined further if there may not be so many. The figures of the
   * curve are those of the words known before; of joined states these would flatter, so there the drawn words count as well.
   */
  *#finishGrown({ index, standsOut }: Choice): SoftAsking<Measure> {
    const known = this.observations;
    const point = this.#growth === undefined ? this.#grown[index] : yield* this.#growth.close(index + 1);
    const figures = known.explored;
    yield* askRareArcs(known, { ...point, pdfa: fit(known, point.pdfa, figures).pdfa }, this.#log);
    const whole = this.#averaged(decided(known, point), figures);
    const machine = standsOut
      ? this.#averaged(withoutDoubles(this.#sure(figures), whole, KNEE - 1), figures)
      : whole;
    const measure = yield* this.#draw(machine, SUFFIXES);
    const { maxStates = Number.POSITIVE_INFINITY } = this.#options;
    if (machine.size > maxStates) this.#joinTo(maxStates, machine, measure);
    else {
      const points = [
        ...this.#before(machine.size, index),
        { ...this.#grown[index], pdfa: machine, undecided: UndecidedArcs.none },
        ...this.#grown.slice(index + 1),
      ];
      this.#points = points.filter(({ pdfa }) => pdfa.size <= maxStates);
      this.#curve = this.#rated(this.#points, figures);
      this.#choice = choose(this.#curve, this.#options);
    }
    return measure;
  }

  /** Those with fewer states than an automaton that states were left out of. The last of them has the radii up to there. */
  *#before(states: number, index: number): Generator<Point> {
    const fewer = this.#grown.slice(0, states - 1);
    yield* fewer.slice(0, -1);
    const radius = Math.max(...this.#grown.slice(states - 2, index).map((point) => point.radius));
    for (const last of fewer.slice(-1)) yield { ...last, radius };
  }

  /** Has the automata of so many states at most on the curve: those that have grown, or those of joining states of this one. */
  #joinTo(most: number, machine: Pdfa, measure: Measure): void {
    const points = this.#grown.slice(0, most);
    for (const arcs of automataByMerging(this.#sure(measure), machine)) {
      const { size } = arcs;
      if (size > most) continue;
      // How far apart joined states are was not asked; it is 1 at most.
      const joined: Point = {
        pdfa: this.#averaged(arcs, measure),
        undecided: UndecidedArcs.none,
        radius: 1,
        family: "distance",
      };
      const [own, other] = this.#rated([joined, ...points.slice(size - 1, size)], measure);
      if (other === undefined || own.divergence < other.divergence) points[size - 1] = joined;
    }
    this.#points = points;
    this.#curve = this.#rated(points, measure);
    this.#choice = { ...choose(this.#curve, { maxStates: most }), standsOut: false, joined: machine.size };
  }

  /** The words of a measure, which tell rows exactly. */
  #sure(figures: Measure): Sample {
    return sampleOf(this.observations, figures, EQUAL);
  }

  /** The automaton of these arcs, with averages over the words of a measure for rows. */
  #averaged({ size, target }: Pick<Arcs, "size" | "target">, figures: Measure): Pdfa {
    return fitted(this.#sure(figures), size, Int32Array.from(target));
  }

  get #longest(): number {
    return Math.min(MOST_STATES, this.observations.longest);
  }

  /** The words known, and words drawn, which are cut. No two draws have the same level: they would not be independent. */
  *#draw(draft: Pdfa, level: number): SoftAsking<Measure> {
    const seed = (this.#options.seed ?? 1) * 1000 + level + this.#again;
    const { measure, draw } = yield* withDrawn(this.observations, draft, { seed, longest: this.#longest });
    this.#drawn = draw;
    return measure;
  }
}
