import { access, readFile } from "node:fs/promises";
import { dirname, isAbsolute, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import {
  boolean,
  type Distribution,
  type FreeWord,
  HankelError,
  quote,
  rowsOver,
  runsOf,
  runWeight,
  type StateVector,
  toWdfsa,
  type Word,
  weightsIn,
} from "@hankel/core";
import {
  ACCEPTOR_TESTS,
  type Acceptor,
  type Classifier,
  externalFiles,
  findByUncertainty,
  type LanguageModel,
  type Network,
  type OnState,
  openNetwork,
  openSession,
  type Session,
  shortWeights,
  suggestDescription,
  teamOf,
  withoutWeights,
} from "@hankel/networks";
import type { OpenBox, WeighOptions } from "../box.ts";
import type { Load } from "../optional-package.ts";
import type { LanesOptions } from "../pool/pool-box.ts";
import { reasonOf } from "../pool/time.ts";
import { type LoadedRuntime, loadRuntime } from "./runtime.ts";
import { inThreads } from "./session-threads.ts";
import { describeNetwork, type Said } from "./side-file.ts";

/** Answers are handed over after so many words, so that a journal and the progress follow. */
const PIECE = 512;

/** Options of a box that is a network in an ONNX file. Several `workers` are sessions that run at once, each in a thread of its own. */
export interface OnnxBoxOptions extends Said, Omit<LanesOptions, "timeout"> {
  readonly path: string;
  /** The words in one run of the network; 64 by default. */
  readonly batch?: number | undefined;
  /** Loads a package by its name. */
  readonly load?: Load;
}

/** A network as a black box: a language model answers with distributions, an acceptor with truth values, a classifier with runs. */
export type OnnxBox = OpenBox<number, Distribution> | OpenBox<boolean> | OpenBox<FreeWord>;

/**
 * Opens a network in an ONNX file; its side file or the options say what its tokens mean.
 *
 * @example
 * const network = await openOnnx({ path: "examples/models/tomita1.onnx" });
 * console.log(network.alphabet.symbols.join(" ")); // 0 1
 * await network.close();
 */
export async function openOnnx(options: OnnxBoxOptions): Promise<OnnxBox> {
  const { path, workers = 1, batch, report = () => {} } = options;
  await access(path).catch((cause: unknown) => {
    throw new HankelError("usage", `cannot read ${path}: no such file, or no permission`, { cause });
  });
  const found = await loadRuntime(options.load);
  const suggest = async () => {
    const session = await sessionOf(found, path);
    const suggestion = await suggestDescription(session, path);
    await session.release();
    return suggestion;
  };
  const { description, chosen } = await describeNetwork(path, options, report, suggest);
  await pause(options.signal);
  const session = workers === 1 ? await sessionOf(found, path) : await sessionsOf(found, path, workers);
  return boxOf(
    path,
    await openNetwork(session, description, { name: path, batch, alphabet: chosen, notify: report }),
  );
}

function boxOf(name: string, network: Network): OnnxBox {
  if (network.kind === "acceptor") return acceptorBox(name, network);
  return network.kind === "classifier" ? classifierBox(name, network) : languageModelBox(name, network);
}

/** So many sessions as one, each in a thread of its own. */
async function sessionsOf(found: LoadedRuntime, path: string, count: number): Promise<Session> {
  const threads = { ...found, runtime: inThreads(found.name) };
  const opened = await Promise.allSettled(Array.from({ length: count }, () => sessionOf(threads, path)));
  const sessions = opened.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  const failed = opened.find((each) => each.status === "rejected");
  if (failed === undefined) return teamOf(sessions);
  await Promise.all(sessions.map((session) => session.release()));
  throw failed.reason;
}

/** Lets the event loop see signals between two runs of a network, which cannot be ended themselves. */
async function pause(signal: AbortSignal | undefined): Promise<void> {
  await setImmediate();
  if (signal?.aborted) throw reasonOf(signal);
}

/** Loads the network, with the weights that stand in files beside it. */
async function sessionOf({ runtime, readsFiles, session }: LoadedRuntime, path: string): Promise<Session> {
  if (!readsFiles) {
    const model = await readFile(path);
    return openSession(runtime, model, path, { ...session, externalData: await weightsOf(model, path) });
  }
  try {
    return await openSession(runtime, path, path, session);
  } catch (error) {
    // The runtime's own message is about its insides if a file is missing.
    const model = await readFile(path);
    const short = shortWeights(model, path, await weightsOf(model, path));
    throw short === undefined ? error : new HankelError("usage", short, { cause: error });
  }
}

/** The files with weights that a network names. */
async function weightsOf(model: Uint8Array, path: string) {
  const files = externalFiles(model);
  return Promise.all(
    files.map(async (file) => {
      if (isAbsolute(file) || file.split(/[\\/]/u).includes("..")) {
        throw new HankelError(
          "usage",
          `${path} names weights outside its folder, ${quote(file)}; they are not read`,
        );
      }
      const data = await readFile(join(dirname(path), file)).catch((cause: NodeJS.ErrnoException) => {
        if (cause.code === "ENOENT") throw withoutWeights(path, [file]);
        throw new HankelError("usage", `cannot read ${file}, the weights of ${path}: ${cause.message}`, {
          cause,
        });
      });
      return { path: file, data };
    }),
  );
}

function languageModelBox(name: string, network: LanguageModel): OpenBox<number, Distribution> {
  const { alphabet, prefixes, longest } = network;
  return {
    ...shared(name, network),
    kind: rowsOver(alphabet, { prefixes, longest }),
    weigh: (words, options) =>
      inPieces(words, options, (batch, onState, pause) => network.next(batch, { onState, pause })),
    folded: (words, kept, options) =>
      inPieces(words, { signal: options?.signal }, (batch, _onState, pause) =>
        network.folded(batch, kept, { pause }),
      ),
  };
}

function acceptorBox(name: string, network: Acceptor): OpenBox<boolean> {
  return {
    ...shared(name, network),
    kind: weightsIn(boolean),
    tests: ACCEPTOR_TESTS,
    learner: "tolerant",
    weigh: (words, options) => inPieces(words, options, (...asked) => network.accepts(...asked)),
    findCounterexample: (hypothesis, signal) =>
      findByUncertainty(network, toWdfsa(hypothesis), () => pause(signal)),
  };
}

/** A classifier is a Moore machine, which writes the class of each prefix. */
function classifierBox(name: string, network: Classifier): OpenBox<FreeWord> {
  return {
    ...shared(name, network),
    kind: runsOf("moore"),
    learner: "tolerant",
    ...(!network.prefixes && { questions: (words) => network.questions(words) }),
    weigh: (words, options) =>
      inPieces(words, options, async (batch, ...asked) => {
        const runs = await network.run(batch, ...asked);
        return runs.map((outputs, i) => runWeight("moore", batch[i].length, outputs));
      }),
  };
}

function shared(name: string, network: Network) {
  const { alphabet, states, longest } = network;
  return { name, alphabet, longest, states, close: () => network.release() };
}

/** Asks about words piece by piece. */
async function inPieces<A, Q = Word>(
  words: readonly Q[],
  { arrived, signal, states }: WeighOptions<A> = {},
  ask: (
    words: readonly Q[],
    onState: OnState | undefined,
    pause: () => Promise<void>,
  ) => Promise<readonly A[]>,
): Promise<readonly A[]> {
  const answers = new Array<A>(words.length);
  for (let from = 0; from < words.length; from += PIECE) {
    if (signal?.aborted) throw reasonOf(signal);
    const vectors: StateVector[] = [];
    const keep: OnState = (i, vector) => {
      vectors[i] = vector;
    };
    const piece = await ask(words.slice(from, from + PIECE), states && keep, () => pause(signal));
    for (const [i, answer] of piece.entries()) answers[from + i] = answer;
    states?.(from, vectors);
    arrived?.(from, piece);
    await pause(signal);
  }
  return answers;
}
