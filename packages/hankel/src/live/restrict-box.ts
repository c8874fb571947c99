import {
  type Alphabet,
  type Automaton,
  boolean,
  determinize,
  formatByEnding,
  fromExpression,
  HankelError,
  messageOf,
  minimize,
  support,
  type Wdfsa,
} from "@hankel/core";
import { type BlackBox, classBox, guideBox, isNextBox, nameOf, type Report } from "@hankel/teachers";
import { readAny } from "../support/input.ts";
import type { LiveCommandOptions } from "./options.ts";

/** The black box under `--guide`, and as the machine of its `--classes`. */
export async function restrictBox(
  box: BlackBox<unknown>,
  { guide, classes }: Pick<LiveCommandOptions, "guide" | "classes">,
  report: Report,
): Promise<BlackBox<unknown>> {
  if (guide === undefined && classes === undefined) return box;
  if (!isNextBox(box)) {
    const flag = guide === undefined ? "--classes" : "--guide";
    throw new HankelError(
      "usage",
      `${flag} is for language models, and ${nameOf(box)} does not say what comes next`,
    );
  }
  let model = box;
  if (guide !== undefined) model = guideBox(model, await readGuide(guide, box.alphabet), report);
  return classes === undefined ? model : classBox(model, classes);
}

/** The language of a guide: the words that an automaton file does not weigh zero, or those of an expression. */
export async function readGuide(guide: string, alphabet: Alphabet): Promise<Wdfsa<boolean>> {
  if (formatByEnding(guide) !== undefined) return minimalLanguage(support(await readAny(guide)));
  try {
    return minimalLanguage(fromExpression(guide, boolean, { alphabet }));
  } catch (error) {
    if (!(error instanceof HankelError)) throw error;
    throw new HankelError("usage", `--guide: ${messageOf(error)}`, { cause: error });
  }
}

function minimalLanguage(automaton: Automaton<boolean>): Wdfsa<boolean> {
  return minimize(determinize(automaton));
}
