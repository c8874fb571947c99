/** Reads docs/glossary.md: a heading for each word, a paragraph that says what it means, and perhaps one with its name in papers. */

/** A word and its one meaning. */
export interface Entry {
  readonly word: string;
  /** In Markdown, with links to other words. */
  readonly definition: string;
  readonly papers: string | undefined;
}

const PAPERS = "In papers: ";

export function readGlossary(text: string): Entry[] {
  const [, ...sections] = text.split(/^## /mu);
  return sections.map((section) => {
    const [word, definition, papers, ...others] = section.trim().split(/\n{2,}/u);
    const isFaulty = definition === undefined || others.length > 0 || papers?.startsWith(PAPERS) === false;
    if (isFaulty) throw new Error(`${word}: expected one definition, and at most one paragraph "${PAPERS}…"`);
    return { word, definition, papers: papers?.slice(PAPERS.length) };
  });
}

/** The heading of a word, as links name it. */
export function anchorOf(word: string): string {
  return `#${word.toLowerCase().replaceAll(" ", "-")}`;
}
