import type { GroupWithZero } from "../../algebra/semifield.ts";
import { type WeightMap, weightMap } from "../../algebra/weight-map.ts";

/** The dead state as a candidate: all its answers are zero. */
export const DEAD = -1;

/**
 * Words that were asked the same suffixes and had the same ratios, with their candidates: the states that are not apart
 * from them. Unlike a node of a discrimination tree, a group has several candidates and may replace the suffix that it
 * asks next.
 */
export class Group<W> {
  readonly algebra: GroupWithZero<W>;
  /** The suffixes that were asked on the way here, by number. */
  readonly asked: readonly number[];
  /** L(xe₀)⁻¹ ⊗ L(xe) for each of them. */
  readonly ratios: readonly W[];
  /** The place of e₀, the first suffix that was not zero; -1 if all were zero. */
  readonly pivot: number;
  /** The states, or `DEAD`, that are not apart from these words. */
  readonly candidates = new Set<number>();
  /** The words in this group that are not access words. */
  members: number[] = [];
  /** The suffix to ask next; -1 if none has been chosen. */
  choice = -1;
  /** How many candidates there were when it was chosen. */
  chosenFor = 0;
  /** A counterexample shows that these words are not all alike, so one remaining candidate is not enough. */
  doubted = false;
  /** All groups directly below, also those of earlier choices. */
  readonly below: Group<W>[] = [];
  /** The groups of the present choice, by the ratio of the answer. */
  #children: WeightMap<W, Group<W>>;

  constructor(algebra: GroupWithZero<W>, asked: readonly number[], ratios: readonly W[], pivot: number) {
    this.algebra = algebra;
    this.asked = asked;
    this.ratios = ratios;
    this.pivot = pivot;
    this.#children = weightMap(algebra);
  }

  /** Chooses the suffix to ask next. */
  choose(suffix: number): void {
    this.choice = suffix;
    this.chosenFor = this.candidates.size;
    this.#children = weightMap(this.algebra);
  }

  /** The group for an answer's ratio to the chosen suffix, and whether it is new. */
  child(ratio: W): { group: Group<W>; isNew: boolean } {
    const before = this.#children.size;
    const group = this.#children.getOrAdd(ratio, () => this.#newChild(ratio));
    return { group, isNew: this.#children.size > before };
  }

  #newChild(ratio: W): Group<W> {
    const pivot = this.pivot < 0 && !this.algebra.isZero(ratio) ? this.asked.length : this.pivot;
    const group = new Group(this.algebra, [...this.asked, this.choice], [...this.ratios, ratio], pivot);
    this.below.push(group);
    return group;
  }
}
