import type { Outputs } from "../automata/machine.ts";
import type { Wdfsa } from "../automata/wdfsa.ts";
import type { RunAnswers } from "../kinds/runs.ts";
import { lengthened } from "../words/collections.ts";

/**
 * A machine that tells a memory what it writes: output by output along the nodes of the tree, as numbers. A run that is put together
 * as a text, sent, and taken apart again costs several times as much. It knows its state after each word that it was
 * asked about, so a word takes time for what is new of it.
 */
export class MachineWalk {
  readonly #letters: number;
  readonly #target: Int32Array;
  readonly #outputs: Outputs;
  readonly #memory: RunAnswers;
  /** The state after each node's word, plus 1; 0 if it is not known. */
  #state = new Int32Array(64);
  /** The numbers that the memory gives to the outputs of arcs; 0 for none yet. */
  readonly #number: Int32Array;
  /** The arcs of a word, its last one first. */
  #arcs = new Int32Array(64);

  constructor(
    { target, alphabet }: Pick<Wdfsa<unknown>, "target" | "alphabet">,
    outputs: Outputs,
    memory: RunAnswers,
  ) {
    this.#letters = alphabet.size;
    this.#target = Int32Array.from(target);
    this.#outputs = outputs;
    this.#memory = memory;
    this.#number = new Int32Array(target.length);
    this.#state[0] = 1;
  }

  /** Is it this memory that is told? */
  tells(memory: object | undefined): boolean {
    return memory === this.#memory;
  }

  /** Tells what it writes for a node's word. False if the memory knows something else of it. */
  tell(node: number): boolean {
    const memory = this.#memory;
    const { tree } = memory;
    if (tree.size > this.#state.length) this.#state = lengthened(this.#state, 2 * tree.size);
    const depth = tree.depth(node);
    if (depth > this.#arcs.length) this.#arcs = lengthened(this.#arcs, 2 * depth);
    const [state, arcs, letters] = [this.#state, this.#arcs, this.#letters];
    let count = 0;
    let at = node;
    for (; state[at] === 0; at = tree.parent(at)) arcs[count++] = at;
    // From the last word whose state is known, down to the word: nodes give way to arcs.
    let current = state[at] - 1;
    for (let i = count - 1; i >= 0; i--) {
      const below = arcs[i];
      const arc = current * letters + tree.letter(below);
      current = this.#target[arc];
      state[below] = current + 1;
      arcs[i] = arc;
    }
    // Outputs are numbered from the end of a word.
    let agrees = true;
    at = node;
    for (let i = 0; i < count; i++, at = tree.parent(at)) {
      if (!memory.tellNumber(at, this.#numberOf(arcs[i]))) agrees = false;
    }
    return memory.before === 0
      ? agrees
      : memory.tellNumber(0, memory.numberOf(this.#outputs.first)) && agrees;
  }

  #numberOf(arc: number): number {
    if (this.#number[arc] === 0) this.#number[arc] = this.#memory.numberOf(this.#outputs.arcs[arc]);
    return this.#number[arc];
  }
}
