/**
 * The map of the site: every page of `docs`, once. A page that is missing here, or here and not in `docs`, fails the build.
 */

/** The path of a page under `docs` without `.md`, and its name in the navigation where that is not its heading. */
export type Entry = string | readonly [path: string, name: string];

export interface Section {
  readonly name: string;
  /** In a sentence, for the first page. */
  readonly about: string;
  readonly entries: readonly Entry[];
  /** Pages in a list of their own, closed unless one of them is open. */
  readonly more?: { readonly name: string; readonly entries: readonly Entry[] };
}

export const map: readonly Section[] = [
  {
    name: "Start",
    about: "What this is, and a first automaton in two minutes.",
    entries: [["start", "Your first automaton"]],
  },
  {
    name: "Learn",
    about: "The ideas, with pictures, and the words for them.",
    entries: ["concepts", "studio", "glossary", "learners", "library"],
  },
  {
    name: "Do",
    about: "One task a page, from the black box to the automaton.",
    entries: [
      "how-to/program",
      "how-to/mealy-machine",
      "how-to/server",
      "how-to/async-function",
      "how-to/network",
      "how-to/pytorch",
      "how-to/completion-server",
      "how-to/versions",
      "how-to/generate",
      "how-to/continuous-integration",
      "how-to/compare-models",
      "how-to/world-model",
      "how-to/logs",
      "how-to/fleet",
      "how-to/resume",
      "how-to/noise",
      "how-to/own-semifield",
      "how-to/certificate",
    ],
    more: {
      name: "In depth",
      entries: [
        "teachers",
        "machines",
        "language-models",
        "fleet",
        "tests",
        "fields",
        "spectral",
        "naturals",
        "exactness",
        "operations",
        "toolkit",
      ],
    },
  },
  {
    name: "Coming from",
    about: "Their call and ours, side by side.",
    entries: [
      ["coming-from/learnlib", "LearnLib"],
      ["coming-from/aalpy", "AALpy"],
      ["coming-from/openfst", "OpenFst"],
      ["coming-from/weiss", "Weighted L* (Weiss)"],
      ["coming-from/paper", "The paper"],
    ],
  },
  {
    name: "Reference",
    about: "Every public name, command, format and error.",
    entries: [
      ["api/hankel", "hankel"],
      ["api/node", "hankel/node"],
      ["api/algebra", "hankel/algebra"],
      ["api/automata", "hankel/automata"],
      ["api/formats", "hankel/formats"],
      ["api/learning", "hankel/learning"],
      ["api/models", "hankel/models"],
      ["api/networks", "hankel/networks"],
      ["api/spectral", "hankel/spectral"],
      ["api/testing", "hankel/testing"],
      "cli",
      "commands",
      "errors",
      "formats",
      "protocol",
    ],
  },
  {
    name: "Theory",
    about: "Definitions, theorems, proofs, and the tests that hold the code to them.",
    entries: [
      "theory",
      "theory/acceptors",
      "theory/determinization",
      "theory/fields",
      "theory/language-models",
      "theory/machines",
      "theory/samples",
      "theory/testing",
      "theory/index",
    ],
    more: {
      name: "Decisions",
      entries: [
        ["decisions/README", "All decisions"],
        "decisions/certificates",
        "decisions/checks",
        "decisions/failing-teachers",
        "decisions/fleets",
        "decisions/generators",
        "decisions/no-dependencies",
        "decisions/no-key",
        "decisions/no-sums",
        "decisions/one-package",
        "decisions/plateau",
        "decisions/prices",
        "decisions/rationals",
        "decisions/repaired",
        "decisions/resuming",
        "decisions/threads",
      ],
    },
  },
  {
    name: "Benchmarks",
    about: "What it costs, beside others.",
    entries: ["benchmarks"],
    more: {
      name: "By subject",
      entries: [
        "benchmarks/questions",
        "benchmarks/models",
        "benchmarks/speed",
        "benchmarks/automata",
        "benchmarks/core",
        "benchmarks/models-lm",
        "benchmarks/soft-learner",
        "benchmarks/natural",
        "benchmarks/default-tests",
        "benchmarks/adaptive",
        "benchmarks/regression",
        "benchmarks/spectral",
        "benchmarks/multiplicity",
        "benchmarks/teachers",
        "benchmarks/fleet",
        "benchmarks/fleet-simulation",
        "benchmarks/startup",
        "benchmarks/pages",
        "benchmarks/drawing",
        "benchmarks/logs",
        "benchmarks/worst-cases",
        "benchmarks/tried",
        "benchmarks/coverage",
      ],
    },
  },
];

export interface Place {
  readonly path: string;
  /** Its name in the navigation; the heading of the page where the map gives none. */
  readonly name: string | undefined;
  readonly section: Section;
}

/** The pages of the map, in order. */
export const places: readonly Place[] = map.flatMap((section) =>
  [...section.entries, ...(section.more?.entries ?? [])].map((entry) => {
    const [path, name] = typeof entry === "string" ? [entry, undefined] : entry;
    return { path, name, section };
  }),
);

/** Throws if the map and the pages differ. */
export function requireComplete(pages: readonly string[]): void {
  const paths = places.map(({ path }) => path);
  const faults = [
    ...paths.filter((path, i) => paths.indexOf(path) !== i).map((path) => `${path} is in the map twice`),
    ...paths.filter((path) => !pages.includes(path)).map((path) => `${path} is in the map, but no page`),
    ...pages.filter((path) => !paths.includes(path)).map((path) => `docs/${path}.md is not in the map`),
  ];
  if (faults.length > 0) throw new Error(`apps/site/src/map.ts: ${faults.join("; ")}`);
}

/** The file of the built page. */
export function outputOf(path: string): string {
  return `${path.replace(/(^|\/)README$/u, "$1index")}.html`;
}
