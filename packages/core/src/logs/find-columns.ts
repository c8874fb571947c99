/** What the columns of a log mean: decided once, by the names that are given and by what the first records hold. */

import { quote } from "../errors.ts";
import { failAtPlace } from "../formats/lines.ts";
import {
  type ColumnNoun,
  type NamedColumns,
  obviousColumns,
  type Role,
  roles,
  someNames,
} from "./columns.ts";
import { labelIn } from "./labels.ts";
import type { LogRecord } from "./log-record.ts";
import { type DateOrder, type TimeReader, timeReader } from "./time.ts";

/** What is known when it is decided. */
export interface FirstRecords {
  /** The columns; a list of objects may get more of them, those that are named and come later. */
  readonly names: string[];
  readonly records: readonly LogRecord[];
  readonly noun: ColumnNoun;
  /** May later records have other columns? */
  readonly isOpen: boolean;
  readonly named: NamedColumns;
  readonly dates: DateOrder | undefined;
  /** The share of times that must be written in one way; the others are left out. */
  readonly timesRead: number;
  readonly fail: (message: string) => never;
}

/** The columns that are read, by their places; an event, a session or an output may have its name in several. */
export type ColumnsOf = Partial<Record<Role, readonly number[]>>;

/** What the columns mean. */
export interface FoundColumns {
  readonly columns: ColumnsOf;
  /** Does each record hold a whole word, and no event of a session? */
  readonly wholeWords: boolean;
  /** What nobody named. */
  readonly guessed: ReadonlySet<Role>;
  /** How times are written. */
  readonly times: TimeReader | undefined;
  /** What was named, but stands in none of the records so far. */
  readonly missing: readonly Role[];
  readonly remarks: readonly string[];
}

/** A file or a column holds labels, numbers or times if this share of it does. The rest are mistakes, which are refused with their places. */
export const MOST = 0.5;

/** What may be named by several columns, as in `concept:name+lifecycle:transition`. */
const JOINED: ReadonlySet<Role> = new Set(["session", "event", "input", "output"]);
/** What tells words and events apart, in the order in which remarks have it, and what every record has. */
const SYMBOLS = ["event", "input", "word"] as const;
const NEEDED: readonly Role[] = [...SYMBOLS, "session"];
/** What some records may lack. */
const OPTIONAL: ReadonlySet<Role> = new Set(["label", "output", "weight", "count"]);
/** What only whole words have, and what only events have. */
const OF_WORDS: readonly Role[] = ["weight", "count"];
const OF_EVENTS: readonly Role[] = ["session", "time"];

/** Finds the columns: those that are named, and of the others those whose names leave no doubt and whose first values fit. */
export function findColumns(first: FirstRecords): FoundColumns {
  return new Finder(first).find();
}

class Finder {
  readonly #first: FirstRecords;
  readonly #columns: ColumnsOf = {};
  readonly #guessed = new Set<Role>();
  readonly #missing: Role[] = [];
  readonly #remarks: string[] = [];

  constructor(first: FirstRecords) {
    this.#first = first;
  }

