/** What learners know that keep neither a matrix nor a discrimination tree, as the page shows it. */

import type { Word } from "hankel";
import { ApartLearner, MachineLearner } from "hankel/learning";
import type { AnyLearner } from "./explain.ts";
import { writtenIn } from "./text.ts";
import type { Known, PrefixView, RunView } from "./views.ts";

/** Of the answers to a step, so many are shown. */
const MAX_RUNS = 12;

/** Looks at a learner before each of its questions, whose words are given; undefined if there is nothing to look at. */
export function knownOf<W>(learner: AnyLearner<W>): ((words: readonly Word[]) => Known) | undefined {
  if (learner instanceof ApartLearner) return () => ({ kind: "prefixes", words: prefixesOf<W>(learner) });
  if (learner instanceof MachineLearner) {
    let before: readonly Word[] = [];
    return (words) => {
      const known = runsOf(learner, before);
      before = words;
      return known;
    };
  }
  return undefined;
}

function prefixesOf<W>(learner: ApartLearner<W>): PrefixView[] {
  const { alphabet, observations, kind } = learner;
  const written = writtenIn(kind);
  const ids = new Map<string, number>();
  return Array.from(learner.frontier(), ({ word, isBasis, state, candidates }, id) => {
    ids.set(word.join(), id);
    const node = observations.tree.find(word);
    return {
      id,
      parent: word.length === 0 ? -1 : (ids.get(word.slice(0, -1).join()) ?? -1),
      symbol: word.length === 0 ? "" : alphabet.symbols[word[word.length - 1]],
      word: alphabet.show(word),
      weight: node >= 0 && observations.knows(node) ? written(observations.weight(node)) : null,
      isBasis,
      state: state ?? null,
      candidates: state === undefined ? candidates : [],
    };
  });
}

function runsOf(learner: MachineLearner, words: readonly Word[]): Known {
  const { alphabet, observations, kind } = learner;
  const written = writtenIn(kind);
  const arcs = Array.from(learner.arcs(), ({ state, letter, output, target, candidates }) => ({
    state,
    symbol: alphabet.symbols[letter],
    output: output === undefined ? null : written(output),
    target: target ?? null,
    candidates: candidates ?? [],
  }));
  const access = Array.from({ length: learner.states }, (_, state) => alphabet.show(learner.access(state)));
  const runs = words.slice(0, MAX_RUNS).map((word): RunView => {
    const outputs = word.map((_, i) => {
      const node = observations.tree.find(word.slice(0, i + 1));
      return node >= 0 && observations.knows(node) ? written(observations.output(node)) : "?";
    });
    const states = learner.statesAlong(word).map((state) => state ?? null);
    return { inputs: alphabet.spell(word), outputs, states };
  });
  return { kind: "runs", access, arcs, runs };
}
