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
    name: "rare arcs lead where their letter does",
    file: "soft.ts",
    from: "yield* askRareArcs(known, { ...point, pdfa: fit(known, point.pdfa, figures).pdfa }, this.#log);",
    to: "void askRareArcs;",
  },
  {
    name: "no drawn words in the averages",
    file: "soft.ts",
    from: "const measure = yield* this.#draw(machine, SUFFIXES);",
    to: "const measure = figures;",
  },
  constant("strictly farthest first", "growth.ts", "NEARLY_FARTHEST", "0.5", "1"),
  {
    name: "all distances are looked at closely",
    file: "growth.ts",
    from: "const near = telling.filter((arc) => !isFar(arc) && !this.#isSure(arc));",
    to: "const near = telling.filter((arc) => !this.#isSure(arc));",
  },
  {
    name: "states that are others again stay",
    file: "soft.ts",
    from: "standsOut\n      ? this.#averaged(withoutDoubles",
    to: "standsOut && false\n      ? this.#averaged(withoutDoubles",
  },
  constant("4 suffixes, not 8", "soft.ts", "SUFFIXES", "8", "4"),
  constant("16 suffixes", "soft.ts", "SUFFIXES", "8", "16"),
  constant("rare below 5·10⁻⁵, not 2·10⁻⁴", "soft.ts", "RARE", "2e-4", "5e-5"),
  constant("rare below 10⁻³", "soft.ts", "RARE", "2e-4", "1e-3"),
  constant("a patience of 16, not 32", "soft.ts", "PATIENCE", "32", "16"),
  constant("a patience of 64", "soft.ts", "PATIENCE", "32", "64"),
  constant("one drawn word for 10 questions, not 4", "measure.ts", "DRAWN_FOR", "4", "10"),
  constant("one for 2 questions", "measure.ts", "DRAWN_FOR", "4", "2"),
  constant("1 state beyond the one that stands out, not 3", "choice.ts", "BEYOND", "3", "1"),
  constant("a factor of 6 stands out, not 3", "choice.ts", "STANDS_OUT", "3", "6"),
  constant("a plateau of any width", "choice.ts", "PLATEAU", "1.5", "1"),
  {
    name: "the knee at 1.02, not 1.25",
    file: "choice.ts",
    from: "export const KNEE = 1.25;",
    to: "export const KNEE = 1.02;",
  },
  constant("every loss matters", "choice.ts", "HARDLY_ANYTHING", "0.001", "0"),
];
