/** Networks in ONNX files, run by WebAssembly in this worker. Loaded only when a network is opened: the runtime is large. */

import {
  type Automaton,
  boolean,
  type EquivalenceTest,
  type FreeWord,
  HankelError,
  real,
  runsOf,
  toWdfsa,
  type Word,
  weightsIn,
} from "hankel";
import {
  type AsyncTeacher,
  type Examination,
  searchCounterexample,
  testWords,
  tryWords,
} from "hankel/learning";
import { softTeacher } from "hankel/models";
import {
  ACCEPTOR_TESTS,
  type Acceptor,
  type Classifier,
  findByUncertainty,
  type LanguageModel,
  type Network,
  openNetwork,
  openSession,
  parseDescription,
} from "hankel/networks";
import { parseEquivalence } from "hankel/testing";
import threads from "onnxruntime-web/ort-wasm-simd-threaded.mjs?url";
import wasm from "onnxruntime-web/ort-wasm-simd-threaded.wasm?url";
import * as runtime from "onnxruntime-web/wasm";
import type { Target } from "../engine/open.ts";
import type { NetworkSpec } from "../engine/spec.ts";

/** In a network with fewer bytes of weights, threads wait for each other longer than they compute. */
const LARGE = 2 ** 20;

/** More would take memory for what nobody has measured. */
const MOST_THREADS = 4;

/**
 * The runtime's own threads share memory, which a page may only have if it is isolated from all others: served with
 * Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp. It does without them elsewhere.
 */
function prepareRuntime(bytes: number): void {
  const { wasm: settings } = runtime.env;
  settings.numThreads =
    crossOriginIsolated && bytes >= LARGE ? Math.min(MOST_THREADS, navigator.hardwareConcurrency) : 1;
  settings.wasmPaths = settings.numThreads === 1 ? { wasm } : { wasm, mjs: threads };
}

/** What conjectures are tested with, as on the command line. */
const testsOf = (tests: string, box: "counterexamples" | "none") =>
  parseEquivalence(tests, { seed: 1, words: () => [], box, samples: false });

export async function openNetworkTarget(spec: NetworkSpec): Promise<Target> {
  const { name, model, description, weights = [] } = spec;
  const notices: string[] = [];
  const notify = (notice: string) => notices.push(`${notice}.`);
  const described = parseDescription(description, "the side file", notify);
  const bytes = new Uint8Array(await bytesOf(model, name));
  const externalData = await Promise.all(
    weights.map(async ({ path, data }) => ({ path, data: new Uint8Array(await data.arrayBuffer()) })),
  );
  const options = { executionProviders: ["wasm"], logSeverityLevel: 4, externalData };
  prepareRuntime(externalData.reduce((sum, { data }) => sum + data.length, bytes.length));
  const session = await openSession(runtime, bytes, name, options);
  const target = targetOf(name, await openNetwork(session, described, { name, notify }));
  return { ...target, notices };
}

function targetOf(name: string, network: Network): Target {
  if (network.kind === "acceptor") return ofAcceptor(name, network);
  return network.kind === "classifier" ? ofClassifier(name, network) : ofLanguageModel(name, network);
}

async function bytesOf(model: Blob | string, name: string): Promise<ArrayBuffer> {
  if (model instanceof Blob) return model.arrayBuffer();
  const response = await fetch(model);
  if (!response.ok) throw new HankelError("system", `${name} could not be loaded: ${response.statusText}`);
  return response.arrayBuffer();
}

function ofLanguageModel(name: string, model: LanguageModel): Target {
  return {
    name,
    algebra: real,
    alphabet: model.alphabet,
    network: { teacher: softTeacher(model), model, weightOf: () => undefined },
    equivalence: "Words that the network draws test the automaton.",
  };
}

function ofAcceptor(name: string, acceptor: Acceptor): Target {
  const { alphabet } = acceptor;
  const teacher: AsyncTeacher<boolean> = {
    kind: weightsIn(boolean),
    alphabet,
    weigh: (words) => acceptor.accepts(words),
    findCounterexample: (conjecture) => findByUncertainty(acceptor, toWdfsa(conjecture)),
    examine: (conjecture, number) => examined(ACCEPTOR, acceptor, conjecture, number),
  };
  const equivalence =
    "Conjectures are tested: short words, words through every state and around loops, and words on which the network is unsure. That no test fails is evidence, not proof.";
  const weightOf = (word: Word, conjecture: Automaton<unknown>) => conjecture.weigh(word) !== true;
  return {
    name,
    algebra: boolean,
    alphabet,
    network: { teacher, longest: acceptor.longest, weightOf },
    equivalence,
  };
}

function ofClassifier(name: string, classifier: Classifier): Target {
  const { alphabet } = classifier;
  const teacher: AsyncTeacher<FreeWord> = {
    kind: MACHINE,
    alphabet,
    weigh: async (words) =>
      (await classifier.run(words)).map((outputs, i) => MACHINE.read(words[i], outputs)),
    examine: (conjecture, number) => examined(MACHINE_TESTS, classifier, conjecture, number),
  };
  const equivalence =
    "The network writes a class after each letter, so it is a Moore machine. Conjectures are tested: traces through every state and around loops, and random ones. That no test fails is evidence, not proof.";
  return {
    name,
    algebra: MACHINE.algebra,
    alphabet,
    network: { teacher, longest: classifier.longest, weightOf: () => undefined },
    equivalence,
  };
}

const ACCEPTOR = testsOf(ACCEPTOR_TESTS, "counterexamples");
const MACHINE = runsOf("moore");
const MACHINE_TESTS = testsOf(MACHINE.tests, "none");

/** Tests a conjecture on words that are not too long for the network. */
function* examined<W>(
  tests: readonly EquivalenceTest[],
  { longest = Infinity }: Acceptor | Classifier,
  conjecture: Automaton<W>,
  number: number,
): Examination<W> {
  for (const test of tests) {
    const words = testWords(test, conjecture, number);
    const found = yield* test.asksBox
      ? searchCounterexample(conjecture)
      : tryWords(conjecture, readable(words, longest));
    if (found !== null) return found;
  }
  return null;
}

function* readable(words: Iterable<Word>, longest: number): Generator<Word> {
  for (const word of words) if (word.length <= longest) yield word;
}
