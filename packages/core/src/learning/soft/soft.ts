import { real } from "../../algebra/real.ts";
import type { NextAnswers } from "../../answers/kind.ts";
import { type RowsKind, rowsOver } from "../../answers/rows.ts";
import type { Wdfsa } from "../../automata/wdfsa.ts";
import { HankelError } from "../../errors.ts";
import type { Distribution } from "../../next/distribution.ts";
import { type Pdfa, pdfaToWdfsa, uniformPdfa } from "../../next/pdfa.ts";
import type { Alphabet } from "../../words/alphabet.ts";
import type { Word } from "../../words/word.ts";
import { deterministicForm, type Form } from "../form.ts";
import { answerOf, type Learner, type LearnerRun } from "../protocol.ts";
import { concludeFrom } from "./conclusion.ts";
import { type CurvePoint, isSettled, LEAST_RADIUS } from "./curve.ts";
import { drawFromModel } from "./draw-from-model.ts";
import { exploredWords, fit, type Measure, variationOn, withDrawn } from "./fit.ts";
import { Growth, type Point } from "./growth.ts";
import { KnownRows, type SoftAsking } from "./known-rows.ts";
import { prune } from "./prune.ts";
import { decideRareArcs } from "./rare-arcs.ts";
import { isSame } from "./same-automaton.ts";
import { secondOpinion } from "./second-opinion.ts";
import { GrownSequence } from "./sequence.ts";
import type { SoftOptions } from "./soft-options.ts";
import { EQUAL, statesByRows } from "./states-by-rows.ts";

/** How many suffixes a state is judged by: so many at first, more if drawn words show that they were too few. */
const LEVELS = [8, 16, 32, 64];

/**
 * Arcs with a smaller share of all steps become no states, and those with a still smaller one are not even looked at: a
 * model says anything where it was shown nothing.
 */
const TELLING = 2e-4;
const RARE = 5e-5;

/** Arcs with a share of at least this get one question each at the end, which finds the state with the nearest row. */
const NEVER = 1e-6;

/** States are judged by still more suffixes if the last increase brought drawn words this much nearer. */
const WORTHWHILE = 0.8;

/** A model is described by so many states at most, unless the caller wants more. */
const MOST_STATES = 100;

/** How many different rows a model may have that is an automaton: as far as one can guess, or as the caller says. */
const MOST_ROWS = { guessed: 3000, told: 20_000 };

/** How many questions are spent on drawn words, in proportion to those before. */
const DRAWN_SHARE = { exactly: 0.1, nearly: 0.2 };

/** The least words that are drawn. Where each of their letters is a question, a near automaton is tested by fewer. */
const LEAST_DRAWN = 10;
const LEAST_DEAR = 4;

