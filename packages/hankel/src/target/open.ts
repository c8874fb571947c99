/** Opens each kind of target as a black box. */

import { mostDigits, setMostDigits } from "../algebra.ts";
import { support, type WfsaParts } from "../automata.ts";
import {
  Alphabet,
  type Automaton,
  boolean,
  determinize,
  formatByEnding,
  fromExpression,
  HankelError,
  isDeterministic,
  machineOf,
  minimize,
  semifieldByName,
  toWdfsa,
  toWfsa,
  type Wdfsa,
  Wfsa,
} from "../index.ts";
import { countOf, messageOf, quote } from "../internal/core.ts";
import { defaultMaxMemory, fieldBox } from "../internal/teachers.ts";
import { algebraOf, withoutReset } from "../learning.ts";
import { likeliestSymbols, type NextTeacher, nextTeacherOf } from "../models.ts";
import {
  automatonBox,
  type BlackBox,
  nameOf as boxName,
  cannot,
  classBox,
  type FleetBoxOptions,
  guideBox,
  isNextBox,
  type MappedBoxOptions,
  type Mapper,
  type NextBox,
  nextBox,
  nextOfBox,
  openFleet,
  openMapped,
  openModule,
  openOnnx,
  openOpenAi,
  openPerson,
  openProcess,
  openUrl,
  type Report,
  readMapper,
  restBox,
  weightsBox,
} from "../node.ts";
import { refuseUseless } from "../options/apply.ts";
import { readSettings, type Settings } from "../options/settings.ts";
import type { Options } from "../options/table.ts";
import { showAutomaton } from "../show/automaton.ts";
import { paintFor } from "../show/paint.ts";
import { forwardTeacher } from "../spectral.ts";
import { located, misuse } from "../support/failures.ts";
import { inputName, type Reading, readAny, readAutomaton, readText } from "../support/input.ts";
import { standardError } from "../support/terminal.ts";
import { nameOf, type Target, type TargetKind } from "./target.ts";

/** Receives what a black box says besides its answers. */
export interface BoxOutput {
  readonly report: Report;
  /** Receives a line of the standard error of the black box. */
  readonly stderr: (line: string, worker: number) => void;
}

/** How a target is opened. */
export interface Opening {
  readonly options: Options;
  /** What `--with` says, if it is about more than the target. */
  readonly settings?: Settings;
  /** What an automaton file answers with: weights, those of a nondeterministic one, or distributions, as under `--guide` and `--classes`. */
  readonly file?: "weights" | "field" | "rows";
  readonly output: BoxOutput;
  readonly signal?: AbortSignal | undefined;
  /** Why the first worker of a fleet is refused, if it is. */
  readonly refuse?: FleetBoxOptions["refuse"];
  /** Is it learned? Only then it may be one that is never reset. */
  readonly learns?: true;
  /** The symbols that `--with top=N` keeps, if a journal has them already. */
  readonly kept?: readonly string[] | undefined;
}

/** The same with the settings read. */
type Ready = Opening & { readonly settings: Settings };

/** What most boxes are opened with. */
function shared({ options, settings, output, signal }: Ready) {
  const { workers, timeout, semifield, tolerance, maxMemory = defaultMaxMemory() } = options;
  return {
    workers,
    batch: settings.batch,
    digits: settings.digits,
    timeout,
    startTimeout: settings["start-timeout"],
    semifield,
    tolerance,
    alphabet: options.alphabet === undefined ? undefined : symbolsOf(options.alphabet),
    signal,
    report: output.report,
    maxMemory,
  };
}

/** A token is a secret. It comes from the environment, because other users can see the command line. */
function tokenOf({ settings }: Ready): string | undefined {
  const name = settings["token-env"];
  if (name === undefined) return undefined;
  const token = process.env[name];
  if (token !== undefined && token !== "") return token;
  // The name is not repeated: people put the token itself in its place.
  throw misuse(
    "--with token-env needs the name of an environment variable that holds the token; there is none of this name, or it is empty",
  );
}

/** The key from the environment. OpenAI's own is sent to nobody else, unless `token-env` names it. */
function keyFor(url: string): string | undefined {
  const own = process.env["HANKEL_OPENAI_KEY"];
  if (own !== undefined && own !== "") return own;
  const openai = URL.canParse(url) && new URL(url).hostname === "api.openai.com";
  return openai ? process.env["OPENAI_API_KEY"] : undefined;
}

/** The server of a fleet and how it is reached. */
export function fleetAccess({ server, fleet }: Target<"fleet">, settings: Settings) {
  const { creds, "tls-ca": tlsCa, "tls-cert": tlsCert, "tls-key": tlsKey } = settings;
  return { fleet: server, name: fleet, creds, tlsCa, tlsCert, tlsKey };
}

/** How a file is read: `--semifield` is for one that does not name it. */
export function readingOf({ semifield, maxMemory }: Options): Reading {
  return { ...(semifield !== undefined && { semifield }), maxMemory };
}

/** The same for the target of a run, which has a limit also where the command line names none. */
function targetReading(options: Options): Reading {
  const { maxMemory = defaultMaxMemory() } = options;
  return readingOf({ ...options, maxMemory });
}

