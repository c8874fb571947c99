import type { GroupWithZero } from "../algebra/semifield.ts";
import { type Automaton, isDeterministic, toWdfsa } from "../automata/convert.ts";
import type { Wdfsa } from "../automata/wdfsa.ts";
import { HankelError } from "../errors.ts";
import { kindOfAutomaton } from "../kinds/kinds.ts";
import type { Word } from "../words/word.ts";
import type { Certificate, CertificateReport, StateCertificate } from "./certificate.ts";
import { checkRankCertificate } from "./check-rank-certificate.ts";

/**
 * Checks a certificate against a language and an automaton. It is a generator that yields batches of words and is sent
 * their weights. It shares no code with the learners or with what made the certificate, from which it takes nothing but
 * words to ask. Throws if the certificate is broken or belongs to another automaton.
 *
 * Two words that leave a node by different branches are not homothetic. On the all-zero path, where a node has one branch
 * besides zero, one of them is zero for a suffix and the other is not. Below that path both have the same pivot and
 * different ratios to it. So the language has at least as many states as its weights reach leaves.
 *
 * A certificate of the rank is checked by linear algebra, see `checkRankCertificate`.
 */
export function checkCertificate<W>(
  automaton: Automaton<W>,
  certificate: Certificate<W>,
): Generator<Word[], CertificateReport<W>, ArrayLike<W>> {
  if ("prefixes" in certificate) return checkRankCertificate(automaton, certificate);
  if (isDeterministic(automaton)) return checkStateCertificate(toWdfsa(automaton), certificate);
  throw new HankelError(
    "parse",
    "this is no certificate of the automaton: it is about the states of a deterministic one",
  );
}

function* checkStateCertificate<W>(
  automaton: Wdfsa<W>,
  { access, tree }: StateCertificate<W>,
): Generator<Word[], CertificateReport<W>, ArrayLike<W>> {
  const { algebra, alphabet } = automaton;
  const leafOf = validate(automaton, access, tree);
  const above = ways(tree);
  const words: Word[] = [];
  const plan: { word: Word; nodes: readonly number[] }[] = [];
  for (let state = 0; state < automaton.size; state++) {
    plan.push({ word: access[state], nodes: above(leafOf[state]) });
  }
  const dead = tree.findIndex((node) => "states" in node && node.states.length === 0);
  if (dead < 0) throw new HankelError("parse", "the certificate has no leaf for words without a state");
  for (let state = 0; state < automaton.size; state++) {
    for (let letter = 0; letter < alphabet.size; letter++) {
      const to = automaton.target[state * alphabet.size + letter];
      plan.push({ word: [...access[state], letter], nodes: above(to < 0 ? dead : leafOf[to]) });
    }
  }
  for (const { word, nodes } of plan)
    for (const node of nodes) words.push([...word, ...suffixAt(tree, node)]);
  const weights = words.length === 0 ? [] : yield words;
  const reached = new Set<number>();
  let difference: CertificateReport<W>["difference"];
  let at = 0;
  plan.forEach(({ nodes }, i) => {
    const answers = nodes.map((_, j) => weights[at + j]);
    nodes.forEach((_, j) => {
      const word = words[at + j];
      const believed = automaton.weigh(word);
      if (difference === undefined && !algebra.equals(believed, answers[j])) {
        difference = { word, automaton: believed, language: answers[j] };
      }
    });
    at += nodes.length;
    if (i < automaton.size && followsTree(algebra, tree, nodes, answers, leafOf[i])) reached.add(leafOf[i]);
  });
  return { atLeast: reached.size, questions: words.length, difference };
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

/** Throws if this is no certificate of the automaton; returns the leaf of each state. */
function validate<W>(
  automaton: Wdfsa<W>,
  access: readonly Word[],
  tree: StateCertificate<W>["tree"],
): number[] {
  const { terms } = kindOfAutomaton(automaton);
  const fail = (message: string): never => {
    throw new HankelError("parse", `this is no certificate of the ${terms.automaton}: ${message}`);
  };
  if (access.length !== automaton.size) {
    fail(
      `it has access ${terms.word}s for ${access.length} states, the ${terms.automaton} has ${automaton.size}`,
    );
  }
  access.forEach((word, state) => {
    if (automaton.stateAfter(word) !== state) {
      const shown = automaton.alphabet.show(word, terms);
      fail(`the access ${terms.word} ${shown} does not lead to state ${state}`);
    }
  });
  const seen = new Set<number>([0]);
  const leafOf = new Array<number>(automaton.size).fill(-1);
  const stack: { node: number; live: boolean }[] = [{ node: 0, live: false }];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const node = tree[top.node] ?? fail(`it has no node ${top.node}`);
    if ("states" in node) {
      if (!top.live && node.states.length > 0) fail("the leaf of the all-zero path has a state");
      for (const state of node.states) {
        if (!(state in leafOf)) fail(`a leaf has state ${state}, which the ${terms.automaton} does not have`);
        if (leafOf[state] >= 0) fail(`state ${state} is in two leaves`);
        leafOf[state] = top.node;
      }
      continue;
    }
    if (!top.live && node.branches.length > 1)
      fail("a node of the all-zero path has two branches besides zero");
    const children = [
      ...(node.zero >= 0 ? [{ node: node.zero, live: top.live }] : []),
      ...node.branches.map((branch) => ({ node: branch.node, live: true })),
    ];
    for (const child of children) {
      if (seen.has(child.node)) fail(`node ${child.node} has two parents`);
      seen.add(child.node);
      stack.push(child);
    }
    if (hasTwins(automaton.algebra, node.branches)) fail(`node ${top.node} has two branches for one ratio`);
  }
  if (seen.size < tree.length) fail("it has nodes without a parent");
  const lost = leafOf.indexOf(-1);
  if (lost >= 0) fail(`state ${lost} is in no leaf`);
  return leafOf;
}

function hasTwins<W>(algebra: GroupWithZero<W>, branches: readonly { readonly ratio: W }[]): boolean {
  if (algebra.exact) return new Set(branches.map(({ ratio }) => algebra.key(ratio))).size < branches.length;
  return branches.some(
    ({ ratio }, i) => branches.findIndex((other) => algebra.equals(other.ratio, ratio)) < i,
  );
}
