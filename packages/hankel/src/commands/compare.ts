import { automataFile, automataOf, sharedTime, writeAutomata } from "../compare/automata.ts";
import { comparePair, targetPair, withPair } from "../compare/pair.ts";
import { type Automaton, compare as compareAutomata, type Difference, machineOf } from "../index.ts";
import { countOf } from "../internal/core.ts";
import { kindOfAutomaton } from "../learning.ts";
import { addOptions, flag, option, READING, type Values } from "../options/files.ts";
import { declare, type Page } from "../options/help.ts";
import { flagOf, type OptionName, type Options } from "../options/table.ts";
import { count, inWords } from "../options/values.ts";
import { automataLines, comparisonJson, comparisonLines, verdictOf } from "../show/comparison.ts";
import { outputsIn, outputsLine } from "../show/machine.ts";
import { EXIT, misuse, reasonOf } from "../support/failures.ts";
import { inputName, type Reading, readPair } from "../support/input.ts";
import { print } from "../support/output.ts";
import { standardError } from "../support/terminal.ts";
import { watchedUntilStopped } from "../support/until-stopped.ts";
import { nameOf, type Target } from "../target/target.ts";
import type { Define } from "./define.ts";

const PAGE: Page = {
  usage: [
    "[options] LEFT RIGHT",
    "[options] LEFT -- PROGRAM [arguments...]",
    "[options] -- PROGRAM -- PROGRAM",
  ],
  about:
    "Compares two automata exactly, and any other two targets on words. Two language models are compared on words drawn from " +
    "each: total variation, KL both ways, Jensen–Shannon, and the places where they differ most. Two that answer words, such as " +
    "acceptors, on random words and on words near accepted ones.",
  more: `Exits with 1 when they differ and with 0 otherwise. Of automata the word shown is a shortest one; nondeterministic ones
are compared directly over fields, and determinized first over others; where neither is possible, it exits with 2 or 4. On
words, 1 means that a difference is established, by a word or with 95 % confidence above --within.`,
  topics: ["targets", "networks"],
  examples: [
    "hankel compare target.json learned.json",
    "hankel compare --quiet a.json b.json && echo the same language",
    "hankel compare a.onnx b.onnx --automata both.svg      two networks, and their automata",
    "hankel compare grammar.json -- python3 model.py       a program beside an automaton",
  ],
};

/** The semifield of a file is an option of all targets. */
const { semifield: _, ...READ } = READING;

const OWN = {
  json: flag("print the answer as a JSON object"),
  quiet: flag("print nothing; the exit code answers", "-q"),
  maxStates: option("<n>", "give up when determinizing makes more (default: 100000)", count(0)),
};

type CompareOptions = Omit<Options, keyof typeof OWN> & Values<typeof OWN> & Reading;

export const compare: Define = (command, exit, program) => {
  declare(command, "compare", PAGE);
  addOptions(command, { ...OWN, ...READ });
  command
    .argument("[target]")
    .argument("[target]")
    .allowExcessArguments()
    .action(async (_left: unknown, _right: unknown, options: CompareOptions) => {
      const targets = targetPair(command.args, program, options);
      const [left, right] = targets;
      const words = ON_WORDS.filter((name) => options[name] !== undefined);
      if (left.kind !== "file" || right.kind !== "file" || options.words !== undefined) {
        await compareOnWords(targets, options, exit);
        return;
      }
      if (words.length > 0) {
        throw misuse(
          `${inWords(words.map(flagOf))} ${words.length === 1 ? "is" : "are"} for a comparison on words; two automata are compared exactly unless --words is given`,
        );
      }
      await compareFiles([left.path, right.path], options, exit);
    });
};

/** What is for a comparison on words only. */
const ON_WORDS = [
  "seed",
  "maxLength",
  "within",
  "maxSeconds",
  "automata",
  "learner",
] as const satisfies OptionName[];

/** Both are automata: the answer is exact. */
async function compareFiles(
  files: readonly [string, string],
  options: CompareOptions,
  exit: (code: number) => void,
): Promise<void> {
  const [left, right] = await readPair(files[0], files[1], options);
  const difference = compareAutomata(left, right, { maxStates: options.maxStates });
  if (difference !== undefined) exit(EXIT.negative);
  if (!options.quiet) await print(answer([left, right], difference, files, options.json === true));
}

/** An automaton file beside another, or one that is drawn, is looked at twice. */
function refuseReadTwice(targets: readonly Target[], drawn: boolean): void {
  const files = targets.filter((target) => target.kind === "file");
  if (!files.some(({ path }) => path === "-") || (files.length === 1 && !drawn)) return;
  throw misuse("standard input can be read once only: put the automaton into a file");
}

/** How much of the time is for words if the automata are learned, too. */
const SHARE_OF_WORDS = 1 / 2;

async function compareOnWords(
  targets: readonly [Target, Target],
  given: CompareOptions,
  exit: (code: number) => void,
): Promise<void> {
  const { quiet, json, from, symbols, framed, transducer, machine, maxStates, ...options } = given;
  const reading = { from, symbols, framed, transducer, machine, maxStates };
  const useless = Object.entries(reading).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`],
  );
  if (useless.length > 0)
    throw misuse(
      `${inWords(useless)} ${useless.length === 1 ? "is" : "are"} for two automata that are compared exactly`,
    );
  const { automata, maxSeconds = Number.POSITIVE_INFINITY, within } = options;
  if (automata === undefined && options.learner !== undefined)
    throw misuse("--learner is for --automata, and none is given");
  refuseReadTwice(targets, automata !== undefined);
  const file = automata === undefined ? undefined : await automataFile(automata);
  const names = [nameOf(targets[0]), nameOf(targets[1])] as const;
  const started = performance.now();
  const deadline = started + 1000 * maxSeconds;
  const drawUntil = started + 1000 * maxSeconds * (automata === undefined ? 1 : SHARE_OF_WORDS);
  await watchedUntilStopped({ quiet, lost: "nothing was compared", exit }, async (watched) => {
    const { signal, interrupted, output, progress, end } = watched;
    await withPair(targets, { options, output, signal }, async (pair) => {
      const comparison = await comparePair(pair, {
        options,
        output: quiet ? { ...output, report: () => {} } : output,
        signal,
        progress: (done) => progress(() => `${countOf(done, "word")} compared`),
        enough: () => performance.now() > drawUntil,
      }).catch((error: unknown) => {
        throw signal.aborted ? reasonOf(signal) : error;
      });
      const learned =
        file === undefined || signal.aborted
          ? undefined
          : await automataOf(pair, {
              signal,
              time: sharedTime(deadline),
              doing: (what) => progress(() => what),
            }).catch((error: unknown) => {
              // What was compared is worth showing without them.
              if (!signal.aborted) throw error;
              return undefined;
            });
      end();
      if (signal.aborted) exit(interrupted());
      else if (verdictOf(comparison, within) === "different") exit(EXIT.negative);
      if (!quiet) {
        const lines = [
          ...comparisonLines(comparison, options, names),
          ...(learned === undefined ? [] : automataLines(learned)),
        ];
        await print(
          json ? `${comparisonJson(comparison, options, names, learned)}\n` : `${lines.join("\n")}\n`,
        );
      }
      if (file === undefined || learned === undefined) return;
      for (const note of await writeAutomata(learned, file)) if (!quiet) standardError.line(note);
    });
  });
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
