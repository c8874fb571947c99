import { HankelError } from "@hankel/core";
import type { OpenJournalFile } from "../run/run-journal.ts";

/** The journal of a run where there are no files: `#journal-file` in a browser. */
export const openJournalFile: OpenJournalFile = async (path) => {
  throw new HankelError(
    "usage",
    `there are no files here to keep a journal in, ${path} or others: give an object`,
  );
};
