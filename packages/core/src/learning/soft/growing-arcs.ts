import { lengthened } from "../../words/collections.ts";
import { UndecidedArcs } from "./undecided-arcs.ts";

/** The arcs of a growing automaton, in flat arrays: a model may have a thousand symbols, and all arcs of a state are looked through at each step. */
export class GrowingArcs {
  count = 0;
  /** The node of the word of each arc. */
  node: Int32Array<ArrayBuffer> = new Int32Array(64);
  /** The nearest of the states that the word was compared with, how far that is as far as rows are known, and how many were compared. */
  target: Int32Array<ArrayBuffer> = new Int32Array(64);
  distance: Float64Array<ArrayBuffer> = new Float64Array(64);
  compared: Int32Array<ArrayBuffer> = new Int32Array(64);
  /** Are the rows of all suffixes known that tell how far it is from the nearest? */
  sure: Uint8Array<ArrayBuffer> = new Uint8Array(64);
  /** Does it lead where a log says, and was not compared with states? */
  heard: Uint8Array<ArrayBuffer> = new Uint8Array(64);
  /** Its share of all steps. */
  use: Float64Array = new Float64Array(0);

  /** Adds an arc that was compared with no state. */
  add(node: number): void {
    if (this.count === this.node.length) this.#lengthen(2 * this.count);
    this.node[this.count] = node;
    this.distance[this.count++] = Number.POSITIVE_INFINITY;
  }

  #lengthen(length: number): void {
    this.node = lengthened(this.node, length);
    this.target = lengthened(this.target, length);
    this.distance = lengthened(this.distance, length);
    this.compared = lengthened(this.compared, length);
    this.sure = lengthened(this.sure, length);
    this.heard = lengthened(this.heard, length);
  }

  /** Keeps the arcs of the first states only. Of those that lead to others, as a log says, nothing is known any more. */
  shorten(states: number, letters: number): void {
    const count = states * letters;
    this.heard.fill(0, count, this.count);
    this.count = count;
    for (let arc = 0; arc < count; arc++)
      if (this.heard[arc] === 1 && this.target[arc] >= states) this.forget(arc);
  }

  /** Lets an arc lead where a log says, as if it had been compared with all states. */
  hear(arc: number, target: number, states: number): void {
    this.target[arc] = target;
    this.distance[arc] = 0;
    this.compared[arc] = states;
    this.sure[arc] = 1;
    this.heard[arc] = 1;
  }

  /** Nothing is known any more of where an arc leads. */
  forget(arc: number): void {
    this.target[arc] = 0;
    this.compared[arc] = 0;
    this.sure[arc] = 0;
    this.heard[arc] = 0;
  }

  targets(): Int32Array {
    return this.target.slice(0, this.count);
  }

  /** The arcs that were compared with no state. */
  undecided(): UndecidedArcs {
    const arcs = new Int32Array(this.count);
    const nodes = new Int32Array(this.count);
    let open = 0;
    for (let arc = 0; arc < this.count; arc++) {
      if (this.compared[arc] > 0) continue;
      arcs[open] = arc;
      nodes[open++] = this.node[arc];
    }
    return new UndecidedArcs(arcs.slice(0, open), nodes.slice(0, open));
  }
}
