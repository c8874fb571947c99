import { HankelError } from "@hankel/core";

/** The black box failed on a word again and again, so it was given up. */
export class FailedWord extends HankelError {
  readonly symbols: readonly string[];
  /** What went wrong, without the word. */
  readonly reason: string;

  constructor(symbols: readonly string[], shown: string, cause: Error) {
    super("teacher", `the black box failed on ${shown}: ${cause.message}`, { cause });
    this.symbols = symbols;
    this.reason = cause.message;
  }
}
