import { agree } from "../../algebra/margins.ts";
import type { GroupWithZero } from "../../algebra/semifield.ts";
import { Observations } from "../../answers/observations.ts";
import { minimize } from "../../automata/minimal/minimize.ts";
import { Wdfsa } from "../../automata/wdfsa.ts";
import type { Alphabet } from "../../words/alphabet.ts";
import type { PrefixTree } from "../../words/prefix-tree.ts";
import type { Word } from "../../words/word.ts";
import { askWanted, askWord, conjecture, findBreakpoint, noProgress, notACounterexample } from "../asking.ts";
import { deterministicForm, type Form } from "../form.ts";
import { defaultPrices, type PriceOptions } from "../prices.ts";
import type { Asking, LearnerRun, Reason } from "../protocol.ts";
import { ToldLearner } from "../told-learner.ts";
import { Apartness } from "./apartness.ts";
import { DEAD } from "./group.ts";

/** Options of the learner by apartness. */
export interface ApartOptions extends PriceOptions {
  /**
   * How many arcs are checked before each equivalence question, relative to the number of states. More checks mean fewer
   * equivalence questions; 0 switches them off.
   */
  readonly probes?: number;
}

const PROBES = 1 / 8;
/** If arcs are checked at all, at least this many. */
const LEAST_PROBES = 8;

/** A word of the basis or of the frontier, and what is known of its state. */
export interface FrontierWord {
  readonly word: Word;
  /** Is it the access word of its state, and so in the basis? */
  readonly isBasis: boolean;
  /** Its state; -1 if it is dead, undefined if that is open. */
  readonly state: number | undefined;
  /** The states that are not apart from it, and -1 if it may be dead. */
  readonly candidates: readonly number[];
}

/**
 * Weighted L# (Vaandrager, Garhewal, Rot and Wißmann 2022; docs/theory.md, 6.11). States are words that are pairwise apart.
 * The next question is the one that tells most candidates apart. A hypothesis is only conjectured when it agrees with
 * every answer so far and passes a few more questions. So this learner needs about as few equivalence questions as the
 * table, with fewer words (docs/benchmarks.md).
 *
 * @example
 * const target = exactTeacher(fromExpression("(a|b)*abb", boolean));
 * console.log(runLearner(new ApartLearner(boolean, new Alphabet("ab")), target).automaton.size); // 4
 */
export class ApartLearner<W> extends ToldLearner<W, W, Wdfsa<W>, Observations<W>> {
  readonly name = "apart";
  readonly form: Form<W, Wdfsa<W>> = deterministicForm;
  readonly #apartness: Apartness<W>;
  readonly #probes: number;

  /** `observations`: what it is told, if others share the answers or a machine gives them. */
  constructor(
    algebra: GroupWithZero<W>,
    alphabet: Alphabet,
    options: ApartOptions = {},
    observations = new Observations(algebra, alphabet.size),
  ) {
    super(observations.kind, alphabet, observations);
    this.#apartness = new Apartness(alphabet, this.observations, options.prices ?? defaultPrices);
    this.#probes = options.probes ?? PROBES;
  }

  get states(): number {
    return this.#apartness.states;
  }

  /** The basis and the frontier for observers, every word behind those that it begins with. */
  *frontier(): Generator<FrontierWord> {
    const { node, target, access } = this.#apartness.assignment;
    for (let i = 0; i < node.length; i++) {
      const state = target[i] < DEAD ? undefined : target[i];
      yield {
        word: this.observations.word(node[i]),
        isBasis: state !== undefined && access[state] === i,
        state,
        candidates: this.#apartness.candidates(i),
      };
    }
  }

  /** In the gauge λ = 1, ρ(u) = L(u), or scaled as the observations are; arcs that are not known yet are left out. */
  hypothesis(): Wdfsa<W> {
    const { algebra, alphabet, states } = this;
    if (states === 0) return Wdfsa.zero(algebra, alphabet);
    const { assignment: arcs } = this.#apartness;
    const target = new Int32Array(arcs.target).subarray(1);
    const arcWeight = arcs.factor.slice(1);
    const observations = this.observations;
    for (let arc = 0; arc < target.length; arc++) {
      const alive = target[arc] >= 0;
      if (!alive) target[arc] = DEAD;
      arcWeight[arc] = alive ? observations.step(arcs.node[arc + 1], arcWeight[arc]) : algebra.zero;
    }
    const finalWeight = algebra.array(states);
    for (let state = 0; state < states; state++) {
      const node = this.#apartness.assignment.accessNode(state);
      finalWeight[state] = observations.knows(node) ? observations.after(node, node) : algebra.zero;
    }
    const initialWeight = observations.knows(0) ? observations.scale(0) : algebra.one;
    return new Wdfsa({ algebra, alphabet, target, arcWeight, initialWeight, finalWeight }, false);
  }