/** Reads an automaton file. `--tolerance` replaces the tolerance of its semifield. */
export async function readTarget(path: string, options: Options): Promise<Wdfsa<unknown>> {
  const target = await readAutomaton(path, targetReading(options));
  if (machineOf(target) !== undefined)
    refuseUseless(options, { target: { kind: "file", path }, learned: "runs" });
  return options.tolerance === undefined ? target : toWdfsa(withTolerance(toWfsa(target), options));
}

function withTolerance(target: Wfsa<unknown>, { tolerance }: Options): Wfsa<unknown> {
  if (tolerance === undefined) return target;
  const parts: WfsaParts<unknown> = target;
  return new Wfsa({ ...parts, algebra: algebraOf(target.algebra.name, { tolerance }) });
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
  throw misuse("--alphabet: expected symbols separated by spaces, or an array of strings");
}

/** A worker says this many times within the time of a lease that it is alive. */
const BEATS = 5;

/** So many first words are asked of a mapped server twice. */
const TWICE = 12;

/** Reads a mapper file; errors name the place there. */
export async function readMapperFile(path: string): Promise<Mapper> {
  const text = await readText(path);
  try {
    return await readMapper(text);
  } catch (error) {
    throw located(error, inputName(path));
  }
}

/** The certificates that settings name. */
export async function certificatesOf(settings: Settings): Promise<MappedBoxOptions["certificates"]> {
  const { "tls-ca": ca, "tls-cert": cert, "tls-key": key } = settings;
  const files = Object.entries({ ca, cert, key }).filter(([, path]) => path !== undefined);
  return Object.fromEntries(
    await Promise.all(files.map(async ([name, path]) => [name, await readText(path as string)])),
  ) as MappedBoxOptions["certificates"];
}

/** How each kind of target is opened. */
const openers: {
  readonly [K in TargetKind]: (target: Target<K>, opening: Ready) => Promise<BlackBox<unknown>>;
} = {
  async file({ path }, { options, file }) {
    const reading = targetReading(options);
    const isModel = file === "rows" || options.guide !== undefined || options.classes !== undefined;
    if (isModel) return nextBox(modelOf(await readAny(path, reading)), path);
    if (file === "field") return fieldBox(withTolerance(toWfsa(await readAny(path, reading)), options), path);
    return automatonBox(await readTarget(path, options), path);
  },
  async onnx({ path }, opening) {
    const { bos, eos, longest, input, output, hidden: states } = opening.settings;
    return openOnnx({ ...shared(opening), path, bos, eos, longest, states, input, output });
  },
  module: async ({ path }, opening) =>
    openModule({ ...shared(opening), path, onOutput: opening.output.stderr }),
  http: async ({ url }, opening) => openUrl({ ...shared(opening), url, token: tokenOf(opening) }),
  async openai({ url }, opening) {
    const { model, prompt, end, logprobs: top } = opening.settings;
    const { alphabet, ...rest } = shared(opening);
    const token = tokenOf(opening) ?? keyFor(url);
    if (alphabet === undefined) {
      throw misuse(
        `a completion server needs the symbols, which are texts, as in --alphabet '[" yes"," no"]'`,
      );
    }
    return openOpenAi({ ...rest, url, alphabet, model, prompt, end, top, token });
  },
  async fleet(target, opening) {
    const { repeat = 1, onConflict = repeat > 1 ? "majority" : "stop" } = opening.options;
    const { lease = 10 } = opening.settings;
    return openFleet({
      ...shared(opening),
      ...fleetAccess(target, opening.settings),
      lease,
      beat: lease / BEATS,
      contradicted: onConflict === "stop" ? "fail" : "report",
      refuse: opening.refuse,
    });
  },
  async mapped({ url, mapper: path }, opening) {
    const { workers, timeout, alphabet, signal, report } = shared(opening);
    const { repeat = 1, onConflict = "stop" } = opening.options;
    const [mapper, certificates] = await Promise.all([
      readMapperFile(path),
      certificatesOf(opening.settings),
    ]);
    // Who expects answers that differ has said what to do about them.
    const twice = repeat === 1 && onConflict === "stop" ? TWICE : 0;
    return openMapped({ url, mapper, workers, timeout, alphabet, signal, report, certificates, twice });
  },
  async me(_target, opening) {
    const { alphabet, semifield, tolerance } = shared(opening);
    if (alphabet === undefined || semifield === undefined) {
      throw misuse(
        'to ask you, hankel needs --alphabet and --semifield, as in me --alphabet "a b" --semifield boolean',
      );
    }
    return openPerson({
      algebra: algebraOf(semifieldByName(semifield).name, { tolerance }),
      alphabet,
      input: process.stdin,
      output: standardError.stream,
      display: (text) => standardError.rendered(text),
      show: (hypothesis) => showAutomaton(hypothesis, paintFor(standardError)).join("\n"),
    });
  },
  program: async ({ command, args }, opening) =>
    openProcess({ ...shared(opening), command, args, onStderr: opening.output.stderr }),
  async sample(target) {
    throw misuse(`${nameOf(target)} is a sample: nobody can ask it`);
  },
};

