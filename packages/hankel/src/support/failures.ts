import { type ErrorCode, HankelError } from "../index.ts";
import { messageOf } from "../internal/core.ts";
import { systemError } from "../internal/files.ts";
import { EXIT } from "./process.ts";
import { plainAddresses, standardError } from "./terminal.ts";

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

/** What the system says of a wrong call: such a call is a bug. */
const WRONG_CALLS: ReadonlySet<string> = new Set(["EBADF", "EINVAL", "EFAULT"]);

/** An error of the system, such as a disk that fails, is told like any other; it is no bug of ours wherever it comes up. */
function told(error: unknown): unknown {
  if (error instanceof HankelError || !(error instanceof Error)) return error;
  const { code = "", syscall, path = "a file" }: NodeJS.ErrnoException = error;
  if (syscall === undefined || WRONG_CALLS.has(code)) return error;
  return systemError(error, `${syscall.replace(/Sync$/u, "")} ${path}`);
}

export function exitCodeOf(thrown: unknown): number {
  const error = told(thrown);
  return error instanceof HankelError ? EXIT_OF[error.code] : EXIT.bug;
}

/** Tells the user what went wrong in one line, and prints the stack only on request. */
export function report(thrown: unknown): void {
  const error = told(thrown);
  const debug = process.env["HANKEL_DEBUG"] === "1";
  const message = plainAddresses(messageOf(error));
  if (error instanceof HankelError) standardError.line(`hankel: ${message}`);
  else {
    const advice = debug ? "" : "; run again with HANKEL_DEBUG=1 and report what it shows";
    standardError.line(`hankel: internal error: ${message}${advice}`);
  }
  if (debug && error instanceof Error) void standardError.text(plainAddresses(`${error.stack}\n`));
}

/** What is thrown when the command line asks for what cannot be. */
export function misuse(message: string): HankelError {
  return new HankelError("usage", message);
}

/** Why a command should end: an error that says it, or a signal. */
export function reasonOf({ reason }: AbortSignal): HankelError {
  return reason instanceof HankelError ? reason : new HankelError("cancelled", "cancelled");
}

/** The same error with the file in front: `target.json:3:14: …`. */
export function located(error: unknown, file: string): unknown {
  if (!(error instanceof HankelError)) return error;
  const { place, code, message } = error;
  const where = place === undefined ? file : `${file}:${place.line}:${place.column}`;
  return new HankelError(code, `${where}: ${message}`, { ...(place && { place }), cause: error });
}

/** Does something with the content of a file; errors name the place there. */
export function locating<T>(file: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw located(error, file);
  }
}

/** Takes all steps in this order, whatever fails, and then throws what failed. */
export async function attemptAll(steps: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => failures.push(error));
  throwAll(failures);
}

/** Throws one error for all of these, if there are any. An error that is a bug goes first, since it has a stack to show. */
export function throwAll(failures: readonly unknown[]): void {
  if (failures.length === 0) return;
  const [first, ...others] = failures;
  const bug = failures.find((error) => !(error instanceof HankelError));
  if (bug !== undefined || others.length === 0) throw bug ?? first;
  const messages = failures.map((error) => (error as HankelError).message);
  throw new HankelError((first as HankelError).code, messages.join("; "), { cause: first });
}
