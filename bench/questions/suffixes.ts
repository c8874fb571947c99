/** Questions against symbols: what `maxSuffix` trades. */

import { type Family, nameOf, target } from "../support/families.ts";
import { average } from "../support/measure.ts";
import { type Findings, progress, type Section, type Settings } from "../support/section.ts";
import { study } from "../support/study.ts";

const FAMILIES: readonly Family[] = [1, 0.5, 0.02].map((finals) => ({
  weights: "tropical",
  letters: 10,
  finals,
}));
const LENGTHS = [0, 64, 256, 512, 1024, 2048];

export const suffixes: Section = {
  name: "suffixes",
  title: "Questions against symbols: `maxSuffix`",
  about:
    "The tree learner on dense tropical targets, 10 letters. Invented suffixes save questions and cost letters.",
  measure({ quick, seeds }: Settings): Findings {
    const sizes = quick ? [100] : [400, 2000];
    // One size for all, and how it changes with the size where it matters most.
    const cases = FAMILIES.flatMap((family) => sizes.map((size) => ({ family, size }))).filter(
      ({ family, size }) => family.finals === 0.5 || size < 1000,
    );
    const rows = cases.flatMap(({ family, size }) => {
      const targets = Array.from({ length: seeds }, (_, i) => target(family, size, i + 1));
      return LENGTHS.map((maxSuffix) => {
        progress(`maxSuffix ${maxSuffix}, ${nameOf(family)}, ${size} states`);
        const runs = targets.map((automaton) => study(automaton, { learner: "tree", maxSuffix }));
        return {
          family,
          maxSuffix,
          ...average(runs, ["states", "dof", "questions", "rounds", "symbols", "equivalences"]),
        };
      });
    });
    return {
      columns: [
        { name: "family" },
        { name: "states" },
        { name: "maxSuffix" },
        { name: "questions" },
        { name: "per dof", digits: 2 },
        { name: "rounds" },
        { name: "equivalences" },
        { name: "symbols" },
        { name: "symbols a question", digits: 1 },
      ],
      rows: rows.map((row) => [
        nameOf(row.family),
        row.states,
        row.maxSuffix,
        row.questions,
        row.questions / row.dof,
        row.rounds,
        row.equivalences,
        row.symbols,
        row.symbols / row.questions,
      ]),
      plots: [
        {
          file: "bench-suffixes.svg",
          title: "What long suffixes save and cost (one point per maxSuffix)",
          x: { label: "symbols a question", log: true },
          y: { label: "questions per degree of freedom", log: true },
          series: cases.map(({ family, size }) => ({
            name: `${nameOf(family).replace(/^\w+, \d+ letters, /u, "")}, ${size} states`,
            joined: true,
            points: rows
              .filter((row) => row.family === family && Math.round(row.states) === size)
              .map((row) => [row.symbols / row.questions, row.questions / row.dof] as const),
          })),
        },
      ],
    };
  },
};
