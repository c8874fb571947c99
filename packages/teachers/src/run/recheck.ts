import {
  type Answer,
  answerOf,
  Batch,
  Contradiction,
  type ExaminationQuestion,
  Random,
  type StoredAnswer,
  unsteadySentence,
} from "@hankel/core";
import { VOTES, votesOf } from "./conflicts.ts";
import type { LiveRun } from "./live-run.ts";

/** Separates these random numbers from those of the tests, which use the same seed. */
const STREAM = 0x72656368;

/** Returns true if an answer was corrected, so that the run has to start again. */
type Recheck<W, A> = Generator<ExaminationQuestion<W>, boolean, Answer<A>>;

/**
 * Asks a few answered words again at each conjecture. The memory of a run never asks twice, so it would not notice that a
 * black box changes its answers. The seed chooses among the words that this run has used.
 */
export function* recheck<W, A>(
  run: LiveRun<W, A>,
  conjecture: number,
  used: readonly number[],
): Recheck<W, A> {
  const { recheck: count, seed } = run;
  if (count === 0 || used.length === 0) return false;
  const random = new Random(seed, STREAM, conjecture);
  const chosen = new Set<number>();
  for (let i = 0; i < count; i++) chosen.add(used[random.below(used.length)]);
  return yield* compare(run, conjecture, chosen);
}

/**
 * Asks some of the answers again that the run did not ask for itself, before it trusts the others: those of a journal may be of another
 * version of the black box. The words are the last counterexamples, the longest ones, which pass most of what there is, and some from every
 * part of the journal, so of the learner and of tests. Throws a `Contradiction` if the answers are others now; where noise is expected, if
 * many of them are.
 */
export function* recheckFirst<W, A>(run: LiveRun<W, A>): Recheck<W, A> {
  const { store, conflicts, recall, onConflict } = run;
  const chosen = chosenFirst(run);
  if (chosen.length === 0) return false;
  const session = -1 - store.beginnings;
  const before = chosen.map((node) => (store.known(node) ?? store.reserved(node)) as StoredAnswer<A>);
  const weights = yield* askAgain(run, chosen);
  const others = [...chosen.keys()].filter((i) => !store.kind.equals(before[i].weight, weights[i]));
  recall.again = chosen.length;
  recall.others = others.length;
  const most = onConflict === "stop" ? 0 : NOISY * chosen.length;
  if (others.length > most) {
    // The longest word stands first.
    const shortest = others[others.length - 1];
    const answers = [before[shortest].weight, weights[shortest]];
    throw conflicts.stale(store.tree.word(chosen[shortest]), answers, recall);
  }
  chosen.forEach((node, i) => {
    keep(run, session, node, { weight: weights[i] });
  });
  for (const i of others) if (yield* corrected(run, session, chosen[i])) return true;
  return false;
}

/** Noise changes fewer answers than this share of them. */
const NOISY = 1 / 4;

function chosenFirst<W, A>({ store, recheckFirst: count, seed, maxQuestions }: LiveRun<W, A>): number[] {
  const { tree } = store;
  const nodes = [...store.nodes()];
  if (count === 0) return [];
  const counterexamples = store.verdicts.flatMap(({ counterexample }) => {
    const node = counterexample === null ? -1 : tree.find(counterexample);
    return node >= 0 && store.known(node) !== undefined ? [node] : [];
  });
  const longest = nodes.toSorted((a, b) => tree.depth(b) - tree.depth(a)).slice(0, count);
  const random = new Random(seed, STREAM, -1 - store.beginnings);
  const part = nodes.length / count;
  const anywhere = Array.from({ length: count }, (_, i) => nodes[Math.floor((i + random.real()) * part)]);
  const chosen = new Set([
    ...counterexamples.slice(-count),
    ...longest,
    ...anywhere.filter((node) => node !== undefined),
  ]);
  const left = Math.max(0, maxQuestions - store.answered);
  return [...chosen].slice(0, left).sort((a, b) => tree.depth(b) - tree.depth(a));
}

/**
 * Asks a counterexample again before the learner takes it for true, once the black box is known to err. A wrong answer to
 * a long word makes a state of each of its prefixes, and their words are long, too: more of them are answered wrongly than
 * are found.
 */
