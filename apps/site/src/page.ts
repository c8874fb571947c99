/** What stands around the text of a page. All addresses are relative, so that the folder works from any path. */

import { type Entry, map, outputOf, places, type Section } from "./map.ts";
import { escaped, relativeTo } from "./markdown.ts";

export interface Page {
  /** As in the map; "index" is the first page. */
  readonly path: string;
  readonly title: string;
  /** In a sentence or two, without markup. */
  readonly about: string;
  /** HTML. */
  readonly content: string;
}

/** The names of the pages in the navigation, by path. */
export type PageNames = ReadonlyMap<string, string>;

/** Reads the reader's choice before anything is painted. A page of a file may not have a storage. */
const THEME =
  'try{const t=localStorage.getItem("theme");if(t)document.documentElement.dataset.theme=t}catch{}document.documentElement.classList.add("scripted")';

const SEARCH_ICON =
  '<svg viewBox="0 0 20 20" width="16" height="16" aria-hidden="true"><circle cx="8.5" cy="8.5" r="5.5" fill="none" stroke="currentColor" stroke-width="2"/><path d="m13 13 5 5" stroke="currentColor" stroke-width="2"/></svg>';
const THEME_ICON =
  '<svg viewBox="0 0 20 20" width="16" height="16" aria-hidden="true"><circle cx="10" cy="10" r="8" fill="none" stroke="currentColor" stroke-width="2"/><path d="M10 2a8 8 0 0 1 0 16z" fill="currentColor"/></svg>';

export function pageHtml(page: Page, names: PageNames): string {
  const to = (file: string) => relativeTo(page.path, file);
  const isHome = page.path === "index";
  const current = places.find(({ path }) => path === page.path)?.section;
  const menu = map.map((section) => sectionMenu(section, page.path, names, section === current)).join("\n");
  const contents = isHome ? "" : contentsOf(page.content);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escaped(page.about)}">
<title>${escaped(isHome ? page.title : `${page.title} · Hankel`)}</title>
<link rel="icon" href="${to("assets/icon.svg")}">
<link rel="stylesheet" href="${to("assets/site.css")}">
<script>${THEME}</script>
<script defer src="${to("assets/site.js")}" data-root="${to("index.html").slice(0, -"index.html".length)}"></script>
</head>
<body class="${isHome ? "home" : "text"}">
<a class="skip" href="#content">Skip to the text</a>
<header>
<a class="brand" href="${to("index.html")}">Hankel</a>
<nav class="sections" aria-label="Sections">
${map.map((section) => sectionLink(section, page.path, section === current)).join("\n")}
</nav>
<div class="tools">
<button type="button" class="search" aria-label="Search">${SEARCH_ICON}<span>Search</span><kbd>/</kbd></button>
<button type="button" class="theme" aria-label="Light or dark">${THEME_ICON}</button>
<a class="studio" href="${to("studio/index.html")}">Studio</a>
</div>
</header>
<div class="columns">
<nav class="menu" aria-label="Pages">
<details class="narrow"><summary>${escaped(current === undefined ? "All pages" : `${current.name}: all pages`)}</summary>
${menu}
</details>
<div class="wide">
${menu}
</div>
</nav>
<main id="content">
${page.content}
${isHome ? "" : neighbours(page.path, names)}
</main>
${contents}
</div>
<dialog class="search" aria-label="Search">
<form method="dialog">
<input type="search" aria-label="Search the documentation" placeholder="A word, a function, an error" autocomplete="off" spellcheck="false">
<button>Close</button>
</form>
<p class="count" role="status"></p>
<ol></ol>
</dialog>
</body>
</html>
`;
}

function pathOf(entry: Entry): string {
  return typeof entry === "string" ? entry : entry[0];
}

function sectionLink(section: Section, page: string, isCurrent: boolean): string {
  const target = relativeTo(page, outputOf(pathOf(section.entries[0])));
  return `<a href="${target}"${isCurrent ? ' aria-current="true"' : ""}>${section.name}</a>`;
}

function sectionMenu(section: Section, page: string, names: PageNames, isCurrent: boolean): string {
  const { more } = section;
  const isInMore = more?.entries.some((entry) => pathOf(entry) === page) === true;
  const below =
    more === undefined
      ? ""
      : `<details${isInMore ? " open" : ""}><summary>${more.name}</summary>${menuList(more.entries, page, names)}</details>`;
  return `<details${isCurrent ? " open" : ""}><summary>${section.name}</summary>${menuList(section.entries, page, names)}${below}</details>`;
}

function menuList(entries: readonly Entry[], page: string, names: PageNames): string {
  const items = entries.map((entry) => {
    const path = pathOf(entry);
    const current = path === page ? ' aria-current="page"' : "";
    return `<li><a href="${relativeTo(page, outputOf(path))}"${current}>${nameOf(path, names)}</a></li>`;
  });
  return `<ul>${items.join("")}</ul>`;
}

function nameOf(path: string, names: PageNames): string {
  return escaped(names.get(path) ?? path);
}

/** The headings of the page; of an entry of the API, the names. */
function contentsOf(content: string): string {
  const headings = Array.from(
    content.matchAll(/<h([23]) id="([^"]*)">([\s\S]*?)(?:<a class="anchor"|<\/h)/gu),
  );
  const list = headings.length > 40 ? headings.filter(([, level]) => level === "2") : headings;
  const shown = /<h1[^>]*>hankel/u.test(content) ? headings : list;
  if (shown.length < 2) return "";
  const items = shown.map(
    ([, level, id, text]) =>
      `<li class="level-${level}"><a href="#${id}">${text.replaceAll(/<\/?a[^>]*>/gu, "")}</a></li>`,
  );
  return `<nav class="contents" aria-label="On this page"><p>On this page</p><ul>${items.join("")}</ul></nav>`;
}

/** The pages before and after, in the order of the map. */
function neighbours(page: string, names: PageNames): string {
  const at = places.findIndex(({ path }) => path === page);
  const link = (place: (typeof places)[number] | undefined, relation: string, text: string) =>
    place === undefined
      ? ""
      : `<a rel="${relation}" href="${relativeTo(page, outputOf(place.path))}"><small>${text}</small>${nameOf(place.path, names)}</a>`;
  return `<nav class="neighbours" aria-label="Next pages">${link(places[at - 1], "prev", "Before")}${link(places[at + 1], "next", "Next")}</nav>`;
}
