import type { Alphabet, Word } from "@hankel/core";

/** Reads a word as people type it: like `Alphabet.parse`, but ε is the empty word, and spaces between characters may be missing. */
export function parseWord(alphabet: Alphabet, text: string): Word {
  const trimmed = text.trim();
  if (trimmed === "ε" && alphabet.letter("ε") < 0) return [];
  try {
    return alphabet.parse(trimmed);
  } catch (error) {
    const characters = [...trimmed.replaceAll(/\s+/gu, "")];
    if (characters.length > 0 && characters.every((character) => alphabet.letter(character) >= 0)) {
      return alphabet.word(characters);
    }
    throw error;
  }
}

/** The message of something that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** 1 word, 2 words. */
export function counted(count: number, thing: string): string {
  return `${count.toLocaleString("en")} ${thing}${count === 1 ? "" : "s"}`;
}
