import type { Alphabet, Kind, Word } from "hankel";
import { freeLetters } from "hankel/algebra";
import type { Answering } from "./applies.ts";

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

/** What a target says of a word whose weight is shown so, as the end of a sentence about the word. */
export function saidOf(weight: string, { answers, semifield }: Answering): string {
  if (answers === "runs") return `writes ${weight}`;
  if (semifield !== "boolean") return `weighs ${weight}`;
  return weight === "✓" ? "is in the language ✓" : "is not in the language ✗";
}

/** What a person has said of a word, as a part of a sentence. */
export function saidBy(semifield: string, word: string, weight: string): string {
  if (semifield !== "boolean") return `“${word}” weighs ${weight}`;
  return `“${word}” is ${weight === "true" ? "" : "not "}in your language`;
}

/** How weights are written on the page. */
export type Written<W> = (weight: W) => string;

/** How the weights of a kind are written: those of yes/no languages as ✓ and ✗, runs of machines as their outputs. */
export function writtenIn<W>({ name, algebra }: Pick<Kind<W>, "name" | "algebra">): Written<W> {
  return (weight) => {
    const text = algebra.format(weight);
    return name === "runs" ? outputsIn(text) : shownWeight(algebra.name, text);
  };
}

/** The outputs of a run. A run without outputs is ε, and an empty output is shown as such. */
function outputsIn(run: string): string {
  if (run === "0") return run;
  const letters = freeLetters(run);
  if (letters.some(({ inverse }) => inverse)) return run;
  return letters.length === 0 ? "ε" : letters.map(({ name }) => (name === "" ? "“”" : name)).join(" ");
}

/** The message of something that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** 1 word, 2 words; 1 query, 2 queries; 1 guess, 2 guesses. */
export function counted(count: number, thing: string): string {
  const plural = thing.replace(/(?<=[^aeiou])y$/u, "ie").replace(/ss$/u, "sse");
  return `${count.toLocaleString("en")} ${count === 1 ? thing : `${plural}s`}`;
}

/** 1st, 2nd, 3rd, 4th. */
export function ordinal(place: number): string {
  const teen = place % 100 > 10 && place % 100 < 14;
  const ending = teen ? "th" : (["th", "st", "nd", "rd"][place % 10] ?? "th");
  return `${place}${ending}`;
}

/** a, b and c. */
export function listed(items: readonly string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

export function isSameWord(a: Word, b: Word): boolean {
  return a.length === b.length && a.every((letter, i) => letter === b[i]);
}

/** A weight as people read it: yes and no are ✓ and ✗, other weights stand for themselves. */
export function shownWeight(semifield: string, weight: string): string {
  if (semifield !== "boolean") return weight;
  return { true: "✓", false: "✗" }[weight] ?? weight;
}
