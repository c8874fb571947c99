import type { GroupWithZero } from "../../algebra/semifield.ts";
import { type WeightMap, weightMap } from "../../algebra/weight-map.ts";

/** The candidate that is no state: all of whose answers are zero. */
export const NOBODY = -1;

/**
 * Words that have been asked the same suffixes with the same ratios, and the states they may be: those that are not
 * apart from them. Unlike a node of a discrimination tree, a group keeps several candidates, and may change its mind
 * about which suffix comes next.
 */
export class Group<W> {
  readonly algebra: GroupWithZero<W>;
  /** The suffixes asked on the way, by number. */
  readonly asked: readonly number[];
  /** L(xe₀)⁻¹ ⊗ L(xe) for each of them. */
  readonly ratios: readonly W[];
  /** The place of e₀, the first live one; -1 when all were zero. */
  readonly pivot: number;
  /** The states, or `NOBODY`, that no answer tells apart from these words. */
  readonly candidates = new Set<number>();
  /** The words here that are not access words. */
  members: number[] = [];
  /** The suffix to be asked next; -1 when none has been chosen. */
  choice = -1;
  /** How many candidates there were when it was chosen. */
  chosenFor = 0;
  /** A counterexample says that these words are not all alike: one candidate is not enough. */
  doubted = false;
  /** All groups right below, those of earlier choices, too. */
  readonly below: Group<W>[] = [];
  /** Those of the present choice, by the ratio of the answer. */
  #children: WeightMap<W, Group<W>>;

  constructor(algebra: GroupWithZero<W>, asked: readonly number[], ratios: readonly W[], pivot: number) {
    this.algebra = algebra;
    this.asked = asked;
    this.ratios = ratios;
    this.pivot = pivot;
    this.#children = weightMap(algebra);
  }

  /** Decides what is asked next. */
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
