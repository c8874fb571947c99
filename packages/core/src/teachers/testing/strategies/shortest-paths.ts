import { getOrAdd } from "../../../words/collections.ts";
import type { Letter, Word } from "../../../words/word.ts";
import type { MachineArcs } from "./states-apart.ts";

/** Searches are kept until they hold this many entries. */
const MOST_ENTRIES = 2 ** 22;

/** Shortest paths from one state. */
interface Search {
  /** -1 for a state that cannot be reached. */
  readonly distance: Int32Array;
  /** The arc on which a path comes to a state. */
  readonly arc: Int32Array;
}

/** The arcs of an automaton; the target of an arc that does not exist is -1. */
type Arcs = Omit<MachineArcs, "output">;

/** Shortest paths between the states of an automaton: a breadth-first search from each state that is asked for. */
export class ShortestPaths {
  readonly #arcs: Arcs;
  readonly #searches = new Map<number, Search>();

  constructor(arcs: Arcs) {
    this.#arcs = arcs;
  }

  /** The number of letters on a shortest path, or infinity if there is none. */
  distance(from: number, to: number): number {
    const distance = this.#from(from).distance[to];
    return distance < 0 ? Number.POSITIVE_INFINITY : distance;
  }

  /** The letters of a shortest path; `undefined` if there is none. */
  path(from: number, to: number): Word | undefined {
    const { distance, arc } = this.#from(from);
    if (distance[to] < 0) return undefined;
    const width = this.#arcs.letters;
    const word = new Array<Letter>(distance[to]);
    for (let at = to, i = word.length - 1; i >= 0; i--) {
      word[i] = arc[at] % width;
      at = Math.floor(arc[at] / width);
    }
    return word;
  }

  #from(state: number): Search {
    return getOrAdd(this.#searches, state, () => {
      if (2 * this.#searches.size * this.#arcs.states > MOST_ENTRIES) this.#searches.clear();
      return search(this.#arcs, state);
    });
  }
}

function search({ states, letters, target }: Arcs, from: number): Search {
  const distance = new Int32Array(states).fill(-1);
  const arc = new Int32Array(states).fill(-1);
  distance[from] = 0;
  const queue = [from];
  for (const state of queue) {
    for (let next = state * letters; next < (state + 1) * letters; next++) {
      const to = target[next];
      if (to < 0 || distance[to] >= 0) continue;
      distance[to] = distance[state] + 1;
      arc[to] = next;
      queue.push(to);
    }
  }
  return { distance, arc };
}
