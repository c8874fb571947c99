/**
 * Which words are identified with which states: the words ε and u_q·a, in the order in which they came up, each with its
 * target, and the states with their access words. `Apartness` decides it, `Probes` checks it, and the hypothesis reads it.
 */
export class Assignment<W> {
  /** The words' nodes in the observations' tree. */
  readonly node: number[] = [];
  /** The words' states; negative if a word is dead or its state is open. */
  readonly target: number[] = [];
  /** κ: L_x = κ ⊗ L_u for the access word u of the target; zero if there is no target. */
  readonly factor: W[] = [];
  /** The number of each state's access word. */
  readonly access: number[] = [];

  /** The node of a state's access word. */
  accessNode(state: number): number {
    return this.node[this.access[state]];
  }

  /** Adds a word without a state; returns its number. */
  addWord(node: number, open: number, zero: W): number {
    this.target.push(open);
    this.factor.push(zero);
    return this.node.push(node) - 1;
  }

  /** Makes a word the access word of a new state, whose number is returned. */
  addState(word: number, one: W): number {
    const state = this.access.push(word) - 1;
    this.target[word] = state;
    this.factor[word] = one;
    return state;
  }
}
