/** The one glossary of the documents: what the terms in the page's sentences mean. */

import text from "../../../../docs/glossary.md?raw";
import { readGlossary } from "../../../../scripts/glossary.ts";

interface Meaning {
  /** In plain text. */
  readonly definition: string;
  readonly papers: string | undefined;
}

const meanings: ReadonlyMap<string, Meaning> = new Map(
  readGlossary(text).map(({ word, definition, papers }) => [
    word,
    { definition: definition.replaceAll(/\[([^\]]+)\]\([^)]+\)/gu, "$1"), papers },
  ]),
);

export function meaningOf(term: string): Meaning | undefined {
  return meanings.get(term);
}
