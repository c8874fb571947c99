import { real } from "../../algebra/real.ts";
import type { Wdfsa } from "../../automata/wdfsa.ts";
import { HankelError } from "../../errors.ts";
import type { Distribution } from "../../next/distribution.ts";
import { type Pdfa, pdfaToWdfsa } from "../../next/pdfa.ts";
import type { Alphabet } from "../../words/alphabet.ts";
import { PrefixTree } from "../../words/prefix-tree.ts";
import type { Word } from "../../words/word.ts";
import { answerOf, type Learner, type LearnerRun, type NextAnswers } from "../protocol.ts";
import { concludeFrom } from "./conclusion.ts";
import { type CurvePoint, choosePoint, isSettled, LEAST_RADIUS } from "./curve.ts";
import { drawFromModel } from "./draw-from-model.ts";
import { exploredWords, fit, type Measure, variationOn, withDrawn } from "./fit.ts";
import { Growth, type Point } from "./growth.ts";
import { KnownRows, type SoftAsking } from "./known-rows.ts";
import { prune } from "./prune.ts";
import { decideRareArcs } from "./rare-arcs.ts";
import { isSame } from "./same-automaton.ts";
import { secondOpinion } from "./second-opinion.ts";
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
  readonly algebra = real;
  readonly alphabet: Alphabet;
  readonly #options: SoftOptions;
  readonly #known: KnownRows;
  readonly #longest: number;
  /** The sequence of automata; the last one is the finest. */
  #sequence: Point[] = [];
  #curve: CurvePoint[] = [];
  /** The place of the chosen automaton in the sequence. */
  #chosen = 0;
  /** The chosen automaton with its doubtful arcs decided again. */
  #refined: Point | undefined;
  #exact = false;
  /** Was the automaton chosen because it stands out? */
  #standsOut = false;
  /** Is it no use to look for equal rows again, because there was no end to them or they do not tell states apart? */
  #hopeless = false;
  /** The measure that includes drawn words, once there are any. */
  #drawn: Measure | undefined;
  #result: Pdfa | undefined;

  constructor(
    alphabet: Alphabet,
    options: SoftOptions = {},
    next: NextAnswers = { prefixes: false },
    tree = new PrefixTree(alphabet.size),
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
    this.#known = new KnownRows(tree, alphabet.size, next.prefixes);
  }

  get states(): number {
    return (this.#result ?? this.#refined?.pdfa)?.size ?? Math.max(1, this.#chosen + 1);
  }

  /** The automata of the run, from one state on: how fine each is, and how far from the model. */
  curve(): readonly CurvePoint[] {
    return this.#curve;
  }

  /** The automaton of the curve that is chosen, so far; undefined before there is one. */
  get chosen(): CurvePoint | undefined {
    return this.#curve[this.#chosen];
  }

  *answers(): Generator<[Word, Distribution]> {
    for (const node of this.#known.nodes) yield [this.#known.tree.word(node), this.#known.row(node)];
  }

  hypothesis(): Wdfsa<number> {
    return pdfaToWdfsa(this.#result ?? this.#best(), this.alphabet);
  }

  /** The automaton of a point of the curve. */
  automatonAt(index: number): Wdfsa<number> {
    return index === this.#chosen ? this.hypothesis() : pdfaToWdfsa(this.#best(index), this.alphabet);
  }

  conclusion(): string {
    const { tolerance, maxStates } = this.#options;
    return concludeFrom({
      curve: this.#curve,
      chosen: this.#chosen,
      exact: this.#exact,
      standsOut: this.#standsOut,
      size: this.states,
      tolerance,
      maxStates,
      finished: this.#result !== undefined,
    });
  }

  *run(): LearnerRun<number, Distribution> {
    const { tolerance = 0 } = this.#options;
    const exact = tolerance <= EQUAL && (yield* this.#learnExactly(this.#options.tolerance !== undefined));
    if (!exact) yield* this.#learnNearly();
    const { access } = this.#refined ?? this.#sequence[this.#chosen];
    const best = this.#best();
    const shares = { from: NEVER, below: RARE, longest: this.#longest };
    this.#result = this.#exact ? best : yield* decideRareArcs(this.#known, { pdfa: best, access }, shares);
    this.#curve = this.#sequence.map((point) => this.#rate(point, this.#drawn ?? exploredWords(this.#known)));
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
    this.#take([found]);
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
      if (!exactly && tolerance === undefined && maxStates === undefined && this.#looksExact()) {
        if (yield* this.#learnExactly(true)) return;
        this.#hopeless = true;
        yield* this.#grow(suffixes, false);
        exactly = this.#radius <= EQUAL;
        if (exactly) yield* this.#grow(suffixes, true);
      }
      const chosen = yield* this.#refine(exactly);
      const explored = exploredWords(this.#known);
      const { pdfa, variation } = fit(this.#known, chosen.pdfa, explored);
      const drawn = yield* this.#draw(pdfa, suffixes, DRAWN_SHARE.nearly);
      this.#drawn = withDrawn(this.#known, explored, drawn);
      const { mean, largest } = variationOn(this.#known, pdfa, drawn);
      if (tolerance === undefined && !exactly) yield* this.#chooseAgain(this.#drawn);
      this.#exact = exactly && this.#radius <= EQUAL && largest <= EQUAL;
      if (this.#exact || (!exactly && mean <= 1.5 * variation + 0.01)) return;
      // More suffixes are no help if there was no end to the states, or if the words drawn came no nearer.
      if (maxStates === undefined && this.#sequence.length >= MOST_STATES) return;
      if (
        before !== undefined &&
        (mean > WORTHWHILE * before.mean || isSame(before.point.pdfa, chosen.pdfa, RARE))
      )
        return;
      before = { point: chosen, mean };
    }
  }

  /** Chooses with the drawn words in mind, which are longer than most of those that were explored. */
  *#chooseAgain(measure: Measure): SoftAsking {
    const before = this.#chosen;
    this.#curve = this.#sequence.map((point) => this.#rate(point, measure));
    this.#chosen = this.#choose();
    const chosen = this.#chosen === before ? this.#refined : undefined;
    const refined = chosen ?? (yield* this.#refine(false));
    if (this.#options.maxStates === undefined) this.#refined = prune(this.#known, refined, measure);
  }

  /** Decides the doubtful arcs of the chosen automaton again. */
  *#refine(exactly: boolean): SoftAsking<Point> {
    const point = this.#sequence[this.#chosen];
    const limits = { rare: RARE, longest: this.#longest };
    this.#refined = exactly ? point : yield* secondOpinion(this.#known, point, limits);
    return this.#refined;
  }

  /** Do several words have exactly the future of another one? A network never says the same twice. */
  #looksExact(): boolean {
    if (this.#hopeless) return false;
    const { distances, pdfa } = this.#sequence[this.#sequence.length - 1];
    // The words of all states but the first are words of arcs, too.
    return distances.filter((distance) => distance <= EQUAL).length - (pdfa.size - 1) >= 3;
  }

  /** The largest distance in the finest automaton. */
  get #radius(): number {
    return this.#sequence[this.#sequence.length - 1].radius;
  }

  /** Grows automata until one of them can be chosen. */
  *#grow(suffixes: number, exactly: boolean): SoftAsking {
    const { tolerance, maxStates } = this.#options;
    const free = tolerance === undefined && maxStates === undefined;
    const enough = exactly ? EQUAL : Math.max(EQUAL, tolerance ?? (free ? LEAST_RADIUS : 0));
    const growth = new Growth(this.#known, {
      suffixes,
      rare: exactly ? 0 : RARE,
      telling: exactly ? 0 : TELLING,
      longest: this.#longest,
    });
    const sequence: Point[] = [];
    yield* growth.begin();
    for (;;) {
      const point = growth.point();
      sequence.push(point);
      this.#take(sequence);
      if (point.radius <= enough || growth.size >= (maxStates ?? MOST_STATES)) return;
      if (free && !exactly && (isSettled(this.#curve) || this.#looksExact())) return;
      yield* growth.grow(enough);
    }
  }

  /** Takes a sequence of automata, computes its curve, and chooses one of them. */
  #take(sequence: readonly Point[]): void {
    const measure = exploredWords(this.#known);
    const size = sequence.length;
    // The words known change with every state. In a long sequence it is enough to look at all automata now and then.
    const kept = size > 24 && size % Math.ceil(size / 8) !== 0 ? this.#curve.slice(0, size - 1) : [];
    this.#curve = [...kept, ...sequence.slice(kept.length).map((point) => this.#rate(point, measure))];
    this.#sequence = [...sequence];
    this.#refined = undefined;
    this.#chosen = this.#choose();
  }

  #rate({ pdfa, radius }: Point, measure: Measure): CurvePoint {
    const { divergence, variation } = fit(this.#known, pdfa, measure);
    return { states: pdfa.size, radius, divergence, variation };
  }

  #choose(): number {
    const { tolerance, maxStates } = this.#options;
    const last = this.#curve.length - 1;
    if (tolerance !== undefined || this.#curve[last].radius <= EQUAL) return last;
    const { index, standsOut } = choosePoint(this.#curve);
    this.#standsOut = standsOut;
    if (maxStates === undefined) return index;
    const least = Math.min(...this.#curve.map(({ divergence }) => divergence));
    return this.#curve.findIndex(({ divergence }) => divergence <= 1.02 * least);
  }

  /** The best automaton so far, or another one of the sequence, with averages for rows. */
  #best(index = this.#chosen): Pdfa {
    const { size: letters } = this.alphabet;
    const uniform = new Float64Array(letters + 1).fill(1 / (letters + 1));
    const refined = index === this.#chosen ? this.#refined : undefined;
    const point = (refined ?? this.#sequence[index])?.pdfa ?? {
      size: 1,
      letters,
      target: new Int32Array(letters),
      rows: uniform,
    };
    const measure = this.#drawn ?? exploredWords(this.#known);
    return measure.nodes.length === 0 ? point : fit(this.#known, point, measure).pdfa;
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
