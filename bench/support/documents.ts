/**
 * The documents, made from bench/results: docs/benchmarks.md with its comparisons and plots, and behind it a page for each subject with all its
 * tables. What is made stands between a pair of marks; the rest of a page is written by hand.
 */

import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { anchorOf } from "../../scripts/theory-index.ts";
import { comparisons, Tables } from "../comparisons.ts";
import { looks } from "./colours.ts";
import { draw, type Plot } from "./plot.ts";
import { asMarkdown, type Result } from "./result.ts";

export const root = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** The page that begins with what matters. */
export const FRONT = "docs/benchmarks.md";

/** All results in bench/results. */
export function readResults(): Result[] {
  if (!existsSync(root("bench/results"))) return [];
  const files = readdirSync(root("bench/results")).filter((name) => name.endsWith(".json"));
  return files
    .toSorted()
    .map((name) => JSON.parse(readFileSync(root(`bench/results/${name}`), "utf8")) as Result);
}

const subjectOf = ({ id }: Result) => id.split("/")[0];

/** The page that shows a result: one for each subject. */
export function pageOf(result: Result): string {
  return `docs/benchmarks/${subjectOf(result)}.md`;
}

export function writeDocuments(): void {
  const results = readResults();
  for (const page of new Set(results.map(pageOf))) {
    const own = results.filter((result) => pageOf(result) === page);
    replace(page, withResults(readFileSync(root(page), "utf8"), own));
  }
  replace(FRONT, withComparisons(readFileSync(root(FRONT), "utf8"), results));
  for (const plot of plotsOf(results)) replace(`docs/images/${plot.file}`, draw(plot));
}

/** The page of a subject with its tables, and at its top where they are, how they are made, and when they were. */
export function withResults(document: string, results: readonly Result[]): string {
  const filled = results.reduce((text, result) => between(text, result.id, asMarkdown(result)), document);
  return between(filled, "contents", contents(filled, results));
}

function contents(document: string, results: readonly Result[]): string {
  const headings = [...document.matchAll(/^## (.+)$/gmu)].map(
    ([, title]) => `[${title}](#${anchorOf(title)})`,
  );
  const days = [...new Set(results.flatMap(({ measured }) => measured ?? []))].toSorted();
  const once = (values: readonly (string | number)[]) => [...new Set(values)].join(", ");
  const on = `Node ${once(results.map(({ node }) => node.slice(1)))}, ${once(results.flatMap(({ cores }) => cores ?? []))} cores`;
  return [
    `Contents: ${headings.join(" · ")}`,
    `Run it: \`npm run bench -- ${subjectOf(results[0])}\`. Results of ${days.join(" and ")}; ${on}, shared with other work.`,
  ].join("\n\n");
}

/** The front page with all comparisons at a glance, their figures and plots, the table of colours and the count of goals. */
export function withComparisons(document: string, results: readonly Result[]): string {
  const tables = new Tables(results);
  const filled = comparisons.reduce((text, comparison) => {
    const { file, title } = comparison.plot(tables);
    return between(text, comparison.name, `${comparison.headline(tables)}\n\n![${title}](images/${file})`);
  }, document);
  const counted = between(between(filled, "colours", colours()), "goals", goals(results));
  return between(counted, "glance", glance(counted, tables));
}

/** A row for each comparison: its heading, and the first sentence of its figures. */
function glance(document: string, tables: Tables): string {
  const rows = comparisons.map((comparison) => {
    const before = document.slice(0, document.indexOf(`<!-- bench ${comparison.name} -->`));
    const title = before.slice(before.lastIndexOf("\n## ") + 4).split("\n")[0];
    const [sentence] = comparison.headline(tables).split(/(?<=\.)\s/u);
    return `| [${title}](#${anchorOf(title)}) | ${sentence} |`;
  });
  return ["| | in a sentence |", "| --- | --- |", ...rows].join("\n");
}

function colours(): string {
  const rows = Object.values(looks).map(
    ({ name, said, shape, about }) => `| ${said} ${shape} | ${name} | ${about} |`,
  );
  return ["| mark | who | |", "| --- | --- | --- |", ...rows].join("\n").replaceAll("L*", "L\\*");
}

/** How many goals are met and missed, by subject. */
function goals(results: readonly Result[]): string {
  const rows = [...new Set(results.map(subjectOf))].flatMap((subject) => {
    const all = results.filter((result) => subjectOf(result) === subject).flatMap((result) => result.goals);
    const met = all.filter((goal) => goal.met).length;
    return all.length === 0
      ? []
      : [`| [${subject}](benchmarks/${subject}.md) | ${met} | ${all.length - met} |`];
  });
  return ["| subject | met | missed |", "| --- | ---: | ---: |", ...rows].join("\n");
}

export function plotsOf(results: readonly Result[]): Plot[] {
  const tables = new Tables(results);
  return comparisons.map((comparison) => comparison.plot(tables));
}

/** The document with this content between the two marks of that name. */
function between(document: string, name: string, content: string): string {
  const begin = `<!-- bench ${name} -->\n`;
  const end = `<!-- end of ${name} -->`;
  const from = document.indexOf(begin);
  const to = document.indexOf(end);
  if (from < 0 || to < from) throw new Error(`no document has the marks of ${name}`);
  return `${document.slice(0, from)}${begin}\n${content}\n\n${document.slice(to)}`;
}

export function replace(path: string, text: string): void {
  const file = root(path);
  writeFileSync(`${file}.part`, text);
  renameSync(`${file}.part`, file);
}
