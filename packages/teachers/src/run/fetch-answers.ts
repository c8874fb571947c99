import type { StoredAnswer, Word } from "@hankel/core";
import type { Conflicts } from "./conflicts.ts";
import type { LiveRun } from "./live-run.ts";

/**
 * Gets the answers for words into the store; returns how many words had to be asked. Each answer is in the journal before
 * anyone uses it, and in the order in which it was asked: one that comes before its turn is kept beside it until then.
 */
export async function fetchAnswers<W>(
  run: LiveRun<W>,
  conflicts: Conflicts<W>,
  nodes: readonly number[],
): Promise<number> {
  const { store, journal, box, repeat, signal, tell } = run;
  const answers = nodes.map((node) => store.takeReserved(node));
  const unknown = nodes.flatMap((_, i) => (answers[i] === undefined ? [i] : []));
  const words = unknown.map((i) => store.tree.word(nodes[i]));
  const record = recorder(run, nodes, answers);
  const collect = collector(run, conflicts, words, (place, answer) => {
    answers[unknown[place]] = answer;
  });
  try {
    record();
    const arrived = (from: number, weights: readonly W[]) => {
      const { complete, failure } = collect(from, weights);
      tell({ event: "answers", answers: weights.length });
      const turn = record();
      for (const place of complete) {
        const i = unknown[place];
        if (i >= turn) journal?.keepEarly(store.line("answer", nodes[i], answers[i] as StoredAnswer<W>));
      }
      if (failure !== undefined) throw failure;
    };
    const asked = Array.from({ length: repeat }, () => words).flat();
    if (asked.length > 0) await box.weigh(asked, { signal, arrived });
  } finally {
    // Whatever happened, this run does not ask again for what has been answered.
    answers.forEach((answer, i) => {
      if (answer !== undefined) store.reserve(nodes[i], answer, true);
    });
  }
  await journal?.sync();
  if (store.early === 0) journal?.dropEarly();
  return unknown.length;
}

/** Records and journals what has come, as far as nothing before it is missing; returns how far that is. */
function recorder<W>(
  { store, journal }: LiveRun<W>,
  nodes: readonly number[],
  answers: readonly (StoredAnswer<W> | undefined)[],
): () => number {
  let turn = 0;
  return () => {
    let end = turn;
    while (end < nodes.length && answers[end] !== undefined) end++;
    const range = nodes
      .slice(turn, end)
      .map((node, i) => ({ node, answer: answers[turn + i] as StoredAnswer<W> }));
    journal?.append(range.map(({ node, answer }) => store.line("answer", node, answer)));
    for (const { node, answer } of range) store.record(node, answer);
    turn = end;
    return turn;
  };
}

/** Puts repeated answers together; says, for each arrival, the places of words that have all of theirs. */
function collector<W>(
  { repeat, counts }: LiveRun<W>,
  conflicts: Conflicts<W>,
  words: readonly Word[],
  done: (place: number, answer: StoredAnswer<W>) => void,
) {
  const answers = words.map(() => new Array<W | undefined>(repeat));
  const missing = words.map(() => repeat);
  return (from: number, weights: readonly W[]) => {
    const complete: number[] = [];
    let failure: unknown;
    counts.asked += weights.length;
    weights.forEach((weight, i) => {
      const place = (from + i) % words.length;
      answers[place][Math.floor((from + i) / words.length)] = weight;
      if (--missing[place] > 0) return;
      try {
        done(place, conflicts.reconcile(words[place], answers[place] as W[]));
        complete.push(place);
      } catch (error) {
        // A contradiction ends the run, but not before the answers that came with it are safe.
        failure ??= error;
      }
    });
    return { complete, failure };
  };
}
