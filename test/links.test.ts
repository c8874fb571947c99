/** Links between the documents: each leads to a file that is there, and to a heading of it. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const LEFT_OUT = new Set(["node_modules", "dist", ".git", ".tmp", ".installed", "test-results"]);

function documents(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (LEFT_OUT.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return documents(path);
    return entry.name.endsWith(".md") ? [path] : [];
  });
}

/** A document without its blocks of code, and without code in a line where that could be taken for a link. */
const prose = (path: string) =>
  readFileSync(path, "utf8")
    .replaceAll(/^```[\s\S]*?^```$/gmu, "")
    .replaceAll(/`[^`\n]*\]\([^`\n]*`/gu, "");

/** The anchors that hosts make of headings: lower case, without punctuation, a dash for each space. */
function anchors(path: string): string[] {
  return [...prose(path).matchAll(/^#+ (.*)$/gmu)].map(([, title]) =>
    title
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/gu, "$1")
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replaceAll(/\s/gu, "-"),
  );
}

test.each(documents(ROOT).map((path) => relative(ROOT, path)))("%s has no dead link", (name) => {
  const path = join(ROOT, name);
  const dead = [...prose(path).matchAll(/\]\(([^)\s]+)\)/gu)].flatMap(([, target]) => {
    if (/^[a-z]+:/u.test(target)) return [];
    const [file, anchor] = target.split("#");
    const to = file === "" ? path : join(dirname(path), file);
    if (!existsSync(to)) return [target];
    const isThere = anchor === undefined || !to.endsWith(".md") || anchors(to).includes(anchor);
    return isThere ? [] : [target];
  });
  expect(dead).toEqual([]);
});
