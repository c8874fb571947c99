import {
  Alphabet,
  algebraOf,
  HankelError,
  nextTeacherOf,
  quote,
  semifieldByName,
  toWfsa,
  Wdfsa,
  Wfsa,
} from "@hankel/core";
import {
  automatonBox,
  type BlackBox,
  defaultMaxMemory,
  fieldBox,
  nextBox,
  openModule,
  openPerson,
  openProcess,
  openUrl,
  type Report,
} from "@hankel/teachers";
import { showAutomaton } from "../show/automaton.ts";
import { paintFor } from "../show/paint.ts";
import { readAny, readAutomaton } from "../support/input.ts";
import { givenFlags } from "../support/options.ts";
import { standardError } from "../support/terminal.ts";
import { whileReading } from "../support/while-reading.ts";
import { openFleetBox, refuseFleetOptions } from "./fleet-options.ts";
import { openOnnxBox, openOpenAiBox, refuseNetworkOptions } from "./network-options.ts";
import type { LearnCommandOptions, LearnerCommandOptions, LiveCommandOptions } from "./options.ts";

/** What the command line names as the target: one of these, or an option. */
export interface Source {
  /** An automaton file. */
  readonly target?: string | undefined;
  /** A program and its arguments. */
  readonly program: readonly string[];
}

/** Options that make no sense for an automaton file. */
const BOX_ONLY = [
  "workers",
  "batch",
  "timeout",
  "startTimeout",
  "tokenEnv",
  "semifield",
  "alphabet",
  "bos",
  "eos",
  "longest",
  "states",
  "model",
  "prompt",
  "end",
  "logprobs",
  "fleet",
  "name",
  "creds",
  "tlsCa",
  "tlsCert",
  "tlsKey",
  "lease",
] as const;

/** Those of the given options that only make sense for a black box. */
export function boxOnlyOptions(options: LiveCommandOptions): string[] {
  return givenFlags(options, BOX_ONLY);
}

/** The options of a run, and the learner that is asked for: it decides what an automaton file is asked. */
type LearnerChoice = LiveCommandOptions &
  Pick<LearnerCommandOptions, "learner"> &
  Pick<LearnCommandOptions, "maxMemory">;

/** Receives what a black box says besides its answers. */
export interface BoxOutput {
  readonly report: Report;
  /** Receives a line of the standard error of the black box. */
  readonly stderr: (line: string, worker: number) => void;
}

/** Opens the black box that the command line names. */
export async function openBox(
  source: Source,
  options: LearnerChoice,
  output: BoxOutput,
  signal?: AbortSignal,
): Promise<BlackBox<unknown>> {
  const named = Object.entries(openers(source, options, output)).flatMap(([name, open]) =>
    open === undefined ? [] : [{ name, open }],
  );
  if (named.length !== 1) {
    const found = named.length === 0 ? "nothing" : named.map(({ name }) => name).join(" and ");
    throw new HankelError(
      "usage",
      `expected one target (a file, a program behind --, --url, --module, --onnx, --openai, --fleet or --ask-me), got ${found}`,
    );
  }
  refuseNetworkOptions(options);
  refuseFleetOptions(options);
  refuseTokenOption(options);
  return named[0].open(sharedOptions(options, output, signal));
}

/** What most boxes are opened with. */
type Shared = ReturnType<typeof sharedOptions>;

function sharedOptions(options: LearnerChoice, output: BoxOutput, signal: AbortSignal | undefined) {
  const { workers, batch, timeout, startTimeout, semifield, tolerance, maxMemory } = options;
  return {
    workers,
    batch,
    timeout,
    startTimeout,
    semifield,
    tolerance,
    alphabet: options.alphabet === undefined ? undefined : symbolsOf(options.alphabet),
    signal,
    report: output.report,
    maxMemory: maxMemory ?? defaultMaxMemory(),
  };
}

type Opener = (shared: Shared) => Promise<BlackBox<unknown>>;

/** What a target can be, and how it is opened if the command line names one. */
function openers(
  { target, program: [command, ...args] }: Source,
  options: LearnerChoice,
  { stderr }: BoxOutput,
): Readonly<Record<string, Opener | undefined>> {
  const token = () => tokenFrom(options.tokenEnv);
  return {
    "an automaton file": given(target, (path, { signal }) =>
      whileReading(path, fileBox(path, options), signal),
    ),
    "a program behind --": given(command, (program, shared) =>
      openProcess({ ...shared, command: program, args, onStderr: stderr }),
    ),
    "--url": given(options.url, (url, shared) => openUrl({ ...shared, url, token: token() })),
    "--module": given(options.module, (path, shared) => openModule({ ...shared, path, onOutput: stderr })),
    "--ask-me": given(options.askMe, (_, { alphabet }) => askPerson(alphabet, options)),
    "--onnx": given(options.onnx, (path, shared) => openOnnxBox(path, options, shared)),
    "--openai": given(options.openai, (url, shared) =>
      openOpenAiBox(url, options, { ...shared, token: token() }),
    ),
    "--fleet": given(options.fleet, (_, shared) => openFleetBox(options, shared)),
  };
}