  *run(): LearnerRun<W> {
    let why: Reason = { kind: "start" };
    for (;;) {
      const hypothesis: Wdfsa<W> = yield* this.#agree(why);
      const word: Word | null = yield* conjecture(this, hypothesis);
      if (word === null) return minimize(hypothesis);
      why = { kind: "counterexample", word };
      const weight: W = yield* askWord(this, word, why);
      if (this.algebra.equals(weight, hypothesis.weigh(word))) throw notACounterexample(this, word, weight);
      yield* this.#learnFrom(hypothesis, word, weight, why);
    }
  }

  /** Refines the hypothesis until it agrees with every answer: an answer that contradicts it is a free counterexample. */
  *#agree(why: Reason): Asking<W, Wdfsa<W>> {
    yield* this.#settle(why);
    for (;;) {
      const hypothesis = this.hypothesis();
      const node = this.#disagreement(hypothesis);
      if (node < 0 && (yield* this.#probe(why))) continue;
      if (node < 0) return hypothesis;
      const word = this.observations.word(node);
      yield* this.#learnFrom(hypothesis, word, this.observations.weight(node), why);
    }
  }

  /**
   * Asks one more question about each of some arcs. As long as many arcs are wrong, this finds a state for less than a
   * counterexample, which must be weighed and analysed. False if all these arcs passed.
   */
  *#probe(why: Reason): Asking<W, boolean> {
    if (this.#probes <= 0) return false;
    this.#apartness.assignment.wantProbes(Math.max(LEAST_PROBES, this.#probes * this.states));
    yield* askWanted(this, why);
    if (!this.#apartness.doubtProbed()) return false;
    yield* this.#settle(why);
    return true;
  }

  /** The first word, in the order of the answers, that the hypothesis weighs differently, or -1. */
  #disagreement(hypothesis: Wdfsa<W>): number {
    const observations = this.observations;
    const found = observations.disagreement(hypothesis);
    if (found !== undefined) return found;
    const believed = weigher(hypothesis, observations.tree);
    const differs = (node: number) => {
      const factors = observations.tree.depth(node) + 1;
      return !agree(this.algebra, believed(node), observations.weight(node), factors);
    };
    return observations.answered().find(differs) ?? -1;
  }

  *#learnFrom(hypothesis: Wdfsa<W>, word: Word, weight: W, why: Reason): Asking<W> {
    const { algebra, observations } = this;
    const known = this.states;
    const { states, accumulated } = hypothesis.trace(word);
    const access = (state: number) => this.#apartness.assignment.accessNode(state);
    const alpha = (i: number, node: number) =>
      algebra.times(accumulated[i], observations.after(access(states[i]), node));
    const broken = yield* findBreakpoint(this, { states, access, alpha }, word, weight);
    this.#apartness.doubt(broken.state, broken.letter, broken.suffix);
    yield* this.#settle(why);
    // Lemma: the word at the breakpoint is apart from every state, so it becomes a new state.
    if (this.states <= known) throw noProgress(this, word);
  }

  /** Asks until every word has one candidate left. */
  *#settle(why: Reason): Asking<W> {
    while (this.#apartness.busy) {
      this.#apartness.want();
      yield* askWanted(this, why);
      this.#apartness.advance();
    }
  }
}

/** Nobody has asked for the state after this word. */
const UNVISITED = -2;

/** How a hypothesis weighs the words of a tree: prefixes that words share are read once. */
function weigher<W>(hypothesis: Wdfsa<W>, tree: PrefixTree): (node: number) => W {
  const { algebra, alphabet, target, arcWeight, finalWeight } = hypothesis;
  /** The state after each word, -1 where there is none, or `UNVISITED`; and the weight accumulated before it. */
  const states = new Int32Array(tree.size).fill(UNVISITED);
  const accumulated = new Array<W>(tree.size);
  states[0] = hypothesis.size === 0 ? -1 : 0;
  accumulated[0] = hypothesis.initialWeight;
  return (node) => {
    const path: number[] = [];
    for (let at = node; states[at] === UNVISITED; at = tree.parent(at)) path.push(at);
    for (let next = path.pop(); next !== undefined; next = path.pop()) {
      const before = tree.parent(next);
      const arc = states[before] * alphabet.size + tree.letter(next);
      const state = states[before] < 0 ? -1 : target[arc];
      states[next] = state;
      if (state >= 0) accumulated[next] = algebra.times(accumulated[before], arcWeight[arc]);
    }
    return states[node] < 0 ? algebra.zero : algebra.times(accumulated[node], finalWeight[states[node]]);
  };
}
