import { type PlannedAutomaton, writeCertificate } from "../formats.ts";
import {
  type Automaton,
  type ErrorCode,
  formatByName,
  HankelError,
  type Learned,
  writeHankel,
} from "../index.ts";
import { countOf } from "../internal/core.ts";
import type { Options } from "../options/table.ts";
import type { Certificate } from "../testing.ts";
import { throwAll } from "./failures.ts";
import { isStream } from "./open-stream.ts";
import {
  checkFormat,
  contentOf,
  type Destination,
  type Ends,
  whole,
  writeAutomaton,
  writeText,
} from "./output.ts";
import { isSupervised, tell } from "./supervision.ts";

/** What a learner gives. */
type Result = Pick<Learned<unknown, Automaton<unknown>>, "automaton" | "outcome"> & {
  readonly certificate?: Certificate<unknown> | undefined;
};

const STANDARD_OUTPUT: Destination = {
  path: undefined,
  format: { ...formatByName("hankel"), write: writeHankel },
};

/** The most of the time of a run that may be spent on writing automata for its supervisor. */
const KEEPING_SHARE = 0.05;

/** How a format refuses an automaton that it cannot hold; other errors are those of the file. */
const UNHELD: ReadonlySet<ErrorCode> = new Set(["unsupported", "automaton", "budget", "algebra"]);

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
  readonly #started = performance.now();
  /** How many automata the supervisor was given, how many milliseconds that took, and how many states the last one had. */
  #kept = 0;
  #keeping = 0;
  #largest = 1;
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

  /**
   * There is a better automaton than before: a conjecture, or a hypothesis that is not tested. The supervisor of the run gets it
   * as it would be written, since it may have to end a computation that hears nothing. That takes little of the time of the
   * run: an automaton is left out if it came too soon after another.
   */
  best(automaton: Automaton<unknown>, conjectured: boolean): void {
    if (!isSupervised() || this.#written) return;
    const now = performance.now();
    const each = this.#keeping / this.#kept;
    const expected = this.#keeping + each * Math.max(1, automaton.size / this.#largest);
    // The first one is kept in any case.
    if (this.#kept > 0 && expected > KEEPING_SHARE * (now - this.#started)) return;
    const { size: states, arcs } = automaton;
    const counted = countOf(states, "state");
    const what = conjectured
      ? `the last conjecture (${counted})`
      : `the last hypothesis (${counted}), which was not tested,`;
    try {
      const files = this.#writesAutomaton
        ? contentOf(automaton, this.#out).map(({ path, content }) => ({ path, content: whole(content) }))
        : [];
      tell({ kept: { what, states, arcs, files } });
    } catch (error) {
      // What the format cannot hold goes elsewhere, but only at the end of a run that ends by itself.
      if (!(error instanceof HankelError)) throw error;
    }
    this.#kept++;
    this.#largest = Math.max(1, automaton.size);
    this.#keeping += performance.now() - now;
  }

  /** The learner is done, though the result may still be judged. Standard output waits for the end of that. */
  async learned(result: Result): Promise<void> {
    if (this.#out.path !== undefined) await this.#write(result);
  }

  /** Everything is done. */
  async finished(result: Result): Promise<void> {
    if (!this.#written) await this.#write(result);
  }

  /** Writes something else. */
  async attempt(write: () => Promise<void>): Promise<void> {
    await write().catch((error: unknown) => this.failed(error));
  }

  /** For the JSON object of the run: the automaton, if the format of its file cannot hold it. */
  get more(): Readonly<Record<string, unknown>> {
    return this.#unheld === undefined ? {} : { automaton: JSON.parse(writeHankel(this.#unheld)) as unknown };
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
    // Standard output and pipes may not get two automata; a file is replaced as a whole, and until then the conjecture counts.
    const { path } = this.#out;
    const replaced = path !== undefined && !isStream(path);
    if (!replaced) tell({ kept: undefined });
    const { certificate } = this.#options;
    if (this.#writesAutomaton) await this.attempt(() => this.#writeAutomaton(result));
    if (replaced) tell({ kept: undefined });
    if (certificate === undefined || result.certificate === undefined) return;
    const text = writeCertificate(result.automaton, result.certificate);
    await this.attempt(() => writeText(certificate, text, this.#ends.shouldEnd));
  }

  /**
   * If the format cannot hold these very weights, the automaton goes to standard output, since a run must not be lost: by itself, or
   * with `--json` in the object that is printed there. A run that is not finished, whose automaton may lack arcs, still ends as it
   * ended.
   */
  async #writeAutomaton({ automaton, outcome }: Result): Promise<void> {
    try {
      await writeAutomaton(automaton, this.#out, this.#ends);
    } catch (error) {
      if (!(error instanceof HankelError) || !UNHELD.has(error.code)) throw error;
      const { json } = this.#options;
      if (json) this.#unheld = automaton;
      else await writeAutomaton(automaton, STANDARD_OUTPUT, this.#ends);
      const place = json ? "in the JSON object on standard output" : "on standard output";
      const message = `${error.message}; it is ${place} instead`;
      if (outcome === "accepted") throw new HankelError(error.code, message, { cause: error });
      this.remarks.push(`hankel: ${message}`);
    }
  }

  get #writesAutomaton(): boolean {
    const { json, out } = this.#options;
    return !json || out !== undefined;
  }
}
