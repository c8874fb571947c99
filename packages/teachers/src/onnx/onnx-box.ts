import { access, readFile } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import {
  boolean,
  type Distribution,
  HankelError,
  rowsOver,
  type StateVector,
  toWdfsa,
  type Word,
  weightsIn,
} from "@hankel/core";
import {
  ACCEPTOR_TESTS,
  Acceptor,
  findByUncertainty,
  LanguageModel,
  type Network,
  type OnState,
  openNetwork,
  openSession,
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

/** A network as a black box: a language model answers with distributions, an acceptor with truth values. */
export type OnnxBox = OpenBox<number, Distribution> | OpenBox<boolean>;

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
  const { description, chosen } = await describeNetwork(path, options);
  const found = await loadRuntime(options.load);
  if (workers > 1 && !found.parallel) {
    throw new HankelError(
      "usage",
      `--workers ${workers}: ${found.name} runs in one thread; install onnxruntime-node`,
    );
  }
  const run = { name: path, batch, alphabet: chosen };
  const networks: Network[] = [];
  try {
    for (let i = 0; i < workers; i++) {
      await pause(options.signal);
      networks.push(await openNetwork(await sessionOf(found, path), description, run));
    }
  } catch (error) {
    await release(networks);
    throw error;
  }
  const [first] = networks;
  if (first.longest !== undefined && description.longest === undefined) {
    report(`${path} reads words of at most ${first.longest} letters; longer ones are not asked`);
  }
  return first.kind === "acceptor"
    ? acceptorBox(path, networks as Acceptor[])
    : languageModelBox(path, networks as LanguageModel[]);
}

/** Lets the event loop see signals between two runs of a network, which cannot be ended themselves. */
async function pause(signal: AbortSignal | undefined): Promise<void> {
  await setImmediate();
  if (signal?.aborted) throw reasonOf(signal);
}

async function sessionOf({ runtime, readsFiles, session }: LoadedRuntime, path: string) {
  return openSession(runtime, readsFiles ? path : await readFile(path), path, session);
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

function shared(name: string, networks: readonly Network[]) {
  const [{ alphabet, states, longest }] = networks;
  return { name, alphabet, longest, states, close: () => release(networks) };
}

async function release(networks: readonly Network[]): Promise<void> {
  await Promise.all(networks.map((network) => network.release()));
}

/** Asks about words piece by piece. Each network takes the next piece when it is free. */
async function inPieces<N, A>(
  networks: readonly N[],
  words: readonly Word[],
  { arrived, signal, states }: WeighOptions<A> = {},
  ask: (
    network: N,
    words: readonly Word[],
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
