import {
  ALGORITHM_VERSION,
  Alphabet,
  AnswerStore,
  formatJournalHeader,
  formatJournalLine,
  freeGroup,
  HankelError,
  type JournalContent,
  type JournalHeader,
  type JournalLine,
  type MachineKind,
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
    if (JSON.stringify(header.next) !== JSON.stringify(first.header.next)) {
      throw new HankelError("usage", `${path} and ${first.path} hold answers of different kinds`);
    }
    if (header.machine !== first.header.machine) {
      throw new HankelError("usage", `${path} and ${first.path} are about machines of different kinds`);
    }
    for (const symbol of header.alphabet) alphabet.add(symbol);
  }
  const answers = journals.flatMap((journal) => [...standing(journal)]);
  const { machine } = first.header;
  const merged =
    machine === undefined ? mergeWeights(answers) : mergeRuns(new Alphabet(alphabet), machine, answers);
  const header: JournalHeader = {
    journal: "hankel/1",
    algorithm: ALGORITHM_VERSION,
    learner: "",
    semifield: first.header.semifield,
    ...(machine && { machine }),
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

/** The runs of a machine agree if they tell the same outputs for every prefix. */
function mergeRuns(alphabet: Alphabet, machine: MachineKind, answers: readonly Answer[]): Merged {
  const store = new AnswerStore(freeGroup, alphabet, machine);
  const conflicts: MergeConflict[] = [];
  for (const [word, weight] of answers) {
    const node = store.tree.insert(alphabet.word(word));
    const kept = store.keepKnown(node, weight);
    if (kept !== weight) conflicts.push({ word, weights: [kept, weight] });
    if (store.known(node) === undefined) store.record(node, { weight: kept });
  }
  return {
    answers: Array.from(store.answers(), ([word, weight]) => [alphabet.spell(word), weight]),
    conflicts,
  };
}
