/** What `hankel evaluate` does: finds the model and the target that the command line names, and compares them. */

import { conditionals, isStochastic } from "../automata.ts";
import { type Automaton, HankelError, isDeterministic, machineOf, toWdfsa, Wdfsa } from "../index.ts";
import { isLogFile, readLogs, type Watching } from "../infer/log-files.ts";
import { countOf } from "../internal/core.ts";
import {
  type EvaluateOptions,
  evaluate,
  evaluateExactly,
  evaluateSample,
  type Figures,
  type LogFigures,
  type Model,
  type SampleFigures,
  type WorldModelScores,
  worldModelScores,
} from "../learning.ts";
import { type NextTeacher, nextTeacherOf } from "../models.ts";
import { cannot, isNextBox, nameOf, nextOfBox } from "../node.ts";
import { refuseUseless } from "../options/apply.ts";
import { settings } from "../options/settings.ts";
import { entryOf, flagOf, type OptionName, type Options, optionsOf } from "../options/table.ts";
import { inWords } from "../options/values.ts";
import { type WordFigures, wordFigures } from "../spectral.ts";
import { misuse } from "../support/failures.ts";
import { readAny } from "../support/input.ts";
import { readSolution } from "../support/sample-file.ts";
import { standardError } from "../support/terminal.ts";
import { type BoxOutput, readingOf, withBox } from "../target/open.ts";
import { parseTarget, type Target } from "../target/target.ts";
import {
  knownOf,
  labelsOrOutputs,
  modelFrom,
  numbers,
  type OccurredWords,
  occurred,
  refuseStrangers,
} from "./on-log.ts";

/** What was measured. */
export type Judgement =
  | { readonly kind: "target"; readonly figures: Figures; readonly of: string }
  | { readonly kind: "truth"; readonly figures: Figures; readonly of: string; readonly subject: string }
  | {
      readonly kind: "world";
      readonly scores: WorldModelScores;
      readonly of: string;
      readonly subject: string;
    }
  | {
      readonly kind: "log";
      readonly of: string;
      readonly words: number;
      readonly events: number;
      readonly figures: LogFigures;
    }
  | {
      readonly kind: "sample";
      readonly of: string;
      /** Undefined if the automaton says nothing about what comes next; then `silent` says why. */
      readonly automaton: SampleFigures | undefined;
      readonly silent?: string;
      /** How good the weights of whole words are: with a solution, or if the automaton is nondeterministic. */
      readonly weights?: WordFigures;
      readonly target: SampleFigures | undefined;
    };

/** A target that is open: an automaton file, which is compared exactly, or a black box. */
interface OpenTarget {
  readonly name: string;
  readonly automaton?: Automaton<unknown>;
  readonly next: NextTeacher;
}

/** What everything here works with. */
interface Judging {
  readonly options: Options & EvaluateOptions;
  readonly output: BoxOutput;
  readonly signal: AbortSignal;
  /** Shows how far the reading of a log has come. */
  readonly reading: Watching["progress"];
}

