/** A folder of the core whose mutants are tried, and the tests that each of them meets. */
export interface Folder {
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
}

const sources = (folder: string) => [
  `packages/core/src/${folder}/**/*.ts`,
  `!packages/core/src/${folder}/**/index.ts`,
];
const tests = (...folders: readonly string[]) =>
  folders.map((folder) => `packages/core/test/${folder}/**/*.test.ts`);

/**
 * The tests beside a folder and those of its nearest users, not all tests of the core: a mutant that survives costs the time of all tests that reach it.
 * The score is thus a lower bound. The long sweeps over learners are left out for the same reason.
 */
export const folders: Readonly<Record<string, Folder>> = {
  algebra: { mutate: sources("algebra"), tests: tests("algebra") },
  automata: {
    mutate: sources("automata"),
    tests: [
      ...tests("automata", "next", "evaluation", "spectral", "linear"),
      "packages/core/test/teachers/rank-certificate.test.ts",
      "packages/core/test/learning/multiplicity*.test.ts",
    ],
  },
  hankel: { mutate: sources("hankel"), tests: tests("hankel") },
  learning: {
    mutate: sources("learning"),
    tests: [
      ...tests("learning"),
      ...["tree", "table", "apart", "prices"].map((name) => `!packages/core/test/learning/${name}.test.ts`),
    ],
  },
};
