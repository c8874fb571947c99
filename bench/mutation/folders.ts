/** Sources of a folder, and the tests that each of their mutants meets. */
export interface Part {
  /** Files and folders below the folder; none for what no other part has. */
  readonly sources?: readonly string[];
  readonly tests: readonly string[];
}

/** The tests of the core in these folders, or in files of these names. */
const tests = (...names: readonly string[]) =>
  names.map((name) => `packages/core/test/${name}${/\*|\.test$/u.test(name) ? ".ts" : "/**/*.test.ts"}`);

const automata = (...names: readonly string[]) => names.map((name) => `automata/${name}.test`);

/** What runs every learner, quickly. */
const RUNS = ["version", "finish", "choice", "larger-targets"].map((name) => `learning/${name}.test`);

/**
 * The tests beside a folder and those of its nearest users, not all tests of the core: a mutant that survives costs the time
 * of all tests that reach it, and one that never ends costs somewhat more. So the score is a lower bound. A large folder has
 * parts, each with the tests that are about it, and the long sweeps over learners are left out, for the same reason.
 */
export const folders: Readonly<Record<string, readonly Part[]>> = {
  algebra: [{ tests: tests("algebra") }],
  automata: [
    {
      sources: ["fields"],
      tests: tests(
        ...automata("fields", "field-difference", "reduce", "numerical", "edges", "requirements"),
        ...automata("field-parts", "field-spaces", "work"),
        "teachers/rank-certificate.test",
        "teachers/linear-words.test",
        "learning/multiplicity",
        "learning/multiplicity*.test",
      ),
    },
    {
      sources: ["equivalence"],
      tests: tests(
        ...automata(
          "compare",
          "compare-machines",
          "nearness",
          "align",
          "checks",
          "graph-parts",
          "numerical",
          "work",
          "fields",
        ),
      ),
    },
    {
      sources: ["determinization"],
      tests: tests(
        ...automata("determinize", "twins", "weight-ids", "checks", "graph-parts", "refusals", "work"),
      ),
    },
    {
      sources: ["minimal"],
      tests: tests(
        ...automata("minimize", "moore", "partition", "splitting-tree", "least-suffixes", "wdfsa"),
        ...automata("graph-parts", "weight-ids"),
      ),
    },
    {
      sources: ["distances", "stochastic"],
      tests: tests(
        ...automata(
          "push",
          "order",
          "stochastic",
          "heaviest-words",
          "edges",
          "requirements",
          "checks",
          "graph-parts",
          "refusals",
          "work",
        ),
        "next",
        "evaluation",
      ),
    },
    {
      sources: ["expressions", "rational"],
      tests: tests(
        ...automata("expression", "rational-operations", "remove-epsilon", "requirements", "checks", "work"),
        ...automata("refusals"),
      ),
    },
    {
      tests: tests(
        ...automata("wdfsa", "wfsa", "wdfsa-builder", "random", "align", "edges", "requirements", "checks"),
        ...automata("rational-operations", "remove-epsilon", "machine", "graph-parts", "refusals", "work"),
      ),
    },
  ],
  formats: [{ tests: tests("formats") }],
  hankel: [{ tests: tests("hankel") }],
  linear: [
    {
      tests: tests(
        "linear",
        ...automata("fields", "reduce", "field-difference", "numerical", "field-parts", "field-spaces"),
        "learning/multiplicity",
        "learning/multiplicity*.test",
      ),
    },
  ],
  learning: [
    {
      sources: ["tree", "table"],
      tests: tests(...RUNS, "learning/tree", "learning/discrimination-tree.test", "learning/edits.test"),
    },
    { sources: ["apart"], tests: tests(...RUNS, "learning/apart", "learning/apart.test") },
    { sources: ["machine"], tests: tests(...RUNS, "learning/machine", "learning/complete-machine.test") },
    {
      sources: ["multiplicity"],
      tests: tests(...RUNS, "learning/multiplicity", "learning/multiplicity*.test"),
    },
    { sources: ["soft"], tests: tests(...RUNS, "learning/soft", "learning/soft.test") },
    {
      sources: ["replay"],
      tests: tests("learning/replay", "learning/replay.test", "learning/asking.test", "learning/edits.test"),
    },
    {
      sources: ["advice.ts", "evidence.ts", "limits.ts", "learned.ts"],
      tests: tests(
        ...["sentences", "advice-sentences", "evidence", "budgets", "ends"].map(
          (name) => `learning/${name}.test`,
        ),
      ),
    },
    {
      tests: tests(
        ...RUNS,
        ...[
          "driver",
          "ends",
          "asking",
          "budgets",
          "complete-machine",
          "replay",
          "prices",
          "examinations",
          "wrong-answers",
        ].map((name) => `learning/${name}.test`),
      ),
    },
  ],
  teachers: [{ tests: tests("teachers") }],
};
