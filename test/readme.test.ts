import { readdirSync, readFileSync } from "node:fs";
import { learners, readHankel, semifields } from "hankel";
import { describe, expect, test } from "vitest";
import { canRunInside, runInside } from "../packages/hankel/test/support/run-inside.ts";
import { blocks, documents, readDocument, refreshed, typeErrors } from "../scripts/documents.ts";
import { draw, picturePath, pictures } from "../scripts/picture.ts";
import { shots } from "../scripts/studio-pictures.ts";

const root = new URL("../", import.meta.url);
const { scripts } = JSON.parse(readFileSync(new URL("package.json", root), "utf8")) as {
  scripts: Record<string, string>;
};
const NPM_BUILTINS = ["ci", "install", "pack", "test", "start"];

/** The pages that people begin with run as people run them: every command is a process of its own. */
const AS_PEOPLE_DO = ["README.md", "packages/hankel/README.md", "docs/start.md"];

const inside = async (args: readonly string[], folder: string) =>
  canRunInside(args) ? (await runInside(folder, args)).printed : undefined;

describe.each(documents())("%s", (path) => {
  const document = readDocument(path);

  test("shows the output of its snippets", async () => {
    const advice = "Run `npm run docs`, review the changes and commit them.";
    const now = await refreshed(document, AS_PEOPLE_DO.includes(path) ? undefined : inside);
    expect(now, advice).toBe(document);
  });

  test("has only blocks that are checked", () => {
    for (const { language, content, line } of blocks(document)) {
      const where = `${path}:${line}`;
      const isForeign = path.startsWith("docs/coming-from/") && ["java", "python"].includes(language);
      const known = ["ts", "console", "json", "sh", "text", ""].includes(language) || isForeign;
      expect(known, `${where}: unknown language ${language}`).toBe(true);
      if (language === "json") {
        expect(
          () => (content.includes("hankel/1") ? readHankel(content) : JSON.parse(content)),
          where,
        ).not.toThrow();
      }
      if (language !== "sh") continue;
      for (const [, name, script] of content.matchAll(/npm (\S+)(?: -s)?(?: (\S+))?/gu)) {
        const isCommand = name === "run" ? script in scripts : NPM_BUILTINS.includes(name);
        expect(isCommand, `${where}: npm ${name} ${script ?? ""}`).toBe(true);
      }
    }
  });
});

test("no program in a document has a type error", () => {
  expect(typeErrors()).toEqual([]);
});

test("docs/learners.md has a row for every learner and every semifield", () => {
  const page = readDocument("docs/learners.md");
  for (const name of Object.keys(learners)) expect(page, `learner ${name}`).toContain(`| \`${name}\` |`);
  for (const { usage } of semifields) expect(page, `semifield ${usage}`).toContain(`| \`${usage}\` |`);
});

describe("the README", () => {
  const readme = readDocument("README.md");

  test("is short", () => {
    expect(Buffer.byteLength(readme)).toBeLessThan(5500);
  });

  test("begins with the commands to start and to test", () => {
    expect(blocks(readme)[0].content).toContain("npm ci && npm start");
    expect(blocks(readme)[0].content).toContain("npm ci && npm test");
  });
});

test.each(pictures)("the picture %s is up to date", (name) => {
  expect(draw(name), "Run `npx tsx scripts/picture.ts`.").toBe(readFileSync(picturePath(name), "utf8"));
});

test("every picture is made by a script, and stands in a document", () => {
  const made = [...pictures.map((name) => `${name}.svg`), ...Object.keys(shots).map((name) => `${name}.png`)];
  const found = readdirSync(new URL("docs/images", root)).filter((name) => /\.(?:svg|png)$/u.test(name));
  // The plots of the benchmarks have a test of their own.
  expect(found.filter((name) => !name.startsWith("bench-"))).toEqual(made.toSorted());
  const shown = documents().map(readDocument).join("\n");
  expect(made.filter((name) => !shown.includes(`images/${name})`))).toEqual([]);
});
