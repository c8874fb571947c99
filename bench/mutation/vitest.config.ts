import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const patterns = (process.env["MUTATION_TESTS"] ?? "packages/core/test/**/*.test.ts").split(",");

/**
 * Runs the quick files first: a mutant is done with at the first test that fails. Vitest's own order, longest first, is meant
 * for many workers.
 */
class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const longest = await super.sort(files);
    return longest.reverse();
  }
}

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
    sequence: { sequencer: QuickFirst },
    // The first run counts which test reaches which mutant, and is slow.
    testTimeout: 600_000,
    isolate: false,
  },
});
