import {
  Alphabet,
  type AnyAlgebra,
  HankelError,
  type MachineKind,
  machineNames,
  messageOf,
  quote,
  semifieldByName,
} from "@hankel/core";
import type { AnnouncedNext, Announcement } from "../box.ts";
import { WordWriter } from "./messages.ts";

/** How one black box writes words and answers. */
export interface Vocabulary {
  readonly algebra: AnyAlgebra;
  /** Set if its answers are the runs of a machine. */
  readonly machine: MachineKind | undefined;
  /** Set if its answers are distributions: how they are written, and in the order of which alphabet. */
  readonly next?: (AnnouncedNext & { readonly full: Alphabet }) | undefined;
  readonly alphabet: Alphabet;
  /** How many numbers its states have, if it has them. */
  readonly states?: number | undefined;
  readonly writer: WordWriter;
}

/** The user's choices that restrict or override what a black box announces. */
export interface VocabularyOptions {
  /** Learn over these symbols only, in this order; the black box must know each of them. */
  readonly alphabet?: readonly string[] | undefined;
  /** The semifield that the user expects. It must be that of the black box; only the tolerance may differ. */
  readonly semifield?: string | undefined;
  /** How far apart equal floating-point weights may be. Distributions have none: it is their learner's. */
  readonly tolerance?: number | undefined;
}

export function vocabularyOf(announced: Announcement, options: VocabularyOptions): Vocabulary {
  const { machine, next } = announced;
  if (machine !== undefined) refuseWeightOptions(machine, options);
  if (next !== undefined && options.semifield !== undefined) {
    throw new HankelError(
      "usage",
      "the black box answers with distributions, not with weights, so leave --semifield out",
    );
  }
  const algebra = algebraOf(announced.semifield, next === undefined ? options : {});
  const known = new Set(announced.alphabet);
  for (const symbol of options.alphabet ?? []) {
    if (!known.has(symbol)) {
      throw new HankelError("usage", `the symbol ${quote(symbol)} is not in the alphabet of the black box`);
    }
  }
  const alphabet = new Alphabet(options.alphabet ?? announced.alphabet);
  const shared = { algebra, machine, alphabet, states: announced.states, writer: new WordWriter(alphabet) };
  if (next === undefined) return shared;
  return { ...shared, next: { ...next, full: new Alphabet(announced.alphabet) } };
}

/** The options about weights have no meaning for a machine. */
function refuseWeightOptions(machine: MachineKind, { semifield, tolerance }: VocabularyOptions): void {
  const option =
    semifield !== undefined ? "--semifield" : tolerance !== undefined ? "--tolerance" : undefined;
  if (option === undefined) return;
  throw new HankelError(
    "usage",
    `the black box is a ${machineNames[machine]}: it answers with outputs, not with weights, so leave ${option} out`,
  );
}

/** The announced semifield, with the user's tolerance if there is one. */
export function algebraOf(announced: string, options: VocabularyOptions): AnyAlgebra {
  const base = (name: string) => name.replace(/:.*/su, "");
  const { semifield, tolerance } = options;
  if (semifield !== undefined && base(semifield) !== base(announced)) {
    throw new HankelError(
      "usage",
      `the weights of the black box are in the semifield ${quote(announced)}, not ${quote(semifield)}`,
    );
  }
  const algebra = semifield === undefined ? announcedAlgebra(announced) : semifieldByName(semifield);
  if (tolerance === undefined) return algebra;
  if (algebra.exact) {
    throw new HankelError("usage", `${algebra.name} weights are exact: there is no tolerance to set`);
  }
  return semifieldByName(`${base(algebra.name)}:${tolerance}`);
}

/** What a black box announces is its answer: if it makes no sense, the black box failed, and not the user. */
function announcedAlgebra(name: string): AnyAlgebra {
  try {
    return semifieldByName(name);
  } catch (cause) {
    throw new HankelError("teacher", `the semifield of the black box: ${messageOf(cause)}`, { cause });
  }
}
