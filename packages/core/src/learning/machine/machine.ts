import type { FreeWord } from "../../algebra/free-group.ts";
import { RunObservations } from "../../answers/observations.ts";
import type { MachineKind } from "../../automata/machine.ts";
import { minimize } from "../../automata/minimal/minimize.ts";
import { Wdfsa } from "../../automata/wdfsa.ts";
import type { Alphabet } from "../../words/alphabet.ts";
import type { Letter, Word } from "../../words/word.ts";
import { askWanted, conjecture, noProgress, notACounterexample } from "../asking.ts";
import { deterministicForm, type Form } from "../form.ts";
import { defaultPrices, type PriceOptions } from "../prices.ts";
import type { Asking, LearnerRun, Reason } from "../protocol.ts";
import { ToldLearner } from "../told-learner.ts";
import { Fold, NONE } from "./fold.ts";
import { Identification } from "./identification.ts";
import { Planner } from "./planner.ts";

/** What a letter counts at least when words are planned, as a part of a word. */
const FREE_LETTER = 0.1;

/** Options of the machine learner. */
export type MachineOptions = PriceOptions;

/** What is known of an arc of a machine. */
export interface KnownArc {
  readonly state: number;
  readonly letter: Letter;
  /** Its output, as it is written in a weight; undefined if the letter was not read in this state. */
  readonly output: FreeWord | undefined;
  /** The state that it leads to; undefined if that is open. */
  readonly target: number | undefined;
  /** The states that it may lead to, as far as they were compared. Those of an arc with a target put it in doubt. */
  readonly candidates: readonly number[] | undefined;
}

/**
 * Learns Mealy and Moore machines from runs, at a low cost in words and letters (docs/theory/machines.md, 6.14 to 6.17). Like L#
 * (Vaandrager, Garhewal, Rot and Wißmann 2022), it tells states apart by observations alone, and asks adaptive
 * distinguishing sequences. Unlike L#, it believes of a state what was observed after any word that seems to lead there,
 * so that one word can explore several arcs; a run that disagrees with what is believed is a free counterexample.
 *
 * @example
 * const teacher = machineTeacher({
 *   kind: "mealy",
 *   alphabet: ["press"],
 *   run: (word) => word.map((_, i) => (i % 2 === 0 ? "on" : "off")),
 *   equivalence: wpMethod(1),
 * });
 * console.log(runLearner(new MachineLearner("mealy", new Alphabet(["press"])), teacher).automaton.size); // 2
 */
export class MachineLearner extends ToldLearner<FreeWord, FreeWord, Wdfsa<FreeWord>, RunObservations> {
  readonly name = "machine";
  readonly form: Form<FreeWord, Wdfsa<FreeWord>> = deterministicForm;
  readonly #fold: Fold;
  readonly #identification: Identification;
  readonly #planner: Planner;

  /** `observations`: what it is told, if others share the answers. */
  constructor(
    machine: MachineKind,
    alphabet: Alphabet,
    options: MachineOptions = {},
    observations = new RunObservations(machine, alphabet),
  ) {
    super(observations.kind, alphabet, observations);
    this.#fold = new Fold(this.observations, alphabet.size);
    this.#identification = new Identification(this.#fold);
    const prices = options.prices ?? defaultPrices;
    // Letters that cost nothing count a little, so that of two plans with as many words the shorter one is taken.
    const letter = Math.max(prices.letter, FREE_LETTER * prices.word);
    this.#planner = new Planner(this.#fold, this.#identification, { ...prices, letter });
  }

  get states(): number {
    return this.#fold.states;
  }

  /** The access word of a state, for observers. */
  access(state: number): Word {
    return this.#fold.tree.word(this.#fold.access[state]);
  }

  /** What is known of the arcs for observers, state by state. */
  *arcs(): Generator<KnownArc> {
    const { letters, output, target, candidates } = this.#fold;
    for (let arc = 0; arc < target.length; arc++) {
      yield {
        state: this.#fold.stateBefore(arc),
        letter: arc % letters,
        output: output[arc] === 0 ? undefined : this.observations.outputs[output[arc] - 1],
        target: target[arc] < 0 ? undefined : target[arc],
        candidates: candidates[arc],
      };
    }
  }

  /** The states that the prefixes of a word are believed to be in, that of ε first, for observers; undefined where none is. */
  statesAlong(word: Word): (number | undefined)[] {
    const states: (number | undefined)[] = [0];
    let node = 0;
    for (const letter of word) {
      node = node < 0 ? NONE : this.#fold.child(node, letter);
      const state = node < 0 ? NONE : this.#fold.stateOf(node);
      states.push(state < 0 ? undefined : state);
    }
    return states;
  }