/** Compares what the command line names. Closes everything it opened, whatever happens. */
export async function judge(
  files: readonly string[],
  program: readonly string[],
  options: Options,
  output: BoxOutput,
  {
    progress,
    signal,
    reading,
  }: Pick<EvaluateOptions, "progress"> & {
    readonly signal: AbortSignal;
    readonly reading: Watching["progress"];
  },
): Promise<Judgement> {
  const { truth, world, solution } = options;
  const sample = options.sample ?? logAmong(files, program, options);
  if (sample === undefined) refuseWithoutLog(options);
  if (sample === undefined && (solution !== undefined || options.floor !== undefined)) {
    const flag = solution === undefined ? "--floor" : "--solution";
    throw misuse(`${flag} is about the words of --sample, and none is given`);
  }
  const chosen = Object.entries({ truth, world, sample }).filter(([, value]) => value !== undefined);
  if (chosen.length > 1) {
    const flags = chosen.map(([name]) => `--${name}`);
    throw misuse(`${inWords(flags)} say different things to compare with; choose one`);
  }
  refuseOfOthers(options);
  const known = truth ?? world;
  const wanted = known === undefined ? 2 : 1;
  if (files.length > wanted) {
    const besides = `one subject besides ${truth === undefined ? "--world" : "--truth"}`;
    const most = known === undefined ? "the automaton and one target" : besides;
    throw misuse(`expected ${most}, got ${files.join(" ")}`);
  }
  if (known === undefined && files.length === 0) {
    throw misuse("expected the automaton to evaluate");
  }
  const argument = sample === options.sample ? files.at(wanted - 1) : undefined;
  // With a sample, there need not be a target.
  const named = sample === undefined || argument !== undefined || program.length > 0;
  const expected = known === undefined ? "the automaton first, then one target" : undefined;
  const source = named ? parseTarget(argument, program, { expected }) : null;
  refuseUseless(options, { target: source });
  const judging = {
    options: { ...options, progress, cancelled: () => signal.aborted },
    output,
    signal,
    reading,
  };
  if (source !== null && truth !== undefined) return judgeNetwork(truth, source, judging);
  if (source !== null && world !== undefined) return judgeWorld(world, source, judging);
  const automaton = await readAny(files[0]);
  if (sample !== undefined) return judgeOnSample(sample, automaton, source, judging);
  const model = modelFrom(automaton);
  return withTarget(source as Target, judging, async (target) => ({
    kind: "target",
    of: target.name,
    figures: await compare(target, model, judging),
  }));
}

/** Exactly if both are deterministic automata and no number of words is asked for. */
async function compare(target: OpenTarget, model: Model, { options }: Judging): Promise<Figures> {
  const exact = target.automaton !== undefined && options.words === undefined && model instanceof Wdfsa;
  return exact ? evaluateExactly(target.automaton, model, options) : evaluate(target.next, model, options);
}

/** How well a subject has learned a known distribution. */
async function judgeNetwork(truth: string, source: Target, judging: Judging): Promise<Judgement> {
  const known = numbers(await readAny(truth));
  return withTarget(source, judging, async (subject) => ({
    kind: "truth",
    of: truth,
    subject: subject.name,
    figures: await evaluate(nextTeacherOf(known), modelOf(subject), judging.options),
  }));
}

/** A second file whose ending is that of a log is no target. */
function logAmong(
  files: readonly string[],
  program: readonly string[],
  options: Options,
): string | undefined {
  const isAlone = files.length === 2 && program.length === 0;
  return isAlone && options.truth === undefined && options.world === undefined && isLogFile(files[1])
    ? files[1]
    : undefined;
}

/** Refuses what is about a log where none is given. */
function refuseWithoutLog(options: Options): void {
  const given = optionsOf("evaluate").filter(
    (name) => options[name] !== undefined && entryOf(name).in.evaluate === "logs",
  );
  if (given.length === 0) return;
  const setting = given.find((name) => Object.hasOwn(settings, name));
  const advice = setting === undefined ? "" : `; ${flagOf(setting)} of a network is --with ${setting}=NAME`;
  const are = `${inWords(given.map(flagOf))} ${given.length === 1 ? "is" : "are"}`;
  throw misuse(`${are} about the log of --sample, and none is given${advice}`);
}

/** What is about the scores of a machine, and what is about figures. */
const OF_WORLDS = ["epsilon", "pairs", "continuations", "boundary"] as const satisfies OptionName[];
const OF_FIGURES = ["words", "k"] as const satisfies OptionName[];

/** Refuses what has no effect beside --world, or without it. */
function refuseOfOthers(options: Options): void {
  const useless = (options.world === undefined ? OF_WORLDS : OF_FIGURES).filter(
    (name) => options[name] !== undefined,
  );
  if (useless.length === 0) return;
  const are = `${inWords(useless.map(flagOf))} ${useless.length === 1 ? "is" : "are"}`;
  throw misuse(
    options.world === undefined
      ? `${are} for --world, and none is given`
      : `${are} not for --world, which draws pairs of prefixes`,
  );
}

