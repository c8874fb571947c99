import { rational } from "../algebra/rational.ts";
import type { AnyAlgebra } from "../algebra/registry.ts";
import type { MachineKind } from "../automata/machine.ts";
import { countOf, HankelError } from "../errors.ts";
import { Floats, Ints } from "../formats/bytes.ts";
import type { InferSample, ObservedWords } from "../inference/sample.ts";
import { Alphabet } from "../words/alphabet.ts";
import type { LogColumns } from "./columns.ts";
import { EventRows, type Ordering } from "./event-rows.ts";
import { Names } from "./names.ts";
import { Places } from "./places.ts";

/** What a log is read as, as far as the log does not say it. */
export interface LogKind {
  /** What outputs are those of; a Moore machine if most words have one output more than inputs, and else a Mealy machine, unless given. */
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
  /** The columns of the last file that has some. */
  readonly columns: LogColumns | undefined;
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
  /** The weight of each word, as it is written. */
  readonly #weights: (string | undefined)[] = [];
  /** The session of each word, or -1. */
  readonly #names = new Ints();
  readonly #remarks: string[] = [];
  #hasOutputs = false;
  #hasLabels = false;
  #hasCounts = false;
  #hasWeights = false;
  /** The file that is being read. */
  #file = "";
  /** Is what cannot be read left out? How many lines are, and why the first one. */
  readonly skips: boolean;
  #skipped = 0;
  #why = "";

  constructor(kind: LogKind = {}, skips = false) {
    this.kind = kind;
    this.skips = skips;
    this.#starts.push(0);
  }

  /** How many events were read so far. */
  get events(): number {
    return this.#letters.length + this.rows.length;
  }

  remark(text: string): void {
    if (!this.#remarks.includes(text)) this.#remarks.push(text);
  }

  /** Reads a line, a row or an object, which may be left out if it cannot be read: then it must leave nothing behind. Returns whether it was read. */
  orSkip(read: () => void): boolean {
    try {
      read();
      return true;
    } catch (error) {
      if (!(error instanceof HankelError) || error.place === undefined) throw error;
      const { code, message, place } = error;
      if (!this.skips)
        throw new HankelError(code, `${message} (--skip-bad leaves out what cannot be read)`, {
          place,
          cause: error,
        });
      if (this.#skipped++ === 0) this.#why = `${this.placeOf(place.line)}: ${message}`;
      return false;
    }
  }

  /** A line of the file that is being read, as people write it. */
  placeOf(line: number): string {
    return `${this.#file}:${line}`;
  }

  /** What follows is from this file. */
  begin(file: string): void {
    this.#file = file;
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
    this.#weights.push(weight);
    if (weight !== undefined) this.#hasWeights = true;
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
    if (this.#skipped > 0) {
      if (words === 0)
        throw new HankelError("parse", `nothing could be read; the first reason is ${this.#why}`);
      this.remark(
        `${countOf(this.#skipped, "line")} could not be read and ${this.#skipped === 1 ? "is" : "are"} left out; the first is ${this.#why}`,
      );
    }
    if (words === 0) throw new HankelError("parse", "expected words or events to learn from; there are none");
    // What only a line has that was left out is no symbol.
    const { names, place } = this.symbols.sorted(this.#skipped > 0 ? usedIn(this.#letters.array) : undefined);
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
    return {
      sample,
      events: letters.length,
      sessions,
      nameOf,
      columns: this.columns,
      remarks: this.#remarks,
    };
  }

  /** Puts the sessions behind the words, each as one more. Returns the event at which each of them is found. */
  #sessionsAsWords(): number[] {
    const { rows } = this;
    const at: number[] = [];
    const ordering = { moved: 0, first: -1, ties: 0, untimed: 0 };
    for (const { name, events, label } of rows.inOrder(ordering)) {
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
    this.#sayOrder(ordering, at.length);
    return at;
  }

  #sayOrder({ moved, first, ties, untimed }: Ordering, sessions: number): void {
    const { rows } = this;
    if (moved > 0)
      this.remark(
        `${countOf(moved, "event")} came later in the file than in time, first at ${rows.places.of(first)}: sorted by time`,
      );
    if (ties > 0)
      this.remark(
        `${countOf(ties, "event")} ${ties === 1 ? "is" : "are"} at the same time as the one before in the session: the order of the lines decides`,
      );
    if (untimed > 0)
      this.remark(
        `${countOf(untimed, "session")} ${untimed === 1 ? "has" : "have"} events without a time: the order of the lines decides there`,
      );
    if (rows.spread > 0)
      this.remark(
        `${countOf(rows.spread, "session")} ${rows.spread === 1 ? "has" : "have"} events in more than one file: each is one session`,
      );
    if (sessions >= FEW && sessions === rows.length)
      this.remark(
        "every session has one event: --session names the column of the session, and --word that of whole words, if each line holds one",
      );
  }

  #sample(observed: ObservedWords): InferSample {
    if (this.#hasOutputs) return this.#traces(observed);
    if (this.#hasWeights) return this.#weighted(observed);
    if (!this.#hasLabels) return { ...observed, kind: "words" };
    return { ...observed, kind: "labelled", labels: Int8Array.from(this.#labels.array) };
  }

  #traces(observed: ObservedWords): InferSample {
    const kind = this.#machine();
    const { names, place } = this.outputs.sorted(
      this.#skipped > 0 ? usedIn(this.#seen.array, this.#first.array) : undefined,
    );
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

  /** What the outputs are those of: a Moore machine writes one before the first input. */
  #machine(): MachineKind {
    const first = this.#first.array;
    const begun = first.reduce((count, output) => count + (output >= 0 ? 1 : 0), 0);
    const { machine } = this.kind;
    if (begun === 0) return machine ?? "mealy";
    const kind = machine ?? (2 * begun > first.length ? "moore" : "mealy");
    const have = `${begun} of ${countOf(first.length, "trace")} ${begun === 1 ? "has" : "have"} an output before the first input`;
    if (kind === "mealy")
      this.remark(`${have}, which a Mealy machine has not: left out (--kind moore keeps it)`);
    else if (machine === undefined) this.remark(`${have}: read as those of a Moore machine`);
    return kind;
  }

  #weighted(observed: ObservedWords): InferSample {
    const algebra = this.kind.algebra ?? rational;
    const weights = Array.from({ length: observed.starts.length - 1 }, (_, word) => {
      const text = this.#weights[word];
      const place = observed.place?.(word);
      if (text === undefined)
        throw new HankelError("parse", `${place}: a word without a weight, and others have weights`);
      try {
        return algebra.parse(text);
      } catch (error) {
        if (!(error instanceof HankelError)) throw error;
        throw new HankelError("parse", `${place}: ${error.message}`, { cause: error });
      }
    });
    return { ...observed, kind: "weighted", algebra, weights };
  }
}

/** Fewer sessions of one event each are no reason to wonder. */
const FEW = 5;

/** Does a name occur in one of these lists? */
function usedIn(...lists: readonly Int32Array[]): (name: number) => boolean {
  const used = new Set(lists.flatMap((list) => [...new Set(list)]));
  return (name) => used.has(name);
}
