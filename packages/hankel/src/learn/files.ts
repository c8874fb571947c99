import { type PlannedAutomaton, writeCertificate } from "../formats.ts";
import type { Automaton, Learned } from "../index.ts";
import type { Options } from "../options/table.ts";
import { throwAll } from "../support/failures.ts";
import { checkFormat, type Destination, type Ends, writeText } from "../support/output.ts";
import { automatonObject, isUnheld, writeResult } from "../support/write-result.ts";
import type { Certificate } from "../testing.ts";
import { curveFile } from "./curve-file.ts";
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
  readonly #options: Options;
  readonly #out: Destination;
  readonly #ends: Ends;
  readonly #failures: unknown[] = [];
  /** Why something is not written that should not be held against the run. */
  readonly remarks: string[] = [];
  #written = false;
  #unheld: Automaton<unknown> | undefined;

  constructor(options: Options, out: Destination, ends: Ends) {
    this.#options = options;
    this.#out = out;
    this.#ends = ends;
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
    const path = this.#options.curve;
    if (path === undefined || curve === undefined) return;
    await this.#attempt(() => curveFile.write(path, curve, this.#ends.shouldEnd));
  }

  /** For the JSON object of the run: the automaton, if the format of its file cannot hold it. */
  get more(): Readonly<Record<string, unknown>> {
    return this.#unheld === undefined ? {} : { automaton: automatonObject(this.#unheld) };
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
    await this.#attempt(() => writeText(certificate, text, this.#ends.shouldEnd));
  }

  /**
   * If the format cannot hold the best automaton of an unfinished run, which may lack arcs, the run still ends as it
   * ended.
   */
  async #writeAutomaton({ automaton, outcome }: Result): Promise<void> {
    try {
      await writeResult(automaton, this.#out, { json: this.#options.json, ends: this.#ends });
    } catch (error) {
      if (!isUnheld(error)) throw error;
      if (this.#options.json === true) this.#unheld = automaton;
      if (outcome === "accepted") throw error;
      this.remarks.push(`hankel: ${error.message}`);
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
