/** The tables, plots and figures of the documents, from bench/results as they are. */

import { writeDocuments } from "./support/documents.ts";

export function run(): Promise<void> {
  writeDocuments();
  return Promise.resolve();
}
