import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** In milliseconds. */
const LONGEST = 300_000;

/** The files that take longest. */
const LONG = [
  "test/readme.test.ts",
  "core/test/learning/soft.test.ts",
  "test/packages.test.ts",
  "teachers/test/simulation/simulation.test.ts",
  "core/test/drawing/layout.test.ts",
  "test/servers.test.ts",
  "test/fuzz/fuzz.test.ts",
  "core/test/learning/tree.test.ts",
  "core/test/learning/table.test.ts",
  "teachers/test/resume.test.ts",
  "teachers/test/simulation/crashes.test.ts",
  "hankel/test/fleet.test.ts",
  "hankel/test/traps.test.ts",
  "hankel/test/networks.test.ts",
  "core/test/automata/compare.test.ts",
  "hankel/test/draw.test.ts",
  "core/test/inference/infer.test.ts",
  "hankel/test/watching.test.ts",
  "hankel/test/supervised.test.ts",
  "test/smtp.test.ts",
];

/** Runs the files that take longest first, so that no core waits for them when all others have ended. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = LONG.findIndex((name) => moduleId.endsWith(name));
      return place < 0 ? LONG.length : place;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  resolve: {
    // Tests read the sources, so that a failure points at the line that was written.
    alias: [
      { find: /^@hankel\/(core|networks|teachers)$/u, replacement: source("packages/$1/src/index.ts") },
      { find: /^@hankel\/teachers\/(files|live)$/u, replacement: source("packages/teachers/src/$1.ts") },
      { find: "#journal-file", replacement: source("packages/teachers/src/journal/open-file.ts") },
      { find: /^hankel$/u, replacement: source("packages/hankel/src/index.ts") },
      { find: /^hankel\/(\w+)$/u, replacement: source("packages/hankel/src/$1.ts") },
      { find: "onnxruntime-node", replacement: source("packages/hankel/test/support/no-native-runtime.ts") },
    ],
  },
  test: {
    include: ["packages/*/test/**/*.test.ts", "test/**/*.test.ts"],
    setupFiles: ["test/property-seed.ts"],
    // Guards against tests that hang. No test relies on them: on a slow or busy machine everything takes its time.
    testTimeout: LONGEST,
    hookTimeout: LONGEST,
    teardownTimeout: LONGEST,
    expect: { poll: { timeout: LONGEST / 2, interval: 20 } },
    sequence: { sequencer: LongestFirst },
    // More than the two cores that tests are meant for: many tests wait for processes, servers and time limits.
    maxWorkers: 3,
    // V8 otherwise compiles WebAssembly (networks, pictures) a second time, for speed that small tests never repay.
    execArgv: ["--liftoff-only"],
    // Files share their modules: loading them for each anew took half of the time. A test leaves nothing behind.
    isolate: false,
  },
});
