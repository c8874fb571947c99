import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const patterns = (process.env["MUTATION_TESTS"] ?? "packages/core/test/**/*.test.ts").split(",");

/** The tests of the core, without those that a pattern with `!` names. */
export default defineConfig({
  resolve: {
    alias: [
      {
        find: /^@hankel\/core$/u,
        replacement: fileURLToPath(new URL("../../packages/core/src/index.ts", import.meta.url)),
      },
    ],
  },
  test: {
    include: patterns.filter((pattern) => !pattern.startsWith("!")),
    exclude: patterns.filter((pattern) => pattern.startsWith("!")).map((pattern) => pattern.slice(1)),
    // The first run counts which test reaches which mutant, and is slow.
    testTimeout: 600_000,
    isolate: false,
  },
});
