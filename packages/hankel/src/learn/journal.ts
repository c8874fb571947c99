import { createHash } from "node:crypto";
import type { JournalHeader } from "../formats.ts";
import { headerOptionsOf, quote } from "../internal/core.ts";
import { journalOf } from "../internal/teachers.ts";
import { ALGORITHM_VERSION, AnswerStore, storeOf } from "../learning.ts";
import type { BlackBox, JournalReading } from "../node.ts";
import type { Options } from "../options/table.ts";
import { misuse } from "../support/failures.ts";
import { readBytes } from "../support/input.ts";
import type { RunPlan } from "./plan.ts";

/** The header of the journal of a run. */
export function headerOf(box: BlackBox<unknown>, plan: RunPlan, options: Options): JournalHeader {
  const { repeat, onConflict, certificate, guide, classes } = options;
  return {
    journal: "hankel/1",
    algorithm: ALGORITHM_VERSION,
    learner: plan.learner,
    ...box.kind.header,
    alphabet: box.alphabet.symbols,
    options: {
      ...(box.kind.tests !== undefined && { equivalence: plan.tests.map(({ text }) => text).join("+") }),
      recheck: plan.recheck,
      ...headerOptionsOf(plan.learnerOptions, plan.learner),
      ...(plan.words.length > 0 && { words: digest(plan.words) }),
      ...(repeat !== undefined && { repeat }),
      ...(onConflict !== undefined && { onConflict }),
      ...(certificate !== undefined && { certificate: "yes" }),
      ...(guide !== undefined && { guide }),
      ...(classes !== undefined && { classes: classes.name }),
    },
    seed: plan.seed,
  };
}

function digest(texts: readonly string[]): string {
  const hash = createHash("sha256");
  for (const text of texts) hash.update(text);
  return hash.digest("hex").slice(0, 16);
}

/** A store with the answers of other journals, without words that have symbols unknown here. */
export async function warmStore(
  box: BlackBox<unknown>,
  paths: readonly string[],
  reading: JournalReading,
): Promise<AnswerStore<unknown>> {
  const store = new AnswerStore(box.kind, box.alphabet);
  const base = (name: string) => name.replace(/:.*/su, "");
  for (const path of paths) {
    const { header, lines } = journalOf(path, await readBytes(path, reading.maxMemory), reading);
    const [there, here] = [header.semifield, box.kind.header.semifield];
    if (there !== undefined && here !== undefined && base(there) !== base(here)) {
      throw misuse(`${path} has answers of the semifield ${quote(there)}, not ${quote(here)}`);
    }
    // Answers that were corrected or withdrawn do not count.
    const own = header.machine === undefined ? { ...header, semifield: here ?? header.semifield } : header;
    const other = storeOf({ header: own, lines });
    const { answerer } = other.kind;
    if (answerer !== box.kind.answerer) {
      throw misuse(`${path} has answers of ${answerer}, not of ${box.kind.answerer}`);
    }
    for (const [word, weight] of other.answers()) {
      const symbols = other.alphabet.spell(word);
      if (symbols.every((symbol) => box.alphabet.letter(symbol) >= 0)) {
        const here = box.alphabet.word(symbols);
        const answer = box.kind.carried(weight, here, other.alphabet);
        store.reserve(store.tree.insert(here), { weight: answer }, false);
      }
    }
  }
  return store;
}
