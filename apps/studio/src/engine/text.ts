import type { Alphabet, Word } from "@hankel/core";

/** A word as people type it: as `Alphabet.parse` reads it, ε for nothing, and single characters may be run together. */
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

/** Something that was thrown, in words. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** 1 word, 2 words. */
export function counted(count: number, thing: string): string {
  return `${count.toLocaleString("en")} ${thing}${count === 1 ? "" : "s"}`;
}
