import { describe, expect, test } from "vitest";
import { readDocument } from "../scripts/documents.ts";
import { anchorOf, readGlossary } from "../scripts/glossary.ts";

/** In words. */
const LONGEST = 40;

const LINK = /\[([^\]]+)\]\(([^)]+)\)/gu;

/** How a word appears in a text: in the singular or the plural. */
function formsOf(word: string): string[] {
  const plurals = [`${word}s`, `${word}es`, word.replace(/on$/u, "a"), word.replace(/is$/u, "es")];
  return [word, ...plurals].map((form) => form.toLowerCase());
}

describe("the glossary", () => {
  const entries = readGlossary(readDocument("docs/glossary.md"));
  const words = entries.map(({ word }) => word);
  const wordOf = new Map(words.flatMap((word) => formsOf(word).map((form) => [form, word])));

  test("has about forty words, in order, each once", () => {
    expect(words.length).toBeGreaterThanOrEqual(40);
    expect(words).toEqual(words.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
    expect(new Set(words.map((word) => word.toLowerCase())).size).toBe(words.length);
  });

  test.each(entries)("$word: is short, and links are to what they name", ({ definition }) => {
    const plain = definition.replaceAll(LINK, "$1");
    expect(plain.split(/\s+/u).length).toBeLessThanOrEqual(LONGEST);
    for (const [, text, address] of definition.matchAll(LINK)) {
      expect(address, text).toBe(anchorOf(wordOf.get(text.toLowerCase()) ?? "no word"));
    }
  });

  test.each(entries)("$word: links the other words that it uses", ({ word, definition }) => {
    const linked = new Set(Array.from(definition.matchAll(LINK), ([, , address]) => address));
    // The longest first: in "language model" stands no "language".
    const forms = [...wordOf.keys()].toSorted((a, b) => b.length - a.length);
    const used = new RegExp(`(?<![\\w'-])(?:${forms.join("|")})(?![\\w-])`, "giu");
    const missing = Array.from(definition.replaceAll(LINK, "$1").matchAll(used), ([form]) =>
      wordOf.get(form.toLowerCase()),
    ).filter((other) => other !== undefined && other !== word && !linked.has(anchorOf(other)));
    expect(missing).toEqual([]);
  });
});
