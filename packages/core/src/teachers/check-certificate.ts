import { type GroupWithZero, isField } from "../algebra/semifield.ts";
import { type Automaton, isDeterministic, toWdfsa } from "../automata/convert.ts";
import { requireField } from "../automata/requirements.ts";
import type { Wdfsa } from "../automata/wdfsa.ts";
import { HankelError } from "../errors.ts";
import { kindOfAutomaton } from "../kinds/kinds.ts";
import { rankOf } from "../linear/rank.ts";
import { requireLetters, type Word } from "../words/word.ts";
import type { Certificate, CertificateReport, RankCertificate, StateCertificate } from "./certificate.ts";

/**
 * Checks a certificate against a language and an automaton. It is a generator that yields batches of words and is sent
 * their weights. It shares no code with the learners or with what made the certificate, from which it takes nothing but
 * words to ask. Throws if the certificate is broken or belongs to another automaton.
 *
 * It holds if no difference is reported and `atLeast` is the number of the automaton's states. What follows then is proved:
 * docs/theory/testing.md, 11.2 and 11.3, and for a certificate of the rank docs/theory/fields.md, 14.9. Over an inexact algebra
 * equality is nearness, and nothing is proved.
 *
 * @example
 * const automaton = minimize(fromExpression("(ab)*", boolean));
 * const checking = checkCertificate(automaton, certificateOf(automaton));
 * let step = checking.next();
 * while (step.done !== true) step = checking.next(step.value.map((word) => automaton.weigh(word)));
 * console.log(step.value.atLeast); // 2
 */
export function checkCertificate<W>(
  automaton: Automaton<W>,
  certificate: Certificate<W>,
): Generator<Word[], CertificateReport<W>, ArrayLike<W>> {
  if ("prefixes" in certificate) return checkRankCertificate(automaton, certificate);
  if (isDeterministic(automaton)) return checkStateCertificate(toWdfsa(automaton), certificate);
  return fail("it is about the states of a deterministic one");
}

function fail(message: string, what = "automaton"): never {
  throw new HankelError("parse", `this is no certificate of the ${what}: ${message}`);
}

/**
 * The conditions of docs/theory/testing.md, 11.2: `validate` sees to those on the tree and the access words, and asks
 * nothing. Then the language is asked for every access word with the suffixes on the path of its state, and for every
 * access word and letter with those on the path of the state that the automaton reaches, or on the all-zero path if it
 * reaches none. Without a state, ε alone is asked.
 */
function* checkStateCertificate<W>(
  automaton: Wdfsa<W>,
  { access, tree }: StateCertificate<W>,
): Generator<Word[], CertificateReport<W>, ArrayLike<W>> {
  const { algebra, alphabet, size } = automaton;
  const { leafOf, dead, above } = validate(automaton, access, tree);
  const arcs = access.flatMap((word) => alphabet.symbols.map((_, letter) => [...word, letter]));
  const plan = [...access, ...arcs].map((word) => {
    const state = automaton.stateAfter(word);
    return { word, nodes: above(state < 0 ? dead : leafOf[state]) };
  });
  const words = plan.flatMap(({ word, nodes }) => nodes.map((node) => [...word, ...suffixAt(tree, node)]));
  if (size === 0) words.push([]);
  const weights = yield words;
  const reached = new Set<number>();
  let at = 0;
  leafOf.forEach((leaf, state) => {
    const { nodes } = plan[state];
    const answers = nodes.map((_, i) => weights[at + i]);
    at += nodes.length;
    if (followsTree(algebra, tree, nodes, answers, leaf)) reached.add(leaf);
  });
  return {
    atLeast: reached.size,
    questions: words.length,
    difference: differenceOn(automaton, words, weights),
  };
}