  hypothesis(): Wdfsa<FreeWord> {
    const { algebra, alphabet, observations } = this;
    const { states, output } = this.#fold;
    const target = Int32Array.from(this.#fold.target);
    const arcWeight = algebra.array(target.length);
    target.forEach((to, arc) => {
      if (to >= 0) arcWeight[arc] = observations.outputs[output[arc] - 1];
    });
    const initialWeight = observations.knows(0) ? observations.weight(0) : algebra.one;
    const finalWeight = new Array<FreeWord>(states).fill(algebra.one);
    return new Wdfsa({ algebra, alphabet, target, arcWeight, initialWeight, finalWeight }, false);
  }

  *run(): LearnerRun<FreeWord> {
    let why: Reason = { kind: "start" };
    for (;;) {
      yield* this.#completeHypothesis(why);
      // A Moore machine without inputs has an output all the same.
      if (!this.observations.knows(0)) yield* this.#ask([[]], why);
      const hypothesis = this.hypothesis();
      const word = yield* conjecture(this, hypothesis);
      if (word === null) return minimize(hypothesis);
      why = { kind: "counterexample", word };
      yield* this.#ask([word], why);
      if (this.#fold.conflicts.length === 0) {
        throw notACounterexample(this, word, hypothesis.weigh(word));
      }
    }
  }

  /** Asks until every arc has a target and no observation disagrees with what is believed. */
  *#completeHypothesis(why: Reason): Asking<FreeWord> {
    for (;;) {
      yield* this.#resolveConflicts(why);
      const undecided = this.#identify();
      if (undecided !== NONE) yield* this.#prove(undecided, why);
      else if (this.#fold.conflicts.length === 0) {
        const words = this.#planner.words();
        if (words.length === 0 && this.#fold.touched.length > 0) continue;
        if (words.length === 0 && this.#identification.recheck()) continue;
        if (words.length === 0 && this.#fold.target.includes(NONE)) throw noProgress(this, []);
        if (words.length === 0) return;
        const before = this.observations.count;
        yield* this.#ask(words, why);
        if (this.observations.count === before) throw noProgress(this, words[0]);
      }
    }
  }

  /** Gives a target to every arc with one candidate left. Returns an arc that no state fits, or `NONE`. */
  #identify(): number {
    const fold = this.#fold;
    for (;;) {
      const { decided, impossible } = this.#identification.decide();
      for (const [arc, state] of decided) fold.identify(arc, state);
      if (fold.conflicts.length > 0) return NONE;
      if (decided.length === 0) return impossible;
    }
  }

  /**
   * No state fits an arc. Asks what proves that its word is apart from the access word of every state, and makes it a state;
   * if the answers disagree with what is believed, they are a conflict.
   */
  *#prove(arc: number, why: Reason): Asking<FreeWord> {
    const fold = this.#fold;
    const state = Math.floor(arc / fold.letters);
    const letter = arc % fold.letters;
    const prefix = [...fold.tree.word(fold.access[state]), letter];
    const node = fold.child(fold.access[state], letter);
    const other = node < 0 ? 0 : this.#identification.notApart(node);
    if (other !== NONE) {
      const suffix = fold.difference(arc, other);
      // Only an answer could have changed what is believed, and every answer ends this search.
      if (suffix === undefined) return;
      if (yield* this.#ask([[...prefix, ...suffix]], why)) return;
      if (yield* this.#ask([[...fold.tree.word(fold.access[other]), ...suffix]], why)) return;
      // Both are known and agree, so something that is believed of one of them was observed after another word.
      if (yield* this.#refute(state, [letter, ...suffix], why)) return;
      const { last, rest } = this.#lastState(other, suffix);
      if (yield* this.#refute(last, rest, why)) return;
      throw noProgress(this, [...prefix, ...suffix]);
    }
    this.#identification.addState(arc);
  }

  /**
   * Every conflict has a wrong arc on its way. Arcs whose targets are in doubt are taken back first, which costs nothing;
   * where there are none, the wrong one is searched for.
   */
  *#resolveConflicts(why: Reason): Asking<FreeWord> {
    const fold = this.#fold;
    while (fold.conflicts.length > 0) {
      // The shortest word first: where a run differs, what follows differs too.
      fold.conflicts.sort((a, b) => fold.tree.depth(b) - fold.tree.depth(a));
      const node = fold.conflicts.pop() as number;
      const state = fold.stateOf(fold.tree.parent(node));
      if (state < 0 || this.#doubtWay(node)) continue;
      yield* this.#refute(state, [fold.tree.letter(node)], why);
    }
  }

  /** Takes back the targets on the way to a word that may be wrong; false if there are none. */
  #doubtWay(node: number): boolean {
    const { tree, letters } = this.#fold;
    const arcs: number[] = [];
    for (let at = tree.parent(node); at > 0; at = tree.parent(at)) {
      arcs.push(this.#fold.stateOf(tree.parent(at)) * letters + tree.letter(at));
    }
    let found = false;
    for (const arc of arcs) if (this.#identification.doubt(arc, this.observations.count)) found = true;
    return found;
  }

  /**
   * Words that are believed to be in a state may have other outputs for a suffix than the state's access word. Finds, for
   * each of them, the arc on its way that leads elsewhere, and takes its target back. False if there was no such word.
   */
  *#refute(state: number, suffix: Word, why: Reason): Asking<FreeWord, boolean> {
    const fold = this.#fold;
    yield* this.#ask([[...fold.tree.word(fold.access[state]), ...suffix]], why);
    for (let found = false; ; found = true) {
      const stray = this.#findStray(state, suffix);
      if (stray === NONE) return found;
      yield* this.#findWrongArc(stray, suffix, why);
    }
  }

  /** The last state that a suffix is believed to pass, and what is left of the suffix there. */
  #lastState(state: number, suffix: Word): { last: number; rest: Word } {
    let [place, last, rest] = [state, state, suffix];
    for (let i = 0; i < suffix.length && this.#fold.predict(place, suffix[i]); i++) {
      place = this.#fold.next;
      if (place >= 0 && i + 1 < suffix.length) [last, rest] = [place, suffix.slice(i + 1)];
    }
    return { last, rest };
  }

  /** A word that is believed to be in a state and has other outputs for a suffix than the access word, or `NONE`. */
  #findStray(state: number, suffix: Word): number {
    const fold = this.#fold;
    const outputs = this.#outputs(fold.access[state], suffix);
    for (const node of fold.evidence(state * fold.letters + suffix[0])) {
      const word = fold.tree.parent(node);
      if (fold.find(word, suffix) >= 0 && this.#outputs(word, suffix) !== outputs) return word;
    }
    return NONE;
  }

  /**
   * A word is believed to be in a state whose access word has other outputs for a suffix. Replaces longer and longer
   * beginnings of it by access words (Rivest and Schapire 1993). Where the outputs change, the arc's word is apart from
   * the access word of its target (docs/theory/machines.md, 6.15).
   */
  *#findWrongArc(stray: number, suffix: Word, why: Reason): Asking<FreeWord> {
    const fold = this.#fold;
    const outputs = this.#outputs(stray, suffix);
    const word = fold.tree.word(stray);
    const states = [0];
    for (const letter of word) states.push(fold.target[(states.at(-1) as number) * fold.letters + letter]);
    let [low, high] = [0, word.length];
    // As long as the word is its state's access word, there is nothing to ask.
    while (low + 1 < high && fold.find(fold.access[states[low + 1]], word.slice(low + 1)) === stray) low++;
    while (high - low > 1) {
      const middle = this.#middle(word, states, low, high);
      const access = fold.access[states[middle]];
      const rest = word.slice(middle);
      yield* this.#ask([[...fold.tree.word(access), ...rest, ...suffix]], why);
      if (this.#outputs(fold.find(access, rest), suffix) === outputs) low = middle;
      else high = middle;
    }
    // Every refutation is a new fact, or the answers contradict each other.
    const isNew = this.#identification.refute(states[low] * fold.letters + word[low], states[high]);
    if (!isNew) throw noProgress(this, [...word, ...suffix]);
  }

  /** Where to cut a way, so that each part has half of the suspicion: an arc is the more suspect the fewer words support it. */
  #middle(word: Word, states: readonly number[], low: number, high: number): number {
    const fold = this.#fold;
    const suspicion: number[] = [];
    for (let i = low; i < high; i++) suspicion.push(1 / fold.support(states[i] * fold.letters + word[i]));
    const half = suspicion.reduce((sum, value) => sum + value, 0) / 2;
    let [middle, sum] = [high, 0];
    // From the end, because words are shorter there.
    do sum += suspicion[--middle - low];
    while (sum < half && middle > low + 1);
    return Math.max(middle, low + 1);
  }

  /** The outputs for a suffix after a word, as a text to compare. */
  #outputs(node: number, suffix: Word): string {
    const outputs: number[] = [];
    let at = node;
    for (const letter of suffix) {
      at = this.#fold.child(at, letter);
      outputs.push(this.observations.outputNumber(at));
    }
    return outputs.join();
  }

  /** Asks words and takes in their runs. True if there was anything to ask. */
  *#ask(words: readonly Word[], why: Reason): Asking<FreeWord, boolean> {
    const observations = this.observations;
    const before = observations.count;
    const nodes = words.map((word) => observations.node(0, word));
    for (const node of nodes) observations.want(node);
    yield* askWanted(this, why);
    for (const node of nodes) this.#observe(node);
    return observations.count > before;
  }

  /** Takes in a word and those prefixes that are new, shortest first. */
  #observe(node: number): void {
    const { tree } = this.#fold;
    const path: number[] = [];
    for (let at = node; at > 0 && !this.#fold.observed(at); at = tree.parent(at)) path.push(at);
    for (let i = path.length - 1; i >= 0; i--) this.#fold.observe(path[i]);
  }
}
