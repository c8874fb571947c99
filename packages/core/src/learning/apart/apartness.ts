import type { GroupWithZero } from "../../algebra/semifield.ts";
import type { Observations } from "../../answers/observations.ts";
import type { Alphabet } from "../../words/alphabet.ts";
import { getOrAdd } from "../../words/collections.ts";
import type { Letter, Word } from "../../words/word.ts";
import type { Prices } from "../prices.ts";
import { Assignment, UNKNOWN } from "./assignment.ts";
import { DEAD, Group } from "./group.ts";
import { SuffixChoice } from "./suffix-choice.ts";

/** A group chooses its suffix again when it has this many times more candidates. */
const GROWTH = 2;
/** A group with more candidates than this does not wait until each of them has been asked. */
const MANY = 8;

/**
 * Apartness of the words ε and u_q·a (the frontier) from the states' access words u_q (the basis), after L# (Vaandrager,
 * Garhewal, Rot and Wißmann 2022), with ratios: two words are apart if they have different ratios for two suffixes, or if
 * one suffix is zero for only one of them. A frontier word that is apart from every state becomes a state; one that is
 * apart from all states but one is identified with that state.
 *
 * Words are numbered: 0 is ε, and 1 + q·|Σ| + a is u_q·a. This class asks no questions itself: `want` adds the words that
 * the next step needs to the observations' list, and `advance` takes the step.
 */
export class Apartness<W> {
  readonly algebra: GroupWithZero<W>;
  readonly alphabet: Alphabet;
  readonly observations: Observations<W>;
  readonly #suffixes: SuffixChoice<W>;
  readonly assignment: Assignment<W>;
  /** Where words begin: nothing was asked of them. */
  readonly #root: Group<W>;
  /** The group of each word. */
  readonly #group: Group<W>[] = [];
  /**
   * The groups that each state is a candidate of. Apart from a group means apart from all groups below it, so these are
   * a part of the tree from its root on.
   */
  readonly #homes: Set<Group<W>>[] = [];
  /** The groups whose members may have to be asked more. */
  #active = new Set<Group<W>>();
  /** The groups whose members move on when the chosen suffix has been answered. */
  #moving: Group<W>[] = [];
  /** The states that are asked next, and the suffixes. */
  readonly #asking = new Map<number, number[]>();

