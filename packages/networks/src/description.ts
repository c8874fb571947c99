import { HankelError, quote, shown } from "@hankel/core";

/** What a network file does not say about itself: its symbols, and which tokens start and end a word. */
export interface NetworkDescription {
  readonly alphabet: readonly string[];
  /** The token in front of every word. */
  readonly bos?: number | undefined;
  /** The token that ends a word; language models only. */
  readonly eos?: number | undefined;
  /** By default, the output says it: see `openNetwork`. */
  readonly kind?: "language-model" | "acceptor" | "classifier" | undefined;
  /** The most letters that the network reads. */
  readonly longest?: number | undefined;
  /** The token of each symbol, where they are not 0, 1, 2, … */
  readonly ids?: readonly number[] | undefined;
  /** The output that holds the state of a recurrent network: a vector for each word, or one at each position. */
  readonly states?: string | undefined;
  /** The input that takes the tokens, where its name, type and shape do not tell. */
  readonly input?: string | undefined;
  /** The output that holds the answers, where its name, type and shape do not tell. */
  readonly output?: string | undefined;
  /** The names of the classes of a classifier, in the order of the columns of its output; by default 0, 1, 2, … */
  readonly classes?: readonly string[] | undefined;
  /** What the numbers of the output are; by default they show it themselves. */
  readonly scores?: "logits" | "probabilities" | undefined;
  /** What an acceptor or a classifier says of ε, where it cannot read a word without tokens: true, false or a class. */
  readonly empty?: boolean | string | undefined;
}

/** Receives what is worth knowing and no error. */
export type Notify = (notice: string) => void;

interface Member {
  fits(value: unknown): boolean;
  readonly expected: string;
}

const ID: Member = { fits: isId, expected: "a whole number, 0 or more" };

/** What each member must be. */
const MEMBERS: Readonly<Record<keyof NetworkDescription, Member>> = {
  alphabet: {
    fits: (value) => isArrayOf(value, isString),
    expected: "an array of strings",
  },
  bos: ID,
  eos: ID,
  kind: oneOf("language-model", "acceptor", "classifier"),
  longest: ID,
  ids: {
    fits: (value) => isArrayOf(value, isId),
    expected: "an array of token ids, one for each symbol",
  },
  states: { fits: isString, expected: "the name of an output" },
  input: { fits: isString, expected: "the name of an input" },
  output: { fits: isString, expected: "the name of an output" },
  classes: {
    fits: (value) => isArrayOf(value, isString),
    expected: "an array of strings, one for each class",
  },
  scores: oneOf("logits", "probabilities"),
  empty: {
    fits: (value) => typeof value === "boolean" || isString(value),
    expected: "true or false for an acceptor, a class for a classifier",
  },
};

function oneOf(...values: readonly string[]): Member {
  const quoted = values.map(quote);
  return {
    fits: (value) => values.some((one) => one === value),
    expected: `${quoted.slice(0, -1).join(", ")} or ${quoted[quoted.length - 1]}`,
  };
}

/**
 * How a side file looks: what a network of the tokens a and b needs beside it.
 *
 * @example
 * console.log(parseDescription(SIDE_FILE_EXAMPLE, "example.json").alphabet.join(" ")); // a b
 */
export const SIDE_FILE_EXAMPLE = '{"alphabet": ["a", "b"], "bos": 2, "eos": 3}';

/**
 * Reads a side file; `name` is its name in messages. `notify` is told of members that are unknown, which do nothing.
 *
 * @example
 * console.log(parseDescription('{"alphabet": ["a", "b"], "bos": 2, "eos": 3}', "example.json").bos); // 2
 */
export function parseDescription(text: string, name: string, notify?: Notify): NetworkDescription {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new HankelError("parse", `${name} is no JSON; expected ${SIDE_FILE_EXAMPLE}`, { cause });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new HankelError(
      "parse",
      `${name}: expected an object such as ${SIDE_FILE_EXAMPLE}, got ${shown(value)}`,
    );
  }
  return checkDescription(value as Readonly<Record<string, unknown>>, name, notify);
}

/**
 * Checks a description that came from anywhere; `name` says where. `notify` is told of members that are unknown.
 *
 * @example
 * console.log(checkDescription({ alphabet: ["a", "b"], eos: 3 }, "example.json").eos); // 3
 */
export function checkDescription(
  value: Readonly<Record<string, unknown>>,
  name: string,
  notify?: Notify,
): NetworkDescription {
  const unknown = Object.keys(value).filter((member) => !Object.hasOwn(MEMBERS, member));
  const known = Object.keys(MEMBERS).join(", ");
  for (const [member, { fits, expected }] of Object.entries(MEMBERS)) {
    const given = value[member];
    if (fits(given) || (given === undefined && member !== "alphabet")) continue;
    const instead =
      given === undefined && unknown.length > 0 ? `; it has ${unknown.map(quote).join(", ")}` : "";
    throw new HankelError("parse", `${name}: "${member}" must be ${expected}, not ${shown(given)}${instead}`);
  }
  if (unknown.length > 0) {
    const are = unknown.length === 1 ? "is unknown and does" : "are unknown and do";
    notify?.(`${name}: ${unknown.map(quote).join(", ")} ${are} nothing; known are ${known}`);
  }
  const found = Object.fromEntries(
    Object.entries(value).filter(([member]) => Object.hasOwn(MEMBERS, member)),
  );
  if (!isDescription(found)) throw new HankelError("parse", `${name}: this is no description of a network`);
  checkIds(found, name);
  return found;
}

/** Does it have the one member that every description has? The others are optional, and have been checked. */
function isDescription(value: object): value is NetworkDescription {
  return "alphabet" in value;
}

/** The symbols differ, each has at most one token, and no two share one; so do the classes. */
function checkIds({ alphabet, ids, bos, eos, classes, empty }: NetworkDescription, name: string): void {
  const size = alphabet.length;
  const problem =
    problemOf("alphabet", "symbol", alphabet) ??
    problemOf("classes", "class", classes) ??
    (typeof empty === "string" && classes !== undefined && !classes.includes(empty)
      ? `"empty" is ${quote(empty)}, which is none of "classes"`
      : undefined) ??
    (ids === undefined ? undefined : problemOfIds(ids, size, bos, eos));
  if (problem !== undefined) throw new HankelError("parse", `${name}: ${problem}`);
}

function problemOfIds(
  ids: readonly number[],
  size: number,
  bos: number | undefined,
  eos: number | undefined,
): string | undefined {
  if (ids.length !== size) return `"ids" has ${ids.length} entries for ${size} symbols`;
  if (new Set(ids).size !== size) return '"ids" has a token twice';
  if (ids.some((id) => id === eos)) return `"ids" has the token ${eos}, which is "eos"`;
  return ids.some((id) => id === bos) ? `"ids" has the token ${bos}, which is "bos"` : undefined;
}

/** Says which entry of a list is empty or occurs twice, and where: a vocabulary has thousands. */
function problemOf(member: string, noun: string, list: readonly string[] = []): string | undefined {
  const places = new Map<string, number>();
  for (const [place, entry] of list.entries()) {
    const first = places.get(entry);
    if (entry === "")
      return `${quote(member)} has an empty ${noun} in the place ${place}, and nobody could see it in a word`;
    if (first !== undefined) {
      return `${quote(member)} has the ${noun} ${quote(entry)} twice, in the places ${first} and ${place}`;
    }
    places.set(entry, place);
  }
  return undefined;
}

function isString(value: unknown): boolean {
  return typeof value === "string";
}

function isId(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isArrayOf(value: unknown, fits: (entry: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(fits);
}
