import type { Automaton } from "hankel";
import { parseJournal } from "hankel/learning";
import { externalFiles, parseDescription } from "hankel/networks";
import { comparisonOf } from "../engine/comparison.ts";
import { readWritten } from "../engine/open.ts";
import { type Problem, problemOf } from "../engine/problem.ts";
import { kindOfFile } from "../engine/recognise.ts";
import { messageOf } from "../engine/text.ts";
import type { NamedText, ReadingTasks, ReadSpec } from "./reading.ts";
import { serveTasks } from "./tasks.ts";

function read(spec: ReadSpec): void {
  if (spec.kind === "journal") parseJournal(spec.text);
  else if (spec.kind === "network") parseDescription(spec.description, "the side file");
  else readWritten(spec);
}

function check(spec: ReadSpec): Problem | null {
  try {
    read(spec);
    return null;
  } catch (error) {
    const text = spec.kind === "network" ? spec.description : spec.text;
    return problemOf(error, text, spec.kind === "expression" ? "" : spec.name);
  }
}

/** An automaton that is compared; what is wrong with it is said with the name of its file. */
function automatonOf({ name, text }: NamedText): Automaton<unknown> {
  try {
    return readWritten({ kind: "file", name, text, semifield: "", format: "" });
  } catch (error) {
    throw new Error(`${name}: ${messageOf(error)}`, { cause: error });
  }
}

serveTasks<ReadingTasks>({
  kind: ({ name, beginning }) => kindOfFile(name, beginning),
  check,
  weights: async (model) => externalFiles(new Uint8Array(await model.arrayBuffer())),
  compare: ([one, two]) => comparisonOf([one.name, two.name], [automatonOf(one), automatonOf(two)]),
});
