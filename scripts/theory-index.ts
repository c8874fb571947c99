/**
 * Writes docs/theory/index.md: every numbered statement of the theory, with the code that cites it and the tests that would
 * notice if it failed. Both columns come from the comments, so they follow files that move.
 *
 *     npx tsx scripts/theory-index.ts       or with the other documents: npm run docs
 *
 * A comment cites as `docs/theory.md, 6.1`, `docs/theory/fields.md §14`, `Theorems 6.5 and 6.6` or `Lemmas 6.14 to 6.17`;
 * the title of a test may begin with numbers: `"14.4 and 14.5: …"`. Statements of the paper are cited as "the paper's
 * Theorem 1.1" and are left out.
 */

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
export const INDEX = "docs/theory/index.md";

const NUMBERS = String.raw`§?\d+(?:\.\d+)?(?:(?:, | and |, and | to )§?\d+\.\d+)*`;
const CITATIONS = [
  new RegExp(String.raw`(?<page>docs/theory(?:/[\w-]+)?\.md),? (?<numbers>${NUMBERS})`, "gu"),
  new RegExp(
    String.raw`(?<!paper's )\b(?:Theorem|Lemma|Proposition|Corollar(?:y|ie))s? (?<numbers>\d+\.${NUMBERS.slice(2)})`,
    "gu",
  ),
  new RegExp(
    String.raw`\b(?:describe|it|test)(?:\.each\([^)]*\))?\(\s*"(?<numbers>\d+\.${NUMBERS.slice(2)}):`,
    "gu",
  ),
];

export interface Statement {
  readonly number: string;
  /** Such as "Theorem 6.5 (the tree learner)". */
  readonly name: string;
  /** The page and the heading under which it stands, relative to the root. */
  readonly page: string;
  readonly anchor: string;
}

export interface Citation {
  readonly file: string;
  /** The page that the comment names, if it names one. */
  readonly page?: string | undefined;
  /** A number such as 6.1, or 14 for a whole section. */
  readonly number: string;
}

/** The pages of the theory without the index. */
export function pages(): string[] {
  return ["docs/theory.md", ...filesUnder("docs/theory", /\.md$/u).filter((path) => path !== INDEX)];
}

/** The files of a folder and those below it, in order. */
function filesUnder(folder: string, names: RegExp): string[] {
  if (!existsSync(join(ROOT, folder))) return [];
  const found = readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" });
  return found
    .filter((name) => names.test(name))
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .toSorted();
}

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

/** GitHub's anchor of a heading. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
    .replaceAll(" ", "-");
}

/** Every theorem, lemma, proposition and corollary, by number. */
export function statements(): Statement[] {
  const found: Statement[] = [];
  for (const page of pages()) {
    let anchor = "";
    for (const line of read(page)
      .replaceAll(/^```[\s\S]*?^```$/gmu, "")
      .split("\n")) {
      const heading = /^#{2,4} (?<text>.*)$/u.exec(line)?.groups?.["text"];
      if (heading !== undefined) anchor = anchorOf(heading);
      const bold = /^\*\*(?<name>(?:Theorem|Lemma|Proposition|Corollary) (?<number>\d+\.\d+).*?)\.\*\*/u.exec(
        line,
      )?.groups;
      if (bold !== undefined) found.push({ number: bold["number"], name: bold["name"], page, anchor });
    }
  }
  return found.toSorted((a, b) => order(a.number) - order(b.number));
}

/** The page of every number that can be cited: statements, sections, and formulas such as (8.1). */
export function numbered(): Map<string, string> {
  const places = new Map<string, string>(statements().map(({ number, page }) => [number, page]));
  for (const page of pages()) {
    const text = read(page);
    for (const [, number] of text.matchAll(/^#{2,3} (\d+(?:\.\d+)?)\.? /gmu)) {
      // A section in a file of its own has only its heading in the core.
      if (page !== "docs/theory.md" || !places.has(number)) places.set(number, page);
    }
    for (const [, number] of text.matchAll(/^(?:\((\d+\.\d+)\) .*| .*\s\((\d+\.\d+)\))$/gmu)) {
      if (number !== undefined && !places.has(number)) places.set(number, page);
    }
  }
  return places;
}

/** What the comments and titles of a text cite. */
export function citationsIn(text: string): Omit<Citation, "file">[] {
  const flat = text.replaceAll(/\s*\n\s*(?:\*|\/\/) ?/gu, " ");
  return CITATIONS.flatMap((pattern) =>
    Array.from(flat.matchAll(pattern), ({ groups = {} }) =>
      expand(groups["numbers"]).map((number) => ({ page: groups["page"], number })),
    ).flat(),
  );
}

/** "6.1, 6.3 to 6.5" are 6.1, 6.3, 6.4 and 6.5. */
function expand(text: string): string[] {
  const numbers: string[] = [];
  for (const [, link, number] of text.matchAll(/(, | and |, and | to )?§?(\d+(?:\.\d+)?)/gu)) {
    const [section, last] = number.split(".").map(Number);
    const first = link === " to " ? Number(numbers.at(-1)?.split(".")[1]) + 1 : last;
    if (last === undefined) numbers.push(number);
    else for (let n = first; n <= last; n++) numbers.push(`${section}.${n}`);
  }
  return numbers;
}

/** The citations of all sources and tests. */
export function citations(): Citation[] {
  const workspaces = ["packages", "apps"].flatMap((folder) =>
    readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`),
  );
  const folders = [...workspaces.flatMap((path) => [`${path}/src`, `${path}/test`]), "test", "bench"];
  return folders
    .flatMap((folder) => filesUnder(folder, /\.(?:ts|svelte)$/u))
    .filter((file) => file !== "test/theory.test.ts")
    .flatMap((file) => citationsIn(read(file)).map((citation) => ({ file, ...citation })));
}

const order = (number: string) => {
  const [section, place] = number.split(".").map(Number);
  return section * 100 + place;
};

/** The text of docs/theory/index.md. */
export function theoryIndex(): string {
  const all = citations();
  const links = (number: string, wanted: (file: string) => boolean) => {
    const files = new Set(
      all.filter((one) => one.number === number && wanted(one.file)).map(({ file }) => file),
    );
    return [...files].map((file) => `[${basename(file)}](../../${file})`).join(", ") || "–";
  };
  const isTest = (file: string) => /(?:^|\/)test\//u.test(file);
  const rows = statements().map(({ number, name, page, anchor }) => {
    const path = page === "docs/theory.md" ? "../theory.md" : basename(page);
    const code = links(number, (file) => file.includes("/src/"));
    return `| [${name}](${path}#${anchor}) | ${code} | ${links(number, isTest)} |`;
  });
  return [
    "# Theorem, code, test",
    "",
    "Every numbered statement of [the theory](../theory.md), the code that relies on it, and the tests that would notice if it",
    "failed. `npm run docs` writes this page from the comments that cite the numbers. A dash: nothing cites it; the statement",
    "serves the proofs of others.",
    "",
    "| statement | code | tests |",
    "|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  writeFileSync(join(ROOT, INDEX), theoryIndex());
}
