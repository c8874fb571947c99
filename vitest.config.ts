import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** In milliseconds. */
const LONGEST = 300_000;

export default defineConfig({
  resolve: {
    // Tests read the sources, so that a failure points at the line that was written.
    alias: [
      { find: /^@hankel\/(core|networks|teachers)$/u, replacement: source("packages/$1/src/index.ts") },
      { find: "@hankel/teachers/files", replacement: source("packages/teachers/src/files.ts") },
      { find: /^hankel$/u, replacement: source("packages/cli/src/index.ts") },
      { find: /^hankel\/(\w+)$/u, replacement: source("packages/cli/src/$1.ts") },
    ],
  },
  test: {
    include: ["packages/*/test/**/*.test.ts", "test/**/*.test.ts"],
    // Guards against tests that hang. No test relies on them: on a slow or busy machine everything takes its time.
    testTimeout: LONGEST,
    hookTimeout: LONGEST,
    teardownTimeout: LONGEST,
    expect: { poll: { timeout: LONGEST / 2, interval: 20 } },
    // More than the two cores that tests are meant for: many tests wait for processes, servers and time limits.
    maxWorkers: 3,
    // Files share their modules: loading them for each anew took half of the time. A test leaves nothing behind.
    isolate: false,
  },
});
