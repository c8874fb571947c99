/** The tables and plots of the documents, from bench/results as they are. */

import { writeDocument } from "./support/section.ts";

export function run(): Promise<void> {
  writeDocument();
  return Promise.resolve();
}
