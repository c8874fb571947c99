import { Alphabet, type AnyAlgebra, HankelError, quote, semifieldByName } from "@hankel/core";
import type { Announcement } from "../box.ts";
import { WordWriter } from "./messages.ts";

/** What words and weights mean to one black box. */
export interface Vocabulary {
  readonly algebra: AnyAlgebra;
  readonly alphabet: Alphabet;
  readonly writer: WordWriter;
}

/** What the user says that a black box leaves open, or says otherwise. */
export interface VocabularyOptions {
  /** Only these symbols, in this order; they must be the black box's. */
  readonly alphabet?: readonly string[] | undefined;
  /** The semifield that the user expects; it must be the black box's, but may name another tolerance. */
  readonly semifield?: string | undefined;
  readonly tolerance?: number | undefined;
}

export function vocabularyOf(announced: Announcement, options: VocabularyOptions): Vocabulary {
  const algebra = algebraOf(announced.semifield, options);
  const known = new Set(announced.alphabet);
  for (const symbol of options.alphabet ?? []) {
    if (!known.has(symbol)) {
      throw new HankelError("usage", `the symbol ${quote(symbol)} is not in the alphabet of the black box`);
    }
  }
  const alphabet = new Alphabet(options.alphabet ?? announced.alphabet);
  return { algebra, alphabet, writer: new WordWriter(alphabet) };
}

/** The semifield of a name, with another tolerance if one is wished for. */
export function algebraOf(announced: string, options: VocabularyOptions): AnyAlgebra {
  const base = (name: string) => name.replace(/:.*/su, "");
  const { semifield, tolerance } = options;
  if (semifield !== undefined && base(semifield) !== base(announced)) {
    throw new HankelError(
      "usage",
      `the black box has weights of the semifield ${quote(announced)}, not ${quote(semifield)}`,
    );
  }
  const algebra = semifieldByName(semifield ?? announced);
  if (tolerance === undefined) return algebra;
  if (algebra.exact) {
    throw new HankelError("usage", `weights of ${algebra.name} are exact: there is no tolerance to set`);
  }
  return semifieldByName(`${base(algebra.name)}:${tolerance}`);
}

/** Do two workers say the same of themselves? Says what differs. */
export function announcementsDiffer(a: Announcement, b: Announcement): string | undefined {
  if (a.semifield !== b.semifield) return `semifield ${quote(b.semifield)} instead of ${quote(a.semifield)}`;
  if (JSON.stringify(a.alphabet) !== JSON.stringify(b.alphabet)) return "another alphabet";
  return undefined;
}
