import { Contradiction, HankelError } from "@hankel/core";

/** The options of the command line that messages name, as the library calls them. */
const NAMES: Readonly<Record<string, string>> = {
  "--repeat, --stable and --on-conflict": 'repeat and onConflict, such as onConflict: "stable",',
  "--stable": 'onConflict: "stable"',
  "--on-conflict": "onConflict",
  "--max-memory": "maxMemory",
  "--max-states": "maxStates",
  "--max-questions": "maxQuestions",
  "--max-seconds": "maxSeconds",
  "--workers 1": "concurrency: 1",
  "--repeat": "repeat",
  "--learner": "learner",
  "--tolerance": "tolerance",
  "--warm": "a store with its answers",
};

const NAMED = new RegExp(Object.keys(NAMES).join("|"), "gu");

/** A message for callers of the library, who know options by other names than a command line does. */
export function inLibraryWords(message: string): string {
  return message.replaceAll(NAMED, (name) => NAMES[name]);
}

/** An error with such a message. Errors of others are not ours to reword. */
export function errorInLibraryWords(error: unknown): unknown {
  if (!(error instanceof HankelError)) return error;
  const message = inLibraryWords(error.message);
  if (message === error.message) return error;
  if (error instanceof Contradiction) return new Contradiction(message);
  const { code, place } = error;
  return new HankelError(code, message, { ...(place && { place }), cause: error });
}
