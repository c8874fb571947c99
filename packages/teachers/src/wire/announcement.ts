import { Alphabet, HankelError, machineNames, messageOf, quote, shown } from "@hankel/core";
import type { AnnouncedNext, Announcement } from "../box.ts";
import { LONGEST_SYMBOL } from "./limits.ts";
import type { Reply } from "./messages.ts";

/** The answers of a machine are runs: products of outputs, which are words of the free group. */
const SEMIFIELD_OF_RUNS = "free-group";

/** An automaton that is learned from distributions has probabilities as weights. */
const SEMIFIELD_OF_DISTRIBUTIONS = "real";

/** Reads the first message of a black box. */
export function parseAnnouncement(reply: Reply): Announcement {
  const { hankel, alphabet, counterexamples = false, samples = false } = reply;
  if (hankel !== 1)
    throw badAnnouncement(`the black box speaks an unknown protocol version ("hankel": ${shown(hankel)})`);
  const answers = answersOf(reply);
  if (!Array.isArray(alphabet) || !alphabet.every((symbol) => typeof symbol === "string")) {
    throw badAnnouncement("the black box did not name its alphabet");
  }
  const abilities = { counterexamples: counterexamples === true, samples: samples === true };
  return { ...answers, alphabet: symbolsOf(alphabet), ...statesOf(reply), ...abilities };
}

/** The symbols, if an alphabet can have them. */
function symbolsOf(symbols: readonly string[]): readonly string[] {
  const long = symbols.find((symbol) => symbol.length > LONGEST_SYMBOL);
  if (long !== undefined) {
    throw new HankelError(
      "teacher",
      `the black box announced a symbol of ${long.length} characters, ${quote(long)}; at most ${LONGEST_SYMBOL} are read`,
    );
  }
  try {
    return new Alphabet(symbols).symbols;
  } catch (cause) {
    throw new HankelError("teacher", `the alphabet that the black box announced: ${messageOf(cause)}`, {
      cause,
    });
  }
}

/** How many numbers its states have, if it has them. */
function statesOf({ states, machine }: Reply): Pick<Announcement, "states"> {
  if (states === undefined) return {};
  if (!Number.isSafeInteger(states) || Number(states) < 1) {
    throw badAnnouncement(
      `the black box announced "states" as ${shown(states)}, not as the number of numbers in a state`,
    );
  }
  if (machine === undefined) return { states: Number(states) };
  throw badAnnouncement(
    'the black box announced both "states" and a "machine"; states come with weights or distributions, so leave one out',
  );
}

/** What its answers are: weights of a semifield, runs of a machine, or distributions of what comes next. */
function answersOf(reply: Reply): Pick<Announcement, "semifield" | "machine" | "next"> {
  const { semifield, machine, next = false } = reply;
  if (next !== false) return { semifield: SEMIFIELD_OF_DISTRIBUTIONS, next: nextOf(reply) };
  if (semifield !== undefined && machine !== undefined) {
    throw badAnnouncement(
      'the black box announced both a "semifield" and a "machine"; its answers are weights or runs, so leave one of them out',
    );
  }
  if (machine === "mealy" || machine === "moore") return { semifield: SEMIFIELD_OF_RUNS, machine };
  if (machine !== undefined) {
    throw badAnnouncement(
      `the black box announced an unknown kind of machine, ${shown(machine)}, not "mealy" or "moore"`,
    );
  }
  if (typeof semifield === "string") return { semifield };
  throw badAnnouncement(
    'the black box named neither its "semifield" nor its "machine", and did not announce "next"',
  );
}

function nextOf(reply: Reply): AnnouncedNext {
  const { semifield, machine, next, logs = false, prefixes = false, longest } = reply;
  for (const [name, value] of Object.entries({ next, logs, prefixes })) {
    if (typeof value === "boolean") continue;
    throw badAnnouncement(`the black box announced ${quote(name)} as ${shown(value)}, not as true`);
  }
  if (longest !== undefined && !(Number.isSafeInteger(longest) && Number(longest) >= 0)) {
    throw badAnnouncement(
      `the black box announced "longest" as ${shown(longest)}, not as a number of letters`,
    );
  }
  if (semifield === undefined && machine === undefined) {
    const limit = longest === undefined ? {} : { longest: Number(longest) };
    return { logs: logs === true, prefixes: prefixes === true, ...limit };
  }
  const other = machine === undefined ? '"semifield"' : '"machine"';
  throw badAnnouncement(
    `the black box announced both "next" and a ${other}; it answers with distributions or not, so leave one of them out`,
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

/** What differs between the announcements of two workers, or undefined. */
export function announcementsDiffer(a: Announcement, b: Announcement): string | undefined {
  const answers = ({ semifield, machine, next }: Announcement) => {
    if (next !== undefined) return nextName(next);
    return machine === undefined ? `semifield ${quote(semifield)}` : `a ${machineNames[machine]}`;
  };
  if (answers(a) !== answers(b)) return `${answers(b)} instead of ${answers(a)}`;
  if (JSON.stringify(a.alphabet) !== JSON.stringify(b.alphabet)) return "another alphabet";
  if (a.states !== b.states) return `states of ${b.states ?? 0} numbers instead of ${a.states ?? 0}`;
  return undefined;
}

function nextName({ logs, prefixes, longest }: AnnouncedNext): string {
  const limit = longest === undefined ? "" : `, for words of at most ${longest} letters`;
  return `distributions${prefixes ? " of all prefixes" : ""}${logs ? ", as logarithms" : ""}${limit}`;
}
