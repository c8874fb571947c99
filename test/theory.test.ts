/** The theory and what cites it: every statement is in the index, and every number that code and tests name exists. */

import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  citations,
  citationsIn,
  INDEX,
  numbered,
  pages,
  statements,
  theoryIndex,
} from "../scripts/theory-index.ts";

const root = new URL("../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");
const advice = "Run `npx tsx scripts/theory-index.ts`, review the changes and commit them.";

test("no two statements have the same number", () => {
  const numbers = statements().map(({ number }) => number);
  expect(numbers.length).toBeGreaterThan(70);
  expect(numbers.toSorted()).toEqual([...new Set(numbers)].toSorted());
});

test("the index has every statement, and names only files that exist", () => {
  const index = read(INDEX);
  for (const { name } of statements()) expect(index, advice).toContain(`| [${name}](`);
  for (const [, path] of index.matchAll(/\]\(\.\.\/\.\.\/([^)]*)\)/gu)) {
    expect(existsSync(new URL(path, root)), `${path}. ${advice}`).toBe(true);
  }
  expect(index, advice).toBe(theoryIndex());
});

test("every number that code and tests cite exists, on the page that they name", () => {
  const places = numbered();
  for (const { file, page, number } of citations()) {
    expect(places.has(number), `${file} cites ${number}`).toBe(true);
    if (page !== undefined) expect(places.get(number), `${file} cites ${page}, ${number}`).toBe(page);
  }
});

test("every number that the theory itself cites exists", () => {
  const places = numbered();
  for (const page of pages()) {
    for (const { number } of citationsIn(read(page)))
      expect(places.has(number), `${page}: ${number}`).toBe(true);
    for (const [, number] of read(page).matchAll(/§(\d+(?:\.\d+)?)/gu)) {
      expect(places.has(number), `${page}: §${number}`).toBe(true);
    }
  }
});

test("the table of symbols has every Greek letter and every capital that stands for something", () => {
  const table = /^## Symbols$[\s\S]*?^---$/mu.exec(read("docs/theory.md"))?.[0] ?? "";
  for (const page of pages()) {
    const text = read(page).replaceAll(/^```[\s\S]*?^```$|`[^`\n]*`/gmu, "");
    const symbols = text.match(/\p{Script=Greek}|(?<![\p{L}.])[A-Z](?=[_(⁻₊∖])/gu) ?? [];
    for (const symbol of new Set(symbols)) expect(table, `${page}: ${symbol}`).toContain(symbol);
  }
});

test("citations are read in every form", () => {
  const text = `
    /**
     * Rivest and Schapire (docs/theory.md, 6.1 and 6.3), with ranges (docs/theory/machines.md, 6.14 to 6.16), over two lines (docs/theory.md
     * §5.6). Theorems 4.8, 4.9 and 6.5; not the paper's Theorem 1.1.
     */
    it("14.4 and 14.5: bounds", () => {});`;
  expect(citationsIn(text).map(({ number }) => number)).toEqual([
    "6.1",
    "6.3",
    "6.14",
    "6.15",
    "6.16",
    "5.6",
    "4.8",
    "4.9",
    "6.5",
    "14.4",
    "14.5",
  ]);
});