function given<T>(
  value: T | undefined,
  open: (value: T, shared: Shared) => BlackBox<unknown> | Promise<BlackBox<unknown>>,
): Opener | undefined {
  return value === undefined ? undefined : async (shared) => open(value, shared);
}

/**
 * An automaton file as a black box. For the learner of distributions, guides and classes it is a language model; for a
 * learner over a field it may be nondeterministic.
 */
async function fileBox(path: string, options: LearnerChoice): Promise<BlackBox<unknown>> {
  const useless = boxOnlyOptions(options);
  if (useless.length > 0) {
    throw new HankelError("usage", `${useless.join(", ")}: only for a black box, not for an automaton file`);
  }
  const { learner, guide, classes } = options;
  if (learner === "multiplicity" && guide === undefined && classes === undefined) {
    return fieldBox(withTolerance(toWfsa(await readAny(path)), options), path);
  }
  if (learner !== "soft" && guide === undefined && classes === undefined)
    return automatonBox(await readTarget(path, options), path);
  const model: unknown = nextBox(nextTeacherOf(await readAutomaton(path)), path);
  return model as BlackBox<unknown>;
}

/** Reads an automaton file. `--tolerance` replaces the tolerance of its semifield. */
export async function readTarget(path: string, { tolerance }: LiveCommandOptions): Promise<Wdfsa<unknown>> {
  const target = await readAutomaton(path);
  if (tolerance === undefined) return target;
  const algebra = algebraOf(target.algebra.name, { tolerance });
  return new Wdfsa({
    algebra,
    alphabet: target.alphabet,
    target: Int32Array.from(target.target),
    arcWeight: Array.from(target.arcWeight),
    initialWeight: target.initialWeight,
    finalWeight: Array.from(target.finalWeight),
    names: target.names,
  });
}

function withTolerance(target: Wfsa<unknown>, { tolerance }: LiveCommandOptions): Wfsa<unknown> {
  if (tolerance === undefined) return target;
  return new Wfsa({
    algebra: algebraOf(target.algebra.name, { tolerance }),
    alphabet: target.alphabet,
    initialWeight: Array.from(target.initialWeight),
    finalWeight: Array.from(target.finalWeight),
    source: Int32Array.from(target.source),
    letter: Int32Array.from(target.letter),
    target: Int32Array.from(target.target),
    arcWeight: Array.from(target.arcWeight),
    names: target.names,
  });
}

/** A token is a secret. It comes from the environment, because other users can see the command line. */
/** A token is sent to servers, and to no other target. */
function refuseTokenOption({ tokenEnv, url, openai }: LiveCommandOptions): void {
  if (tokenEnv === undefined || url !== undefined || openai !== undefined) return;
  throw new HankelError("usage", "--token-env: only for --url and --openai");
}

function tokenFrom(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  const token = process.env[name];
  if (token !== undefined && token !== "") return token;
  // The name is not repeated: people put the token itself in its place.
  throw new HankelError(
    "usage",
    "--token-env needs the name of an environment variable that holds the token; there is none of this name, or it is empty",
  );
}

function askPerson(alphabet: readonly string[] | undefined, options: LiveCommandOptions): BlackBox<unknown> {
  const { semifield } = options;
  if (alphabet === undefined || semifield === undefined) {
    throw new HankelError(
      "usage",
      '--ask-me needs --alphabet and --semifield, as in --alphabet "a b" --semifield boolean',
    );
  }
  const algebra = algebraOf(semifieldByName(semifield).name, { tolerance: options.tolerance });
  return openPerson({
    algebra,
    alphabet,
    input: process.stdin,
    output: standardError.stream,
    display: (text) => standardError.rendered(text),
    show: (hypothesis) => showAutomaton(hypothesis, paintFor(standardError)).join("\n"),
  });
}

/** Reads symbols in the notation of words: separated by spaces, or as a JSON array. */
export function symbolsOf(text: string): string[] {
  const trimmed = text.trim();
  if (!trimmed.startsWith("[")) return [...new Alphabet(trimmed === "" ? [] : trimmed.split(/\s+/u)).symbols];
  let symbols: unknown;
  try {
    symbols = JSON.parse(trimmed);
  } catch (cause) {
    throw new HankelError("usage", `--alphabet: ${quote(trimmed)} starts like a JSON array but is not one`, {
      cause,
    });
  }
  if (Array.isArray(symbols) && symbols.every((symbol) => typeof symbol === "string")) return symbols;
  throw new HankelError("usage", "--alphabet: expected symbols separated by spaces, or an array of strings");
}
