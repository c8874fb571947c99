import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { comparisons } from "../bench/comparisons.ts";
import { documents, readDocument } from "../scripts/documents.ts";
import { pictures } from "../scripts/picture.ts";

const drawings = readdirSync(new URL("../docs/images/", import.meta.url)).filter((name) =>
  name.endsWith(".svg"),
);

/** Other tests compare each of these with what its script draws. */
test("every drawing of the documents is made by a script", () => {
  const made = [...pictures, ...comparisons.map(({ name }) => `bench-${name}`)].map((name) => `${name}.svg`);
  expect(drawings.length).toBeGreaterThan(10);
  expect(drawings.filter((name) => !made.includes(name))).toEqual([]);
});

test("every drawing is shown in a document", () => {
  const texts = documents().map(readDocument).join("\n");
  expect(drawings.filter((name) => !texts.includes(name))).toEqual([]);
});
