import { type ErrorCode, HankelError, messageOf } from "@hankel/core";
import { systemError } from "@hankel/teachers/files";
import { EXIT } from "./exit.ts";
import { plainAddresses } from "./plain-addresses.ts";
import { standardError } from "./terminal.ts";

export { EXIT, systemError };

const EXIT_OF: Readonly<Record<ErrorCode, number>> = {
  usage: EXIT.usage,
  algebra: EXIT.usage,
  parse: EXIT.usage,
  automaton: EXIT.usage,
  unsupported: EXIT.usage,
  teacher: EXIT.teacher,
  tolerance: EXIT.teacher,
  system: EXIT.usage,
  budget: EXIT.budget,
  cancelled: EXIT.interrupted,
};

export function exitCodeOf(error: unknown): number {
  return error instanceof HankelError ? EXIT_OF[error.code] : EXIT.bug;
}

/** Tells the user what went wrong in one line, and prints the stack only on request. */
export function report(error: unknown): void {
  const debug = process.env["HANKEL_DEBUG"] === "1";
  const message = plainAddresses(messageOf(error));
  if (error instanceof HankelError) standardError.line(`hankel: ${message}`);
  else {
    const advice = debug ? "" : "; run again with HANKEL_DEBUG=1 and report what it shows";
    standardError.line(`hankel: internal error: ${message}${advice}`);
  }
  if (debug && error instanceof Error) void standardError.text(plainAddresses(`${error.stack}\n`));
}

/** The same error with the file in front: `target.json:3:14: …`. */
export function located(error: unknown, file: string): unknown {
  if (!(error instanceof HankelError)) return error;
  const { place, code, message } = error;
  const where = place === undefined ? file : `${file}:${place.line}:${place.column}`;
  return new HankelError(code, `${where}: ${message}`, { ...(place && { place }), cause: error });
}