  constructor(alphabet: Alphabet, observations: Observations<W>, { letter }: Prices) {
    this.algebra = observations.algebra;
    this.alphabet = alphabet;
    this.observations = observations;
    this.#suffixes = new SuffixChoice(observations, alphabet.size, letter > 0);
    this.assignment = new Assignment(observations, this.#suffixes);
    this.#root = new Group(this.algebra, [], [], -1);
    this.#root.candidates.add(DEAD);
    this.#addWord(0);
  }

  get states(): number {
    return this.assignment.access.length;
  }

  get busy(): boolean {
    return this.#active.size > 0;
  }

  access(state: number): Word {
    return this.observations.word(this.assignment.accessNode(state));
  }

  /** The states that are not apart from a word, and -1 if it may be dead. */
  candidates(word: number): number[] {
    return [...this.#group[word].candidates].sort((a, b) => a - b);
  }

  /** A word (that of an arc, or ε for state -1) was identified with a state, but the suffix shows that they are apart. */
  doubt(state: number, letter: Letter, suffix: Word): void {
    this.#doubt(state < 0 ? 0 : 1 + state * this.alphabet.size + letter, this.#suffixes.number(suffix));
  }

  #doubt(word: number, suffix: number): void {
    const group = this.#group[word];
    // The word moves first, so that the new state is there when the other members move.
    group.members = [word, ...group.members.filter((member) => member !== word)];
    group.choose(suffix);
    group.doubted = true;
    for (const member of group.members) this.assignment.target[member] = UNKNOWN;
    this.#active.add(group);
  }

  /** Puts the words that failed the last probes in doubt; false if there are none. */
  doubtProbed(): boolean {
    let found = false;
    for (const { word, suffix } of this.assignment.failed()) {
      this.#doubt(word, suffix);
      found = true;
    }
    return found;
  }

  /** Lists the questions of the next step; words with one candidate left get their state. */
  want(): void {
    // Answers to other questions may have ruled out a candidate.
    for (const group of this.#active) {
      for (const state of group.candidates) this.#drop(state, group);
    }
    const open: Group<W>[] = [];
    for (const group of this.#active) if (!this.#settle(group)) open.push(group);
    this.#active = new Set(open);
    for (const [state, suffix] of this.#suffixes.awaited(open)) this.#ask(state, suffix);
    for (const group of open) {
      if (!group.doubted && group.candidates.size <= MANY && this.#waits(group)) continue;
      if (!group.doubted && !this.#chosen(group)) continue;
      this.#moving.push(group);
      const suffix = this.#suffixes.word(group.choice);
      for (const word of group.members) {
        this.observations.want(this.observations.node(this.assignment.node[word], suffix));
      }
    }
  }

  /** Uses the answers: drops candidates that are apart, and moves words to the group of their answer. */
  advance(): void {
    // Fix the moving words first: groups get new members on the way that have not been asked.
    const moving = this.#moving.map((group) => {
      const { members } = group;
      group.members = [];
      group.doubted = false;
      this.#active.delete(group);
      return { group, members };
    });
    this.#moving = [];
    const asking = [...this.#asking];
    this.#asking.clear();
    for (const [state, suffixes] of asking) {
      for (const group of this.#homes[state]) {
        if (suffixes.some((suffix) => group.asked.includes(suffix))) this.#drop(state, group);
      }
    }
    for (const { group, members } of moving) for (const word of members) this.#move(word, group);
  }

  /** Gives the members of a group their state, if only one is left; false if that is not possible yet. */
  #settle(group: Group<W>): boolean {
    if (group.members.length === 0) return true;
    if (group.doubted || group.candidates.size !== 1 || group.asked.length === 0) return false;
    const [state] = group.candidates;
    if (state === DEAD) {
      for (const word of group.members) this.assignment.target[word] = DEAD;
      return true;
    }
    const shared = group.asked.findIndex((suffix, i) => {
      const answer = this.algebra.isZero(group.ratios[i]) ? undefined : this.#suffixes.answer(state, suffix);
      return answer !== undefined && !this.algebra.isZero(answer);
    });
    if (shared < 0) return false;
    const suffix = group.asked[shared];
    const inverse = this.algebra.inverse(this.#suffixes.answer(state, suffix) as W);
    for (const word of group.members) {
      this.assignment.target[word] = state;
      this.assignment.factor[word] = this.algebra.times(this.#answer(word, suffix), inverse);
    }
    return true;
  }

  #ask(state: number, suffix: number): void {
    getOrAdd(this.#asking, state, () => []).push(suffix);
    this.observations.want(
      this.observations.node(this.assignment.accessNode(state), this.#suffixes.word(suffix)),
    );
  }

  /** Is a candidate being asked whose answers the group needs? */
  #waits(group: Group<W>): boolean {
    if (this.#asking.size === 0) return false;
    return this.#suffixes.lacking(group).some(([state]) => this.#asking.has(state));
  }

  /** Chooses the next suffix of a group. If there is none, lists the questions that its candidates have not answered. */
  #chosen(group: Group<W>): boolean {
    if (group.choice >= 0 && group.candidates.size < GROWTH * group.chosenFor) return true;
    const best = this.#suffixes.best(group);
    if (best >= 0) {
      if (best !== group.choice) group.choose(best);
      else group.chosenFor = group.candidates.size;
      return true;
    }
    const lacking = this.#suffixes.lacking(group);
    for (const [state, suffix] of lacking) this.#ask(state, suffix);
    if (lacking.length > 0) return false;
    const any = this.#suffixes.any(group);
    if (any >= 0) {
      group.choose(any);
      return true;
    }
    // Only over an inexact algebra: no answer tells the candidates apart, so take the first.
    const [first] = group.candidates;
    group.candidates.clear();
    group.candidates.add(first);
    return false;
  }

  #move(word: number, from: Group<W>): void {
    const { algebra } = this;
    const answer = this.#answer(word, from.choice);
    let ratio = answer;
    if (!algebra.isZero(answer)) {
      ratio =
        from.pivot < 0
          ? algebra.one
          : algebra.times(algebra.inverse(this.#answer(word, from.asked[from.pivot])), answer);
    }
    const { group, isNew } = from.child(ratio);
    if (isNew) for (const state of from.candidates) this.#join(state, group);
    this.#group[word] = group;
    if (group.candidates.size === 0) {
      this.#addState(word);
      return;
    }
    group.members.push(word);
    this.#active.add(group);
  }

  #addState(word: number): void {
    const state = this.assignment.addState(word);
    // The hypothesis needs its final weight.
    this.observations.want(this.assignment.node[word]);
    this.#homes.push(new Set());
    const stack = [this.#root];
    for (let group = stack.pop(); group !== undefined; group = stack.pop()) {
      if (!this.#join(state, group)) continue;
      this.#changed(group);
      for (const below of group.below) stack.push(below);
    }
    for (let letter = 0; letter < this.alphabet.size; letter++) {
      this.#addWord(this.observations.tree.extend(this.assignment.node[word], letter));
    }
  }

  /** Makes a state a candidate of a group unless they are apart; says whether it is one. */
  #join(state: number, group: Group<W>): boolean {
    if (this.#suffixes.apart(state, group)) return false;
    group.candidates.add(state);
    if (state !== DEAD) this.#homes[state].add(group);
    return true;
  }

  /** Drops a candidate of a group if they are apart. */
  #drop(state: number, group: Group<W>): void {
    if (!this.#suffixes.apart(state, group)) return;
    group.candidates.delete(state);
    if (state !== DEAD) this.#homes[state].delete(group);
    this.#changed(group);
  }

  /** The candidates of a group have changed: the states of its members are open, and a word without a candidate is a state. */
  #changed(group: Group<W>): void {
    if (group.members.length === 0) return;
    for (const word of group.members) this.assignment.target[word] = UNKNOWN;
    const isolated = group.candidates.size > 0 ? undefined : group.members.shift();
    if (isolated === undefined) this.#active.add(group);
    else this.#addState(isolated);
  }

  #addWord(node: number): void {
    this.#group.push(this.#root);
    this.#root.members.push(this.assignment.addWord(node));
    this.#active.add(this.#root);
  }

  #answer(word: number, suffix: number): W {
    const from = this.assignment.node[word];
    return this.observations.after(from, this.observations.node(from, this.#suffixes.word(suffix)));
  }
}
