import type { JournalHeader } from "@hankel/core";
import type { OpenJournalFile } from "../run/run-journal.ts";
import { Journal } from "./journal.ts";

/** The journal of a run in a file: `#journal-file` where there is Node. */
export const openJournalFile: OpenJournalFile = (path: string, header: JournalHeader, options) =>
  Journal.open(path, header, options);
