/** `llms.txt`: the map of the site for language models, with the address of each page as Markdown. */

import { map, outputOf } from "./map.ts";
import type { Page } from "./page.ts";

export function llmsText(pages: readonly Page[]): string {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const line = (path: string) => {
    const page = byPath.get(path);
    if (page === undefined) throw new Error(`${path} was not built`);
    return `- [${page.title}](${outputOf(path).replace(/\.html$/u, ".md")}): ${page.about}`;
  };
  const sections = map.map(({ name, entries, more }) => {
    const all = [...entries, ...(more?.entries ?? [])];
    return `## ${name}\n\n${all.map((entry) => line(typeof entry === "string" ? entry : entry[0])).join("\n")}\n`;
  });
  return `# Hankel

> Hankel learns the minimal deterministic weighted automaton of a black box by asking questions about words: a TypeScript library for Node and browsers (\`hankel\`), a command line (\`npx hankel\`), and a studio. Exact over any semifield; over a field also the smallest nondeterministic automaton.

Each page below is Markdown; the same page as HTML ends in \`.html\`. Tests run the commands and programs of the guides and compare what they print with what is shown; an example of the API that needs a server or a person is only type-checked, and says so.

${sections.join("\n")}`;
}
