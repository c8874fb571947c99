import { accessWords } from "../automata/minimal/canonical.ts";
import type { Wdfsa } from "../automata/wdfsa.ts";
import { countOf } from "../errors.ts";
import { wholeNumber } from "../numbers.ts";
import { PrefixTree } from "../words/prefix-tree.ts";
import type { Word } from "../words/word.ts";
import type { Inferred, InferSample, Suggestion } from "./sample.ts";
import { insertWord, wordsIn } from "./sample-tree.ts";

/** Arcs that are used more often are not questioned. */
const WEAK = 5;

/** A question before its word is made. */
interface Doubt {
  readonly arc: number;
  readonly from: number;
  readonly uses: number;
  readonly rests: number;
}

/**
 * The words whose labels, runs or weights would decide the most, best first: those that lead over an arc that the sample never or hardly ever uses, out of a
 * state that it visits often. Behind an arc that exists, the word goes on until it tells the state there from the state that the sample visits
 * most. For words without labels they are beginnings: sessions that begin so would show what comes next.
 *
 * @example
 * const words = { alphabet: new Alphabet("ab"), letters: Int32Array.from([0, 0, 0]), starts: Int32Array.from([0, 1, 3]) };
 * const sample = { kind: "labelled", ...words, labels: Int8Array.from([1, 0]) } as const;
 * const [first] = suggestions(sample, infer(sample), 1);
 * console.log(sample.alphabet.show(first.word)); // b
 */
export function suggestions(sample: InferSample, inferred: Inferred, most = 20): Suggestion[] {
  wholeNumber(most, 1, "the number of suggestions");
  const automaton: Wdfsa<unknown> = inferred.automaton;
  const { support } = inferred;
  const letters = automaton.alphabet.size;
  const access = accessWords(automaton);
  const doubts = Array.from(support.arcs, (uses, arc): Doubt => {
    const from = Math.floor(arc / letters);
    return { arc, from, uses, rests: support.states[from] };
  }).filter(({ uses, rests }) => uses <= WEAK && rests > 0);
  doubts.sort((a, b) => b.rests / (1 + b.uses) - a.rests / (1 + a.uses) || a.arc - b.arc);
  const known = knownWords(sample);
  const found: Suggestion[] = [];
  for (const doubt of doubts) {
    if (found.length === most) break;
    const before = access[doubt.from];
    if (before === undefined) continue;
    const word = [...before, doubt.arc % letters, ...tellingWord(sample, automaton, support.states, doubt)];
    if (known.has(word)) continue;
    known.add(word);
    found.push({ word, decides: decided(automaton, before, doubt), rests: doubt.rests });
  }
  return found;
}

function decided({ alphabet }: Wdfsa<unknown>, before: Word, { arc, uses, rests }: Doubt): string {
  const symbol = alphabet.symbols[arc % alphabet.size];
  const seen = uses === 0 ? "never seen" : `seen ${countOf(uses, "time")}`;
  return `what ${symbol} does after ${alphabet.show(before)}: ${seen} there, in ${countOf(rests, "visit")}`;
}

/** What a sample knows: its words, and for runs also their beginnings. */
function knownWords(sample: InferSample) {
  const tree = new PrefixTree(sample.alphabet.size);
  const ends = new Set<number>();
  const runs = sample.kind === "mealy" || sample.kind === "moore";
  for (let word = 0; word < wordsIn(sample); word++) {
    const node = insertWord(tree, sample, word);
    if (sample.kind !== "labelled" || sample.labels[word] >= 0) ends.add(node);
  }
  const seen = tree.size;
  const find = (word: Word) => word.reduce((node, letter) => (node < 0 ? -1 : tree.child(node, letter)), 0);
  return {
    has(word: Word): boolean {
      const node = find(word);
      return node >= 0 && (ends.has(node) || (runs && node < seen));
    },
    add: (word: Word) => void ends.add(tree.insert(word)),
  };
}

/** A shortest word that tells the state behind an arc from the one that is visited most; empty if there is no arc, or nothing to tell. */
function tellingWord(
  sample: InferSample,
  automaton: Wdfsa<unknown>,
  visits: Float64Array,
  { arc }: Doubt,
): Word {
  const state = automaton.target[arc];
  if (state < 0 || sample.kind === "words") return [];
  const other = visits.reduce(
    (best, visit, q) => (q !== state && (best < 0 || visit > visits[best]) ? q : best),
    -1,
  );
  return other < 0 ? [] : separatingWord(automaton, state, other);
}

/** A shortest word on which two states differ, in the weight of an arc, in its existence or at the end; empty if there is none. */
function separatingWord(
  { algebra, alphabet, target, arcWeight, finalWeight }: Wdfsa<unknown>,
  p: number,
  q: number,
): Word {
  const letters = alphabet.size;
  const size = finalWeight.length;
  const met = new Set([p * size + q]);
  const pairs: { p: number; q: number; word: Word }[] = [{ p, q, word: [] }];
  for (const pair of pairs) {
    if (algebra.isZero(finalWeight[pair.p]) !== algebra.isZero(finalWeight[pair.q])) return pair.word;
    for (let letter = 0; letter < letters; letter++) {
      const [a, b] = [pair.p * letters + letter, pair.q * letters + letter];
      const word = [...pair.word, letter];
      if (target[a] < 0 && target[b] < 0) continue;
      if (target[a] < 0 || target[b] < 0 || !algebra.equals(arcWeight[a], arcWeight[b])) return word;
      const next = { p: target[a], q: target[b], word };
      if (next.p === next.q || met.has(next.p * size + next.q)) continue;
      met.add(next.p * size + next.q);
      pairs.push(next);
    }
  }
  return [];
}