/** The first of some words that automaton and language weigh differently. */
function differenceOn<W>(
  automaton: Automaton<W>,
  words: readonly Word[],
  weights: ArrayLike<W>,
): CertificateReport<W>["difference"] {
  for (const [i, word] of words.entries()) {
    const believed = automaton.weigh(word);
    if (!automaton.algebra.equals(believed, weights[i]))
      return { word, automaton: believed, language: weights[i] };
  }
  return undefined;
}

/** Do these answers lead down exactly these nodes and into this leaf? */
function followsTree<W>(
  algebra: GroupWithZero<W>,
  tree: StateCertificate<W>["tree"],
  nodes: readonly number[],
  answers: readonly W[],
  leaf: number,
): boolean {
  let pivot: W | undefined;
  return nodes.every((index, i) => {
    const node = tree[index];
    if (!("suffix" in node)) return false;
    const expected = nodes[i + 1] ?? leaf;
    const answer = answers[i];
    if (algebra.isZero(answer)) return node.zero === expected;
    if (pivot === undefined) pivot = algebra.inverse(answer);
    const ratio = algebra.times(pivot, answer);
    const branch = node.branches.find((candidate) => algebra.equals(candidate.ratio, ratio));
    return branch?.node === expected;
  });
}

/** For each leaf the inner nodes above it, from the root down. */
function ways<W>(tree: StateCertificate<W>["tree"]): (leaf: number) => number[] {
  const parents = new Int32Array(tree.length).fill(-1);
  tree.forEach((node, index) => {
    if (!("suffix" in node)) return;
    if (node.zero >= 0) parents[node.zero] = index;
    for (const branch of node.branches) parents[branch.node] = index;
  });
  return (leaf) => {
    const path: number[] = [];
    for (let node = parents[leaf]; node >= 0; node = parents[node]) path.push(node);
    return path.reverse();
  };
}

function suffixAt<W>(tree: StateCertificate<W>["tree"], node: number): Word {
  const found = tree[node];
  return "suffix" in found ? found.suffix : [];
}

/** Where the states of a certificate are. */
interface Places {
  /** The leaf of each state. */
  readonly leafOf: readonly number[];
  /** The leaf at the end of the all-zero path. */
  readonly dead: number;
  /** The inner nodes above a leaf, from the root down. */
  readonly above: (leaf: number) => number[];
}

/** Throws if this is no certificate of the automaton. */
function validate<W>(
  automaton: Wdfsa<W>,
  access: readonly Word[],
  tree: StateCertificate<W>["tree"],
): Places {
  const { terms } = kindOfAutomaton(automaton);
  const { alphabet } = automaton;
  const nothing = alphabet.show([], terms);
  const wrong = (message: string): never => fail(message, terms.automaton);
  if (access.length !== automaton.size) {
    wrong(
      `it has access ${terms.word}s for ${access.length} states, the ${terms.automaton} has ${automaton.size}`,
    );
  }
  access.forEach((word, state) => {
    if (automaton.stateAfter(word) !== state) {
      wrong(`the access ${terms.word} ${alphabet.show(word, terms)} does not lead to state ${state}`);
    }
  });
  if (access.length > 0 && access[0].length > 0)
    wrong(
      `the access ${terms.word} of the initial state is ${alphabet.show(access[0], terms)}, and has to be ${nothing}`,
    );
  let dead = -1;
  const seen = new Set<number>([0]);
  const leafOf = new Array<number>(automaton.size).fill(-1);
  const stack: { node: number; live: boolean }[] = [{ node: 0, live: false }];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const node = tree[top.node] ?? wrong(`it has no node ${top.node}`);
    if ("states" in node) {
      if (!top.live && node.states.length > 0) wrong("the leaf of the all-zero path has a state");
      if (!top.live) dead = top.node;
      for (const state of node.states) {
        if (!(state in leafOf))
          wrong(`a leaf has state ${state}, which the ${terms.automaton} does not have`);
        if (leafOf[state] >= 0) wrong(`state ${state} is in two leaves`);
        leafOf[state] = top.node;
      }
      continue;
    }
    requireLetters(node.suffix, alphabet.size);
    if (!top.live && node.branches.length > 1)
      wrong("a node of the all-zero path has two branches besides zero");
    const children = [
      ...(node.zero >= 0 ? [{ node: node.zero, live: top.live }] : []),
      ...node.branches.map((branch) => ({ node: branch.node, live: true })),
    ];
    for (const child of children) {
      if (seen.has(child.node)) wrong(`node ${child.node} has two parents`);
      seen.add(child.node);
      stack.push(child);
    }
    if (hasTwins(automaton.algebra, node.branches)) wrong(`node ${top.node} has two branches for one ratio`);
  }
  if (seen.size < tree.length) wrong("it has nodes without a parent");
  const lost = leafOf.indexOf(-1);
  if (lost >= 0) wrong(`state ${lost} is in no leaf`);
  if (dead < 0) wrong(`it has no leaf for ${terms.word}s without a state: its all-zero path does not end`);
  const above = ways(tree);
  leafOf.forEach((leaf, state) => {
    if (above(leaf).every((node) => suffixAt(tree, node).length > 0))
      wrong(`${nothing} is not on the path to state ${state}, so that nobody asks how it ends`);
  });
  return { leafOf, dead, above };
}

