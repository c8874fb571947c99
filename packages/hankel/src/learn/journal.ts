import { statSync } from "node:fs";
import type { JournalHeader } from "../formats.ts";
import { quote, shortenedApart } from "../internal/core.ts";
import { headerOf, journalOf } from "../internal/teachers.ts";
import { AnswerStore, storeOf } from "../learning.ts";
import {
  type BlackBox,
  type FleetBoxOptions,
  type JournalReading,
  journalHeader,
  readJournal,
} from "../node.ts";
import { topIn } from "../options/settings.ts";
import type { Options } from "../options/table.ts";
import { misuse } from "../support/failures.ts";
import { readBytes } from "../support/input.ts";
import { boxOfWeights } from "../target/open.ts";
import type { LearnPlan } from "./plan.ts";

/** The header of the journal of a run of the command line, whose targets may be restricted. */
export function learnHeaderOf(box: BlackBox<unknown>, plan: LearnPlan, options: Options): JournalHeader {
  const { guide, classes } = options;
  const top = topIn(options.with);
  const header = headerOf(box, plan);
  return {
    ...header,
    options: {
      ...header.options,
      ...(top !== undefined && { top }),
      ...(guide !== undefined && { guide }),
      ...(classes !== undefined && { classes: classes.name }),
    },
  };
}

/**
 * The symbols that `--with top=N` keeps, from the header of a journal that goes on: drawing words again could rank them otherwise.
 * Undefined if there is no such journal; one that is of another run is refused elsewhere.
 */
export function keptSymbols({ journal: path, with: given }: Options): readonly string[] | undefined {
  const top = topIn(given);
  if (path === undefined || top === undefined) return undefined;
  const header = journalHeader(path);
  return header?.options["top"] === top && header.alphabet.length === top + 1
    ? header.alphabet.slice(0, top)
    : undefined;
}

/** A journal of more bytes is not read twice. */
const LARGEST_TWICE = 2 ** 24;

/**
 * Says why the first worker of a fleet does not fit the journal of a run that goes on: it has another alphabet, other weights, or other
 * answers to its probe. A file that is no journal is none of the worker's fault, and is refused elsewhere.
 */
export function unlikeJournal(options: Options): FleetBoxOptions["refuse"] {
  const { journal: path, guide, classes, learner, tolerance, alphabet } = options;
  const file = path === undefined ? undefined : statSync(path, { throwIfNoEntry: false });
  if (path === undefined || !file?.isFile() || file.size > LARGEST_TWICE) return undefined;
  // The journal has the symbols that are kept, and a worker all of them.
  if (topIn(options.with) !== undefined) return undefined;
  let store: AnswerStore<unknown>;
  let header: JournalHeader;
  try {
    const content = readJournal(path);
    header = content.header;
    store = storeOf(content);
  } catch {
    return undefined;
  }
  const restricted = guide !== undefined || classes !== undefined;
  const noisy = options.repeat !== undefined || options.onConflict !== undefined;
  return (raw, probe) => {
    const box = learner === undefined || learner.name === "soft" ? raw : boxOfWeights(raw, tolerance);
    const other = (what: string) => `it has ${what} than the journal ${path}`;
    if (JSON.stringify(header.alphabet) !== JSON.stringify(box.alphabet.symbols))
      return other("another alphabet");
    if (restricted) return undefined;
    const members: Partial<Record<string, unknown>> = { ...header };
    for (const [member, value] of Object.entries(box.kind.header)) {
      if (JSON.stringify(members[member]) !== JSON.stringify(value)) return other(`another ${member}`);
    }
    if (box !== raw || noisy || alphabet !== undefined) return undefined;
    for (const [symbols, answer] of probe) {
      const word = store.alphabet.word(symbols);
      const node = store.tree.find(word);
      const known = node < 0 ? undefined : store.known(node);
      if (known === undefined || store.kind.equals(known.weight, answer)) continue;
      const [here, there] = shortenedApart([answer, known.weight].map((each) => store.kind.format(each)));
      return `it contradicts the journal ${path}: for ${store.alphabet.show(word, store.kind.terms)} it answers ${here}, and the journal has ${there}`;
    }
    return undefined;
  };
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