  find(): FoundColumns {
    const { named, fail } = this.#first;
    for (const role of roles) {
      const name = named[role];
      if (name !== undefined && name !== null) this.#columns[role] = this.#named(role, name);
    }
    if (this.#columns.word !== undefined && (this.#columns.event ?? this.#columns.input) !== undefined)
      fail("a line holds a word (--word) or an event (--event, --input), not both");
    if (this.#columns.event !== undefined && this.#columns.input !== undefined)
      fail(
        "an event has one symbol: it is named by --event, or by --input if there are outputs, not by both",
      );
    const wholeWords = this.#findSymbols();
    this.#refuseMissing(wholeWords);
    this.#refuseIdle(wholeWords);
    this.#findOthers(wholeWords);
    const times = this.#times();
    this.#sayGuessed();
    this.#sayDoubts(wholeWords);
    return {
      columns: this.#columns,
      wholeWords,
      guessed: this.#guessed,
      times,
      missing: this.#missing,
      remarks: this.#remarks,
    };
  }

  /** The places of a column that is named, or of several that are joined by +. */
  #named(role: Role, name: string): readonly number[] {
    const { names, noun, isOpen, fail } = this.#first;
    const place = (part: string) => {
      const at = names.indexOf(part);
      // An attribute of a trace need not have its prefix.
      return at < 0 && noun === "attribute" ? names.indexOf(`case:${part}`) : at;
    };
    const at = place(name);
    if (at >= 0) return [at];
    const parts = name.split("+").map((part) => place(part));
    if (JOINED.has(role) && parts.length > 1 && parts.every((part) => part >= 0)) return parts;
    const inside = names.filter((other) => other.startsWith(`${name}.`));
    if (inside.length > 0)
      fail(
        `${quote(name)} (--${role}) is an object: --${role} ${inside[0]} names a member of it; the ${noun}s are ${someNames(names)}`,
      );
    if (isOpen && OPTIONAL.has(role)) {
      this.#missing.push(role);
      return [names.push(name) - 1];
    }
    return this.#notThere(role, name);
  }

  /** Finds the symbols. Returns whether each record holds a whole word. */
  #findSymbols(): boolean {
    const { names, named, noun, fail } = this.#first;
    if (this.#findLists()) return true;
    const hasOutputs = this.#columns.output !== undefined || this.#guess("output") !== undefined;
    const isNamed = SYMBOLS.some((role) => this.#columns[role] !== undefined);
    const order: readonly Role[] = hasOutputs ? ["input", "event", "word"] : ["event", "input", "word"];
    for (const role of isNamed ? [] : order) {
      if (this.#take(role)) break;
    }
    const { word, event, input } = this.#columns;
    if (word !== undefined) return true;
    if (event === undefined && input === undefined) {
      const advice =
        noun !== "column"
          ? names.join(" ") === "1 2"
            ? "; pairs of inputs and outputs are read by --input 1 --output 2"
            : ""
          : names.length === 1
            ? "; --delimiter says what stands between columns"
            : "; if the first line holds no names, columns have numbers: --session 1 --event 2";
      fail(
        `no ${noun} is called event, activity or input: name the one with the symbols by --event; the ${noun}s are ${someNames(names)}${advice}`,
      );
    }
    if (typeof named.input === "string" && !hasOutputs && named.output !== null)
      fail(
        `--input names the inputs of a machine, and no ${noun} holds outputs: name it by --output, or the symbols by --event if there are none; the ${noun}s are ${someNames(names)}`,
      );
    return this.#findTraces();
  }

  /** Does an array stand where an event could? Then each object is a whole word. */
  #findLists(): boolean {
    for (const role of ["word", "input", "event", "session"] as const) {
      const [column] = this.#columns[role] ?? [this.#guess(role, true) ?? -1];
      if (column < 0 || !this.#isList(column)) continue;
      if (this.#columns[role] === undefined) this.#guessed.add("word");
      delete this.#columns[role];
      this.#columns.word = [column];
      return true;
    }
    return false;
  }

  /** Do two columns hold whole traces, as many outputs as inputs on each line? */
  #findTraces(): boolean {
    const { named, names, records } = this.#first;
    const [symbols, outputs] = [this.#columns.event ?? this.#columns.input, this.#columns.output ?? []];
    const output = outputs[0] ?? this.#guess("output");
    const session = this.#guess("session");
    if (symbols === undefined || output === undefined || named.session !== undefined || records.length < 2)
      return false;
    if (session !== undefined && new Set(this.#texts(session)).size < records.length) return false;
    const lengths = records.map((record) =>
      [symbols[0], output].map((column) => wordsIn(record.value(column))),
    );
    const isTrace = lengths.every(([inputs, seen]) => seen === inputs || seen === inputs + 1);
    if (!isTrace || new Set(lengths.map(([inputs]) => inputs)).size < 2) return false;
    this.#columns.word = symbols;
    this.#columns.output = [output];
    for (const role of ["event", "input"] as const) delete this.#columns[role];
    for (const role of ["event", "input", "output"] as const) this.#guessed.delete(role);
    this.#remarks.push(
      `each line holds a whole trace, as many outputs as inputs between blanks: --word ${quote(names[symbols[0]])} --output ${quote(names[output])}`,
    );
    return true;
  }

  /** What every record must have cannot come later. */
  #refuseMissing(wholeWords: boolean): void {
    const late: readonly Role[] = wholeWords ? ["label"] : ["label", "output"];
    const missing = this.#missing.find((role) => !late.includes(role));
    if (missing !== undefined) this.#notThere(missing, this.#first.named[missing] ?? "");
  }

  #notThere(role: Role, name: string): never {
    const { names, noun, fail } = this.#first;
    const others = someNames(names.filter((other) => other !== name));
    return fail(`there is no ${noun} ${quote(name)} (--${role}); the ${noun}s are ${others}`);
  }

  /** What is named but has no use is refused. */
  #refuseIdle(wholeWords: boolean): void {
    const { named, fail } = this.#first;
    const idle = (wholeWords ? OF_EVENTS : OF_WORDS).find(
      (role) => typeof named[role] === "string" && this.#columns[role] !== undefined,
    );
    if (idle === undefined) return;
    fail(
      wholeWords
        ? `--${idle} is about events on lines of their own, and here each line holds a whole word`
        : `--${idle} is about whole words, one on each line (--word), and here each line holds an event`,
    );
  }

  #findOthers(wholeWords: boolean): void {
    const others: readonly Role[] = wholeWords
      ? ["output", "label", ...OF_WORDS]
      : ["session", "output", "label", "time"];
    for (const role of others) if (this.#columns[role] === undefined) this.#take(role);
  }

  /** How times are written; what cannot be read is refused, unless it is the same everywhere. */
  #times(): TimeReader | undefined {
    const { named, records, dates, timesRead } = this.#first;
    const [column] = this.#columns.time ?? [];
    if (column === undefined) return undefined;
    const texts = records.map((record) => record.value(column));
    const found = timeReader(
      texts.map((text) => (typeof text === "string" ? text : "")),
      dates,
      timesRead,
    );
    if (found === undefined || "problem" in found) {
      const isGuessed = named.time === undefined;
      if (found !== undefined && !(isGuessed && new Set(texts).size === 1)) {
        const advice =
          "; --time none leaves the events in the order of their lines, and --skip-bad leaves out what cannot be read";
        return failAtPlace(records[found.at].place(column), `${found.problem}${advice}`);
      }
      delete this.#columns.time;
      this.#guessed.delete("time");
      return undefined;
    }
    if (found.remark !== undefined) this.#remarks.push(found.remark);
    return found;
  }

  /** Takes the column that obviously holds this. */
  #take(role: Role): boolean {
    const column = this.#guess(role);
    if (column === undefined) return false;
    this.#columns[role] = [column];
    this.#guessed.add(role);
    return true;
  }

