import { automataFile, automataOf, sharedTime, writeAutomata } from "../compare/automata.ts";
import { comparePair, targetPair, withPair } from "../compare/pair.ts";
import { countOf } from "../internal/core.ts";
import { addOptions, READING, type Values } from "../options/files.ts";
import { declare, type Page } from "../options/help.ts";
import { flagOf, type OptionName, type Options } from "../options/table.ts";
import { inWords } from "../options/values.ts";
import { automataLines, comparisonJson, comparisonLines, verdictOf } from "../show/comparison.ts";
import { EXIT, misuse, reasonOf } from "../support/failures.ts";
import type { Reading } from "../support/input.ts";
import { print } from "../support/output.ts";
import { standardError } from "../support/terminal.ts";
import { watchedUntilStopped } from "../support/until-stopped.ts";
import { nameOf, type Target } from "../target/target.ts";
import { compareFiles, OF_FILES } from "./compare-files.ts";
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

type CompareOptions = Omit<Options, keyof typeof OF_FILES> & Values<typeof OF_FILES> & Reading;

export const compare: Define = (command, exit, program) => {
  declare(command, "compare", PAGE);
  addOptions(command, { ...OF_FILES, ...READ });
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
