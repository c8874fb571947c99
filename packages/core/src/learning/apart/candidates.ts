import type { GroupWithZero } from "../../algebra/semifield.ts";
import { DEAD, Group } from "./group.ts";
import type { SuffixChoice } from "./suffix-choice.ts";

/**
 * Which states are candidates of which groups. Apart from a group means apart from all groups below it, so a state's groups
 * are a part of the tree from its root on.
 */
export class Candidates<W> {
  readonly root: Group<W>;
  readonly #suffixes: SuffixChoice<W>;
  /** The groups that each state is a candidate of. */
  readonly #homes: Set<Group<W>>[] = [];

  constructor(algebra: GroupWithZero<W>, suffixes: SuffixChoice<W>) {
    this.root = new Group(algebra, [], [], -1);
    this.root.candidates.add(DEAD);
    this.#suffixes = suffixes;
  }

  /** The groups that a state is a candidate of. */
  homes(state: number): Iterable<Group<W>> {
    return this.#homes[state];
  }

  /** Makes a new state a candidate of all groups that it is not apart from; yields them. */
  *enter(state: number): Generator<Group<W>> {
    this.#homes.push(new Set());
    const stack = [this.root];
    for (let group = stack.pop(); group !== undefined; group = stack.pop()) {
      if (!this.join(state, group)) continue;
      yield group;
      for (const below of group.below) stack.push(below);
    }
  }

  /** Makes a state a candidate of a group unless they are apart; says whether it is one. */
  join(state: number, group: Group<W>): boolean {
    if (this.#suffixes.apart(state, group)) return false;
    group.candidates.add(state);
    if (state !== DEAD) this.#homes[state].add(group);
    return true;
  }

  /** Drops a candidate that is apart from the group; says whether it is. */
  drop(state: number, group: Group<W>): boolean {
    if (!this.#suffixes.apart(state, group)) return false;
    group.candidates.delete(state);
    if (state !== DEAD) this.#homes[state].delete(group);
    return true;
  }
}