/** Does a subject keep the states of a machine apart? */
async function judgeWorld(world: string, source: Target, judging: Judging): Promise<Judgement> {
  const machine = await readAny(world);
  if (machineOf(machine) !== undefined)
    throw misuse(`${world} answers every trace; --world needs an automaton of the words that are possible`);
  const { epsilon = 0.01 } = judging.options;
  const unlikely =
    isDeterministic(machine) && isStochastic(machine) ? unlikelySteps(toWdfsa(machine), epsilon) : 0;
  if (unlikely > 0)
    judging.output.report(
      `${world} gives ${countOf(unlikely, "arc or end", "arcs or ends")} a probability of at most ${epsilon}: a model that is the machine would not accept them; --epsilon is the limit`,
    );
  return withTarget(source, judging, async (subject) => ({
    kind: "world",
    of: world,
    subject: subject.name,
    scores: await worldModelScores(modelOf(subject), machine, judging.options),
  }));
}

/** How many arcs and ends of a distribution are possible, but no likelier than this. */
function unlikelySteps(automaton: Wdfsa<unknown>, epsilon: number): number {
  const { rows } = conditionals(automaton);
  return rows.reduce((sum, row) => sum + row.filter((share) => share > 0 && share <= epsilon).length, 0);
}

/** An automaton says which words it excludes; something that is asked cannot. */
function modelOf({ automaton, next }: OpenTarget): Model {
  return automaton === undefined ? next : modelFrom(automaton);
}

async function judgeOnSample(
  path: string,
  automaton: Automaton<unknown>,
  source: Target | null,
  judging: Judging,
): Promise<Judgement> {
  const { options, output, signal, reading } = judging;
  const { solution, floor } = options;
  const watching = { signal, progress: reading };
  const log = await readLogs([path], options, watching, knownOf(automaton));
  const report = (lines: readonly string[]) => {
    if (options.quiet !== true) for (const line of lines) standardError.line(line);
  };
  report(log.remarks);
  const { sample, events } = log;
  refuseStrangers(path, sample, automaton, (text) => options.quiet !== true && output.report(text));
  const figures = labelsOrOutputs(automaton, sample);
  if (figures !== undefined) {
    if (source !== null || solution !== undefined)
      throw misuse(
        `${source === null ? "--solution" : "a target"} is for distributions; here the log says what is right`,
      );
    return { kind: "log", of: path, words: sample.starts.length - 1, events, figures };
  }
  const { words, remark } = occurred(sample);
  if (remark !== undefined) report([remark]);
  const truth = solution === undefined ? undefined : await readSolution(solution);
  const weighed = truth !== undefined || !isDeterministic(automaton);
  const judgement = {
    kind: "sample" as const,
    of: path,
    ...(weighed && { weights: wordFigures(words, automaton, { truth, floor }) }),
    ...(await stepFigures(words, automaton, judging)),
  };
  if (source === null) return { ...judgement, target: undefined };
  return withTarget(source, judging, async (target) => ({
    ...judgement,
    target: await evaluateSample(words, modelOf(target), judging.options),
  }));
}

/** What comes next at every place of the words; a nondeterministic automaton may be unable to say it. */
async function stepFigures(
  words: OccurredWords,
  automaton: Automaton<unknown>,
  { options }: Judging,
): Promise<{ automaton: SampleFigures | undefined; silent?: string }> {
  try {
    return { automaton: await evaluateSample(words, modelFrom(automaton), options) };
  } catch (error) {
    const unable =
      error instanceof HankelError && error.code === "unsupported" && !isDeterministic(automaton);
    if (!unable) throw error;
    return { automaton: undefined, silent: error.message };
  }
}

/** Opens the target, and closes it when the work is done. */
async function withTarget<T>(
  source: Target,
  { options, output, signal }: Judging,
  work: (target: OpenTarget) => Promise<T>,
): Promise<T> {
  return withBox(source, { options, file: "rows", output, signal }, async (box) => {
    const name = nameOf(box);
    if (!isNextBox(box)) throw cannot(box, "say what comes next");
    const next = nextOfBox({ ...box, weigh: (words) => box.weigh(words, { signal }) });
    if (source.kind !== "file" || options.guide !== undefined) return work({ name, next });
    return work({ name, automaton: await readAny(source.path, readingOf(options)), next });
  });
}