function hasTwins<W>(algebra: GroupWithZero<W>, branches: readonly { readonly ratio: W }[]): boolean {
  if (algebra.exact) return new Set(branches.map(({ ratio }) => algebra.key(ratio))).size < branches.length;
  return branches.some(
    ({ ratio }, i) => branches.findIndex((other) => algebra.equals(other.ratio, ratio)) < i,
  );
}

/**
 * Checks a certificate of the rank: asks the language for the words P·S and P·Σ·S. The rank of the block P × S of its own
 * answers, by elimination where the learner grows an inverse, is a lower bound of its rank. If it is the number of states of
 * the automaton, both agree on all these words, and the rank of the language is no higher, they are equal
 * (docs/theory/fields.md, 14.9). Without a state, ε is asked.
 */
function* checkRankCertificate<W>(
  automaton: Automaton<W>,
  { prefixes, suffixes }: RankCertificate,
): Generator<Word[], CertificateReport<W>, ArrayLike<W>> {
  validateBasis(automaton, prefixes, suffixes);
  const { algebra, alphabet } = automaton;
  const words = prefixes.flatMap((prefix) => suffixes.map((suffix) => [...prefix, ...suffix]));
  const block = words.length;
  for (const prefix of prefixes) {
    for (let letter = 0; letter < alphabet.size; letter++)
      for (const suffix of suffixes) words.push([...prefix, letter, ...suffix]);
  }
  if (automaton.size === 0) words.push([]);
  const weights = yield words;
  const answers = Array.from({ length: block }, (_, i) => weights[i]);
  const rows = prefixes.map((_, i) => answers.slice(i * suffixes.length, (i + 1) * suffixes.length));
  const atLeast = rankOf(requireField(algebra, "the certificate"), rows);
  const difference = differenceOn(automaton, words, weights);
  return { atLeast, questions: words.length, difference, rank: true };
}

/** Throws if this cannot be a certificate of the automaton. */
function validateBasis<W>(
  { algebra, alphabet, size }: Automaton<W>,
  prefixes: readonly Word[],
  suffixes: readonly Word[],
): void {
  if (!isField(algebra)) fail(`a rank needs a field, and ${algebra.name} is none`);
  for (const word of [...prefixes, ...suffixes]) requireLetters(word, alphabet.size);
  if (prefixes.length > size || suffixes.length > size) {
    fail(
      `it has ${prefixes.length} prefixes and ${suffixes.length} suffixes, the automaton has ${size} states`,
    );
  }
  if (size === 0) return;
  for (const words of [prefixes, suffixes]) {
    if (!words.some((word) => word.length === 0))
      fail(`the empty word ${alphabet.show([])} has to be a prefix and a suffix`);
  }
}
