/** What the search finds: each section of each page, and each public name. */

/** A section as the page of the reader gets it; see client/search.ts. */
export interface Found {
  /** Relative to the root of the site. */
  readonly address: string;
  readonly title: string;
  /** The page, and where it stands in the map. */
  readonly where: string;
  readonly text: string;
}

/** Longer texts are cut: what is far below a heading is found by its own heading. */
const LONGEST = 1500;

export function sectionsOf(file: string, where: string, content: string): Found[] {
  const parts = content.split(/(?=<h[1-4] id=")/u).filter((part) => part.startsWith("<h"));
  return parts.map((part) => {
    const [, id, heading] = /^<h\d id="([^"]*)">([\s\S]*?)<\/h\d>/u.exec(part) ?? ["", "", ""];
    const title = textOf(heading.replace(/<a class="anchor"[\s\S]*$/u, ""));
    const isTop = part.startsWith("<h1");
    return {
      address: isTop ? file : `${file}#${id}`,
      title,
      where,
      text: textOf(
        proseFirst(part)
          .replace(/^[\s\S]*?<\/h\d>/u, "")
          .replaceAll(/<table[\s\S]*?<\/table>/gu, isTop ? "" : "$&"),
      ).slice(0, LONGEST),
    };
  });
}

/** A name of the API begins with its declaration, which says less to whoever searches than the sentence below it. */
function proseFirst(part: string): string {
  return part.replace(/^(<h3[\s\S]*?<\/h3>\s*)(<pre[\s\S]*?<\/pre>\s*)([\s\S]*)$/u, "$1$3$2");
}

/** The words of HTML. */
export function textOf(html: string): string {
  return html
    .replaceAll(/<[^>]*>/gu, " ")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .replaceAll(/\s+/gu, " ")
    .trim();
}
