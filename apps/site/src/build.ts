/**
 * Builds the site into apps/site/dist: the pages of `docs`, the reference of the API, a search, `llms.txt`, and the studio.
 * The folder works from any path, without a server too, but for the studio, whose workers browsers refuse to files.
 *
 *     npm run build:site
 */

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { Eleventy } from "@11ty/eleventy";
import { build } from "esbuild";
import { createApi } from "./api.ts";
import { deadLinks } from "./check-links.ts";
import { homePage } from "./home.ts";
import { llmsText } from "./llms.ts";
import { outputOf, places, requireComplete } from "./map.ts";
import { createMarkdown, isServed, markdownCopy, ROOT } from "./markdown.ts";
import { type Page, pageHtml } from "./page.ts";
import { type Found, sectionsOf, textOf } from "./search.ts";

const SITE = fileURLToPath(new URL("..", import.meta.url));
const DIST = join(SITE, "dist");
const STUDIO = join(ROOT, "apps/studio/dist");

// Eleventy reads and writes relative to where it runs.
process.chdir(ROOT);
if (!existsSync(join(STUDIO, "index.html")))
  throw new Error("apps/studio/dist is missing: run npm run build:studio");
rmSync(DIST, { recursive: true, force: true });

const api = createApi();
const documents = readdirSync("docs", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".md"))
  .map((name) => name.replaceAll("\\", "/").replace(/\.md$/u, ""));
requireComplete([...documents, ...api.pages.keys()]);

const sources = new Map([
  ...documents.map((path) => [path, readFileSync(`docs/${path}.md`, "utf8")] as const),
  ...api.pages,
]);
const titles = new Map(Array.from(sources, ([path, text]) => [path, titleOf(path, text)]));
const names = new Map(places.map(({ path, name }) => [path, name ?? titles.get(path) ?? path]));
const pages = new Map<string, Page>();

const eleventy = new Eleventy("docs", "apps/site/dist", {
  quietMode: true,
  config(configuration) {
    configuration.setUseGitIgnore(false);
    configuration.setTemplateFormats(["md"]);
    configuration.setLibrary("md", createMarkdown(api.places));
    configuration.addPassthroughCopy({ "docs/images": "images" });
    for (const [path, text] of api.pages) configuration.addTemplate(`${path}.md`, text);
    // Pages are plain Markdown: braces in them are braces.
    configuration.addPreprocessor("braces", "md", (_data, content) => `{% raw %}${content}{% endraw %}`);
    configuration.addGlobalData(
      "permalink",
      () =>
        ({ page }) =>
          outputOf(page.filePathStem.slice(1)),
    );
    configuration.addTransform("page", function inPage(content) {
      const path = this.page.filePathStem.slice(1);
      const about = aboutOf(content);
      const page = { path, title: titles.get(path) ?? path, about, content };
      pages.set(path, page);
      return pageHtml(page, names);
    });
  },
});
await eleventy.write();

write("index.html", pageHtml(homePage(names), names));
// Readers of Markdown, such as language models, find each page under its own name.
for (const [path, text] of sources)
  write(outputOf(path).replace(/\.html$/u, ".md"), markdownCopy(path, text));
// The programs that pages tell their readers to copy.
for (const name of readdirSync("examples", { recursive: true, encoding: "utf8" })) {
  const file = posix.join("examples", name.replaceAll("\\", "/"));
  if (!isServed(file)) continue;
  const text = readFileSync(file, "utf8");
  write(file, file.endsWith(".md") ? markdownCopy(`../${file.slice(0, -".md".length)}`, text) : text);
}
write("llms.txt", llmsText([...pages.values()]));
write("assets/search.js", `hankelSearch(${JSON.stringify(found())});\n`);
cpSync(join(SITE, "client/site.css"), join(DIST, "assets/site.css"));
cpSync(join(SITE, "client/icon.svg"), join(DIST, "assets/icon.svg"));
cpSync(STUDIO, join(DIST, "studio"), { recursive: true });
await build({
  entryPoints: [join(SITE, "client/site.ts")],
  outfile: join(DIST, "assets/site.js"),
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  logLevel: "error",
});

const dead = deadLinks(DIST);
if (dead.length > 0) throw new Error(`links that lead nowhere:\n${dead.join("\n")}`);

/** The heading of a page, without markup. */
function titleOf(path: string, text: string): string {
  const [, title] = /^# (.*)$/mu.exec(text) ?? [];
  if (title === undefined) throw new Error(`docs/${path}.md has no heading`);
  return title.replaceAll(/`|(?<!\\)\*|\\/gu, "");
}

/** The first paragraph that is more than links, or what produced the page. */
function aboutOf(content: string): string {
  const paragraphs = Array.from(content.matchAll(/<p>([\s\S]*?)<\/p>/gu), ([, text]) => text);
  const isProse = (text: string) =>
    !/^(?:Contents: |Run it: )/u.test(text) && /\w/u.test(text.replaceAll(/<a [^>]*>.*?<\/a>/gsu, ""));
  return textOf(paragraphs.find(isProse) ?? paragraphs[0] ?? "");
}

function found(): Found[] {
  return places.flatMap(({ path, section }) => {
    const page = pages.get(path);
    if (page === undefined) throw new Error(`${path} was not built`);
    return sectionsOf(outputOf(path), `${section.name} · ${names.get(path)}`, page.content);
  });
}

function write(file: string, text: string): void {
  const path = join(DIST, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
