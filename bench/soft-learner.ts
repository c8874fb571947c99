/**
 * What each step of the soft learner brings: the learner changed in one place after the other.
 *
 *     npm run bench -- soft-learner [--dir FOLDER] [--quick]
 *
 * The models are the networks of examples/models and random automata; --dir adds the networks of a folder, NAME.onnx with NAME.json and,
 * where one is known, the automaton that taught it, NAME.teacher.json. The results are written down only without a folder.
 */

import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { evaluateOn, real, runLearnerAsync, SoftLearner, softTeacher, Wdfsa } from "@hankel/core";
import { agreement } from "./language-models/same-machine.ts";
import { type Change, changes } from "./soft-learner/changes.ts";
import { type Model, modelsOf, type OpenModel } from "./soft-learner/models.ts";
import type { Cell } from "./support/result.ts";
import { scratchFile } from "./support/scratch.ts";
import { type Findings, progress, runSections, type Section, type Settings } from "./support/section.ts";

/** What a learner made of a model. */
interface Run {
  readonly model: Model;
  readonly same: boolean;
  readonly questions: number;
  readonly divergence: number;
}

/** What of the package is needed, of the learner as it is or changed. */
type Core = Pick<typeof import("@hankel/core"), "runLearnerAsync" | "SoftLearner" | "softTeacher">;

/** Divergences below this are rounding, and not compared. */
const ROUNDING = 1e-6;

/** A copy of the package's sources with one change. It fails if the changed text is not there once. */
async function changed({ file, from, to }: Change, index: number): Promise<Core> {
  const folder = dirname(scratchFile("x"));
  const copy = `${folder}/soft-learner-${index}`;
  rmSync(copy, { recursive: true, force: true });
  cpSync(fileURLToPath(new URL("../packages/core/src", import.meta.url)), copy, { recursive: true });
  const path = `${copy}/learning/soft/${file}`;
  const parts = readFileSync(path, "utf8").split(from);
  if (parts.length !== 2) throw new Error(`${file} has "${from}" ${parts.length - 1} times, not once`);
  writeFileSync(path, parts.join(to));
  return (await import(`${copy}/index.ts`)) as Core;
}

async function learn(core: Core, model: Model, open: OpenModel): Promise<Run> {
  const next = open.counting();
  const { alphabet, prefixes = false, longest } = next;
  const learner = new core.SoftLearner(alphabet, {}, { prefixes, longest });
  const found = await core.runLearnerAsync(learner, core.softTeacher(next), {});
  if (found.outcome !== "accepted")
    throw new Error(`${model.name} ended with ${found.outcome}`, { cause: found.error });
  const { target, arcWeight, initialWeight, finalWeight } = found.automaton;
  const automaton = new Wdfsa({
    algebra: real,
    alphabet,
    target: Int32Array.from(target),
    arcWeight,
    initialWeight,
    finalWeight,
  });
  const { words, teacher } = open.judged;
  const { divergence, smoothedDivergence } = await evaluateOn(words, teacher, automaton);
  return {
    model,
    same: open.taughtBy !== undefined && agreement(open.taughtBy, automaton).same,
    questions: next.words,
    divergence: Number.isFinite(divergence.mean) ? divergence.mean : smoothedDivergence.mean,
  };
}

/** How many machines are the same, the questions, and by what factor KL is that of the unchanged learner, in the geometric mean. */
function figures(runs: readonly Run[], unchanged: readonly Run[]): Cell[] {
  if (runs.length === 0) return [null, null, null];
  const logarithms = runs.map(({ divergence, model }) => {
    const other = unchanged.find((run) => run.model === model) as Run;
    return Math.log(Math.max(divergence, ROUNDING) / Math.max(other.divergence, ROUNDING));
  });
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return [
    `${runs.filter(({ same }) => same).length} of ${runs.length}`,
    sum(runs.map(({ questions }) => questions)),
    Math.exp(sum(logarithms) / runs.length),
  ];
}

async function measure({ dir, quick }: Settings): Promise<Findings> {
  const models = modelsOf(dir).filter((_, i) => !quick || i % 8 === 0);
  const own: Core = { runLearnerAsync, SoftLearner, softTeacher };
  const tried = [{ name: "(nothing)", core: own }];
  for (const [i, change] of changes.entries())
    tried.push({ name: change.name, core: await changed(change, i) });
  const runs = new Map<string, Run[]>(tried.map(({ name }) => [name, []]));
  for (const model of models) {
    progress(model.name);
    const open = await model.open();
    for (const { name, core } of tried) runs.get(name)?.push(await learn(core, model, open));
    await open.close();
  }
  const halves = ["even", "odd"] as const;
  const groups = ["networks", "automata"] as const;
  const unchanged = runs.get(tried[0].name) ?? [];
  const rows = [...runs].flatMap(([name, own]) =>
    halves.map((half): Cell[] => {
      const of = (group: string) => own.filter(({ model }) => model.half === half && model.group === group);
      return [name, half, ...groups.flatMap((group) => figures(of(group), unchanged))];
    }),
  );
  return {
    columns: [
      { name: "changed" },
      { name: "half" },
      ...groups.flatMap((group) => [
        { name: `${group}: the same machine` },
        { name: "questions" },
        { name: "KL, times", digits: 2 },
      ]),
    ],
    rows,
    ...(dir === undefined ? {} : { incomplete: "the document shows examples/models and random automata" }),
  };
}

const sections: readonly Section[] = [
  {
    name: "steps",
    title: "What stays",
    about:
      "Each row is the learner as it is, changed in one place. The networks are the language models of `examples/models`; the automata are 36 random ones, exact and with noise of 1 % and 5 % that is a fixed function of the word, and 24 whose states differ only later. *The same machine* has the same states, and the same arcs as far as arcs have a share of 0.0002 of all steps. A question is a word; networks tell the rows of all its prefixes, automata one row. KL is judged by 2,000 words of their own; *times* is the geometric mean of what it is divided by that of the unchanged learner.",
    measure,
  },
];

export function run(args: readonly string[]): Promise<void> {
  return runSections("soft-learner", sections, args);
}
