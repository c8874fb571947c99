/** The reference of the library as Markdown: a page for each entry of the package, from its declarations and doc comments. */

import { readFileSync } from "node:fs";
import { withImports } from "../../../scripts/api-examples.ts";
import { type Documented, type PublicName, publicApi } from "../../../scripts/public-api.ts";
import { anchorOf, statements } from "../../../scripts/theory-index.ts";

const KINDS = [
  ["function", "Functions"],
  ["class", "Classes"],
  ["const", "Constants"],
  ["interface", "Interfaces"],
  ["type", "Types"],
] as const;

/** What is in an entry, for the head of its page. */
const ABOUT: Readonly<Record<string, string>> = {
  index: "Learn automata, build them, work with them. It runs in a browser as it is.",
  node: "What needs Node: programs, servers, modules, networks and fleets as black boxes, journals, live runs.",
  algebra: "The rest of the algebras, and what an algebra is made of.",
  automata: "More operations on automata, and the types of their options.",
  formats: "Readers and writers, one by one.",
  learning: "The learners, their protocol, replays and kinds of answers.",
  models: "Language models: guides, evaluation, n-grams.",
  networks: "Networks in ONNX files as teachers; the runtime is passed in.",
  spectral: "Automata from singular values.",
  testing: "Tests of conjectures and what they establish; certificates.",
};

/** The name by which a program imports an entry. */
export function importName(entry: string): string {
  return entry === "index" ? "hankel" : `hankel/${entry}`;
}

/** The page of an entry, as in the map. */
export function pageOf(entry: string): string {
  return `api/${entry === "index" ? "hankel" : entry}`;
}

export interface Api {
  /** Markdown by page. */
  readonly pages: ReadonlyMap<string, string>;
  /** Where each name is explained. */
  readonly places: ReadonlyMap<string, string>;
}

export function createApi(): Api {
  const { names: api, mentioned } = publicApi();
  const places = new Map(
    [...mentioned, ...api].flatMap(([entry, names]) =>
      names.map(({ name }) => [name, `${pageOf(entry)}.html#${name}`] as const),
    ),
  );
  const users = usersOf([...api.values()].flat());
  const pages = new Map(
    Array.from(
      api,
      ([entry, names]) =>
        [pageOf(entry), pageText(entry, names, mentioned.get(entry) ?? [], api, users)] as const,
    ),
  );
  return { pages, places };
}

/** The functions and classes that mention a type. */
function usersOf(names: readonly PublicName[]): Map<string, string[]> {
  const users = new Map<string, string[]>();
  for (const { name, kind, declaration } of names) {
    if (kind !== "function" && kind !== "class") continue;
    for (const word of new Set(declaration.match(/\b[A-Z]\w*/gu) ?? [])) {
      if (word !== name) users.set(word, [...(users.get(word) ?? []), name]);
    }
  }
  return users;
}

type Names = ReadonlyMap<string, readonly PublicName[]>;

function pageText(
  entry: string,
  names: readonly PublicName[],
  mentioned: readonly PublicName[],
  api: Names,
  users: ReadonlyMap<string, string[]>,
): string {
  const about = ABOUT[entry];
  if (about === undefined) throw new Error(`apps/site/src/api.ts: what is in ${importName(entry)}?`);
  const groups = KINDS.map(([kind, title]) => ({
    title,
    of: names.filter((name) => name.kind === kind),
  })).filter(({ of }) => of.length > 0);
  const lists = groups.map(({ title, of }) => `| ${title} | |\n|---|---|\n${of.map(summary).join("\n")}\n`);
  const sections = groups.map(
    ({ title, of }) => `## ${title}\n\n${of.map((name) => section(name, api, users)).join("\n")}`,
  );
  if (mentioned.length > 0) {
    const all = mentioned.map((name) => section(name, api, users)).join("\n");
    sections.push(`## Mentioned\n\nTypes in the declarations above that no entry exports.\n\n${all}`);
  }
  return `# ${importName(entry)}\n\n${about}\n\n${lists.join("\n")}\n${sections.join("\n")}`;
}

