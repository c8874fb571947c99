/** A whole run at once, for a small target: what the first screen plays. */

import { type Automaton, weightsIn } from "hankel";
import { createLearner, runLearner } from "hankel/learning";
import { explainEnd } from "./explain-end.ts";
import { openTarget } from "./open.ts";
import { Recorder } from "./recorder.ts";
import type { PlainSpec } from "./spec.ts";
import { shownWeight } from "./text.ts";
import type { Frame, MachineView } from "./views.ts";

/** A step of the run, with the table of answers as it is shown. */
export interface PreviewStep {
  readonly frame: Frame;
  readonly machine: MachineView | undefined;
  readonly suffixes: readonly string[];
  readonly rows: readonly {
    readonly word: string;
    readonly isAbove: boolean;
    readonly isFocus: boolean;
    /** An entry without an answer is undefined. */
    readonly cells: readonly (string | undefined)[];
  }[];
}

/** The steps of the table learner on a target that is an automaton. */
export function previewRun(spec: PlainSpec): readonly PreviewStep[] {
  const target = openTarget(spec);
  const { algebra, alphabet, teacher } = target;
  if (teacher === undefined) throw new Error("only an automaton is learned at once");
  const learner = createLearner<unknown, unknown, Automaton<unknown>>(
    { kind: weightsIn(algebra), alphabet },
    { learner: "table" },
  );
  const recorder = new Recorder(learner);
  const learned = runLearner(learner, teacher, {
    observe: (question, _, costs) => recorder.question(question, costs),
  });
  recorder.end(explainEnd(learned, target, learner), learned.statistics, learner.hypothesis());
  const piece = recorder.take();
  if (piece === undefined) return [];
  const { frames, prefixes, rows: words, suffixes, machines, cells } = piece;
  const entries = words.map((_, row) => cells.filter((each) => each.row === row).flatMap(({ raw }) => raw));
  return frames.map((frame) => {
    const { matrix } = frame;
    const above = prefixes.slice(0, matrix?.prefixes ?? 0);
    const below = words.map((_, row) => row).slice(0, matrix?.rows ?? 0);
    const order = [...above, ...below.filter((row) => !above.includes(row))];
    return {
      frame,
      machine: machines[frame.machine],
      suffixes: suffixes.slice(0, matrix?.columns ?? 0),
      rows: order.map((row) => ({
        word: words[row],
        isAbove: above.includes(row),
        isFocus: matrix?.focusRows.includes(row) === true,
        cells: Array.from({ length: matrix?.columns ?? 0 }, (_, column) => {
          const isKnown = row < (matrix?.filledRows ?? 0) && column < (matrix?.filledColumns ?? 0);
          const known = isKnown
            ? entries[row][column]
            : matrix?.told.find((each) => each.row === row && each.column === column)?.text;
          return known === undefined ? undefined : shownWeight(algebra.name, known);
        }),
      })),
    };
  });
}
