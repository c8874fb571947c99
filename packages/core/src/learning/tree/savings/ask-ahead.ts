import type { Saving, SiftingView } from "./saving.ts";

/**
 * Saves rounds. As long as every word so far was live at the root, the next one probably is too, and then needs the
 * suffix of the node below: both questions go into one batch. The longer word goes first, since a system that shows its
 * whole run answers the shorter one with it.
 */
export class AskAhead<W> implements Saving<W> {
  #allLive = true;
  #atRoot: readonly number[] = [];

  askAlong(sifting: SiftingView<W>): void {
    const { algebra, observations, tree } = sifting;
    // Where 1 is the only non-zero weight, words that are all live are all alike: there is nothing more to ask.
    if (algebra.trivial === true) return;
    if (this.#atRoot.some((word) => algebra.isZero(observations.weight(word)))) this.#allLive = false;
    this.#atRoot = this.#allLive ? sifting.atRoot() : [];
    const live = tree.branch(0, algebra.one);
    const suffix = live < 0 ? undefined : tree.suffix(live);
    if (suffix === undefined) return;
    for (const word of this.#atRoot) observations.want(observations.node(word, suffix));
  }
}
