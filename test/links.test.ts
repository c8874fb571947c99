/** Every relative link of every document leads to a file of the repository, and every anchor to a heading of it. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { anchorOf } from "../scripts/theory-index.ts";

const root = new URL("../", import.meta.url);

/** Folders that hold what others wrote, or what was built. */
const FOREIGN = new Set([".git", ".installed", ".tmp", "coverage", "dist", "node_modules", "test-results"]);

/** The documents in a folder and below it, relative to the root. */
function documentsIn(folder: string): string[] {
  return readdirSync(new URL(folder, root), { withFileTypes: true }).flatMap((entry) => {
    if (FOREIGN.has(entry.name)) return [];
    if (entry.isDirectory()) return documentsIn(`${folder}${entry.name}/`);
    return entry.name.endsWith(".md") ? [`${folder}${entry.name}`] : [];
  });
}

const documents = documentsIn("");

const prose = (path: string) =>
  readFileSync(new URL(path, root), "utf8").replaceAll(/^```[\s\S]*?^```$/gmu, "");

/** The anchors of a document: GitHub numbers headings that occur twice. */
function anchors(text: string): Set<string> {
  const found = new Set<string>();
  for (const [, heading] of text.matchAll(/^#{1,6} (.*)$/gmu)) {
    const anchor = anchorOf(heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/gu, "$1"));
    let name = anchor;
    for (let n = 1; found.has(name); n++) name = `${anchor}-${n}`;
    found.add(name);
  }
  for (const [, name] of text.matchAll(/<a (?:id|name)="([^"]*)"/gu)) found.add(name);
  return found;
}

test("there are documents", () => {
  expect(documents).toContain("README.md");
});

test.each(documents)("%s has no dead links", (path) => {
  const text = prose(path).replaceAll(/(`+)[^\n]*?\1/gu, "");
  for (const [, target] of text.matchAll(/\]\(([^)\s]+)\)/gu)) {
    if (/^[a-z]+:/u.test(target)) continue;
    const [file, anchor] = target.split("#");
    const where = new URL(file, new URL(path, root));
    expect(existsSync(fileURLToPath(where)), `${path}: ${target}`).toBe(true);
    if (anchor === undefined || !where.pathname.endsWith(".md")) continue;
    const names = anchors(prose(where.pathname.slice(root.pathname.length)));
    expect(names.has(decodeURIComponent(anchor)), `${path}: ${target}`).toBe(true);
  }
});
