import { type Automaton, compare as compareAutomata, type Difference, machineOf } from "../index.ts";
import { kindOfAutomaton } from "../learning.ts";
import { flag, option, READING } from "../options/files.ts";
import { count } from "../options/values.ts";
import { outputsIn, outputsLine } from "../show/machine.ts";
import { EXIT } from "../support/failures.ts";
import { inputName, readPair } from "../support/input.ts";
import { print } from "../support/output.ts";
import { define, PAIR } from "./define.ts";

export const compare = define({
  operands: PAIR,
  options: {
    json: flag("print the answer as a JSON object"),
    quiet: flag("print nothing; the exit code answers", "-q"),
    maxStates: option("<n>", "give up when determinizing makes more (default: 100000)", count(0)),
  },
  reads: READING,
  more: `Exits with 0 when they are equal and with 1 when they differ; the word shown is a shortest one. Nondeterministic
automata are compared directly over fields and determinized first over other semifields. Where that is not possible
(for tropical automata the question is undecidable), the command says so and exits with 2 or 4. Over real, equal means
equal within the tolerance; for nondeterministic automata, on words that numerically span what all words reach.`,
  examples: [
    "hankel compare target.json learned.json",
    "hankel minimize target.json | hankel compare target.json -",
    "hankel compare --quiet a.json b.json && echo the same language",
  ],
  async run(files, options, exit) {
    const [left, right] = await readPair(files[0], files[1], options);
    const difference = compareAutomata(left, right, { maxStates: options.maxStates });
    if (difference !== undefined) exit(EXIT.negative);
    if (!options.quiet) await print(answer([left, right], difference, files, options.json === true));
  },
});

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