/**
 * An automaton as a language model. A nondeterministic one, such as a spectral result, may have negative weights, which count as
 * zero. Where it says nothing, the end is certain, as behind words that a deterministic one cannot read.
 */
function modelOf(automaton: Automaton<unknown>): NextTeacher {
  if (isDeterministic(automaton)) return nextTeacherOf(toWdfsa(automaton));
  const model = forwardTeacher(automaton);
  const ended = Float64Array.from({ length: automaton.alphabet.size + 1 }, (_, i) =>
    i === automaton.alphabet.size ? 1 : 0,
  );
  return {
    ...model,
    next: (words) => model.next(words).map((row) => (row.some((share) => share > 0) ? row : ended)),
  };
}

/** Opens a target as a black box. */
async function openTarget<K extends TargetKind>(
  target: Target<K>,
  opening: Ready,
): Promise<BlackBox<unknown>> {
  const open: (target: Target<K>, opening: Ready) => Promise<BlackBox<unknown>> = openers[target.kind];
  return open(target, opening);
}

/** Opens a target over its likeliest symbols if only these are kept, under `--guide`, and as the machine of its `--classes`. Refuses options that its answers have no use for. */
export async function openRestricted(target: Target, opening: Opening): Promise<BlackBox<unknown>> {
  const { options, settings = readSettings(options.with, [target.kind]) } = opening;
  // A run that may read such weights may also compute, keep and write them.
  if (settings.digits !== undefined) setMostDigits(Math.max(settings.digits, mostDigits()));
  const box = await openTarget(target, { ...opening, settings });
  try {
    refuseUseless(options, { target, box: box.kind.name });
    return await restricted(box, { ...opening, settings });
  } catch (error) {
    await box.close?.();
    throw error;
  }
}

/** The same for some work with it, after which it is closed, whatever happens. */
export async function withBox<T>(
  target: Target,
  opening: Opening,
  work: (box: BlackBox<unknown>) => Promise<T>,
): Promise<T> {
  const box = await openRestricted(target, opening);
  try {
    return await work(box);
  } finally {
    await box.close?.();
  }
}

async function restricted(box: BlackBox<unknown>, opening: Ready): Promise<BlackBox<unknown>> {
  const { guide, classes } = opening.options;
  const { top, reset } = opening.settings;
  if (reset === "never") return neverReset(box, opening);
  if (guide === undefined && classes === undefined && top === undefined) return box;
  if (!isNextBox(box)) throw cannot(box, "say what comes next");
  let model = top === undefined ? box : await withTop(box, top, opening);
  if (guide !== undefined) {
    model = guideBox(model, await readGuide(guide, model.alphabet), opening.output.report);
  }
  return classes === undefined ? model : classBox(model, classes);
}

/** A machine whose initial state nobody can bring back. What is known of it from elsewhere began in another state. */
function neverReset(box: BlackBox<unknown>, { options, learns }: Ready): BlackBox<unknown> {
  if (learns !== true) throw misuse("--with reset=never is for hankel learn");
  const { workers = 1, journal, from, warm, seed } = options;
  const useless = {
    "--journal": journal,
    "--from": from,
    "--warm": warm,
    "--workers": workers > 1 || undefined,
  };
  const [flag] = Object.entries(useless).find(([, value]) => value !== undefined) ?? [];
  if (flag !== undefined)
    throw misuse(`a target that is never reset answers in one long run, so leave ${flag} out`);
  return withoutReset(box, seed);
}

/** A language model over its likeliest symbols and one for the rest: those of a journal, or as drawn words rank them. */
async function withTop(
  box: NextBox,
  top: number,
  { options: { seed }, output: { report }, signal, kept }: Opening,
): Promise<NextBox> {
  const { size } = box.alphabet;
  if (top >= size) {
    report(`${boxName(box)} has ${countOf(size, "symbol")}, so --with top=${top} keeps all of them`);
    return box;
  }
  if (kept !== undefined) return restBox(box, kept);
  let questions = 0;
  const counted: NextBox = {
    ...box,
    weigh(words) {
      questions += words.length;
      return box.weigh(words, { signal });
    },
  };
  const { symbols, others, drawn } = await likeliestSymbols(nextOfBox(counted), top, { seed });
  const model = restBox(box, symbols);
  const rest = quote(model.alphabet.symbols[top]);
  report(
    `of ${size} symbols the ${top} likeliest are kept, as ${drawn} rank them, at ${countOf(questions, "question")}; ` +
      `the other ${size - top} are the symbol ${rest}, with ${Number((100 * others).toPrecision(2))} % of the probability there, and ` +
      "where it is read, the target reads the likeliest of them",
  );
  return model;
}

/** The language of a guide: the words that an automaton file does not weigh zero, or those of an expression. */
async function readGuide(guide: string, alphabet: Alphabet): Promise<Wdfsa<boolean>> {
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

/** A language model as a black box that gives the probabilities of words; any other box as it is. */
export function boxOfWeights(box: BlackBox<unknown>, tolerance?: number): BlackBox<unknown> {
  return isNextBox(box) ? weightsBox(box, tolerance) : box;
}
