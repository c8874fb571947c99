/** Which columns of a table, or which members of JSON objects, hold what. */

import { quote } from "../errors.ts";

/** What a column may hold. */
export const roles = [
  "session",
  "event",
  "input",
  "output",
  "label",
  "time",
  "word",
  "weight",
  "count",
] as const;

/** What a column holds. */
export type Role = (typeof roles)[number];

/** The columns that the user names. */
export type NamedColumns = Readonly<Partial<Record<Role, string>>>;

/** The columns that a table or the objects of JSON lines have, and what was found to be in them. */
export interface LogColumns {
  readonly names: readonly string[];
  readonly found: NamedColumns;
}

/** The columns that are named among other settings. */
export function namedIn(settings: NamedColumns): NamedColumns {
  return Object.fromEntries(
    roles.flatMap((role) => (settings[role] === undefined ? [] : [[role, settings[role]]])),
  );
}

/** The columns that are read, by their places; of event and input there is at most one. */
export type ColumnsOf = Partial<Record<Role, number>>;

/** Names that leave no doubt, in small letters and without blanks, hyphens and underscores; the plural is the same. */
const OBVIOUS: Readonly<Record<Role, readonly string[]>> = {
  session: [
    "session",
    "sessionid",
    "case",
    "caseid",
    "case:concept:name",
    "trace",
    "traceid",
    "run",
    "runid",
  ],
  event: ["event", "eventname", "activity", "activityname", "action", "symbol", "concept:name"],
  input: ["input", "stimulus", "request"],
  output: ["output", "response", "reply"],
  label: ["label", "accepted", "accept"],
  time: ["timestamp", "time", "time:timestamp", "datetime", "date"],
  word: ["word", "sequence"],
  weight: ["weight"],
  count: ["count", "frequency"],
};

const plain = (name: string) => name.toLowerCase().replaceAll(/[\s_-]/gu, "");

/** Does this name say by itself that the column holds this? */
export function isObvious(role: Role, name: string): boolean {
  const found = plain(name);
  return OBVIOUS[role].some((obvious) => found === obvious || found === `${obvious}s`);
}

/** The columns of a table, and a sentence about those that nobody named. */
export interface FoundColumns {
  readonly columns: ColumnsOf;
  readonly remark: string | undefined;
}

/**
 * Finds the columns: those that are named, and of the others those whose names leave no doubt. A table has an event on each
 * line, or a word if there is a column of words.
 */
export function findColumns(
  names: readonly string[],
  named: NamedColumns,
  fail: (message: string) => never,
): FoundColumns {
  const columns: ColumnsOf = {};
  const there = `the columns are ${someNames(names)}`;
  const known = new Map<string, number[]>();
  names.forEach((name, i) => {
    const places = known.get(plain(name));
    if (places === undefined) known.set(plain(name), [i]);
    else places.push(i);
  });
  for (const role of roles) {
    const wanted = named[role];
    if (wanted === undefined) continue;
    const at = names.indexOf(wanted);
    if (at < 0) fail(`there is no column ${quote(wanted)} (--${role}); ${there}`);
    columns[role] = at;
  }
  if (columns.word !== undefined && (columns.event ?? columns.input) !== undefined)
    fail("a line holds a word (--word) or an event (--event, --input), not both");
  const given = new Set(Object.values(columns));
  const guessed: string[] = [];
  const hasOutputs = columns.output !== undefined || bestOf("output", known, given) >= 0;
  const symbols: readonly Role[] = hasOutputs ? ["input", "event", "word"] : ["event", "input", "word"];
  for (const role of new Set([...symbols, ...roles])) {
    if (columns[role] !== undefined || isIdle(role, columns)) continue;
    const at = bestOf(role, known, given);
    if (at < 0) continue;
    columns[role] = at;
    given.add(at);
    guessed.push(`--${role} ${quote(names[at])}`);
  }
  if (columns.event === undefined && columns.input === undefined && columns.word === undefined)
    fail(`no column is called event, activity or input: name the one with the symbols by --event; ${there}`);
  return {
    columns,
    remark: guessed.length === 0 ? undefined : `columns by their names: ${guessed.join(", ")}`,
  };
}

/** The column with the most obvious name that is not taken, or -1. */
function bestOf(
  role: Role,
  known: ReadonlyMap<string, readonly number[]>,
  taken: ReadonlySet<number>,
): number {
  for (const obvious of OBVIOUS[role]) {
    const places = [...(known.get(obvious) ?? []), ...(known.get(`${obvious}s`) ?? [])];
    const at = places.find((place) => !taken.has(place));
    if (at !== undefined) return at;
  }
  return -1;
}

/** So many columns are named in a message. */
const NAMED = 20;

/** The names of the columns, for a message. */
export function someNames(names: readonly string[]): string {
  const some = names.slice(0, NAMED).map((name) => quote(name));
  return names.length > NAMED ? `${some.join(", ")}, … ${names.length - NAMED} more` : some.join(", ");
}

/** Has this no meaning beside the columns that were found? A line holds an event of a session, or a word of its own. */
function isIdle(role: Role, columns: ColumnsOf): boolean {
  if (role === "event" || role === "input")
    return columns.event !== undefined || columns.input !== undefined || columns.word !== undefined;
  if (role === "word") return columns.event !== undefined || columns.input !== undefined;
  if (role === "weight" || role === "count") return columns.word === undefined;
  return columns.word !== undefined && (role === "session" || role === "time");
}
