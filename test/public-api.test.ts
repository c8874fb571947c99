import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { faultyExamples, NOT_RUN } from "../scripts/api-examples.ts";
import { blocks, documents, readDocument } from "../scripts/documents.ts";
import { entries, listOf, publicNames, reviewedEntries, reviewedList } from "../scripts/public-api.ts";

describe("the public interface", () => {
  const api = publicNames();
  const all = [...api].flatMap(([entry, names]) => names.map((name) => ({ entry, ...name })));

  test.each(entries())("%s has the names and signatures that were reviewed", (entry) => {
    const advice = `If the change is meant, run \`npm run api\`, look at packages/hankel/api/${entry}.txt and commit it.`;
    expect(listOf(api.get(entry) ?? []), advice).toBe(reviewedList(entry));
  });

  test("has a list for every entry and for nothing else", () => {
    expect(reviewedEntries().toSorted()).toEqual(entries().toSorted());
  });

  test("has each name once", () => {
    const names = all.map(({ name }) => name);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });

  test("fits in the head: about a hundred names at the root", () => {
    expect(api.get("index")?.length).toBeLessThanOrEqual(121);
  });

  test("says of every name what it is", () => {
    const silent = all.filter(({ comment }) => comment === "");
    expect(silent.map(({ entry, name }) => `${entry}: ${name}`)).toEqual([]);
  });

  test("has an example for every function, class and constant", () => {
    const runnable = all.filter(({ kind }) => kind === "function" || kind === "class" || kind === "const");
    expect(runnable.length).toBeGreaterThan(300);
    const without = runnable.filter(({ examples }) => examples.length === 0);
    expect(without.map(({ entry, name }) => `${entry}: ${name}`)).toEqual([]);
    const onlyTyped = all.filter(({ examples }) => examples.some((code) => code.startsWith(NOT_RUN)));
    expect(onlyTyped.length, "examples that need a server or a person").toBeLessThanOrEqual(7);
  });

  test("has examples that print what they say", () => {
    expect(faultyExamples(api)).toEqual([]);
  });

  test("is all that the documents use", () => {
    const known = entries().map((entry) => (entry === "index" ? "hankel" : `hankel/${entry}`));
    const others = documents().flatMap((path) =>
      blocks(readDocument(path))
        .filter(({ language }) => language === "ts")
        .flatMap(({ content }) => Array.from(content.matchAll(/from "([^"]+)"/gu), ([, from]) => from))
        .filter((from) => /hankel/u.test(from) && !known.includes(from))
        .map((from) => `${path}: ${from}`),
    );
    expect(others).toEqual([]);
  });

  test("is nearly all that the command line uses: what it takes beyond it is a short list", () => {
    const folder = new URL("../packages/hankel/src/internal/", import.meta.url);
    const lists = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), "utf8"));
    const names = lists.flatMap((text) =>
      Array.from(text.matchAll(/^ {2}(?:type )?(\w+),$/gmu), ([, n]) => n),
    );
    // A third of them are what a thread needs to compute its part of a job, which is of no use to others.
    expect(names.length).toBeLessThanOrEqual(60);
    const known = new Set(all.map(({ name }) => name));
    expect(names.filter((name) => known.has(name))).toEqual([]);
  });
});
