/** How Stryker runs, from the root of the repository. `main.ts` beside it says on what. */

import { mkdirSync, writeFileSync } from "node:fs";
import { isDrawn, mutantsOf, rangeOf } from "./draw.js";

const mutants = await mutantsOf((process.env["MUTATION_SOURCES"] ?? "packages/core/src").split(","));
const drawn = mutants.filter(isDrawn);
mkdirSync(".tmp", { recursive: true });
writeFileSync(".tmp/mutants.json", JSON.stringify({ mutants: mutants.length, drawn: drawn.length }));

export default {
  // Stryker writes a switch into the code for every mutant, tried or not, and code full of switches is many times slower.
  // So it is told the places of the sample alone.
  mutate: [...new Set(drawn.map(rangeOf))],
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner", "./bench/mutation/sample.js"],
  checkers: ["sample"],
  vitest: { configFile: "bench/mutation/vitest.config.ts", related: false },
  // Mutants of what runs only while a module is loaded need a fresh start each; tests of constants are not the point.
  ignoreStatic: true,
  // Only what the tests of the core need is copied.
  ignorePatterns: [
    "**",
    "!packages/core/**",
    "packages/core/dist",
    "!bench/mutation/*",
    "!package.json",
    "!tsconfig*.json",
  ],
  tempDirName: ".tmp/stryker",
  concurrency: Number(process.env["MUTATION_WORKERS"] ?? 2),
  // A mutant that seems never to end counts as killed. So the limit leaves time to start the tests anew on a busy machine.
  timeoutFactor: 1.5,
  timeoutMS: 25_000,
  dryRunTimeoutMinutes: 30,
  // Otherwise each file is parsed again only to add a comment.
  disableTypeChecks: false,
  reporters: ["json", "progress-append-only"],
  jsonReporter: { fileName: ".tmp/mutation.json" },
  allowConsoleColors: false,
};
