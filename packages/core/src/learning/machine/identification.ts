import { getOrAdd } from "../../words/collections.ts";
import { type Fold, NONE } from "./fold.ts";

/**
 * Decides which state an arc leads to, by ruling out the others. A state is ruled out if it is refuted, which is proved and
 * stays so, or if its predictions disagree with a word of the arc, which may change with what is believed.
 */
export class Identification {
  readonly #fold: Fold;
  /** The states that each arc is proved not to lead to: access word and letter are apart from the state's access word. */
  readonly #refuted = new Map<number, Set<number>>();
  /** The arcs on which access words end: they lead to the states of these words and nowhere else. */
  readonly #proved = new Set<number>();
  /** For the word of an arc the number of states, from the first one on, whose access words are known to be apart from it. */
  readonly #apart = new Map<number, number>();
  /** All states, as a list that grows with them. */
  readonly #all: number[] = [];
  /** How many answers there were when an arc was doubted last. */
  readonly #doubted = new Map<number, number>();

  constructor(fold: Fold) {
    this.#fold = fold;
  }

  /** Compares the touched arcs. Those with one candidate left, with that state; and the nearest that no state fits, or `NONE`. */
  decide(): { decided: [arc: number, state: number][]; impossible: number } {
    const fold = this.#fold;
    const decided: [number, number][] = [];
    let impossible = NONE;
    const undecidable: number[] = [];
    for (const arc of new Set(fold.touched.splice(0))) {
      if (fold.target[arc] >= 0 || !fold.isExplored(arc)) continue;
      const states = this.#filter(arc);
      if (states.length === 1) decided.push([arc, states[0]]);
      if (states.length > 0) continue;
      undecidable.push(arc);
      if (impossible === NONE || fold.depth(arc) < fold.depth(impossible)) impossible = arc;
    }
    fold.touched.push(...undecidable);
    return { decided, impossible };
  }

  /** The states that an arc may lead to, if that has to be asked; `undefined` if it is clear. */
  open(arc: number): readonly number[] | undefined {
    const fold = this.#fold;
    if (!fold.isExplored(arc)) return this.#allStates();
    if (fold.target[arc] >= 0) return fold.candidates[arc] && this.#doubts(arc);
    const states = this.#filter(arc);
    if (states.length > 1) return states;
    fold.touched.push(arc);
    return undefined;
  }

  #allStates(): readonly number[] {
    for (let state = this.#all.length; state < this.#fold.states; state++) this.#all.push(state);
    return this.#all;
  }

  /** The states that an explored arc without a target may lead to. */
  #filter(arc: number): number[] {
    const known = this.#fold.candidates[arc];
    let states = this.#possible(arc, known);
    // What was believed when a state was ruled out may have been wrong.
    if (states.length === 0 && known !== undefined) states = this.#possible(arc);
    this.#fold.setCandidates(arc, states);
    return states;
  }

  /** The target of an arc, and the states that it may lead to instead; `undefined` if there are none. */
  #doubts(arc: number): number[] | undefined {
    const { candidates, target } = this.#fold;
    const states = candidates[arc]?.filter((state) => state === target[arc] || this.#fits(arc, state)) ?? [];
    this.#fold.setCandidates(arc, states.length > 1 ? states : undefined);
    return candidates[arc];
  }

  /** Those of some states, or of all, that are not ruled out for an arc. */
  #possible(arc: number, among?: readonly number[]): number[] {
    return this.#fold.fitting(arc, this.#refuted.get(arc), among);
  }

  #fits(arc: number, state: number): boolean {
    return this.#refuted.get(arc)?.has(state) !== true && this.#fold.fits(arc, state);
  }

  /**
   * Compares every arc with every state again: what was believed when a state was ruled out may have been wrong. True if
   * there are new doubts.
   */
  recheck(): boolean {
    const { target } = this.#fold;
    let found = false;
    for (let arc = 0; arc < target.length; arc++) {
      if (this.#proved.has(arc)) continue;
      const states = this.#possible(arc);
      if (states.length < 2 && states[0] === target[arc]) continue;
      if (!states.includes(target[arc])) states.push(target[arc]);
      this.#fold.setCandidates(arc, states);
      found = true;
    }
    return found;
  }

  /**
   * Takes the target of an arc back if it may lead elsewhere; false if there is no doubt. It does so once for a number of
   * answers: if the arc is back by then, doubting it again would go round in circles.
   */
  doubt(arc: number, answers: number): boolean {
    const fold = this.#fold;
    if (fold.target[arc] < 0 || this.#doubted.get(arc) === answers || this.#doubts(arc) === undefined)
      return false;
    this.#doubted.set(arc, answers);
    fold.release(arc);
    fold.touched.push(arc);
    return true;
  }

  /** Records that an arc is proved not to lead to a state, and takes its target back; false if that was known. */
  refute(arc: number, state: number): boolean {
    const fold = this.#fold;
    const refuted = getOrAdd(this.#refuted, arc, () => new Set());
    if (refuted.has(state)) return false;
    refuted.add(state);
    fold.release(arc);
    fold.setCandidates(arc, undefined);
    fold.touched.push(arc);
    return true;
  }

  /**
   * Rules out candidates by observations alone: those whose access words are apart from a word of the arc. Predictions may
   * miss that, because at an arc without a target they follow one of its words and not the others. False if no candidate
   * would be left.
   */
  ruleOutApart(arc: number, states: readonly number[]): boolean {
    const fold = this.#fold;
    const node = fold.child(fold.nearest[fold.stateBefore(arc)], arc % fold.letters);
    const left = states.filter(
      (state) => state === fold.target[arc] || !fold.areApart(node, fold.access[state]),
    );
    if (left.length === 0) return false;
    fold.setCandidates(arc, left);
    if (fold.target[arc] < 0) fold.touched.push(arc);
    return true;
  }

  /** Refutes the candidates whose access words are apart from the word of the arc after its state's access word. */
  refuteApart(arc: number, states: readonly number[]): void {
    const fold = this.#fold;
    const node = fold.child(fold.access[fold.stateBefore(arc)], arc % fold.letters);
    for (const state of states) {
      if (fold.areApart(node, fold.access[state])) this.refute(arc, state);
    }
  }

  /**
   * The first state whose access word is not apart from a word by observations, or `NONE`. Words that were apart remain so:
   * another call goes on where the last one ended.
   */
  notApart(node: number): number {
    const { access, states } = this.#fold;
    let state = this.#apart.get(node) ?? 0;
    while (state < states && this.#fold.areApart(node, access[state])) state++;
    this.#apart.set(node, state);
    return state < states ? state : NONE;
  }

  /** Makes the word of an arc the access word of a new state. Arcs that may lead there too become doubtful. */
  addState(arc: number): void {
    const fold = this.#fold;
    const { letters, access, target, candidates } = fold;
    const node = fold.child(access[fold.stateBefore(arc)], arc % letters);
    const state = fold.states;
    for (const other of fold.arcsThatFit(node)) {
      if (other === arc || this.#proved.has(other)) continue;
      if (target[other] >= 0 && candidates[other] === undefined) fold.setCandidates(other, [target[other]]);
      candidates[other]?.push(state);
    }
    fold.addState(node);
    this.#proved.add(arc);
    this.#apart.delete(node);
    fold.identify(arc, state);
  }
}
