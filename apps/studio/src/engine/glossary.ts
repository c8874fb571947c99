/** The one glossary of the documents: what the terms in the page's sentences mean. */

import text from "../../../../docs/glossary.md?raw";
import { readGlossary } from "../../../../scripts/glossary.ts";

interface Meaning {
  /** In plain text. */
  readonly definition: string;
  /** What it is called in plain words, if not so. */
  readonly plain: string | undefined;
  readonly papers: string | undefined;
}

const meanings: ReadonlyMap<string, Meaning> = new Map(
  readGlossary(text).map(({ word, definition, papers }) => {
    const [meaning, plain] = definition.replaceAll(/\[([^\]]+)\]\([^)]+\)/gu, "$1").split(" Plainly: ");
    return [word, { definition: meaning, plain: plain?.replace(/\.$/u, ""), papers }];
  }),
);

export function meaningOf(term: string): Meaning | undefined {
  return meanings.get(term);
}
