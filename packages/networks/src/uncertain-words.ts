import { accessWords, shortlex, type Wdfsa, type Word } from "@hankel/core";
import type { Acceptor } from "./acceptor.ts";
import type { Pause } from "./word-reader.ts";

/** So many words are read for one conjecture, about. */
const WORDS = 2000;
/** So many words are extended at a time. */
const WIDTH = 32;
/** No longer words are read: so many letters, and these for each state of the conjecture. */
const LETTERS = 20;
const LETTERS_PER_STATE = 2;

/** A word that was read, and may be extended. */
interface Candidate {
  readonly word: Word;
  /** How sure the network is of its answer. */
  readonly certainty: number;
  /** The state of the conjecture after the word; negative in the sink. */
  readonly state: number;
}

/**
 * Looks for a word on which a network and a conjecture differ, where the network itself is unsure: it extends the words
 * with the smallest absolute logits first, by every letter. It starts with words that lead to the states of the conjecture,
 * and goes on from each of them, so that no state is left out because the network is sure there.
 *
 * Words are not much longer than the conjecture has states. Networks forget, so a long enough word refutes nearly every
 * automaton, and what could be learned from it is only how this network forgets.
 *
 * @example
 * const runtime = await import("onnxruntime-web");
 * const file = await readFile("examples/models/tomita1.onnx");
 * const session = await openSession(runtime, file, "tomita1.onnx");
 * const side = await readFile("examples/models/tomita1.json", "utf8");
 * const network = await openNetwork(session, parseDescription(side, "tomita1.json"), { name: "tomita1.onnx" });
 * if (network instanceof Acceptor) {
 *   const word = await findByUncertainty(network, minimize(fromExpression("(0|1)*", boolean)));
 *   console.log(word !== null); // true
 * }
 */
export async function findByUncertainty(
  acceptor: Acceptor,
  conjecture: Wdfsa<boolean>,
  pause?: Pause,
): Promise<Word | null> {
  const letters = Array.from({ length: acceptor.alphabet.size }, (_, letter) => letter);
  const wanted = LETTERS + LETTERS_PER_STATE * conjecture.size;
  const longest = Math.min(acceptor.longest ?? wanted, wanted);
  const seen = new Set<string>();
  const candidates: Candidate[] = [];
  const begun = conjecture.size === 0 ? [[]] : accessWords(conjecture);
  let batch: Word[] = begun.filter((word): word is Word => word !== undefined && word.length <= longest);
  while (batch.length > 0) {
    const fresh = batch.filter((word) => {
      const known = seen.size;
      return seen.add(word.join(" ")).size > known;
    });
    const logits = await acceptor.logits(fresh, undefined, pause);
    const wrong = fresh.filter((word, i) => logits[i] > 0 !== conjecture.weigh(word));
    if (wrong.length > 0) return wrong.reduce((a, b) => (shortlex(a, b) <= 0 ? a : b));
    for (const [i, word] of fresh.entries()) {
      candidates.push({ word, certainty: Math.abs(logits[i]), state: conjecture.stateAfter(word) });
    }
    const left = seen.size < WORDS ? chosen(candidates) : [];
    batch = left.flatMap(({ word }) =>
      word.length < longest ? letters.map((letter) => [...word, letter]) : [],
    );
  }
  return null;
}

/** Takes words out of the candidates: first the best one of each state, then the best ones of all. */
function chosen(candidates: Candidate[]): Candidate[] {
  candidates.sort((a, b) => a.certainty - b.certainty || shortlex(a.word, b.word));
  const states = new Set<number>();
  const firsts = candidates.filter(({ state }) => !states.has(state) && states.add(state));
  const taken = new Set(firsts.slice(0, WIDTH / 2));
  for (const candidate of candidates) {
    if (taken.size >= WIDTH) break;
    taken.add(candidate);
  }
  const rest = candidates.filter((candidate) => !taken.has(candidate));
  candidates.splice(0, candidates.length, ...rest);
  return [...taken];
}
