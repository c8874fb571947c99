import { type Automaton, type Certificate, HankelError, type Learned, writeCertificate } from "@hankel/core";
import { throwAll } from "../support/attempt-all.ts";
import { type Destination, writeAutomaton, writeText } from "../support/output.ts";
import { writeCurve } from "./curve-file.ts";
import type { LearnCommandOptions } from "./options.ts";
import type { Finished } from "./summary.ts";

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
  readonly #failures: unknown[] = [];
  /** Why something is not written that should not be held against the run. */
  readonly remarks: string[] = [];
  #written = false;

  constructor(options: LearnCommandOptions, out: Destination) {
    this.#options = options;
    this.#out = out;
  }

  /** The learner is done, though the result may still be judged. Standard output waits for the end of that. */
  async learned(result: Result): Promise<void> {
    if (this.#out.path !== undefined) await this.#write(result);
  }

  /** Everything is done. */
  async finished({ result, curve }: Pick<Finished, "result" | "curve">): Promise<void> {
    if (!this.#written) await this.#write(result);
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
    const { json, out, certificate } = this.#options;
    if (!json || out !== undefined) await this.#attempt(() => this.#writeAutomaton(result));
    if (certificate === undefined || result.certificate === undefined) return;
    const text = writeCertificate(result.automaton, result.certificate);
    await this.#attempt(() => writeText(certificate, text));
  }

  /**
   * If the format cannot hold the best automaton of an unfinished run, which may lack arcs, the run still ends as it
   * ended.
   */
  async #writeAutomaton({ automaton, outcome }: Result): Promise<void> {
    try {
      await writeAutomaton(automaton, this.#out);
    } catch (error) {
      const unsuited = error instanceof HankelError && error.code !== "usage" && error.code !== "system";
      if (outcome === "accepted" || !unsuited) throw error;
      this.remarks.push(`hankel: it is not written: ${error.message}`);
    }
  }

  async #attempt(write: () => Promise<void>): Promise<void> {
    await write().catch((error: unknown) => this.failed(error));
  }
}
