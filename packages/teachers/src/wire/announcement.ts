import {
  Alphabet,
  type AnyAlgebra,
  HankelError,
  type Kind,
  LONGEST_SYMBOL,
  messageOf,
  quote,
  type RowsOptions,
  rowsOver,
  runsOf,
  semifieldByName,
  shown,
  weightsIn,
} from "@hankel/core";
import type { Announcement } from "../box.ts";
import type { Reply } from "./messages.ts";

/** Reads the first message of a black box. */
export function parseAnnouncement(reply: Reply): Announcement {
  const { hankel, alphabet, counterexamples = false, samples = false } = reply;
  if (hankel !== 1)
    throw badAnnouncement(`the black box speaks an unknown protocol version ("hankel": ${shown(hankel)})`);
  const kind = kindIn(reply);
  if (!Array.isArray(alphabet) || !alphabet.every((symbol) => typeof symbol === "string")) {
    throw badAnnouncement("the black box did not name its alphabet");
  }
  const symbols = symbolsOf(alphabet);
  let made: Kind<unknown> | undefined;
  return {
    // A semifield that does not exist is no reason to start again, so it is looked up when it is needed.
    get kind() {
      made ??= kind(symbols);
      return made;
    },
    alphabet: symbols.symbols,
    ...statesOf(reply),
    counterexamples: counterexamples === true,
    samples: samples === true,
  };
}

/** The symbols, if an alphabet can have them. */
function symbolsOf(symbols: readonly string[]): Alphabet {
  const long = symbols.find((symbol) => symbol.length > LONGEST_SYMBOL);
  if (long !== undefined) {
    throw new HankelError(
      "teacher",
      `the black box announced a symbol of ${long.length} characters, ${quote(long)}; at most ${LONGEST_SYMBOL} are read`,
    );
  }
  try {
    return new Alphabet(symbols);
  } catch (cause) {
    throw new HankelError("teacher", `the alphabet that the black box announced: ${messageOf(cause)}`, {
      cause,
    });
  }
}

/** How many numbers its states have, if it has them. */
function statesOf({ states, machine }: Reply): Pick<Announcement, "states"> {
  if (states === undefined) return {};
  if (!Number.isSafeInteger(states) || Number(states) < 1)
    throw announcedAs("states", states, "the number of numbers in a state");
  if (machine === undefined) return { states: Number(states) };
  throw announcedBoth('"states"', "machine", "states come with weights or distributions");
}

/** What its answers are, over an alphabet: weights of a semifield, runs of a machine, or distributions of what comes next. */
function kindIn(reply: Reply): (alphabet: Alphabet) => Kind<unknown> {
  const { semifield, machine, next = false } = reply;
  if (next !== false) {
    const options = rowsIn(reply);
    return (alphabet) => rowsOver(alphabet, options);
  }
  if (semifield !== undefined && machine !== undefined)
    throw announcedBoth('a "semifield"', "machine", "its answers are weights or runs");
  if (machine === "mealy" || machine === "moore") return () => runsOf(machine);
  if (machine !== undefined) {
    throw badAnnouncement(
      `the black box announced an unknown kind of machine, ${shown(machine)}, not "mealy" or "moore"`,
    );
  }
  if (typeof semifield === "string") return () => weightsIn(announcedAlgebra(semifield));
  throw badAnnouncement(
    'the black box named neither its "semifield" nor its "machine", and did not announce "next"',
  );
}

/** What a black box announces is its answer: if it makes no sense, the black box failed, and not the user. */
function announcedAlgebra(name: string): AnyAlgebra {
  try {
    return semifieldByName(name);
  } catch (cause) {
    throw new HankelError("teacher", `the semifield of the black box: ${messageOf(cause)}`, { cause });
  }
}

function rowsIn(reply: Reply): RowsOptions {
  const { semifield, machine, next, logs = false, prefixes = false, longest } = reply;
  for (const [name, value] of Object.entries({ next, logs, prefixes })) {
    if (typeof value !== "boolean") throw announcedAs(name, value, "true");
  }
  if (longest !== undefined && !(Number.isSafeInteger(longest) && Number(longest) >= 0))
    throw announcedAs("longest", longest, "a number of letters");
  if (semifield === undefined && machine === undefined) {
    const limit = longest === undefined ? {} : { longest: Number(longest) };
    return { logs: logs === true, prefixes: prefixes === true, ...limit };
  }
  const other = machine === undefined ? "semifield" : "machine";
  throw announcedBoth('"next"', other, "it answers with distributions or not");
}

function announcedAs(name: string, value: unknown, expected: string): HankelError {
  return badAnnouncement(`the black box announced ${quote(name)} as ${shown(value)}, not as ${expected}`);
}

function announcedBoth(one: string, other: string, why: string): HankelError {
  return badAnnouncement(
    `the black box announced both ${one} and a "${other}"; ${why}, so leave one of them out`,
  );
}

function badAnnouncement(message: string): HankelError {
  const weights = '{"hankel": 1, "semifield": "real", "alphabet": ["a", "b"], "counterexamples": false}';
  const runs = '{"hankel": 1, "machine": "mealy", "alphabet": ["a", "b"]}';
  const distributions = '{"hankel": 1, "next": true, "alphabet": ["a", "b"]}';
  return new HankelError(
    "teacher",
    `${message}; a black box begins with a line such as ${weights}, ${runs} or ${distributions}`,
  );
}

/** What differs between the announcements of two workers, or undefined. How answers are written may not count. */
export function announcementsDiffer(a: Announcement, b: Announcement, notation = true): string | undefined {
  const [here, there] = [a.kind.describe(notation), b.kind.describe(notation)];
  if (here !== there) return `${there} instead of ${here}`;
  if (JSON.stringify(a.alphabet) !== JSON.stringify(b.alphabet)) return "another alphabet";
  if (a.states !== b.states) return `states of ${b.states ?? 0} numbers instead of ${a.states ?? 0}`;
  return undefined;
}
