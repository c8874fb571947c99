/** Networks in ONNX files, run by WebAssembly in this worker. Loaded only when a network is opened: the runtime is large. */

import {
  type AsyncTeacher,
  type Automaton,
  boolean,
  HankelError,
  real,
  toWdfsa,
  type Word,
  weightsIn,
} from "hankel";
import { searchCounterexample, testWords, tryWords } from "hankel/learning";
import { softTeacher } from "hankel/models";
import {
  ACCEPTOR_TESTS,
  type Acceptor,
  findByUncertainty,
  type LanguageModel,
  openNetwork,
  openSession,
  parseDescription,
} from "hankel/networks";
import { parseEquivalence } from "hankel/testing";
import wasm from "onnxruntime-web/ort-wasm-simd-threaded.wasm?url";
import * as runtime from "onnxruntime-web/wasm";
import type { Target } from "../engine/open.ts";
import type { NetworkSpec } from "../engine/spec.ts";

runtime.env.wasm.numThreads = 1;
runtime.env.wasm.wasmPaths = { wasm };

/** What acceptors are tested with, as on the command line. */
const TESTS = parseEquivalence(ACCEPTOR_TESTS, {
  seed: 1,
  words: () => [],
  box: "counterexamples",
  samples: false,
});

export async function openNetworkTarget({ name, model, description }: NetworkSpec): Promise<Target> {
  const described = parseDescription(description, "the side file");
  const bytes = new Uint8Array(await bytesOf(model, name));
  const session = await openSession(runtime, bytes, name, {
    executionProviders: ["wasm"],
    logSeverityLevel: 4,
  });
  const network = await openNetwork(session, described, { name });
  return network.kind === "acceptor" ? ofAcceptor(name, network) : ofLanguageModel(name, network);
}

async function bytesOf(model: Blob | string, name: string): Promise<ArrayBuffer> {
  if (model instanceof Blob) return model.arrayBuffer();
  const response = await fetch(model);
  if (!response.ok) throw new HankelError("system", `${name} could not be loaded: ${response.statusText}`);
  return response.arrayBuffer();
}

function ofLanguageModel(name: string, model: LanguageModel): Target {
  const { longest } = model;
  const limit = longest === undefined ? "" : ` It reads words of at most ${longest} letters.`;
  return {
    name,
    algebra: real,
    alphabet: model.alphabet,
    network: { teacher: softTeacher(model), model, weightOf: () => undefined },
    equivalence: `Words that the network draws test the automaton.${limit}`,
  };
}

function ofAcceptor(name: string, acceptor: Acceptor): Target {
  const { alphabet } = acceptor;
  const teacher: AsyncTeacher<boolean> = {
    kind: weightsIn(boolean),
    alphabet,
    weigh: (words) => acceptor.accepts(words),
    findCounterexample: (conjecture) => findByUncertainty(acceptor, toWdfsa(conjecture)),
    *examine(conjecture, number) {
      for (const test of TESTS) {
        const words = testWords(test, conjecture, number);
        const found = yield* test.asksBox
          ? searchCounterexample(conjecture)
          : tryWords(conjecture, readable(words, acceptor));
        if (found !== null) return found;
      }
      return null;
    },
  };
  const equivalence =
    "Conjectures are tested: short words, words through every state and around loops, and words on which the network is unsure. That no test fails is evidence, not proof.";
  const weightOf = (word: Word, conjecture: Automaton<unknown>) => conjecture.weigh(word) !== true;
  return { name, algebra: boolean, alphabet, network: { teacher, weightOf }, equivalence };
}

/** The words that are not too long for the network. */
function* readable(words: Iterable<Word>, { longest = Infinity }: Acceptor): Generator<Word> {
  for (const word of words) if (word.length <= longest) yield word;
}
