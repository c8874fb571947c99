import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { learners, readHankel, semifields } from "hankel";
import { describe, expect, test } from "vitest";
import { blocks, documents, readDocument, refreshed, typeErrors } from "../scripts/documents.ts";
import { draw, picturePath, pictures } from "../scripts/picture.ts";

const root = new URL("../", import.meta.url);
const { scripts } = JSON.parse(readFileSync(new URL("package.json", root), "utf8")) as {
  scripts: Record<string, string>;
};
const NPM_BUILTINS = ["ci", "install", "test", "start"];

describe.each(documents())("%s", (path) => {
  const document = readDocument(path);

  test("prints what it says it prints", () => {
    const advice = "Run `npm run docs`, look at what changed, and commit it.";
    expect(refreshed(document), advice).toBe(document);
  });

  test("has programs that the compiler accepts", () => {
    expect(typeErrors(path)).toEqual([]);
  });

  test("has no block that nobody runs", () => {
    for (const { language, content, line } of blocks(document)) {
      const where = `${path}:${line}`;
      expect(["ts", "console", "json", "sh", "text", ""], `${where}: unknown language`).toContain(language);
      if (language === "json") {
        expect(
          () => (content.includes("hankel/1") ? readHankel(content) : JSON.parse(content)),
          where,
        ).not.toThrow();
      }
      if (language !== "sh") continue;
      for (const [, name, script] of content.matchAll(/npm (\S+)(?: -s)?(?: (\S+))?/gu)) {
        const known = name === "run" ? script in scripts : NPM_BUILTINS.includes(name);
        expect(known, `${where}: npm ${name} ${script ?? ""}`).toBe(true);
      }
    }
  });

  test("has links and pictures that lead somewhere", () => {
    const prose = document.replaceAll(/^```[\s\S]*?^```$/gmu, "");
    const base = new URL(path, root);
    for (const [, target] of prose.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/gu)) {
      if (/^[a-z]+:/u.test(target)) continue;
      expect(existsSync(fileURLToPath(new URL(target, base))), `${path}: ${target}`).toBe(true);
    }
  });
});

describe("the README", () => {
  const readme = readDocument("README.md");

  test("has a row for every learner and every semifield", () => {
    for (const name of Object.keys(learners)) expect(readme, `learner ${name}`).toContain(`| \`${name}\` |`);
    for (const { usage } of semifields) expect(readme, `semifield ${usage}`).toContain(`| \`${usage}\` |`);
  });

  test("begins with how to start and how to test", () => {
    expect(blocks(readme)[0].content).toContain("npm ci && npm start");
    expect(blocks(readme)[0].content).toContain("npm ci && npm test");
  });
});

test.each(pictures)("the picture %s is the one that is drawn today", async (name) => {
  expect(await draw(name), "Run `npm run pictures`.").toBe(readFileSync(picturePath(name), "utf8"));
});
