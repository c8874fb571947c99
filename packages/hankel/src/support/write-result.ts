import { type Automaton, type ErrorCode, formatByName, HankelError, writeHankel } from "../index.ts";
import { type Destination, type Ends, writeAutomaton } from "./output.ts";

const STANDARD_OUTPUT: Destination = {
  path: undefined,
  format: { ...formatByName("hankel"), write: writeHankel },
};

/** How a format refuses an automaton that it cannot hold; other errors are those of the file. */
const UNHELD: ReadonlySet<ErrorCode> = new Set(["unsupported", "automaton", "budget", "algebra"]);

/** Does this error say that a format cannot hold an automaton? */
export function isUnheld(error: unknown): error is HankelError {
  return error instanceof HankelError && UNHELD.has(error.code);
}

/**
 * Writes what a run has learned. If the format cannot hold these very weights, the automaton goes to standard output, since a
 * run must not be lost: by itself, or with `--json` in the object that the caller prints there. The error says so.
 */
export async function writeResult<W>(
  automaton: Automaton<W>,
  where: Destination,
  { json, ends }: { readonly json?: boolean | undefined; readonly ends: Ends },
): Promise<void> {
  try {
    await writeAutomaton(automaton, where, ends);
  } catch (error) {
    if (!isUnheld(error)) throw error;
    if (json !== true) await writeAutomaton(automaton, STANDARD_OUTPUT, ends);
    const place = json === true ? "in the JSON object on standard output" : "on standard output";
    throw new HankelError(error.code, `${error.message}; it is ${place} instead`, { cause: error });
  }
}

/** An automaton as a part of a JSON object. */
export function automatonObject(automaton: Automaton<unknown>): unknown {
  return JSON.parse(writeHankel(automaton));
}
