import {
  Alphabet,
  HankelError,
  nextTeacherOf,
  quote,
  semifieldByName,
  toWfsa,
  Wdfsa,
  Wfsa,
} from "@hankel/core";
import {
  algebraOf,
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
import { standardError } from "../support/terminal.ts";
import { openFleetBox, refuseFleetOptions } from "./fleet-options.ts";
import { openNetworkBox, refuseNetworkOptions } from "./network-options.ts";
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
  ["workers", "--workers"],
  ["batch", "--batch"],
  ["timeout", "--timeout"],
  ["startTimeout", "--start-timeout"],
  ["tokenEnv", "--token-env"],
  ["semifield", "--semifield"],
  ["alphabet", "--alphabet"],
  ["bos", "--bos"],
  ["eos", "--eos"],
  ["longest", "--longest"],
  ["states", "--states"],
  ["model", "--model"],
  ["prompt", "--prompt"],
  ["end", "--end"],
  ["logprobs", "--logprobs"],
  ["fleet", "--fleet"],
  ["name", "--name"],
  ["lease", "--lease"],
] as const;

/** Those of the given options that only make sense for a black box. */
export function boxOnlyOptions(options: LiveCommandOptions): string[] {
  return BOX_ONLY.filter(([name]) => options[name] !== undefined).map(([, flag]) => flag);
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
  const ways = [
    source.target !== undefined && "an automaton file",
    source.program.length > 0 && "a program behind --",
    options.url !== undefined && "--url",
    options.module !== undefined && "--module",
    options.askMe && "--ask-me",
    options.onnx !== undefined && "--onnx",
    options.openai !== undefined && "--openai",
    options.fleet !== undefined && "--fleet",
  ].filter((way) => typeof way === "string");
  if (ways.length !== 1) {
    const found = ways.length === 0 ? "nothing" : ways.join(" and ");
    throw new HankelError(
      "usage",
      `expected one target (a file, a program behind --, --url, --module, --onnx, --openai, --fleet or --ask-me), got ${found}`,
    );
  }
  refuseNetworkOptions(options);
  refuseFleetOptions(options);
  const { url, module: path, workers, batch, timeout, startTimeout, semifield, tolerance } = options;
  const alphabet = options.alphabet === undefined ? undefined : symbolsOf(options.alphabet);
  const shared = {
    workers,
    batch,
    timeout,
    startTimeout,
    semifield,
    tolerance,
    alphabet,
    signal,
    report: output.report,
    maxMemory: options.maxMemory ?? defaultMaxMemory(),
  };
  if (source.target !== undefined) {
    const useless = boxOnlyOptions(options);
    if (useless.length > 0) {
      throw new HankelError(
        "usage",
        `${useless.join(", ")}: only for a black box, not for an automaton file`,
      );
    }
    return fileBox(source.target, options);
  }
  const fleet = await openFleetBox(options, shared);
  if (fleet !== undefined) return fleet;
  if (url !== undefined) return openUrl({ ...shared, url, token: tokenFrom(options.tokenEnv) });
  if (path !== undefined) return openModule({ ...shared, path, onOutput: output.stderr });
  if (options.askMe) return askPerson(alphabet, options);
  const network = await openNetworkBox(options, shared, tokenFrom(options.tokenEnv));
  if (network !== undefined) return network;
  const [command, ...args] = source.program;
  return openProcess({ ...shared, command, args, onStderr: output.stderr });
}

/**
 * An automaton file as a black box. For the learner of distributions, guides and classes it is a language model; for a
 * learner over a field it may be nondeterministic.
 */
async function fileBox(path: string, options: LearnerChoice): Promise<BlackBox<unknown>> {
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
