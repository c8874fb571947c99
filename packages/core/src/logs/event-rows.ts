import { HankelError, quote } from "../errors.ts";
import { Floats, Ints } from "../formats/bytes.ts";
import { Names } from "./names.ts";
import { Places } from "./places.ts";

/** An event on its own line: its session, its symbol, and what else is known; -1 and NaN stand for what is not. */
export interface EventRow {
  readonly session: number;
  readonly symbol: number;
  readonly output: number;
  readonly time: number;
  readonly label: number;
  readonly line: number;
}

/** The events of a session in their order, by their numbers. */
export interface Session {
  readonly name: number;
  readonly events: Int32Array;
  readonly label: number;
}

/** What is noticed while sessions are put in order. */
export interface Ordering {
  /** How many events come too late, and the first of them; -1 if there is none. */
  moved: number;
  first: number;
  /** How many events are at the same moment as the one before. */
  ties: number;
  /** How many sessions have some events without a time, and stay in the order of their lines. */
  untimed: number;
}

/** Events as they come, those of all sessions mixed, in flat arrays: 24 bytes for an event. */
export class EventRows {
  readonly sessions = new Names();
  readonly places = new Places();
  readonly #session = new Ints();
  readonly #symbol = new Ints();
  readonly #output = new Ints();
  readonly #time = new Floats();
  /** For each session: its label, and the event that has it. */
  readonly #labels = new Ints();
  readonly #labelled = new Ints();
  /** For each session: the file of its first event, and how many sessions go on in a later one. */
  readonly #files = new Ints();
  readonly #spread = new Set<number>();
  #file = -1;

  get length(): number {
    return this.#session.length;
  }

  /** How many sessions have events in several files. */
  get spread(): number {
    return this.#spread.size;
  }

  begin(file: string): void {
    this.places.begin(file);
    this.#file++;
  }

  push({ session, symbol, output, time, label, line }: EventRow): void {
    while (this.#labels.length <= session) {
      this.#labels.push(-1);
      this.#labelled.push(-1);
      this.#files.push(this.#file);
    }
    const event = this.length;
    this.#session.push(session);
    this.#symbol.push(symbol);
    this.#output.push(output);
    this.#time.push(time);
    this.places.push(line);
    if (this.#files.array[session] !== this.#file) this.#spread.add(session);
    if (label >= 0) this.#label(session, label, event);
  }

  symbolOf(event: number): number {
    return this.#symbol.array[event];
  }

  outputOf(event: number): number {
    return this.#output.array[event];
  }

  #label(session: number, label: number, event: number): void {
    const [labels, labelled] = [this.#labels.array, this.#labelled.array];
    if (labels[session] === 1 - label) {
      const name = quote(this.sessions.text(session));
      const [first, second] = [labelled[session], event].map((at) => this.places.of(at));
      throw new HankelError(
        "parse",
        `the session ${name} is labelled ${1 - label} at ${first} and ${label} at ${second}`,
      );
    }
    if (labels[session] < 0) labelled[session] = event;
    labels[session] = label;
  }

  /**
   * The sessions in the order of their first events, each with its events in the order of time, or of their lines where there are no
   * times. What is noticed is added to `ordering`.
   */
  *inOrder(ordering: Ordering): Generator<Session> {
    const sessions = this.#session.array;
    const starts = new Int32Array(this.sessions.size + 1);
    for (let event = 0; event < sessions.length; event++) starts[sessions[event] + 1]++;
    for (let session = 0; session < this.sessions.size; session++) starts[session + 1] += starts[session];
    const order = new Int32Array(sessions.length);
    const next = starts.slice();
    for (let event = 0; event < sessions.length; event++) order[next[sessions[event]]++] = event;
    for (let name = 0; name < this.sessions.size; name++) {
      const events = order.subarray(starts[name], starts[name + 1]);
      // A line that was left out may have named it.
      if (events.length === 0) continue;
      this.#sort(events, ordering);
      yield { name, events, label: this.#labels.array[name] };
    }
  }

  #sort(events: Int32Array, ordering: Ordering): void {
    const times = this.#time.array;
    let untimed = 0;
    for (const event of events) if (Number.isNaN(times[event])) untimed++;
    if (untimed > 0) {
      if (untimed < events.length) ordering.untimed++;
      return;
    }
    let latest = Number.NEGATIVE_INFINITY;
    let isSorted = true;
    for (const event of events) {
      if (times[event] >= latest) latest = times[event];
      else {
        isSorted = false;
        if (ordering.moved++ === 0) ordering.first = event;
      }
    }
    // Events at the same moment stay in the order of their lines.
    if (!isSorted) events.sort((a, b) => times[a] - times[b] || a - b);
    for (let i = 1; i < events.length; i++) if (times[events[i]] === times[events[i - 1]]) ordering.ties++;
  }
}
