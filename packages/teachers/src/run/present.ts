import {
  type Automaton,
  cancellationSentence,
  certificateOf,
  countOf,
  HankelError,
  type Kind,
  type Learned,
  type Learner,
  statement,
  type Word,
} from "@hankel/core";
import type { LiveResult } from "./live-options.ts";
import type { LiveRun } from "./live-run.ts";

type Presented<W, A, H extends Automaton<W>> = Omit<LiveResult<W, A, H>, "margins">;

/** The result, with a statement of what was established, and a certificate if one is wanted. */
export function present<W, A, H extends Automaton<W>>(
  run: LiveRun<W, A>,
  { learned, learner }: { readonly learned: Learned<W, H>; readonly learner: Learner<W, A, H> },
  certified: boolean,
): Presented<W, A, H> {
  const { automaton, outcome } = learned;
  const { approximate = run.box.kind.approximate } = learner;
  const result = unproved(run, learned, approximate ? learner.conclusion?.() : undefined);
  if (outcome !== "accepted") return result;
  if (approximate) {
    const rests = run.recall.sentence();
    const said = result.statement + limitSentence(run.box.longest);
    return { ...result, statement: [said, rests].filter(Boolean).join(" ") };
  }
  try {
    return {
      ...result,
      statement: established(run, learner, automaton),
      certificate: certified ? certificateOf(automaton) : undefined,
    };
  } catch (error) {
    // Over floats, computing the evidence for an automaton can leave the range although the automaton did not.
    if (automaton.algebra.exact || !(error instanceof HankelError)) throw error;
    const { message: reason } = error;
    return { ...result, outcome: "tolerance", reason, statement: nothing(reason), error };
  }
}

/** The result, with the conclusion of a learner of distributions; about weights, nothing is established. */
function unproved<W, A, H extends Automaton<W>>(
  { box, counts, trial, conflicts, store, recall }: LiveRun<W, A>,
  learned: Learned<W, H>,
  conclusion: string | undefined,
): Presented<W, A, H> {
  const { asked, remembered, cost } = counts;
  const unfinished = trial.sentence(box.kind.terms);
  return {
    ...learned,
    statistics: { ...learned.statistics, cost, tests: learned.tests, asked, remembered },
    statement: conclusion ?? nothing(learned.reason) + (unfinished && ` ${unfinished}`),
    unfinished,
    conflicts: conflicts.found,
    spread: conflicts.spread,
    rechecks: store.rechecks,
    recalled: recall.counts,
    certificate: undefined,
  };
}

function nothing(reason: string | undefined): string {
  return `Nothing is established: ${reason}.`;
}

/** What the tests say of an accepted automaton. */
function established<W, A, H extends Automaton<W>>(
  { box, tests, trial, store, recall }: LiveRun<W, A>,
  learner: Learner<W, A, H>,
  automaton: H,
): string {
  const { kind } = box;
  const { words, longest, cut } = trial;
  const claims = tests.map((test) => test.claim(automaton, kind.terms));
  const about = { states: automaton.size, claims, words, longest, cut, ranked: learner.form.ranked };
  const said = statement(kind, about) + limitSentence(box.longest);
  const cancelling = cancellationSentence(automaton, weighed(kind, store.answers()));
  return [said, cancelling, learner.conclusion?.() ?? "", recall.sentence()].filter(Boolean).join(" ");
}

/** Words with their weights. */
function* weighed<W, A>(
  kind: Kind<W, A>,
  answers: Iterable<readonly [Word, A]>,
): Generator<readonly [Word, W]> {
  for (const [word, answer] of answers) if (kind.weight !== undefined) yield [word, kind.weight(answer)];
}

/** Says that no longer word was asked; empty if there is no limit. */
export function limitSentence(longest: number | undefined): string {
  return longest === undefined ? "" : ` The target reads at most ${countOf(longest, "letter")}.`;
}
