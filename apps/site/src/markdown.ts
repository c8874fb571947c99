/** Markdown as GitHub shows it, with the changes that a site needs: addresses of pages, colours in code, links to the API. */

import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, posix, relative } from "node:path";
import { fileURLToPath } from "node:url";
import hljs from "highlight.js/lib/core";
import json from "highlight.js/lib/languages/json";
import typescript from "highlight.js/lib/languages/typescript";
import MarkdownIt, { type Token } from "markdown-it";
import { anchorOf } from "../../../scripts/theory-index.ts";
import { outputOf } from "./map.ts";

export const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

hljs.registerLanguage("ts", typescript);
hljs.registerLanguage("json", json);

/** A link to the studio with this title, `[…](../apps/studio/#… "embedded")`, has the studio below it. */
const EMBED = "embedded";

/** What Eleventy tells of the page that is rendered. */
interface Environment {
  readonly page: { readonly inputPath: string };
  anchors?: Set<string>;
}

/** Where a public name is explained: `api/node.html#learnLive`. */
export type NamePlaces = ReadonlyMap<string, string>;

export function createMarkdown(names: NamePlaces): MarkdownIt {
  const markdown = new MarkdownIt({ html: true, linkify: false });
  const { rules } = markdown.renderer;
  rules.fence = (tokens, i, _options, env: Environment) => {
    const { content, info } = tokens[i];
    const page = pathOf(env);
    const code = coloured(content, info.trim(), (name) => {
      const place = names.get(name);
      return place === undefined ? undefined : relativeTo(page, place);
    });
    return `<pre tabindex="0" class="${info.trim() || "plain"}"><code>${code}</code></pre>\n`;
  };
  rules.code_inline = (tokens, i, _options, env: Environment) => {
    const { content } = tokens[i];
    const code = `<code>${escaped(content)}</code>`;
    const page = pathOf(env);
    // Elsewhere the same words are commands and options; a list of members begins with names of their own.
    const place =
      page.startsWith("api/") && !isMember(tokens, i) && !isInLink(tokens, i) && names.get(content);
    return place ? `<a href="${relativeTo(page, place)}">${code}</a>` : code;
  };
  rules.code_block = (tokens, i) =>
    `<pre tabindex="0" class="plain"><code>${escaped(tokens[i].content)}</code></pre>\n`;

  rules["heading_open"] = (tokens, i, options, env: Environment, self) => {
    const text = (tokens[i + 1].children ?? []).map(({ content }) => content).join("");
    // Names of the API differ in their case; other headings have GitHub's anchors.
    const isName = pathOf(env).startsWith("api/") && tokens[i].tag === "h3";
    const anchor = isName ? text : anchorOf(text);
    env.anchors ??= new Set();
    let id = anchor;
    for (let n = 1; env.anchors.has(id); n++) id = `${anchor}-${n}`;
    env.anchors.add(id);
    tokens[i].attrSet("id", id);
    return self.renderToken(tokens, i, options);
  };
  rules["heading_close"] = (tokens, i, options, _env, self) => {
    const id = tokens[i - 2].attrGet("id") ?? "";
    const link =
      tokens[i].tag === "h1" ? "" : `<a class="anchor" href="#${id}" aria-label="Link to this heading">#</a>`;
    return `${link}${self.renderToken(tokens, i, options)}`;
  };

  // A corner of a table without a word is no heading.
  rules["th_open"] = (tokens, i, options, _env, self) => {
    if (tokens[i + 1].content === "") tokens[i].tag = tokens[i + 2].tag = "td";
    return self.renderToken(tokens, i, options);
  };
  rules["table_open"] = () => '<div class="table" tabindex="0"><table>\n';
  rules["table_close"] = () => "</table></div>\n";

  rules["link_open"] = (tokens, i, options, env: Environment, self) => {
    const href = tokens[i].attrGet("href") ?? "";
    const address = addressOf(href, pathOf(env));
    if (address !== undefined) {
      // In a frame the studio shows the run alone; the link above it opens all of it.
      tokens[i].meta = address;
      tokens[i].attrSet("href", address.replace(/&embed$/u, ""));
    } else {
      // A file of the repository that is no part of the site: say which, and lead nowhere.
      tokens[i].tag = "span";
      const close = tokens.findIndex(({ type }, j) => j > i && type === "link_close");
      tokens[close].tag = "span";
      tokens[i].attrs = [
        ["class", "file"],
        ["title", `In the repository: ${inRepository(href, pathOf(env))}`],
      ];
    }
    return self.renderToken(tokens, i, options);
  };
  rules["link_close"] = (tokens, i, options, _env, self) => {
    const open = tokens.findLast(({ type }, j) => j < i && type === "link_open");
    const frame = open?.attrGet("title") === EMBED ? embedded(String(open.meta)) : "";
    return `${self.renderToken(tokens, i, options)}${frame}`;
  };

  rules.image = (tokens, i, _options, env: Environment, self) => {
    const src = tokens[i].attrGet("src") ?? "";
    const alt = self.renderInlineAsText(tokens[i].children ?? [], {}, {});
    const follows = followsColours(inRepository(src, pathOf(env))) ? ' class="follows"' : "";
    return `<img src="${escaped(src)}" alt="${escaped(alt)}" loading="lazy"${follows}>`;
  };
  return markdown;
}

