import { readFileSync } from "node:fs";
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

  test("shows the output of its snippets", () => {
    const advice = "Run `npm run docs`, review the changes and commit them.";
    expect(refreshed(document), advice).toBe(document);
  });

  test("has only blocks that are checked", () => {
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
});

test("no program in a document has a type error", () => {
  expect(typeErrors()).toEqual([]);
});

describe("the README", () => {
  const readme = readDocument("README.md");

  test("has a row for every learner and every semifield", () => {
    for (const name of Object.keys(learners)) expect(readme, `learner ${name}`).toContain(`| \`${name}\` |`);
    for (const { usage } of semifields) expect(readme, `semifield ${usage}`).toContain(`| \`${usage}\` |`);
  });

  test("begins with the commands to start and to test", () => {
    expect(blocks(readme)[0].content).toContain("npm ci && npm start");
    expect(blocks(readme)[0].content).toContain("npm ci && npm test");
  });
});

test.each(pictures)("the picture %s is up to date", async (name) => {
  expect(draw(name), "Run `npm run pictures`.").toBe(readFileSync(picturePath(name), "utf8"));
});
