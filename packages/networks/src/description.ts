import { HankelError, quote, shown } from "@hankel/core";

/** What a network file does not say about itself: its symbols, and which tokens start and end a word. */
export interface NetworkDescription {
  readonly alphabet: readonly string[];
  /** The token in front of every word. */
  readonly bos?: number | undefined;
  /** The token that ends a word; language models only. */
  readonly eos?: number | undefined;
  /** By default, the names of the outputs say it: `logits` or `logit`. */
  readonly kind?: "language-model" | "acceptor" | undefined;
  /** The most letters that the network reads. */
  readonly longest?: number | undefined;
  /** The token of each symbol, where they are not 0, 1, 2, … */
  readonly ids?: readonly number[] | undefined;
  /** The output that holds the state of a recurrent network: a vector for each word, or one at each position. */
  readonly states?: string | undefined;
}

const ID = { fits: isId, expected: "a whole number, 0 or more" };

/** What each member must be. */
const MEMBERS: Readonly<
  Record<keyof NetworkDescription, { fits(value: unknown): boolean; readonly expected: string }>
> = {
  alphabet: {
    fits: (value) => isArrayOf(value, (symbol) => typeof symbol === "string"),
    expected: "an array of strings",
  },
  bos: ID,
  eos: ID,
  kind: {
    fits: (value) => value === "language-model" || value === "acceptor",
    expected: '"language-model" or "acceptor"',
  },
  longest: ID,
  ids: {
    fits: (value) => isArrayOf(value, isId),
    expected: "an array of token ids, one for each symbol",
  },
  states: { fits: (value) => typeof value === "string", expected: "the name of an output" },
};

/**
 * How a side file looks: what a network of the tokens a and b needs beside it.
 *
 * @example
 * console.log(parseDescription(SIDE_FILE_EXAMPLE, "example.json").alphabet.join(" ")); // a b
 */
export const SIDE_FILE_EXAMPLE = '{"alphabet": ["a", "b"], "bos": 2, "eos": 3}';

/**
 * Reads a side file; `name` is its name in messages.
 *
 * @example
 * console.log(parseDescription('{"alphabet": ["a", "b"], "bos": 2, "eos": 3}', "example.json").bos); // 2
 */
export function parseDescription(text: string, name: string): NetworkDescription {
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
  return checkDescription(value as Readonly<Record<string, unknown>>, name);
}

/**
 * Checks a description that came from anywhere; `name` says where.
 *
 * @example
 * console.log(checkDescription({ alphabet: ["a", "b"], eos: 3 }, "example.json").eos); // 3
 */
export function checkDescription(value: Readonly<Record<string, unknown>>, name: string): NetworkDescription {
  const unknown = Object.keys(value).find((member) => !Object.hasOwn(MEMBERS, member));
  if (unknown !== undefined) {
    const known = Object.keys(MEMBERS).join(", ");
    throw new HankelError("parse", `${name}: ${quote(unknown)} is unknown; expected some of ${known}`);
  }
  for (const [member, { fits, expected }] of Object.entries(MEMBERS)) {
    const given = value[member];
    if (fits(given) || (given === undefined && member !== "alphabet")) continue;
    throw new HankelError("parse", `${name}: "${member}" must be ${expected}, not ${shown(given)}`);
  }
  if (!isDescription(value)) throw new HankelError("parse", `${name}: this is no description of a network`);
  checkIds(value, name);
  return value;
}

/** Does it have the one member that every description has? The others are optional, and have been checked. */
function isDescription(value: object): value is NetworkDescription {
  return "alphabet" in value;
}

/** A vocabulary has thousands of symbols, so a message says where the bad ones are. */
function checkSymbols(symbols: readonly string[], name: string): void {
  const places = new Map<string, number>();
  for (const [i, symbol] of symbols.entries()) {
    const before = places.get(symbol);
    const problem =
      (symbol === "" && `symbol ${i} of "alphabet" is empty, and nobody could see it in a word`) ||
      (before !== undefined &&
        `the symbol ${quote(symbol)} occurs twice in "alphabet", at ${before} and ${i}`);
    if (problem !== false)
      throw new HankelError("parse", `${name}: ${problem} (counted from 0, as tokens are)`);
    places.set(symbol, i);
  }
}

/** The symbols differ, each has at most one token, and no two share one. */
function checkIds({ alphabet, ids, bos, eos }: NetworkDescription, name: string): void {
  checkSymbols(alphabet, name);
  const { length: size } = alphabet;
  if (ids === undefined) return;
  const problem =
    (ids.length !== size && `"ids" has ${ids.length} entries for ${size} symbols`) ||
    (new Set(ids).size !== size && '"ids" has a token twice') ||
    (ids.some((id) => id === eos) && `"ids" has the token ${eos}, which is "eos"`) ||
    (ids.some((id) => id === bos) && `"ids" has the token ${bos}, which is "bos"`);
  if (problem !== false) throw new HankelError("parse", `${name}: ${problem}`);
}

function isId(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isArrayOf(value: unknown, fits: (entry: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(fits);
}
