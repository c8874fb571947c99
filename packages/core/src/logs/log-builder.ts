import { rational } from "../algebra/rational.ts";
import type { AnyAlgebra } from "../algebra/registry.ts";
import type { MachineKind } from "../automata/machine.ts";
import { countOf, HankelError, quote } from "../errors.ts";
import { Floats, Ints } from "../formats/bytes.ts";
import type { InferSample, ObservedWords } from "../inference/sample.ts";
import { Alphabet } from "../words/alphabet.ts";
import type { LogColumns } from "./columns.ts";
import { EventRows } from "./event-rows.ts";
import { Names } from "./names.ts";
import { Places } from "./places.ts";

/** What a log is read as, as far as the log does not say it. */
export interface LogKind {
  /** What outputs are those of; Mealy unless given. */
  readonly machine?: MachineKind | undefined;
  /** What weights are those of; the rationals unless given. */
  readonly algebra?: AnyAlgebra | undefined;
}

/** What is known of a word besides its letters. */
export interface WordFacts {
  readonly label?: number | undefined;
  readonly weight?: string | undefined;
  readonly count?: number | undefined;
}

/** A log that was read: a sample, and what was understood of it, in sentences. */
export interface Log {
  readonly sample: InferSample;
  /** How many letters there are in all. */
  readonly events: number;
  /** Are the words called sessions? So they are where events have lines of their own. */
  readonly sessions: boolean;
  /** The name of the session that a word is, if it has one. */
  readonly nameOf: (word: number) => string | undefined;
  /** What the reader guessed, put in order or could not use. */
  readonly remarks: readonly string[];
}

/** Gathers what the readers of files find: whole words as they come, or events of sessions that are mixed. */
export class LogBuilder {
  readonly symbols = new Names();
  readonly outputs = new Names();
  readonly rows = new EventRows();
  kind: LogKind;
  /** Those of the last file that has columns. */
  columns: LogColumns | undefined;
  readonly #places = new Places();
  readonly #letters = new Ints();
  readonly #starts = new Ints();
  readonly #seen = new Ints();
  /** The output in front of a word, as Moore machines have one; -1 if it is not known. */
  readonly #first = new Ints();
  readonly #labels = new Ints();
  readonly #counts = new Floats();
  readonly #weights: string[] = [];
  /** The session of each word, or -1. */
  readonly #names = new Ints();
  readonly #remarks: string[] = [];
  #hasOutputs = false;
  #hasLabels = false;
  #hasCounts = false;

  constructor(kind: LogKind = {}) {
    this.kind = kind;
    this.#starts.push(0);
  }

  /** How many events were read so far. */
  get events(): number {
    return this.#letters.length + this.rows.length;
  }

