import type { JournalHeader, JournalLine } from "@hankel/core";
import type { Signal } from "../signal.ts";

/**
 * What a run needs of its journal: a file, as `Journal` keeps it, or lines in memory. Lines stand in the order of the questions; an
 * answer that comes before its turn is kept aside until then.
 */
export interface RunJournal {
  /** What messages call it. */
  readonly name?: string | undefined;
  /** The lines that were there when it was opened, without the header. */
  readonly recorded: Iterable<JournalLine>;
  /** The early answers that the last run left behind. */
  readonly recordedEarly: readonly JournalLine[];
  /** About how many bytes it has. */
  readonly length: number;
  append(lines: readonly JournalLine[]): void;
  keepEarly(line: JournalLine): void;
  /** Every early answer has had its turn. */
  dropEarly(): void;
  /** Resolves when everything appended so far is safe. */
  sync(): Promise<void>;
}

/** Opens or creates the journal of a run in a file. */
export type OpenJournalFile = (
  path: string,
  header: JournalHeader,
  options: { readonly signal?: Signal | undefined; readonly maxMemory?: number | undefined },
) => Promise<RunJournal & { close(): void }>;
