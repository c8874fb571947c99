import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { draw } from "../bench/support/plot.ts";
import { readResults, withResults } from "../bench/support/section.ts";

const file = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

/** Figures in the document are those that were measured: nobody types them. */
describe("docs/benchmarks.md", () => {
  const results = readResults();
  const advice = "Run `npm run bench -- docs`, look at what changed, and commit it.";

  test("shows what bench/results holds", () => {
    const document = file("docs/benchmarks.md");
    expect(withResults(document, results), advice).toBe(document);
  });

  test.each(results.flatMap(({ plots }) => plots))("$file is the plot that is drawn today", (plot) => {
    expect(file(`docs/images/${plot.file}`), advice).toBe(draw(plot));
  });
});