/**
 * Learns a small automaton that speaks like a language model. It grows state by state (`Growth`), each time with the word
 * that is farthest from all states, and keeps the whole sequence. With a tolerance it stops at the first automaton that is
 * fine enough; without one it chooses the automaton that stands out (`choosePoint`). Words that are drawn from the model
 * then test it; if they are much farther from it than the words it was made of, states are judged by more suffixes.
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
  readonly #sequence: GrownSequence;
  /** The chosen automaton with its doubtful arcs decided again. */
  #refined: Point | undefined;
  #exact = false;
  /** Is it no use to look for equal rows again, because there was no end to them or they do not tell states apart? */
  #hopeless = false;
  /** The measure that includes drawn words, once there are any. */
  #drawn: Measure | undefined;
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
    this.#sequence = new GrownSequence(this.#known, options);
  }

  get states(): number {
    return (this.#result ?? this.#refined?.pdfa)?.size ?? this.#sequence.chosen + 1;
  }

  /** The automata of the run, from one state on: how fine each is, and how far from the model. */
  curve(): readonly CurvePoint[] {
    return this.#sequence.curve;
  }

  /** The automaton of the curve that is chosen, so far; undefined before there is one. */
  get chosen(): CurvePoint | undefined {
    return this.#sequence.curve[this.#sequence.chosen];
  }

  get memory(): number {
    return this.#known.bytes;
  }

  *answers(): Generator<[Word, Distribution]> {
    for (const node of this.#known.nodes) yield [this.#known.tree.word(node), this.#known.row(node)];
  }

  hypothesis(): Wdfsa<number> {
    return this.automatonAt(this.#sequence.chosen);
  }

  /** The automaton of a point of the curve, with averages for rows. */
  automatonAt(index: number): Wdfsa<number> {
    const isChosen = index === this.#sequence.chosen;
    return pdfaToWdfsa((isChosen ? this.#result : undefined) ?? this.#fitted(index), this.alphabet);
  }

  conclusion(): string {
    const { curve, chosen, standsOut } = this.#sequence;
    const { tolerance, maxStates } = this.#options;
    const finished = this.#result !== undefined;
    const size = this.states;
    return concludeFrom({
      curve,
      chosen,
      exact: this.#exact,
      standsOut,
      size,
      tolerance,
      maxStates,
      finished,
    });
  }

  *run(): LearnerRun<number, Distribution> {
    const { tolerance } = this.#options;
    const hopeful = tolerance === undefined || tolerance <= EQUAL;
    if (!hopeful || !(yield* this.#learnExactly(tolerance !== undefined))) yield* this.#learnNearly();
    const pdfa = this.#fitted(this.#sequence.chosen);
    this.#result = this.#exact ? pdfa : yield* this.#decideRareArcs(pdfa);
    if (this.#drawn !== undefined) this.#sequence.rate(this.#drawn);
    const hypothesis = this.hypothesis();
    answerOf("verdict", yield { kind: "conjecture", hypothesis });
    return hypothesis;
  }

  /** Tries the automaton of the different rows; returns whether drawn words agree with it. */
  *#learnExactly(certain: boolean): SoftAsking<boolean> {
    const { tolerance, maxStates } = this.#options;
    const most = maxStates ?? (tolerance === undefined ? MOST_ROWS.guessed : MOST_ROWS.told);
    if (this.#hopeless) return false;
    const found = yield* statesByRows(this.#known, { certain, longest: this.#longest, most });
    this.#hopeless = found === "endless";
    if (found === "endless" || found === "noisy") return false;
    this.#sequence.take([found]);
    const drawn = yield* this.#draw(found.pdfa, 0, DRAWN_SHARE.exactly);
    this.#exact = variationOn(this.#known, found.pdfa, drawn).largest <= EQUAL;
    return this.#exact;
  }

  /** Grows automata, judging states by more and more suffixes, until drawn words confirm the chosen one. */
  *#learnNearly(): SoftAsking {
    const { tolerance, maxStates } = this.#options;
    let exactly = tolerance !== undefined && tolerance <= EQUAL;
    let before: { readonly point: Point; readonly mean: number } | undefined;
    for (const suffixes of LEVELS) {
      yield* this.#grow(suffixes, exactly);
      if (!exactly && this.#isFree && this.#looksExact()) {
        if (yield* this.#learnExactly(true)) return;
        exactly = yield* this.#growAgain(suffixes);
      }
      const point = yield* this.#refine(exactly);
      const { confirmed, mean } = yield* this.#test(point, suffixes, exactly);
      if (confirmed) return;
      // More suffixes are no help if there was no end to the states, or if the words drawn came no nearer.
      if (maxStates === undefined && this.#sequence.points.length >= MOST_STATES) return;
      if (before !== undefined && mean > WORTHWHILE * before.mean) return;
      if (before !== undefined && isSame(before.point.pdfa, point.pdfa, RARE)) return;
      before = { point, mean };
    }
  }

  /** Does the learner itself choose how many states there are? */
  get #isFree(): boolean {
    const { tolerance, maxStates } = this.#options;
    return tolerance === undefined && maxStates === undefined;
  }

  /** Grows once more, since equal rows did not tell states apart. Returns whether no arc is off at all. */
  *#growAgain(suffixes: number): SoftAsking<boolean> {
    this.#hopeless = true;
    yield* this.#grow(suffixes, false);
    const exactly = this.#sequence.finest.radius <= EQUAL;
    if (exactly) yield* this.#grow(suffixes, true);
    return exactly;
  }

  /**
   * Tests an automaton on words drawn from the model: how far they are from it, and whether that confirms it. With these
   * words in mind, which are longer than most of those explored, it may choose another one.
   */
  *#test(point: Point, suffixes: number, exactly: boolean): SoftAsking<{ confirmed: boolean; mean: number }> {
    const explored = exploredWords(this.#known);
    const { pdfa, variation } = fit(this.#known, point.pdfa, explored);
    const drawn = yield* this.#draw(pdfa, suffixes, DRAWN_SHARE.nearly);
    this.#drawn = withDrawn(this.#known, explored, drawn);
    const { mean, largest } = variationOn(this.#known, pdfa, drawn);
    if (exactly) {
      this.#exact = this.#sequence.finest.radius <= EQUAL && largest <= EQUAL;
      return { confirmed: this.#exact, mean };
    }
    if (this.#options.tolerance === undefined) yield* this.#chooseAgain(point, this.#drawn);
    return { confirmed: mean <= 1.5 * variation + 0.01, mean };
  }

  *#chooseAgain(point: Point, measure: Measure): SoftAsking {
    const refined = this.#sequence.chooseBy(measure) ? yield* this.#refine(false) : point;
    if (this.#isFree) this.#refined = prune(this.#known, refined, measure);
  }

  /** Decides the doubtful arcs of the chosen automaton again. */
  *#refine(exactly: boolean): SoftAsking<Point> {
    const point = this.#sequence.points[this.#sequence.chosen];
    const limits = { rare: RARE, longest: this.#longest };
    this.#refined = exactly ? point : yield* secondOpinion(this.#known, point, limits);
    return this.#refined;
  }

  /** Do several words have exactly the future of another one? A network never says the same twice. */
  #looksExact(): boolean {
    if (this.#hopeless) return false;
    const { distances, pdfa } = this.#sequence.finest;
    // The words of all states but the first are words of arcs, too.
    return distances.filter((distance) => distance <= EQUAL).length - (pdfa.size - 1) >= 3;
  }

  /** Grows automata until one of them can be chosen. */
  *#grow(suffixes: number, exactly: boolean): SoftAsking {
    const { tolerance, maxStates } = this.#options;
    const enough = exactly ? EQUAL : Math.max(EQUAL, tolerance ?? (this.#isFree ? LEAST_RADIUS : 0));
    const shares = exactly ? { rare: 0, telling: 0 } : { rare: RARE, telling: TELLING };
    const growth = new Growth(this.#known, { suffixes, ...shares, longest: this.#longest });
    const points: Point[] = [];
    yield* growth.begin();
    for (;;) {
      const point = growth.point();
      points.push(point);
      this.#sequence.take(points);
      this.#refined = undefined;
      if (point.radius <= enough || growth.size >= (maxStates ?? MOST_STATES)) return;
      if (this.#isFree && !exactly && (isSettled(this.curve()) || this.#looksExact())) return;
      yield* growth.grow(enough);
    }
  }

  /** An automaton of the sequence with averages for rows; before there is one, all symbols are equally likely. */
  #fitted(index: number): Pdfa {
    const refined = index === this.#sequence.chosen ? this.#refined : undefined;
    const point = refined ?? this.#sequence.points[index];
    const measure = this.#drawn ?? exploredWords(this.#known);
    return point === undefined ? uniformPdfa(this.alphabet.size) : fit(this.#known, point.pdfa, measure).pdfa;
  }

  #decideRareArcs(pdfa: Pdfa): SoftAsking<Pdfa> {
    const { access } = this.#refined ?? this.#sequence.points[this.#sequence.chosen];
    const shares = { from: NEVER, below: RARE, longest: this.#longest };
    return decideRareArcs(this.#known, { pdfa, access }, shares);
  }

  /** Draws words from the model, so many in proportion to the questions before. */
  #draw(draft: Pdfa, level: number, share: number): SoftAsking<readonly Word[]> {
    return drawFromModel(this.#known, draft, {
      share,
      least: share === DRAWN_SHARE.exactly || this.#known.prefixes ? LEAST_DRAWN : LEAST_DEAR,
      seed: (this.#options.seed ?? 1) * 1000 + level,
      longest: this.#longest,
    });
  }
}
