import {
  type Automaton,
  type Certificate,
  type ErrorCode,
  formatByName,
  HankelError,
  type Learned,
  type PlannedAutomaton,
  writeCertificate,
  writeHankel,
} from "@hankel/core";
import { throwAll } from "../support/attempt-all.ts";
import { checkFormat, type Destination, writeAutomaton, writeText } from "../support/output.ts";
import { writeCurve } from "./curve-file.ts";
import type { LearnCommandOptions } from "./options.ts";
import type { Finished } from "./summary.ts";

const STANDARD_OUTPUT: Destination = {
  path: undefined,
  format: { ...formatByName("hankel"), write: writeHankel },
};

/** How a format refuses an automaton that it cannot hold; other errors are those of the file. */
const UNHELD: ReadonlySet<ErrorCode> = new Set(["unsupported", "automaton", "budget", "algebra"]);

/** What a learner gives. */
type Result = Learned<unknown, Automaton<unknown>> & {
  readonly certificate?: Certificate<unknown> | undefined;
};

/**
 * Writes the files that a run leaves. The automaton comes first, and before anything else is asked of the target. A file that
 * cannot be written keeps no other from being written; what went wrong is thrown at the end.
 */
export class ResultFiles {
  readonly #options: LearnCommandOptions;
  readonly #out: Destination;
  readonly #signal: AbortSignal;
  readonly #failures: unknown[] = [];
  /** Why something is not written that should not be held against the run. */
  readonly remarks: string[] = [];
  #written = false;
  /** Could the format not hold the automaton? */
  #unheld = false;

  /** The signal ends the wait for the readers of pipes. */
  constructor(options: LearnCommandOptions, out: Destination, signal: AbortSignal) {
    this.#options = options;
    this.#out = out;
    this.#signal = signal;
  }

  /** Refuses, before the first question, a result that the file of the automaton could not hold. */
  planned(result: PlannedAutomaton): void {
    if (this.#writesAutomaton) checkFormat(result, this.#out);
  }

  /** The learner is done, though the result may still be judged. Standard output waits for the end of that. */
  async learned(result: Result): Promise<void> {
    if (this.#out.path !== undefined) await this.#write(result);
  }

  /** Everything is done. */
  async finished({ result, curve }: Pick<Finished, "result" | "curve">): Promise<void> {
    if (!this.#written) await this.#write(result);
    if (this.#unheld) await this.#attempt(() => writeAutomaton(result.automaton, STANDARD_OUTPUT));
    const path = this.#options.curve;
    if (path !== undefined && curve !== undefined) await this.#attempt(() => writeCurve(path, curve));
  }

  /** A file that grows during the run could not be written to. */
  failed(error: unknown): void {
    this.#failures.push(error);
  }

  /** Throws what could not be written. */
  check(): void {
    throwAll(this.#failures);
  }

  async #write(result: Result): Promise<void> {
    this.#written = true;
    const { certificate } = this.#options;
    if (this.#writesAutomaton) await this.#attempt(() => this.#writeAutomaton(result));
    if (certificate === undefined || result.certificate === undefined) return;
    const text = writeCertificate(result.automaton, result.certificate);
    await this.#attempt(() => writeText(certificate, text, this.#signal));
  }

  /**
   * The format may still be unable to hold these very weights. Then the automaton goes to standard output, since a run
   * must not be lost. The best automaton of an unfinished run may lack arcs, so such a run still ends as it ended.
   */
  async #writeAutomaton({ automaton, outcome }: Result): Promise<void> {
    try {
      await writeAutomaton(automaton, this.#out, this.#signal);
    } catch (error) {
      if (!(error instanceof HankelError) || !UNHELD.has(error.code)) throw error;
      this.#unheld = this.#options.json !== true;
      const message = `${error.message}${this.#unheld ? "; it is on standard output instead" : ""}`;
      if (outcome === "accepted") throw new HankelError(error.code, message, { cause: error });
      this.remarks.push(`hankel: it is not written: ${message}`);
    }
  }

  get #writesAutomaton(): boolean {
    const { json, out } = this.#options;
    return !json || out !== undefined;
  }

  async #attempt(write: () => Promise<void>): Promise<void> {
    await write().catch((error: unknown) => this.failed(error));
  }
}
