/** Sources of a folder, and the tests that each of their mutants meets. */
export interface Part {
  /** Files and folders below the folder; none for the whole of it. */
  readonly sources?: readonly string[];
  readonly tests: readonly string[];
}

/** The tests of the core in these folders, or in files of these names. */
const tests = (...names: readonly string[]) =>
  names.map((name) => `packages/core/test/${name}${/\*|\.test$/u.test(name) ? ".ts" : "/**/*.test.ts"}`);

/** What runs every learner, quickly. */
const RUNS = ["learning/version.test", "learning/finish.test"];

/**
 * The tests beside a folder and those of its nearest users, not all tests of the core: a mutant that survives costs the time of all
 * tests that reach it, and one that never ends costs somewhat more. So the score is a lower bound. The learners have parts of
 * their own, each with the tests that are about it, and the long sweeps over them are left out, for the same reason.
 */
export const folders: Readonly<Record<string, readonly Part[]>> = {
  algebra: [{ tests: tests("algebra") }],
  automata: [
    {
      tests: tests(
        "automata",
        "next",
        "evaluation",
        "spectral",
        "linear",
        "teachers/rank-certificate.test",
        "learning/multiplicity*.test",
      ),
    },
  ],
  hankel: [{ tests: tests("hankel") }],
  learning: [
    {
      sources: ["tree", "table"],
      tests: tests(...RUNS, "learning/tree", "learning/discrimination-tree.test", "learning/edits.test"),
    },
    { sources: ["apart"], tests: tests(...RUNS, "learning/apart") },
    { sources: ["machine"], tests: tests(...RUNS, "learning/complete-machine.test") },
    {
      sources: ["multiplicity"],
      tests: tests(...RUNS, "learning/multiplicity", "learning/multiplicity*.test"),
    },
    { sources: ["soft"], tests: tests(RUNS[0], "learning/soft", "learning/soft.test") },
    {
      sources: ["replay"],
      tests: tests("learning/replay", "learning/replay.test", "learning/asking.test", "learning/edits.test"),
    },
    {
      sources: ["advice.ts", "evidence.ts", "limits.ts", "learned.ts"],
      tests: tests(...["sentences", "evidence", "budgets", "ends"].map((name) => `learning/${name}.test`)),
    },
    {
      sources: [
        "driver.ts",
        "learn.ts",
        "run.ts",
        "protocol.ts",
        "asking.ts",
        "prices.ts",
        "complete-machine.ts",
      ],
      tests: tests(
        ...RUNS,
        ...["driver", "ends", "asking", "budgets", "complete-machine", "replay", "prices"].map(
          (name) => `learning/${name}.test`,
        ),
      ),
    },
  ],
};
