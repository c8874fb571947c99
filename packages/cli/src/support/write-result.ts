import { type Automaton, type ErrorCode, formatByName, HankelError, writeHankel } from "@hankel/core";
import { type Destination, writeAutomaton } from "./output.ts";

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
 * Writes what a run has learned. If the format cannot hold these very weights, the automaton goes to standard output,
 * unless that is taken, since a run must not be lost; and the error says so.
 */
export async function writeResult<W>(
  automaton: Automaton<W>,
  where: Destination,
  { json, signal }: { readonly json?: boolean | undefined; readonly signal?: AbortSignal },
): Promise<void> {
  try {
    await writeAutomaton(automaton, where, signal);
  } catch (error) {
    if (!isUnheld(error) || json === true) throw error;
    await writeAutomaton(automaton, STANDARD_OUTPUT);
    const message = `${error.message}; it is on standard output instead`;
    throw new HankelError(error.code, message, { cause: error });
  }
}
