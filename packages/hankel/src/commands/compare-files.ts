/** `hankel compare` on two files: exactly. Apart from the comparison of other targets, which needs most of the library. */

import { type Automaton, compare as compareAutomata, type Difference, machineOf } from "../index.ts";
import { kindOfAutomaton } from "../learning.ts";
import { flag, option, type Values } from "../options/files.ts";
import { count } from "../options/values.ts";
import { outputsIn, outputsLine } from "../show/machine.ts";
import { EXIT } from "../support/failures.ts";
import { inputName, type Reading, readPair } from "../support/input.ts";
import { print } from "../support/output.ts";

/** The options of a comparison of two files, but for how they are read. */
export const OF_FILES = {
  json: flag("print the answer as a JSON object"),
  quiet: flag("print nothing; the exit code answers", "-q"),
  maxStates: option("<n>", "give up when determinizing makes more (default: 100000)", count(0)),
};

/** Both are automata: the answer is exact. */
export async function compareFiles(
  files: readonly [string, string],
  options: Values<typeof OF_FILES> & Reading,
  exit: (code: number) => void,
): Promise<void> {
  const [left, right] = await readPair(files[0], files[1], options);
  const difference = compareAutomata(left, right, { maxStates: options.maxStates });
  if (difference !== undefined) exit(EXIT.negative);
  if (!options.quiet) await print(answer([left, right], difference, files, options.json === true));
}

/** What both answer to the word, as machines if both are. */
function answer(
  pair: readonly Automaton<unknown>[],
  difference: Difference<unknown> | undefined,
  files: readonly string[],
  json: boolean,
): string {
  if (difference === undefined) return json ? `${JSON.stringify({ equal: true })}\n` : "equal\n";
  const { word, alphabet } = difference;
  const [{ algebra }] = pair;
  const both = [difference.left, difference.right];
  const runs = pair.every((one) => machineOf(one) !== undefined) ? both.map((run) => outputsIn(run)) : [];
  const [leftRun, rightRun] = runs;
  const weights = both.map((weight) => algebra.format(weight));
  if (json) {
    const [left, right] = weights;
    const told =
      runs.length === 0 ? { left, right } : { outputs: { left: leftRun ?? null, right: rightRun ?? null } };
    return `${JSON.stringify({ equal: false, word: alphabet.spell(word), ...told })}\n`;
  }
  const lines = files.map((file, i) => {
    const outputs = runs[i];
    if (runs.length === 0) return `  ${inputName(file)} weighs it ${weights[i]}\n`;
    return `  ${inputName(file)} ${outputs === undefined ? "lacks an input of it" : `answers ${outputsLine(outputs)}`}\n`;
  });
  const terms = runs.length === 0 ? undefined : kindOfAutomaton(pair[0]).terms;
  return `different: ${alphabet.show(word, terms)}\n${lines.join("")}`;
}
