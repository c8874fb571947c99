import type { Letter, Machine, Word } from "@hankel/core";
import { machineSize } from "@hankel/core";

/** Inputs and the outputs to them. */
export interface Trace {
  readonly inputs: Word;
  readonly outputs: readonly string[];
}

/** From which states of a machine a trace is seen, and the shortest ways to them. */
export class WayHome {
  readonly #machine: Machine;
  /** The input to send in each state: -1 where the trace is seen, -2 where no way leads. */
  readonly #next: Int32Array;

  constructor(machine: Machine, home: Trace) {
    this.#machine = machine;
    const { target, alphabet } = machine;
    const letters = alphabet.size;
    const states = machineSize(machine);
    this.#next = new Int32Array(states).fill(-2);
    // Breadth first against the transitions.
    const into = Array.from({ length: states }, (): number[] => []);
    for (let arc = 0; arc < target.length; arc++) into[target[arc]].push(arc);
    const queue = Array.from(this.#next.keys()).filter((state) => this.#sees(state, home));
    for (const state of queue) this.#next[state] = -1;
    for (const state of queue) {
      for (const arc of into[state]) {
        const from = Math.floor(arc / letters);
        if (this.#next[from] !== -2) continue;
        this.#next[from] = arc % letters;
        queue.push(from);
      }
    }
  }

  #sees(state: number, { inputs, outputs }: Trace): boolean {
    const { target, output, alphabet } = this.#machine;
    let at = state;
    return inputs.every((letter, i) => {
      const arc = at * alphabet.size + letter;
      at = target[arc];
      return output[arc] === outputs[i];
    });
  }

  /** The inputs that lead from where the machine is after a trace; undefined if it would not give these outputs, or none lead there. */
  after({ inputs, outputs }: Trace): Letter[] | undefined {
    const { target, output, alphabet } = this.#machine;
    let state = 0;
    for (let i = 0; i < inputs.length; i++) {
      const arc = state * alphabet.size + inputs[i];
      if (output[arc] !== outputs[i]) return undefined;
      state = target[arc];
    }
    const way: Letter[] = [];
    for (; this.#next[state] >= 0; state = target[state * alphabet.size + way[way.length - 1]])
      way.push(this.#next[state]);
    return this.#next[state] === -1 ? way : undefined;
  }
}
