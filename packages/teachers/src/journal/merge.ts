import {
  ALGORITHM_VERSION,
  formatJournalHeader,
  formatJournalLine,
  HankelError,
  type JournalContent,
  type JournalHeader,
  type JournalLine,
} from "@hankel/core";

/** A journal and its path, for messages. */
export interface NamedJournal extends JournalContent {
  readonly path: string;
}

/** A word that the journals weigh differently. */
export interface MergeConflict {
  readonly word: readonly string[];
  readonly weights: readonly string[];
}

/**
 * Merges the answers of several journals about one black box. The result is not the record of a run; other runs reuse its
 * answers with --warm. When journals disagree on a word, the first answer is kept and the conflict is returned.
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
      throw new HankelError("usage", `cannot merge journals over different semifields: ${path} has ${names}`);
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