/** The first sentence, in a row of the list at the top. */
function summary({ name, comment }: PublicName): string {
  const [paragraph] = comment.split(/\n\s*\n/u);
  const [sentence] = paragraph.replaceAll(/\s+/gu, " ").split(/(?<=\.) (?=[A-Z`])/u);
  return `| [${name}](#${name}) | ${proseOf(sentence).replace(/:$/u, ".").replaceAll("|", "\\|")} |`;
}

function section(one: PublicName, api: Names, users: ReadonlyMap<string, string[]>): string {
  const parts = [`### ${one.name}`, fence(unfolded(one.declaration)), proseOf(one.comment)];
  if (one.members.length > 0) parts.push(memberList(one.members));
  for (const example of one.examples) parts.push(`**Example**\n\n${fence(withImports(example, api))}`);
  const used = one.kind === "function" ? undefined : users.get(one.name);
  if (used !== undefined)
    parts.push(
      `Used by ${used
        .slice(0, 12)
        .map((name) => `\`${name}\``)
        .join(", ")}.`,
    );
  return `${parts.join("\n\n")}\n`;
}

function memberList(members: readonly Documented[]): string {
  return members
    .map(({ name, comment }) => `- \`${name}\`: ${proseOf(comment).replaceAll("\n", "\n  ")}`)
    .join("\n");
}

/** What fits in the column. */
const WIDTH = 88;

/** Signatures that are too long, with a line for each parameter. */
function unfolded(declaration: string): string {
  return declaration
    .split("\n")
    .map((line) => (line.length <= WIDTH || !line.startsWith("function ") ? line : unfoldedLine(line)))
    .join("\n");
}

function unfoldedLine(line: string): string {
  const open = topLevel(line, "(")[0];
  const close = topLevel(line.slice(open + 1), ")")[0];
  if (open === undefined || close === undefined) return line;
  const inner = line.slice(open + 1, open + 1 + close);
  const commas = topLevel(inner, ",");
  const parameters = [0, ...commas.map((at) => at + 1)].map((from, i) => inner.slice(from, commas[i]).trim());
  return `${line.slice(0, open)}(\n${parameters.map((one) => `  ${one},\n`).join("")}${line.slice(open + 1 + close)}`;
}

/** Where a character stands outside all brackets; an opening one that is sought is outside itself. */
function topLevel(text: string, sought: string): number[] {
  const found: number[] = [];
  let depth = 0;
  for (const [i, char] of [...text].entries()) {
    if (depth === 0 && char === sought) found.push(i);
    if ("([{<".includes(char)) depth++;
    else if (")]}".includes(char) || (char === ">" && text[i - 1] !== "=")) depth--;
  }
  return found;
}

function fence(code: string): string {
  return `\`\`\`ts\n${code.trim()}\n\`\`\``;
}

/** A comment as Markdown of a page: what it cites of `docs` is a link; tags such as `{@link name}` are for editors. */
function proseOf(comment: string): string {
  return comment
    .replaceAll(/\{@link (\w+)\}/gu, "`$1`")
    .replaceAll(
      /(?<![\w`[/])docs\/([\w/-]+\.md)(?:,? §?(\d+(?:\.\d+)?))?/gu,
      (text, page: string, number: string | undefined) => `[${text}](../${page}${anchorIn(page, number)})`,
    );
}

/** Where a numbered statement or section of the theory stands on its page. */
function anchorIn(page: string, number: string | undefined): string {
  if (number === undefined) return "";
  const statement = statements().find((one) => one.number === number && one.page === `docs/${page}`);
  if (statement !== undefined) return `#${statement.anchor}`;
  const text = readFileSync(new URL(`../../../docs/${page}`, import.meta.url), "utf8");
  const [section] = number.split(".");
  const heading = [number, `${section}.`]
    .map((start) => new RegExp(`^#{2,4} (${start.replace(".", "\\.")} .*)$`, "mu").exec(text)?.[1])
    .find((found) => found !== undefined);
  return heading === undefined ? "" : `#${anchorOf(heading)}`;
}
