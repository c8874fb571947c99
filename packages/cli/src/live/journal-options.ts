import { createHash } from "node:crypto";
import {
  ALGORITHM_VERSION,
  Alphabet,
  AnswerStore,
  type EquivalenceTest,
  HankelError,
  headerOptionsOf,
  type JournalHeader,
  type LearnOptions,
  quote,
} from "@hankel/core";
import { type BlackBox, Journal, readJournal } from "@hankel/teachers";
import type { LiveCommandOptions } from "./options.ts";

/** What the questions of a run depend on, besides the black box. */
export interface RunPlan {
  readonly learner: string;
  readonly learnerOptions: LearnOptions<unknown>;
  readonly tests: readonly EquivalenceTest[];
  /** The text of the files of words that are tested. */
  readonly words: readonly string[];
  readonly seed: number;
  readonly recheck: number;
}

/** Opens the journal of a run, where one is wished for. */
export async function openJournal(
  box: BlackBox<unknown>,
  plan: RunPlan,
  options: LiveCommandOptions,
): Promise<Journal | undefined> {
  if (options.journal === undefined) return undefined;
  return Journal.open(options.journal, headerOf(box, plan, options));
}

function headerOf(box: BlackBox<unknown>, plan: RunPlan, options: LiveCommandOptions): JournalHeader {
  const { repeat, onConflict, certificate } = options;
  return {
    journal: "hankel/1",
    algorithm: ALGORITHM_VERSION,
    learner: plan.learner,
    semifield: box.algebra.name,
    alphabet: box.alphabet.symbols,
    options: {
      equivalence: plan.tests.map(({ text }) => text).join("+"),
      recheck: plan.recheck,
      ...headerOptionsOf(plan.learnerOptions),
      ...(plan.words.length > 0 && { words: digest(plan.words) }),
      ...(repeat !== undefined && { repeat }),
      ...(onConflict !== undefined && { onConflict }),
      ...(certificate !== undefined && { certificate: "yes" }),
    },
    seed: plan.seed,
  };
}

function digest(texts: readonly string[]): string {
  const hash = createHash("sha256");
  for (const text of texts) hash.update(text);
  return hash.digest("hex").slice(0, 16);
}

/** A store with the answers of other journals, as far as they are about the same symbols. */
export function warmStore(box: BlackBox<unknown>, paths: readonly string[]): AnswerStore<unknown> {
  const store = new AnswerStore(box.algebra, box.alphabet);
  const base = (name: string) => name.replace(/:.*/su, "");
  for (const path of paths) {
    const { header, lines } = readJournal(path);
    if (base(header.semifield) !== base(box.algebra.name)) {
      const names = `${quote(header.semifield)}, not ${quote(box.algebra.name)}`;
      throw new HankelError("usage", `${path} has answers of the semifield ${names}`);
    }
    // Only what still stands in that journal counts: some of it may have been corrected or taken back.
    const other = new AnswerStore(box.algebra, new Alphabet(header.alphabet));
    for (const line of lines) other.apply(line);
    for (const [word, weight] of other.answers()) {
      const symbols = other.alphabet.spell(word);
      if (symbols.every((symbol) => box.alphabet.letter(symbol) >= 0)) {
        store.reserve(store.tree.insert(box.alphabet.word(symbols)), { weight }, false);
      }
    }
  }
  return store;
}
