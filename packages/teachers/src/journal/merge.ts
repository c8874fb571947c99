import {
  ALGORITHM_VERSION,
  Alphabet,
  type AnswerStore,
  formatJournalHeader,
  formatJournalLine,
  HankelError,
  type JournalContent,
  type JournalHeader,
  JournalSums,
  kindOf,
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
 *
 * @example
 * const text = formatJournalHeader({
 *   journal: "hankel/1",
 *   algorithm: ALGORITHM_VERSION,
 *   learner: "tree",
 *   semifield: "boolean",
 *   alphabet: ["a"],
 *   options: {},
 *   seed: 1,
 * });
 * const [header, lines] = [parseJournalHeader(text), [{ kind: "answer", word: ["a"], weight: "1" } as const]];
 * console.log(mergeJournals([{ path: "one.jsonl", header, lines }, { path: "two.jsonl", header, lines }]).answers); // 1
 */
export function mergeJournals(journals: readonly NamedJournal[]): {
  text: string;
  answers: number;
  conflicts: MergeConflict[];
} {
  const [first] = journals;
  for (const journal of journals) refuseOtherKind(journal, first);
  const alphabet = [...new Set(journals.flatMap(({ header }) => header.alphabet))];
  const store = storeOf({ header: { ...first.header, alphabet }, lines: [] });
  const conflicts = mergeIn(store, journals.map(storeOf));
  const header: JournalHeader = {
    ...first.header,
    algorithm: ALGORITHM_VERSION,
    learner: "",
    alphabet,
    options: {},
    seed: 0,
  };
  const lines = Array.from(store.answers(), ([letters, answer]) => {
    const [word, weight] = [store.alphabet.spell(letters), store.kind.format(answer)];
    return formatJournalLine({ kind: "answer", word, weight }, header);
  });
  const sums = new JournalSums();
  const text = [formatJournalHeader(header), ...lines].map((line) => `${sums.add(line)}\n`).join("");
  return { text, answers: lines.length, conflicts };
}

/** Journals are merged if their answers mean the same. */
function refuseOtherKind({ path, header }: NamedJournal, first: NamedJournal): void {
  const [own, wanted] = [header.semifield, first.header.semifield];
  if (own !== undefined && wanted !== undefined && own !== wanted) {
    const names = `${quote(own)}, ${first.path} ${quote(wanted)}`;
    throw new HankelError("usage", `cannot merge journals over different semifields: ${path} has ${names}`);
  }
  const [kind, other] = [header, first.header].map((of) => kindOf(of, new Alphabet(of.alphabet)));
  const problem = kind.unlike(other);
  if (problem !== undefined) throw new HankelError("usage", `${path} and ${first.path} ${problem}`);
}

/**
 * Brings the answers of other stores into one, without those that were corrected or withdrawn; the first one to tell something stands.
 * Returns the words with other answers.
 */
function mergeIn(store: AnswerStore<unknown>, others: readonly AnswerStore<unknown>[]): MergeConflict[] {
  const { kind, alphabet, tree, memory } = store;
  const conflicts = new Map<number, MergeConflict & { readonly weights: string[] }>();
  const answers = others.flatMap((other) =>
    Array.from(
      other.answers(),
      ([letters, answer]) => [other.alphabet.spell(letters), other.kind.format(answer)] as const,
    ),
  );
  for (const [word, text] of answers) {
    const node = tree.insert(alphabet.word(word));
    const given = kind.parse(text);
    const known = store.known(node);
    const kept = known === undefined ? memory.kept(node, given) : known.weight;
    if (!kind.same(kept, given)) {
      const conflict = conflicts.get(node) ?? { word, weights: [kind.format(kept)] };
      if (!conflict.weights.includes(text)) conflict.weights.push(text);
      conflicts.set(node, conflict);
    }
    if (known === undefined) store.record(node, { weight: kept });
  }
  return [...conflicts.values()];
}
