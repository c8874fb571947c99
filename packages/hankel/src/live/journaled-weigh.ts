import { ALGORITHM_VERSION, AnswerStore, type JournalHeader, numbersOf, type Word } from "@hankel/core";
import { type BlackBox, Journal, type Report } from "@hankel/teachers";
import type { SpectralOptions } from "./spectral-options.ts";

/** The weights of words as numbers, from a journal or from the black box. */
export interface JournaledWeigh {
  readonly weigh: (words: readonly Word[]) => Promise<number[]>;
  /** How many answers the journal had when it was opened. */
  readonly remembered: number;
  close(): void;
}

/**
 * Asks a black box for what a journal does not know, and writes every answer down as it arrives. The journal names no learner: its
 * answers serve every later run, whatever its block, and `hankel learn --warm`.
 */
export async function journaledWeigh(
  box: BlackBox<unknown>,
  { journal: path, breakLock }: Pick<SpectralOptions, "journal" | "breakLock">,
  report: Report,
  signal: AbortSignal,
): Promise<JournaledWeigh> {
  const toNumber = numbersOf(box.kind.algebra);
  const journal =
    path === undefined ? undefined : await Journal.open(path, headerOf(box), { breakLock, report, signal });
  const store = new AnswerStore(box.kind, box.alphabet);
  for (const line of journal?.recorded ?? []) store.apply(line);
  const remembered = store.size;
  const ask = async (words: readonly Word[]): Promise<void> => {
    await box.weigh(words, {
      signal,
      arrived(from, weights) {
        const lines = weights.map((weight, i) => {
          const node = store.tree.insert(words[from + i]);
          store.record(node, { weight });
          return store.line("answer", node, { weight });
        });
        journal?.append(lines);
      },
    });
    await journal?.sync();
  };
  return {
    remembered,
    async weigh(words) {
      const nodes = words.map((word) => store.tree.insert(word));
      const missing = words.filter((_, i) => store.known(nodes[i]) === undefined);
      if (missing.length > 0) await ask(missing);
      return nodes.map((node) => toNumber(store.known(node)?.weight));
    },
    close: () => journal?.close(),
  };
}

function headerOf({ kind, alphabet }: BlackBox<unknown>): JournalHeader {
  return {
    journal: "hankel/1",
    algorithm: ALGORITHM_VERSION,
    learner: "",
    semifield: kind.algebra.name,
    alphabet: alphabet.symbols,
    options: {},
    seed: 0,
  };
}
