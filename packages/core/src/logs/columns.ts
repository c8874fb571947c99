/** What the columns of a log may hold: those of a table, the members of JSON objects, the attributes of XES. */

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

/** The columns that the user names; null stands for none, also if a name leaves no doubt. */
export type NamedColumns = Readonly<Partial<Record<Role, string | null>>>;

/** The columns that a table or the objects of JSON lines have, and what was found to be in them. */
export interface LogColumns {
  readonly names: readonly string[];
  readonly found: Readonly<Partial<Record<Role, string>>>;
}

/** The columns that are named among other settings. */
export function namedIn(settings: NamedColumns): NamedColumns {
  return Object.fromEntries(
    roles.flatMap((role) => (settings[role] === undefined ? [] : [[role, settings[role]]])),
  );
}

/** What the columns of a log are called in messages. */
export type ColumnNoun = "column" | "member" | "attribute";

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
  time: ["timestamp", "@timestamp", "time", "time:timestamp", "datetime", "date"],
  word: ["word", "sequence"],
  weight: ["weight"],
  count: ["count", "frequency"],
};

const plain = (name: string) => name.toLowerCase().replaceAll(/[\s_-]/gu, "");

/** How obvious it is that a column of this name holds this: 0 for the best name, infinite if it is not. */
function rank(role: Role, name: string): number {
  const found = plain(name);
  const at = OBVIOUS[role].findIndex((obvious) => found === obvious || found === `${obvious}s`);
  return at < 0 ? Number.POSITIVE_INFINITY : at;
}

/** Does this name say by itself that the column holds this? */
export function isObvious(role: Role, name: string): boolean {
  return Number.isFinite(rank(role, name));
}

/**
 * The columns whose names say that they hold this, the most obvious first. A nested member is found by its last name, as `event.action` is, and an
 * attribute of a trace without the `case:` in front, but only if the whole name says nothing.
 */
export function obviousColumns(role: Role, names: readonly string[]): number[] {
  const ranked = (part: (name: string) => string) =>
    names
      .map((name, column) => ({ column, rank: rank(role, part(name)) }))
      .filter((one) => Number.isFinite(one.rank))
      .sort((a, b) => a.rank - b.rank || a.column - b.column)
      .map(({ column }) => column);
  const whole = ranked((name) => name);
  if (whole.length > 0) return whole;
  const isKnown = (name: string) => roles.some((other) => isObvious(other, name));
  return ranked((name) => (isKnown(name) ? "" : (/^(?:case:|.*\.)(.+)$/su.exec(name)?.[1] ?? "")));
}

/** So many columns are named in a message. */
const NAMED = 20;

/** The names of the columns, for a message. */
export function someNames(names: readonly string[]): string {
  if (names.length === 0) return "there are none";
  const some = names.slice(0, NAMED).map((name) => quote(name));
  return names.length > NAMED ? `${some.join(", ")}, … ${names.length - NAMED} more` : some.join(", ");
}