export function* confirm<W, A>(
  run: LiveRun<W, A>,
  conjecture: number,
  counterexample: number,
): Recheck<W, A> {
  const { store, onConflict } = run;
  if (store.corrections === 0 || !(onConflict === "majority" || onConflict === "stable")) return false;
  return yield* compare(run, conjecture, new Set([counterexample]));
}

/**
 * Asks the word of a failed test once more, whatever a journal says, before it is called a failure. Unless the user has said what to do about
 * noise, another answer ends the run.
 */
export function* askFailureAgain<W, A>(
  run: LiveRun<W, A>,
  conjecture: number,
  failure: number,
): Recheck<W, A> {
  const { store, box, onConflict } = run;
  const [again] = yield* askAgain(run, [failure]);
  const before = store.known(failure);
  if (onConflict === "stop" && before !== undefined && !store.kind.equals(before.weight, again))
    throw new Contradiction(unsteadySentence(box, store.tree.word(failure), [before.weight, again]));
  keep(run, conjecture, failure, { weight: again });
  return yield* corrected(run, conjecture, failure);
}

/** Asks words again, unless that was done at this conjecture, and compares the answers with what is known. */
function* compare<W, A>(run: LiveRun<W, A>, conjecture: number, chosen: ReadonlySet<number>): Recheck<W, A> {
  const { store } = run;
  const open = [...chosen].filter((node) => store.rechecked(conjecture, node) === undefined);
  // Where an answer tells prefixes, the longest are asked first, as always.
  if (store.kind.tellsPrefixes) open.sort((a, b) => store.tree.depth(b) - store.tree.depth(a));
  const weights = yield* askAgain(run, open);
  open.forEach((node, i) => {
    keep(run, conjecture, node, { weight: weights[i] });
  });
  for (const node of chosen) {
    if (yield* corrected(run, conjecture, node)) return true;
  }
  return false;
}

/** Compares the second answer to a word with the first, and corrects it if it changes. */
function* corrected<W, A>(run: LiveRun<W, A>, conjecture: number, node: number): Recheck<W, A> {
  const { store, conflicts, onConflict, repeat } = run;
  const again = store.rechecked(conjecture, node) as StoredAnswer<A>;
  const before = store.known(node);
  if (before === undefined || store.kind.equals(before.weight, again.weight)) return false;
  // What a noisy language model says differs from answer to answer: starting again each time would never end.
  if (!store.kind.corrects) {
    conflicts.reconcile(store.tree.word(node), [before.weight, again.weight]);
    return false;
  }
  const word = store.tree.word(node);
  const answers = [...votesOf(again)];
  const all = [...votesOf(before), ...answers];
  const repeated = () => {
    if (again.answers !== undefined) return 0;
    if (onConflict === "majority") return answers.length === 1 ? VOTES : 0;
    return conflicts.wanting(word, answers, 2 * repeat);
  };
  for (let more = repeated(); more > 0; more = repeated()) {
    const votes = yield* askAgain(run, new Array<number>(more).fill(node));
    answers.push(...votes);
    all.push(...votes);
  }
  const answer = conflicts.reconcile(word, all);
  if (store.kind.equals(answer.weight, before.weight)) {
    // A resumed run must not ask for them again: other answers might correct what stands.
    if (answers.length > votesOf(again).length)
      keep(run, conjecture, node, { weight: again.weight, answers });
    return false;
  }
  conflicts.correct(node, answer);
  return true;
}

/** Writes down what a word was answered when it was asked again. */
function keep<W, A>(
  { store, journal }: LiveRun<W, A>,
  conjecture: number,
  node: number,
  answer: StoredAnswer<A>,
): void {
  const word = store.alphabet.spell(store.tree.word(node));
  const format = (single: A) => store.kind.format(single);
  const answers = answer.answers?.map(format);
  const weight = format(answer.weight);
  journal?.append([{ kind: "recheck", conjecture, word, weight, ...(answers && { answers }) }]);
  store.recordRecheck(conjecture, node, answer);
}

function* askAgain<W, A>(
  { store }: LiveRun<W, A>,
  nodes: readonly number[],
): Generator<ExaminationQuestion<W>, readonly A[], Answer<A>> {
  if (nodes.length === 0) return [];
  const batch = Batch.at(store.tree, nodes);
  return Array.from(answerOf("weights", yield { kind: "recheck", batch }).weights);
}
