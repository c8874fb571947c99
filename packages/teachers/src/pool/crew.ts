import type { Lane } from "./lane.ts";
import { Pace } from "./pace.ts";
import type { Clock } from "./time.ts";

/** No lane counts for more than this many others. */
const FASTEST = 8;

/** What a lane is doing, and how fast. */
interface Load {
  readonly pace: Pace;
  /** The sizes of the requests that it holds, in words for each of its copies. */
  readonly held: number[];
  /** Does it hold a suspect piece? Then it gets no other request, which could cause the failure. */
  suspect: boolean;
  /** When it began the oldest of them: when that was sent, or when the one before it was answered. */
  since: number;
}

/** The lanes of a pool: what each of them is doing, and how many words it should get. */
export class Crew<L extends Lane<unknown>> {
  lanes: readonly L[] = [];
  readonly #loads = new Map<L, Load>();
  readonly #clock: Clock;
  readonly #newPace: () => Pace;

  constructor(clock: Clock, newPace: () => Pace) {
    this.#clock = clock;
    this.#newPace = newPace;
  }

  /** Adds a lane, and forgets those that are dead. */
  add(lane: L): void {
    const [living, dead] = [this.lanes.filter(isAlive), this.lanes.filter((other) => !isAlive(other))];
    for (const other of dead) this.#loads.delete(other);
    this.lanes = [...living, lane];
    this.#loads.set(lane, { pace: this.#newPace(), held: [], suspect: false, since: 0 });
  }

  /** Are these all the lanes that there are? */
  isWhole(lanes: readonly object[]): boolean {
    return this.lanes.every((lane) => !isAlive(lane) || lanes.includes(lane));
  }

  /** May the lane have another request? A suspect piece needs a lane of its own. */
  isFree(lane: L, suspect: boolean): boolean {
    const load = this.#load(lane);
    if (lane.state !== "ready" || load.suspect || load.held.length >= lane.depth) return false;
    return load.held.length === 0 || (!suspect && load.pace.isFree(load.held));
  }

  /** How many of the words that wait the lane should get. */
  share(lane: L, queued: number): number {
    const copies = copiesOf(lane);
    let [underWay, workers, free] = [0, 0, 0];
    for (const other of this.lanes) {
      const { pace, held, since } = this.#load(other);
      const speed = this.#speed(other, lane);
      if (isAlive(other)) workers += speed;
      if (held.length > 0) underWay += pace.left(held, this.#clock.now() - since) * copiesOf(other);
      else if (other.state === "ready") free += speed;
    }
    // Everything counts in words for each copy of this lane, and in lanes that are as fast as this one.
    const outlook = { queued: queued / copies, underWay: underWay / copies, workers, free };
    return this.#load(lane).pace.size(outlook) * copies;
  }

  /**
   * The lane gets a request. The returned function notes its end: whether it was answered, or at least the one that the lane was at.
   * It returns how long the lane was at it by then, in milliseconds.
   */
  begin(lane: L, words: number, suspect: boolean): (end: "answered" | "failed" | "lost") => number {
    const load = this.#load(lane);
    const size = Math.ceil(words / copiesOf(lane));
    if (load.held.push(size) === 1) load.since = this.#clock.now();
    load.suspect = suspect;
    return (end) => {
      const now = this.#clock.now();
      const took = now - load.since;
      if (end === "answered") load.pace.measured(size, took);
      if (end !== "lost") load.since = now;
      load.held.splice(load.held.indexOf(size), 1);
      load.suspect = false;
      return took;
    };
  }

  /** How many times as fast as the second lane is the first? */
  #speed(lane: L, unit: L): number {
    const copies = copiesOf(lane) / copiesOf(unit);
    const [own, other] = [this.#load(lane).pace.perWord, this.#load(unit).pace.perWord];
    if (own === other || !(own > 0 && other > 0)) return copies;
    return copies * Math.min(Math.max(other / own, 1 / FASTEST), FASTEST);
  }

  #load(lane: L): Load {
    return this.#loads.get(lane) as Load;
  }
}

function isAlive({ state }: Lane<unknown>): boolean {
  return state !== "dead";
}

/** How many words a lane weighs at the same time. */
function copiesOf({ copies = 1 }: Lane<unknown>): number {
  return copies;
}
