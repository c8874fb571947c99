import {
  ALGORITHM_VERSION,
  type AnswerStore,
  formatJournalHeader,
  formatJournalLine,
  HankelError,
  type JournalContent,
  type JournalHeader,
  type JournalLine,
  quote,
  storeOf,
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
      const names = `${quote(header.semifield)}, ${first.path} ${quote(first.header.semifield)}`;
      throw new HankelError("usage", `cannot merge journals over different semifields: ${path} has ${names}`);
    }
    if (JSON.stringify(header.next) !== JSON.stringify(first.header.next)) {
      throw new HankelError("usage", `${path} and ${first.path} hold answers of different kinds`);
    }
    if (
      header.next !== undefined &&
      JSON.stringify(header.alphabet) !== JSON.stringify(first.header.alphabet)
    ) {
      throw new HankelError("usage", `${path} and ${first.path} hold distributions over different alphabets`);
    }
    if (header.machine !== first.header.machine) {
      throw new HankelError("usage", `${path} and ${first.path} are about machines of different kinds`);
    }
    for (const symbol of header.alphabet) alphabet.add(symbol);
  }
  const answers = journals.flatMap((journal) => [...standing(journal)]);
  const { machine, next } = first.header;
  const store = storeOf({ header: { ...first.header, alphabet: [...alphabet] }, lines: [] });
  const merged =
    machine === undefined && next === undefined ? mergeWeights(answers) : mergeIn(store, answers);
  const header: JournalHeader = {
    journal: "hankel/1",
    algorithm: ALGORITHM_VERSION,
    learner: "",
    semifield: first.header.semifield,
    ...(machine && { machine }),
    ...(next && { next }),
    alphabet: [...alphabet],
    options: {},
    seed: 0,
  };
  const lines = merged.answers.map(([word, weight]): JournalLine => ({ kind: "answer", word, weight }));
  const text = [formatJournalHeader(header), ...lines.map(formatJournalLine), ""].join("\n");
  return { text, answers: lines.length, conflicts: merged.conflicts };
}

/** A word and its weight. */
type Answer = readonly [word: readonly string[], weight: string];

interface Merged {
  readonly answers: readonly Answer[];
  readonly conflicts: MergeConflict[];
}

function mergeWeights(answers: readonly Answer[]): Merged {
  const found = new Map<string, { word: readonly string[]; weights: string[] }>();
  for (const [word, weight] of answers) {
    const key = JSON.stringify(word);
    const known = found.get(key);
    if (known === undefined) found.set(key, { word, weights: [weight] });
    else if (!known.weights.includes(weight)) known.weights.push(weight);
  }
  const entries = [...found.values()];
  return {
    answers: entries.map(({ word, weights }) => [word, weights[0]]),
    conflicts: entries.filter(({ weights }) => weights.length > 1),
  };
}

/** Runs of a machine, and distributions, agree if they tell the same about every prefix. */
function mergeIn(store: AnswerStore<unknown>, answers: readonly Answer[]): Merged {
  const { type, alphabet, tree } = store;
  const conflicts: MergeConflict[] = [];
  for (const [word, text] of answers) {
    const node = tree.insert(alphabet.word(word));
    const given = type.parse(text);
    const known = store.known(node);
    const kept = known === undefined ? store.keepKnown(node, given) : known.weight;
    if (!type.equals(kept, given)) conflicts.push({ word, weights: [type.format(kept), text] });
    if (known === undefined) store.record(node, { weight: kept });
  }
  const merged = Array.from(
    store.answers(),
    ([word, weight]): Answer => [alphabet.spell(word), type.format(weight)],
  );
  return { answers: merged, conflicts };
}
