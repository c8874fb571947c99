import { Alphabet, HankelError } from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { refusal } from "../support/refusal.ts";

/** Symbols that often cause problems. */
const AWKWARD = [
  "",
  " ",
  "[",
  "[]",
  '["a"]',
  "]",
  '"',
  "\\",
  "a b",
  "\n",
  "\u00a0",
  "\ufeff",
  "\ud800",
  "👩‍🚀",
  "<script>",
  "__proto__",
  "constructor",
  "ε",
  "?0",
  "null",
  "1",
  ",",
];
const symbol = fc.oneof(
  fc.constantFrom(...AWKWARD),
  fc.string({ unit: "binary", maxLength: 4 }),
  fc.string({ maxLength: 3 }),
);
const alphabets = fc.uniqueArray(symbol, { maxLength: 8 }).map((symbols) => new Alphabet(symbols));
const spelled = alphabets.chain((alphabet) =>
  fc.record({
    alphabet: fc.constant(alphabet),
    word: alphabet.size === 0 ? fc.constant([]) : fc.array(fc.nat(alphabet.size - 1), { maxLength: 6 }),
  }),
);
const runs = { seed: 91, numRuns: 1000 };

describe("Alphabet", () => {
  it("reads back every word that it writes, whatever the symbols", () => {
    fc.assert(
      fc.property(spelled, ({ alphabet, word }) => {
        expect(alphabet.parse(alphabet.format(word))).toEqual(word);
        expect(alphabet.parse(JSON.stringify(alphabet.spell(word)))).toEqual(word);
        expect(alphabet.word(alphabet.spell(word))).toEqual(word);
      }),
      runs,
    );
  });

  it("writes different words differently", () => {
    fc.assert(
      fc.property(spelled, fc.array(fc.nat(7), { maxLength: 6 }), ({ alphabet, word }, letters) => {
        const other = letters.filter((letter) => letter < alphabet.size);
        const same = other.join() === word.join();
        expect(alphabet.format(word) === alphabet.format(other)).toBe(same);
      }),
      runs,
    );
  });

  it("separates symbols, writes the empty word as an empty text, and uses JSON only if necessary", () => {
    const alphabet = new Alphabet(["new", "york", "new york", "["]);
    expect(alphabet.format([0, 1])).toBe("new york");
    expect(alphabet.format([2])).toBe('["new york"]');
    expect(alphabet.format([])).toBe("");
    expect(alphabet.format([3, 0])).toBe('["[","new"]');
    expect(alphabet.parse("  new \t york\n")).toEqual([0, 1]);
    expect(alphabet.parse("[ new")).toEqual([3, 0]);
    expect(alphabet.parse("[]")).toEqual([]);
    expect(alphabet.parse("   ")).toEqual([]);
  });

  it("shows words to people", () => {
    expect(new Alphabet("ab").show([])).toBe("ε");
    expect(new Alphabet("ab").show([0, 1, 1])).toBe("abb");
    expect(new Alphabet(["a", "bc"]).show([0, 1, 1])).toBe("a bc bc");
  });

  it("knows only its own letters", () => {
    const alphabet = new Alphabet(AWKWARD);
    AWKWARD.forEach((symbol, letter) => expect(alphabet.letter(symbol)).toBe(letter));
    expect(alphabet.letter("toString")).toBe(-1);
    expect(alphabet.equals(new Alphabet(AWKWARD))).toBe(true);
    expect(alphabet.equals(new Alphabet(AWKWARD.toReversed()))).toBe(false);
    expect(alphabet.equals(new Alphabet(AWKWARD.slice(1)))).toBe(false);
  });

  it("names letters that have no names", () => {
    expect(Alphabet.letters(0).size).toBe(0);
    expect(Alphabet.letters(28).symbols.slice(24)).toEqual(["y", "z", "s26", "s27"]);
  });

  it("is told in a message by its first symbols, and spells letters that it has not", () => {
    const message = (size: number) => refusal(() => Alphabet.letters(size).word(["?"]));
    expect(message(2)).toBe('parse: "?" is not in the alphabet {"a", "b"}');
    expect(message(8)).toMatch(/\{"a", .*"h"\}$/u);
    expect(message(11)).toMatch(/\{"a", .*"h", … 3 more\}$/u);
    expect(new Alphabet("ab").spell([1, 7])).toEqual(["b", "?7"]);
    expect(refusal(() => new Alphabet([7 as never]))).toBe("usage: a symbol must be a string, not number");
    expect(refusal(() => new Alphabet("a").parse("[7]"))).toBe(
      'parse: "[7]" is not an array of symbols (strings)',
    );
  });

  it.each<[string, () => unknown, string, RegExp]>([
    ["a symbol twice", () => new Alphabet(["a", "b", "a"]), "usage", /"a" occurs twice/u],
    ["a symbol that is no string", () => new Alphabet([1] as unknown as string[]), "usage", /not number/u],
    [
      "an unknown symbol",
      () => new Alphabet("ab").parse("a c"),
      "parse",
      /"c" is not in the alphabet \{"a", "b"\}/u,
    ],
    ["JSON that is broken", () => new Alphabet("ab").parse('["a"'), "parse", /starts like a JSON array/u],
    ["JSON that is no word", () => new Alphabet("ab").parse("[1]"), "parse", /array of symbols/u],
  ])("refuses %s", (_, action, code, message) => {
    expect(action).toThrow(HankelError);
    expect(action).toThrow(message);
    expect(action).toThrow(expect.objectContaining({ code }));
  });
});