  remark(text: string): void {
    if (!this.#remarks.includes(text)) this.#remarks.push(text);
  }

  /** What follows is from this file. */
  begin(file: string): void {
    this.#places.begin(file);
    this.rows.begin(file);
  }

  /** The next letter of the word that is being read, and its output, -1 if there is none. */
  letter(symbol: number, output = -1): void {
    this.#letters.push(symbol);
    this.#seen.push(output);
    if (output >= 0) this.#hasOutputs = true;
  }

  /** The word is complete. */
  word(line: number, { label = -1, weight, count }: WordFacts = {}, first = -1): void {
    this.#places.push(line);
    this.#end(label, count ?? 1, first, -1);
    if (count !== undefined) this.#hasCounts = true;
    if (weight !== undefined) {
      if (this.#weights.length !== this.#starts.length - 2) this.#halfWeighted();
      this.#weights.push(weight);
    } else if (this.#weights.length > 0) this.#halfWeighted();
  }

  #halfWeighted(): never {
    throw new HankelError("parse", "some words have weights and others have none");
  }

  #end(label: number, count: number, first: number, name: number): void {
    this.#starts.push(this.#letters.length);
    this.#labels.push(label);
    this.#counts.push(count);
    this.#first.push(first);
    this.#names.push(name);
    if (label >= 0) this.#hasLabels = true;
    if (first >= 0) this.#hasOutputs = true;
  }

  /** What was read. */
  log(): Log {
    const { rows } = this;
    const sessions = rows.length > 0;
    const whole = this.#starts.length - 1;
    const placeOfWord = this.#sessionsAsWords();
    const words = this.#starts.length - 1;
    if (words === 0) throw new HankelError("parse", "expected words or events to learn from; there are none");
    const { names, place } = this.symbols.sorted();
    const letters = this.#letters.array.map((letter) => place[letter]);
    const observed: ObservedWords = {
      alphabet: new Alphabet(names),
      letters,
      starts: this.#starts.array.slice(),
      ...(this.#hasCounts && { counts: this.#counts.array.slice() }),
      place: (word) => (word < whole ? this.#places.of(word) : rows.places.of(placeOfWord[word - whole])),
    };
    const sample = this.#sample(observed);
    const nameOf = (word: number) => {
      const name = this.#names.array[word];
      return name < 0 ? undefined : rows.sessions.text(name);
    };
    return { sample, events: letters.length, sessions, nameOf, remarks: this.#remarks };
  }

  /** Puts the sessions behind the words, each as one more. Returns the event at which each of them is found. */
  #sessionsAsWords(): number[] {
    const { rows } = this;
    const at: number[] = [];
    let [moved, first] = [0, -1];
    const late = (event: number) => {
      if (moved++ === 0) first = event;
    };
    for (const { name, events, label } of rows.inOrder(late)) {
      let initial = -1;
      events.forEach((event, i) => {
        const symbol = rows.symbolOf(event);
        if (symbol >= 0) this.letter(symbol, rows.outputOf(event));
        else if (i === 0) initial = rows.outputOf(event);
        else
          throw new HankelError(
            "parse",
            `${rows.places.of(event)}: an event without a name; only the first of a session may have none, which then has the output before any input`,
          );
      });
      at.push(events[0]);
      this.#end(label, 1, initial, name);
    }
    if (moved > 0)
      this.remark(
        `${countOf(moved, "event")} came later in the file than in time, first at ${rows.places.of(first)}: sorted by time`,
      );
    if (rows.spread > 0)
      this.remark(
        `${countOf(rows.spread, "session")} ${rows.spread === 1 ? "has" : "have"} events in more than one file: each is one session`,
      );
    return at;
  }

  #sample(observed: ObservedWords): InferSample {
    if (this.#hasOutputs) return this.#traces(observed);
    if (this.#weights.length > 0) return this.#weighted(observed);
    if (!this.#hasLabels) return { ...observed, kind: "words" };
    return { ...observed, kind: "labelled", labels: Int8Array.from(this.#labels.array) };
  }

  #traces(observed: ObservedWords): InferSample {
    const kind = this.kind.machine ?? "mealy";
    const { names, place } = this.outputs.sorted();
    const letters = this.#seen.array.map((output) => (output < 0 ? -1 : place[output]));
    const outputs = new Alphabet(names);
    if (kind === "mealy") return { ...observed, kind, outputs, seen: letters };
    const { starts } = observed;
    const words = starts.length - 1;
    const seen = new Int32Array(letters.length + words);
    for (let word = 0; word < words; word++) {
      const first = this.#first.array[word];
      seen[starts[word] + word] = first < 0 ? -1 : place[first];
      seen.set(letters.subarray(starts[word], starts[word + 1]), starts[word] + word + 1);
    }
    return { ...observed, kind, outputs, seen };
  }

  #weighted(observed: ObservedWords): InferSample {
    const algebra = this.kind.algebra ?? rational;
    const weights = this.#weights.map((text, word) => {
      try {
        return algebra.parse(text);
      } catch (error) {
        if (!(error instanceof HankelError)) throw error;
        throw new HankelError(
          "parse",
          `${observed.place?.(word)}: ${quote(text)} is no weight of ${algebra.name}: ${error.message}`,
          {
            cause: error,
          },
        );
      }
    });
    return { ...observed, kind: "weighted", algebra, weights };
  }
}
