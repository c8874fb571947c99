import {
  ALGORITHM_VERSION,
  formatJournalHeader,
  formatJournalLine,
  HankelError,
  type JournalHeader,
  type JournalLine,
} from "@hankel/core";
import type { JournalContent } from "./journal.ts";

/** A journal under a name, for messages. */
export interface NamedJournal extends JournalContent {
  readonly path: string;
}

/** Answers that two journals do not agree on. */
export interface MergeConflict {
  readonly word: readonly string[];
  readonly weights: readonly string[];
}

/**
 * The answers of several journals about one black box as one journal: a store of answers to warm other runs with, not
 * the record of a run. Of words answered in several ways the first answer is kept, and the others are reported.
 */
export function mergeJournals(
  journals: readonly NamedJournal[],
  standing: (journal: NamedJournal) => Iterable<readonly [word: readonly string[], weight: string]>,
): { text: string; answers: number; conflicts: MergeConflict[] } {
  const [first] = journals;
  const alphabet = new Set<string>();
  for (const { path, header } of journals) {
    if (header.semifield !== first.header.semifield) {
      const names = `${JSON.stringify(header.semifield)}, ${first.path} ${JSON.stringify(first.header.semifield)}`;
      throw new HankelError("usage", `${path} is about the semifield ${names}: they cannot be merged`);
    }
    for (const symbol of header.alphabet) alphabet.add(symbol);
  }
  const answers = new Map<string, { word: readonly string[]; weights: string[] }>();
  for (const journal of journals) {
    for (const [word, weight] of standing(journal)) {
      const key = JSON.stringify(word);
      const known = answers.get(key);
      if (known === undefined) answers.set(key, { word, weights: [weight] });
      else if (!known.weights.includes(weight)) known.weights.push(weight);
    }
  }
  const header: JournalHeader = {
    journal: "hankel/1",
    algorithm: ALGORITHM_VERSION,
    learner: "",
    semifield: first.header.semifield,
    alphabet: [...alphabet],
    options: {},
    seed: 0,
  };
  const lines = Array.from(answers.values(), ({ word, weights }): JournalLine => {
    return { kind: "answer", word, weight: weights[0] };
  });
  const conflicts = [...answers.values()].filter(({ weights }) => weights.length > 1);
  const text = [formatJournalHeader(header), ...lines.map(formatJournalLine), ""].join("\n");
  return { text, answers: lines.length, conflicts };
}
