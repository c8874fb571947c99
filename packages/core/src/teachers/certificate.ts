import type { Automaton } from "../automata/convert.ts";
import { basisOf } from "../automata/fields/reduce.ts";
import { accessWords } from "../automata/minimal/canonical.ts";
import { minimize } from "../automata/minimal/minimize.ts";
import { identificationSet, type SplittingTree, splittingTree } from "../automata/minimal/splitting-tree.ts";
import type { Wdfsa } from "../automata/wdfsa.ts";
import { Wfsa } from "../automata/wfsa.ts";
import type { Word } from "../words/word.ts";
import type { EquivalenceTest } from "./testing/equivalence-test.ts";
import { completeClaim, LinearWords } from "./testing/strategies/linear-words.ts";

/**
 * Why an automaton cannot be smaller: a word that leads to each state, and a tree of suffixes that tells the states apart.
 * Two states differ in a pair of suffixes (a ratio), or in one suffix that is zero for only one of them.
 *
 * The word of the initial state is ε, and ε is on the path of every state. If the language weighs these words as the
 * automaton does, it has at least as many states; if it has no more, it is the language of the automaton
 * (docs/theory/testing.md, 11.2). `checkCertificate` checks both.
 */
export interface StateCertificate<W> {
  readonly access: readonly Word[];
  readonly tree: SplittingTree<W>["nodes"];
}

/**
 * Why no automaton over a field can be smaller, deterministic or not: prefixes and suffixes on which the Hankel matrix of the
 * language has as high a rank as the automaton has states.
 *
 * If the language weighs the words prefix·suffix and prefix·letter·suffix as the automaton does, its rank is at least that;
 * if it is no higher, it is the language of the automaton (docs/theory/fields.md, 14.9). `checkCertificate` checks both.
 */
export interface RankCertificate {
  readonly prefixes: readonly Word[];
  readonly suffixes: readonly Word[];
}

/** A certificate of a deterministic automaton, or of one over a field. */
export type Certificate<W> = StateCertificate<W> | RankCertificate;

/**
 * The certificate of a minimal automaton: one that `minimize` or `integral` returned, or, over a field, `reduce`.
 *
 * @example
 * const automaton = minimize(fromExpression("(a|b)*abb", boolean));
 * const checking = checkCertificate(automaton, certificateOf(automaton));
 * let step = checking.next();
 * while (step.done !== true) step = checking.next(step.value.map((word) => automaton.weigh(word)));
 * console.log(step.value.atLeast, step.value.difference); // 4 undefined
 */
export function certificateOf<W>(minimal: Wdfsa<W>): StateCertificate<W>;
export function certificateOf<W>(minimal: Wfsa<W>): RankCertificate;
export function certificateOf<W>(minimal: Automaton<W>): Certificate<W>;
export function certificateOf<W>(minimal: Automaton<W>): Certificate<W> {
  if (minimal instanceof Wfsa) return basisOf(minimal);
  return { access: accessWords(minimal) as Word[], tree: splittingTree(minimal).nodes };
}

/** The words that a certificate is based on: each state and each arc, with the suffixes that identify the state. */
function* restsOn<W>(minimal: Wdfsa<W>): Generator<Word> {
  const tree = splittingTree(minimal);
  const access = accessWords(minimal) as Word[];
  const arcs = access.flatMap((word) => minimal.alphabet.symbols.map((_, letter) => [...word, letter]));
  for (const word of [...access, ...arcs]) {
    for (const suffix of identificationSet(tree, minimal.stateAfter(word))) yield [...word, ...suffix];
  }
}

/**
 * Tests the words that the certificate of a hypothesis is based on, so that a run ends with a valid certificate.
 *
 * @example
 * console.log(certificateWords().text); // certificate
 */
export function certificateWords(): EquivalenceTest {
  return {
    text: "certificate",
    whole: true,
    words: (hypothesis) => LinearWords.of(hypothesis)?.complete(0) ?? restsOn(minimize(hypothesis)),
    claim: (hypothesis) => completeClaim(hypothesis, 0),
  };
}

/** The result of checking a certificate. */
export interface CertificateReport<W> {
  /** The language has at least this many states, or at least this rank, as its own answers show. */
  readonly atLeast: number;
  /** Set if the certificate is about the rank. */
  readonly rank?: true;
  /** How many words were asked. */
  readonly questions: number;
  /** A word that automaton and language weigh differently, if one was found. */
  readonly difference: { readonly word: Word; readonly automaton: W; readonly language: W } | undefined;
}