/** Is this the name before a colon with which an item begins? */
function isMember(tokens: readonly Token[], i: number): boolean {
  return i === 0 && tokens[1]?.content.startsWith(":") === true;
}

function isInLink(tokens: readonly Token[], i: number): boolean {
  return tokens.slice(0, i).findLast(({ type }) => type.startsWith("link_"))?.type === "link_open";
}

function embedded(address: string): string {
  return `<iframe src="${escaped(address)}" title="The studio" loading="lazy"></iframe>`;
}

/** Does a picture have colours for dark pages? A browser gives an SVG file the colour scheme of its page. */
export function followsColours(file: string): boolean {
  return file.endsWith(".svg") && readFileSync(join(ROOT, file), "utf8").includes("prefers-color-scheme");
}

/** The page under docs, as in the map. */
function pathOf({ page }: Environment): string {
  return page.inputPath.replace(/^\.\/docs\//u, "").replace(/\.md$/u, "");
}

function inRepository(href: string, page: string): string {
  return posix.normalize(posix.join("docs", posix.dirname(page), href.replace(/#.*$/u, "")));
}

/** The address of a link of a page in the site; undefined if it leads to a file that the site does not have. */
function addressOf(href: string, page: string): string | undefined {
  if (/^(?:[a-z]+:|#)/u.test(href)) return href;
  const [file, anchor] = href.split("#");
  const hash = anchor === undefined ? "" : `#${anchor}`;
  const place = inRepository(file, page);
  if (place === "README.md") return relativeTo(page, "index.html");
  if (place.startsWith("apps/studio")) return `${relativeTo(page, "studio/index.html")}${hash}`;
  if (place.startsWith("examples/")) {
    const example = statSync(join(ROOT, place)).isDirectory() ? posix.join(place, "README.md") : place;
    return isServed(example) ? relativeTo(page, example) : undefined;
  }
  if (!place.startsWith("docs/")) return undefined;
  if (place.endsWith(".md"))
    return `${relativeTo(page, outputOf(place.slice("docs/".length, -".md".length)))}${hash}`;
  if (existsSync(join(ROOT, place, "README.md")))
    return relativeTo(page, posix.join(place.slice("docs/".length), "index.html"));
  return href;
}

/** Is this file of `examples` part of the site? The networks are not: whoever wants one has a clone. */
export function isServed(file: string): boolean {
  return /\.(?:md|py|mjs|ts|sh|go|rs)$/u.test(file) && existsSync(join(ROOT, file));
}

/** A page as readers of Markdown get it: its links lead to other such pages, and to the files of the site. */
export function markdownCopy(path: string, text: string): string {
  const parts = text.split(/^(```[\s\S]*?^```)$/mu);
  return parts.map((part) => (part.startsWith("```") ? part : withAddresses(part, path))).join("");
}

function withAddresses(text: string, path: string): string {
  return text.replaceAll(
    /(?<!!)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)(?: "[^"]*")?\)/gu,
    (_all, label: string, href: string) => {
      const address = addressOf(href, path);
      if (address === undefined) return label;
      return `[${label}](${address.replace(/&embed$/u, "").replace(/^(?!(?:\.\.\/)*(?:studio\/)?index\.html|[a-z]+:)([^#]*)\.html/u, "$1.md")})`;
    },
  );
}

/** The way from a page to a file of the site. */
export function relativeTo(page: string, file: string): string {
  const [path, anchor] = file.split("#");
  const way = relative(dirname(`/${outputOf(page)}`), `/${path}`).replaceAll("\\", "/");
  return anchor === undefined ? way : `${way}#${anchor}`;
}

export function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** Code with colours; public names lead to their places in the API. */
function coloured(code: string, language: string, placeOf: (name: string) => string | undefined): string {
  if (language === "console") return transcript(code);
  if (language !== "ts" && language !== "json") return escaped(code);
  const html = hljs.highlight(code, { language }).value;
  return language === "ts" ? linked(html, placeOf) : html;
}

/** What was typed stands out from what was printed. */
function transcript(code: string): string {
  return escaped(code).replaceAll(/^\$ .*$/gmu, (line) => `<span class="typed">${line}</span>`);
}

/** Names in comments and strings are words, and behind a point they belong to something else. */
function linked(html: string, placeOf: (name: string) => string | undefined): string {
  const parts =
    /(?:<span class="hljs-(?:comment|string|attr|property)">[\s\S]*?<\/span>)|(?:<[^>]*>|&\w+;)|(?<![\w.$#-])([A-Za-z]\w*)(?![\w$]|:)/gu;
  return html.replaceAll(parts, (all: string, name: string | undefined, at: number) => {
    const place =
      name === undefined || /(?<!\.\.)\.(?:<[^>]*>)*$/u.test(html.slice(0, at)) ? undefined : placeOf(name);
    return place === undefined ? all : `<a href="${place}">${all}</a>`;
  });
}
