import { Alphabet, HankelError, type Kind, quote, type WeightChoice, type Word } from "@hankel/core";
import type { Announcement } from "../box.ts";

/** Writes words as JSON. It quotes each symbol once, not once per word. */
function wordWriter({ symbols }: Alphabet): (words: readonly Word[]) => string {
  const quoted = symbols.map((symbol) => JSON.stringify(symbol));
  return (words) => {
    let text = "";
    for (let i = 0; i < words.length; i++) {
      const word = words[i];
      text += i === 0 ? "[" : ",[";
      for (let j = 0; j < word.length; j++) text += j === 0 ? quoted[word[j]] : `,${quoted[word[j]]}`;
      text += "]";
    }
    return `[${text}]`;
  };
}

/** How one black box writes words and answers. */
export interface Vocabulary {
  readonly kind: Kind<unknown>;
  readonly alphabet: Alphabet;
  /** How many numbers its states have, if it has them. */
  readonly states?: number | undefined;
  /** How long the weights of a message may be together: see `VocabularyOptions`. */
  readonly digits?: number | undefined;
  /** Words as JSON. */
  readonly write: (words: readonly Word[]) => string;
}

/**
 * The user's choices that restrict or override what a black box announces. The semifield must be that of the black box; only
 * the tolerance may differ. Distributions have none: it is their learner's.
 */
export interface VocabularyOptions extends WeightChoice {
  /** Learn over these symbols only, in this order; the black box must know each of them. */
  readonly alphabet?: readonly string[] | undefined;
  /**
   * How long the exact weights of one message may be together: as one number of so many characters, or four of half of them. 200,000
   * unless given, which takes about a second to read.
   */
  readonly digits?: number | undefined;
}

export function vocabularyOf(announced: Announcement, options: VocabularyOptions): Vocabulary {
  const { semifield, tolerance } = options;
  const alphabet = new Alphabet(options.alphabet ?? announced.alphabet);
  const kind = announced.kind.chosen(alphabet, { semifield, tolerance });
  const known = new Set(announced.alphabet);
  for (const symbol of options.alphabet ?? []) {
    if (!known.has(symbol)) {
      throw new HankelError("usage", `the symbol ${quote(symbol)} is not in the alphabet of the black box`);
    }
  }
  return { kind, alphabet, states: announced.states, digits: options.digits, write: wordWriter(alphabet) };
}
