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
  withoutWeights,
} from "@hankel/networks";
import type { OpenBox, WeighOptions } from "../box.ts";
import type { Load } from "../optional-package.ts";
import type { LanesOptions } from "../pool/pool-box.ts";
import { reasonOf } from "../pool/time.ts";
import { type LoadedRuntime, loadRuntime } from "./runtime.ts";
import { describeNetwork, type Said } from "./side-file.ts";

/** Answers are handed over after so many words, so that a journal and the progress follow. */
const PIECE = 512;

/** Options of a box that is a network in an ONNX file. */
/** Several `workers` are sessions that run at once; they need onnxruntime-node. */
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
  if (workers > 1 && !found.parallel) {
    throw new HankelError(
      "usage",
      `--workers ${workers}: ${found.name} runs in one thread; install onnxruntime-node`,
    );
  }
  const networks: Network[] = [];
  try {
    for (let i = 0; i < workers; i++) {
      await pause(options.signal);
      const run = { name: path, batch, alphabet: chosen, notify: i === 0 ? report : undefined };
      networks.push(await openNetwork(await sessionOf(found, path), description, run));
    }
  } catch (error) {
    await release(networks);
    throw error;
  }
  return boxOf(path, networks);
}

/** All networks are of one kind, as they come from one file. */
function boxOf(name: string, networks: readonly Network[]): OnnxBox {
  const { kind } = networks[0];
  if (kind === "acceptor") return acceptorBox(name, networks as readonly Acceptor[]);
  if (kind === "classifier") return classifierBox(name, networks as readonly Classifier[]);
  return languageModelBox(name, networks as readonly LanguageModel[]);
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

function languageModelBox(name: string, networks: readonly LanguageModel[]): OpenBox<number, Distribution> {
  const [{ alphabet, prefixes, longest }] = networks;
  return {
    ...shared(name, networks),
    kind: rowsOver(alphabet, { prefixes, longest }),
    weigh: (words, options) =>
      inPieces(networks, words, options, (network, batch, onState, pause) =>
        network.next(batch, { onState, pause }),
      ),
    folded: (words, kept, options) =>
      inPieces(networks, words, { signal: options?.signal }, (network, batch, _onState, pause) =>
        network.folded(batch, kept, { pause }),
      ),
  };
}

function acceptorBox(name: string, networks: readonly Acceptor[]): OpenBox<boolean> {
  const [first] = networks;
  return {
    ...shared(name, networks),
    kind: weightsIn(boolean),
    tests: ACCEPTOR_TESTS,
    learner: "tolerant",
    weigh: (words, options) =>
      inPieces(networks, words, options, (network, ...asked) => network.accepts(...asked)),
    findCounterexample: (hypothesis, signal) =>
      findByUncertainty(first, toWdfsa(hypothesis), () => pause(signal)),
  };
}

/** A classifier is a Moore machine, which writes the class of each prefix. */
function classifierBox(name: string, networks: readonly Classifier[]): OpenBox<FreeWord> {
  const [first] = networks;
  return {
    ...shared(name, networks),
    kind: runsOf("moore"),
    learner: "tolerant",
    ...(!first.prefixes && { questions: (words) => first.questions(words) }),
    weigh: (words, options) =>
      inPieces(networks, words, options, async (network, batch, ...asked) => {
        const runs = await network.run(batch, ...asked);
        return runs.map((outputs, i) => runWeight("moore", batch[i].length, outputs));
      }),
  };
}

function shared(name: string, networks: readonly Network[]) {
  const [{ alphabet, states, longest }] = networks;
  return { name, alphabet, longest, states, close: () => release(networks) };
}

async function release(networks: readonly Network[]): Promise<void> {
  await Promise.all(networks.map((network) => network.release()));
}

/** Asks about words piece by piece. Each network takes the next piece when it is free. */
async function inPieces<N, A, Q = Word>(
  networks: readonly N[],
  words: readonly Q[],
  { arrived, signal, states }: WeighOptions<A> = {},
  ask: (
    network: N,
    words: readonly Q[],
    onState: OnState | undefined,
    pause: () => Promise<void>,
  ) => Promise<readonly A[]>,
): Promise<readonly A[]> {
  const answers = new Array<A>(words.length);
  let next = 0;
  const work = async (network: N) => {
    while (next < words.length) {
      if (signal?.aborted) throw reasonOf(signal);
      const from = next;
      next += PIECE;
      const vectors: StateVector[] = [];
      const keep: OnState = (i, vector) => {
        vectors[i] = vector;
      };
      const piece = await ask(network, words.slice(from, from + PIECE), states && keep, () => pause(signal));
      for (const [i, answer] of piece.entries()) answers[from + i] = answer;
      states?.(from, vectors);
      arrived?.(from, piece);
      await pause(signal);
    }
  };
  // All of them end before the first failure is told, so that nothing runs on behind it.
  for (const { status, ...rest } of await Promise.allSettled(networks.map(work))) {
    if (status === "rejected") throw (rest as PromiseRejectedResult).reason;
  }
  return answers;
}
