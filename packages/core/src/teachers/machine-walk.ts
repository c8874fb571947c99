import type { Outputs } from "../automata/machine.ts";
import type { Wdfsa } from "../automata/wdfsa.ts";
import type { RunAnswers } from "../kinds/runs.ts";
import { StateWalk } from "./state-walk.ts";

/**
 * A machine that tells a memory what it writes: output by output along the nodes of the tree, as numbers. A run that is put together
 * as a text, sent, and taken apart again costs several times as much.
 */
export class MachineWalk {
  readonly #walk: StateWalk;
  readonly #outputs: Outputs;
  readonly memory: RunAnswers;
  /** The numbers that the memory gives to the outputs of arcs; 0 for none yet. */
  readonly #number: Int32Array;

  constructor(
    machine: Pick<Wdfsa<unknown>, "target" | "alphabet" | "size">,
    outputs: Outputs,
    memory: RunAnswers,
  ) {
    this.#walk = new StateWalk(machine, memory.tree);
    this.#outputs = outputs;
    this.memory = memory;
    this.#number = new Int32Array(machine.target.length);
  }

  /** Tells what it writes for a node's word. False if the memory knows something else of it. */
  tell(node: number): boolean {
    const { memory } = this;
    const { tree } = memory;
    let agrees = true;
    let at = node;
    for (let left = this.#walk.follow(node); left > 0; left--, at = tree.parent(at)) {
      if (!memory.tellNumber(at, this.#numberOf(this.#walk.arc(at)))) agrees = false;
    }
    return memory.before === 0
      ? agrees
      : memory.tellNumber(0, memory.numberOf(this.#outputs.first)) && agrees;
  }

  #numberOf(arc: number): number {
    if (this.#number[arc] === 0) this.#number[arc] = this.memory.numberOf(this.#outputs.arcs[arc]);
    return this.#number[arc];
  }
}
