import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { draw } from "../bench/support/plot.ts";
import { readResults, withResults } from "../bench/support/section.ts";

const file = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

/** The figures in the document are generated from the measurements. */
describe("docs/benchmarks.md", () => {
  const results = readResults();
  const advice = "Run `npm run bench -- docs`, review the changes and commit them.";

  test("shows the figures of bench/results", () => {
    const document = file("docs/benchmarks.md");
    expect(withResults(document, results), advice).toBe(document);
  });

  test.each(results.flatMap(({ plots }) => plots))("$file is up to date", (plot) => {
    expect(file(`docs/images/${plot.file}`), advice).toBe(draw(plot));
  });
});