  /** The column that obviously holds this, by its name and by its values; undefined if there is none, or if somebody said so. */
  #guess(role: Role, lists = false): number | undefined {
    const { names, named } = this.#first;
    if (named[role] !== undefined) return undefined;
    const taken = new Set(Object.values(this.#columns).flat());
    const free = obviousColumns(role, names).filter((column) => !taken.has(column));
    if (lists) return free.find((column) => this.#isList(column));
    // What every record must have is missed by its name.
    return free.find((column) => this.#fits(role, column)) ?? (NEEDED.includes(role) ? free[0] : undefined);
  }

  #fits(role: Role, column: number): boolean {
    if (role === "output" && this.#columns.word !== undefined && this.#isList(this.#columns.word[0]))
      return this.#isList(column);
    if (this.#isList(column)) return false;
    const texts = this.#texts(column);
    if (role === "label" || role === "count")
      return texts.filter((text) => this.#holds(role, text)).length >= MOST * texts.length;
    // What does not fit as an output, a time or a weight is refused, and not left out without a sound.
    return !NEEDED.includes(role) || texts.length > 0;
  }

  #isList(column: number): boolean {
    const values = this.#first.records.flatMap((record) => {
      const value = record.value(column);
      return value === undefined ? [] : [typeof value === "object"];
    });
    return 2 * values.filter((isList) => isList).length > values.length;
  }

  /** The texts in a column that are not empty. */
  #texts(column: number): string[] {
    return this.#first.records.flatMap((record) => {
      const value = record.value(column);
      return typeof value === "string" && value.trim() !== "" ? [value] : [];
    });
  }

  #sayGuessed(): void {
    const { names, noun } = this.#first;
    const guessed = [...new Set([...SYMBOLS, ...roles])].filter((role) => this.#guessed.has(role));
    if (guessed.length === 0) return;
    const found = guessed.map((role) => `--${role} ${quote(names[(this.#columns[role] ?? [])[0]])}`);
    this.#remarks.unshift(`${noun}s by their names: ${found.join(", ")}`);
  }

  /** Says what may not be what it seems. */
  #sayDoubts(wholeWords: boolean): void {
    const { names, named, noun } = this.#first;
    const used = new Set(Object.values(this.#columns).flat());
    for (const column of used) {
      const alike = names.filter((name) => name === names[column]).length;
      if (alike > 1)
        this.#remarks.push(`${alike} ${noun}s are called ${quote(names[column])}: the first one is read`);
    }
    this.#sayUnfit("label", used);
    if (wholeWords) this.#sayUnfit("count", used);
    const { session } = this.#columns;
    if (!wholeWords && session === undefined && named.session === undefined)
      this.#remarks.push(
        `no ${noun} says which session an event belongs to, so all are one session; --session names it, and the ${noun}s are ${someNames(names)}`,
      );
    this.#sayTransitions();
  }

  /** A column is called like this, but holds something else. */
  #sayUnfit(role: "label" | "count", used: ReadonlySet<number>): void {
    const { names, named, noun } = this.#first;
    if (named[role] !== undefined || this.#columns[role] !== undefined) return;
    for (const column of obviousColumns(role, names)) {
      if (used.has(column) || this.#isList(column)) continue;
      const text = this.#texts(column).find((one) => !this.#holds(role, one));
      if (text !== undefined)
        this.#remarks.push(
          `the ${noun} ${quote(names[column])} is not read: it holds ${quote(text)}, which is no ${role}; --${role} names another`,
        );
    }
  }

  #holds(role: "label" | "count", text: string): boolean {
    return role === "label" ? labelIn(text) !== undefined : Number(text) > 0;
  }

  /** In process mining an activity may have several events: its start, its end, and others. */
  #sayTransitions(): void {
    const { names, noun, named } = this.#first;
    const at = names.indexOf("lifecycle:transition");
    if (noun !== "attribute" || named.event !== undefined || at < 0) return;
    const found = [...new Set(this.#texts(at))];
    if (found.length < 2) return;
    const name = names[(this.#columns.event ?? [])[0]];
    this.#remarks.push(
      `an activity has several events (${someNames(found)}), which count as the same symbol: --event "${name}+lifecycle:transition" tells them apart`,
    );
  }
}

/** How many symbols a text has, between blanks; an array has its own. */
function wordsIn(value: ReturnType<LogRecord["value"]>): number {
  if (typeof value === "object") return value.length;
  const text = (value ?? "").trim();
  return text === "" ? 0 : text.split(/\s+/u).length;
}
