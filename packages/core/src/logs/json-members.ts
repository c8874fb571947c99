import type { Place } from "../errors.ts";
import type { JsonReader } from "../formats/json.ts";
import type { LogRecord, Value } from "./log-record.ts";
import type { Names } from "./names.ts";

/** A member of objects, by its path: `event.action` is the action of an event, and what is in an array of objects is a list. */
interface Member {
  readonly path: string;
  readonly parent: Member | undefined;
  readonly members: Map<string, Member>;
  /** The number of its column, -1 if no object has a text there. */
  column: number;
  /** Is it read, or something in it? */
  isRead: boolean;
}

/**
 * Reads objects: the texts in them are columns, whatever they stand in. As long as it is not known which columns matter, new ones are added; then only those
 * that matter are read.
 */
export class JsonMembers {
  readonly #names: string[];
  readonly #most: number;
  readonly #root: Member = memberOf("", undefined);
  /** The members of the columns. */
  readonly #columns: Member[] = [];
  #isDecided = false;

  /** Names of columns are added to this list, as long as there are not too many. */
  constructor(names: string[], most: number) {
    this.#names = names;
    this.#most = most;
  }

  /** It is known which columns are read. One that no object had so far is named by its path. */
  decide(columns: Iterable<number>): void {
    for (const column of columns) {
      const path = this.#names[column];
      this.#columns[column] ??= this.#along(path, column);
      for (let at: Member | undefined = this.#columns[column]; at !== undefined; at = at.parent)
        at.isRead = true;
    }
    this.#isDecided = true;
  }

  #along(path: string, column: number): Member {
    let [at, before]: [Member, string] = [this.#root, ""];
    for (const part of path.split(".")) {
      before = before === "" ? part : `${before}.${part}`;
      at = this.#inside(at, part, before);
    }
    at.column = column;
    return at;
  }

  #inside(member: Member, name: string, path: string): Member {
    let inner = member.members.get(name);
    if (inner === undefined) {
      inner = memberOf(path, member);
      member.members.set(name, inner);
    }
    return inner;
  }

  /** Reads an object, or an array of objects or of arrays. `late` hears of members that no earlier object had. */
  read(reader: JsonReader, place: Place, late: (name: string) => void): LogRecord {
    const into: Reading = { values: [], arrays: [], late };
    this.#value(this.#root, reader, into, -1);
    return new JsonRecord(place, (column) => this.#valueOf(column, into));
  }

  /** What stands in an array is a list of as many items as that has, also where the items do not say anything. */
  #valueOf(column: number, { values, arrays }: Reading): Value | undefined {
    const value = values[column];
    if (typeof value === "string") return value;
    for (let at: Member | undefined = this.#columns[column]; at !== undefined; at = at.parent) {
      const { length } = arrays.find(({ member }) => member === at) ?? {};
      if (length !== undefined) return Array.from({ length }, (_, item) => value?.[item]);
    }
    return undefined;
  }

  /** A value that belongs to a member: of an array the item of this number, unless that is -1. */
  #value(member: Member, reader: JsonReader, into: Reading, item: number): void {
    const kind = reader.peek();
    if (kind === "object") {
      reader.object((key) => {
        const inner = this.#member(member, key, into.late);
        if (inner === undefined) reader.skip();
        else this.#value(inner, reader, into, item);
      });
    } else if (kind === "array") {
      if (item < 0) this.#array(member, reader, into);
      else
        reader.array((at) => {
          // An array in an array has its items at places, as a row of a table has its cells.
          const inner = this.#member(member, String(at + 1), into.late);
          if (inner === undefined) reader.skip();
          else this.#scalar(inner, reader, into, item);
        });
    } else this.#scalar(member, reader, into, item);
  }

  #array(member: Member, reader: JsonReader, into: Reading): void {
    const length = reader.array((item) => this.#value(member, reader, into, item));
    into.arrays.push({ member, length });
  }

  #member(member: Member, name: string, late: (name: string) => void): Member | undefined {
    const known = member.members.get(name);
    if (this.#isDecided) {
      if (known === undefined && member === this.#root) late(name);
      return known?.isRead === true ? known : undefined;
    }
    if (known !== undefined || this.#columns.length >= this.#most) return known;
    return this.#inside(member, name, member.path === "" ? name : `${member.path}.${name}`);
  }

  /** A text, a number or a truth value; null is nothing. */
  #scalar(member: Member, reader: JsonReader, { values }: Reading, item: number): void {
    const text = textIn(reader);
    if (member.column < 0) {
      const isNew = !this.#isDecided && member !== this.#root && (text !== undefined || item < 0);
      if (!isNew) return;
      member.column = this.#names.push(member.path) - 1;
      this.#columns[member.column] = member;
    }
    const { column } = member;
    if (item < 0) values[column] = text;
    else {
      const list = values[column];
      const items = typeof list === "object" ? list : [];
      items[item] = text;
      values[column] = items;
    }
  }
}

/** What is read of an object so far. */
interface Reading {
  /** By the numbers of the columns. */
  readonly values: (string | (string | undefined)[] | undefined)[];
  /** The members that are arrays, and how many items they have. */
  readonly arrays: { readonly member: Member; readonly length: number }[];
  readonly late: (name: string) => void;
}

function memberOf(path: string, parent: Member | undefined): Member {
  return { path, parent, members: new Map(), column: -1, isRead: false };
}

function textIn(reader: JsonReader): string | undefined {
  switch (reader.peek()) {
    case "string":
      return reader.string();
    case "number":
      return reader.number();
    case "boolean":
      return String(reader.boolean());
    default:
      // Nothing, or what is nested too deeply to have a name.
      reader.skip();
      return undefined;
  }
}

class JsonRecord implements LogRecord {
  readonly line: number;
  readonly value: (column: number) => Value | undefined;
  readonly #place: Place;

  constructor(place: Place, value: (column: number) => Value | undefined) {
    this.line = place.line;
    this.value = value;
    this.#place = place;
  }

  number(column: number, names: Names): number {
    const value = this.value(column);
    return typeof value === "string" && value !== "" ? names.ofText(value) : -1;
  }

  place(): Place {
    return this.#place;
  }

  kept(): this {
    return this;
  }
}
