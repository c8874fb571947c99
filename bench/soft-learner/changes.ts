/** A change of the soft learner: one text in one of its files, and what stands there instead. */
export interface Change {
  readonly name: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const constant = (
  name: string,
  file: string,
  constantName: string,
  value: string,
  other: string,
): Change => ({
  name,
  file,
  from: `const ${constantName} = ${value};`,
  to: `const ${constantName} = ${other};`,
});

/** Each step, and each number that decides what is asked or chosen without options. */
export const changes: readonly Change[] = [
  {
    name: "equal rows are not looked for",
    file: "soft.ts",
    from: "const found = (exactly || tolerance === undefined) &&",
    to: "const found = tolerance === undefined || exactly &&",
  },
  {
    name: "equal rows are not looked for again while growing",
    file: "soft.ts",
    from: "found || !this.#isFree ? undefined : 0",
    to: "undefined",
  },
  {
    name: "rare arcs lead to the initial state",
    file: "soft.ts",
    from: "yield* decideRareArcs(known, { ...point, pdfa: fit(known, point.pdfa, explored).pdfa });",
    to: "fit(known, point.pdfa, explored).pdfa; void decideRareArcs;",
  },
  {
    name: "no drawn words in the averages",
    file: "soft.ts",
    from: "yield* this.#draw(decided, SUFFIXES);",
    to: "explored; void decided;",
  },
  constant("strictly farthest first", "growth.ts", "NEARLY_FARTHEST", "0.5", "1"),
  {
    name: "states are compared in their order, not nearest first",
    file: "growth.ts",
    from: "variation[b - compared] - variation[a - compared] || b - a",
    to: "b - a",
  },
  {
    name: "all suffixes of a state at once",
    file: "growth.ts",
    from: "missing.slice(0, this.#count / 2)",
    to: "missing",
  },
  constant("4 suffixes, not 8", "soft.ts", "SUFFIXES", "8", "4"),
  constant("16 suffixes", "soft.ts", "SUFFIXES", "8", "16"),
  constant("rare below 5·10⁻⁵, not 2·10⁻⁴", "soft.ts", "RARE", "2e-4", "5e-5"),
  constant("rare below 10⁻³", "soft.ts", "RARE", "2e-4", "1e-3"),
  constant("a patience of 16, not 32", "soft.ts", "PATIENCE", "32", "16"),
  constant("a patience of 64", "soft.ts", "PATIENCE", "32", "64"),
  constant("5 drawn words, one for 5 questions, not 10", "measure.ts", "DRAWN", "10", "5"),
  constant("20 drawn words, one for 20 questions", "measure.ts", "DRAWN", "10", "20"),
  constant("1 state beyond the one that stands out, not 3", "choice.ts", "BEYOND", "3", "1"),
  constant("a factor of 3 stands out, not 6", "choice.ts", "STANDS_OUT", "6", "3"),
  constant("a factor of 12 stands out", "choice.ts", "STANDS_OUT", "6", "12"),
  constant("the knee at 1.02, not 1.5", "choice.ts", "KNEE", "1.5", "1.02"),
  constant("every loss matters", "choice.ts", "HARDLY_ANYTHING", "0.001", "0"),
];
