/** Grammars of languages: llguidance and Lark accept the texts of the language, and no others. */

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  Alphabet,
  boolean,
  fromExpression,
  generate,
  minimize,
  Random,
  rational,
  Wdfsa,
  WdfsaBuilder,
} from "@hankel/core";
import { afterAll, describe, expect, test } from "vitest";
import { acceptorCases, weightedCases } from "./cases.ts";
import { python, required } from "./tools.ts";

const folder = mkdtempSync(join(tmpdir(), "hankel-grammars-"));
afterAll(() => rmSync(folder, { recursive: true }));

const DRIVER = `
import json, sys
import lark, llguidance
from llguidance import LLMatcher, LLTokenizer, grammar_from
from llguidance.gbnf_to_lark import gbnf_to_lark

tokenizer = LLTokenizer("byte")

def guided(grammar, text):
    matcher = LLMatcher(tokenizer, grammar, log_level=0)
    assert not matcher.is_error(), matcher.get_error()
    tokens = tokenizer.tokenize_bytes(text.encode())
    count = matcher.try_consume_tokens(tokens)
    assert not matcher.is_error(), matcher.get_error()[:500]
    return count == len(tokens) and matcher.is_accepting()

def parsed(parser, text):
    try:
        parser.parse(text)
        return True
    except lark.exceptions.LarkError:
        return False

answers = []
for job in json.load(open(sys.argv[1])):
    by = {}
    if "gbnf" in job:
        by["gbnf"] = [guided(grammar_from("lark", gbnf_to_lark(job["gbnf"])), text) for text in job["texts"]]
    if "lark" in job:
        by["llguidance"] = [guided(grammar_from("lark", job["lark"]), text) for text in job["texts"]]
        parser = lark.Lark(job["lark"], parser="earley")
        by["lark"] = [parsed(parser, text) for text in job["texts"] if len(text) < 1000]
    answers.append(by)
print(json.dumps(answers))
`;

interface Job {
  readonly gbnf?: string;
  readonly lark?: string;
  readonly texts: readonly string[];
}

function ask(jobs: readonly Job[]): { gbnf?: boolean[]; llguidance?: boolean[]; lark?: boolean[] }[] {
  writeFileSync(join(folder, "driver.py"), DRIVER);
  writeFileSync(join(folder, "jobs.json"), JSON.stringify(jobs));
  const { status, stdout, stderr } = spawnSync(
    python ?? "",
    ["-B", join(folder, "driver.py"), join(folder, "jobs.json")],
    { encoding: "utf8", maxBuffer: 2 ** 28, timeout: 240_000 },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return JSON.parse(stdout) as ReturnType<typeof ask>;
}

/** Is a text a word of the language, its symbols between separators? By definition, however it can be cut. */
function isText<W>(model: Wdfsa<W>, separator: string, text: string): boolean {
  const { alphabet, algebra, target, finalWeight } = model;
  if (model.size === 0) return false;
  const seen = new Set<string>();
  const from = (state: number, at: number, isFirst: boolean): boolean => {
    const key = `${state} ${at} ${isFirst}`;
    if (seen.has(key)) return false;
    seen.add(key);
    if (at === text.length && !algebra.isZero(finalWeight[state])) return true;
    return alphabet.symbols.some((symbol, letter) => {
      const to = target[state * alphabet.size + letter];
      const piece = isFirst ? symbol : separator + symbol;
      return to >= 0 && text.startsWith(piece, at) && from(to, at + piece.length, false);
    });
  };
  return from(0, 0, true);
}

/** Texts of random words, some of them spoilt. */
function textsOf<W>({ alphabet, target }: Wdfsa<W>, separator: string, seed: number): string[] {
  const random = new Random(seed, 9);
  const { symbols } = alphabet;
  const texts = Array.from({ length: 25 }, (_, i) => {
    let state = 0;
    const word = Array.from({ length: random.below(7) }, () => {
      // Mostly along the arcs.
      const letters = [...symbols.keys()].filter((letter) => target[state * symbols.length + letter] >= 0);
      const some = letters.length > 0 && i % 3 > 0 ? letters : [...symbols.keys()];
      const letter = some[random.below(Math.max(1, some.length))] ?? 0;
      state = Math.max(0, target[state * symbols.length + letter] ?? 0);
      return symbols[letter] ?? "";
    });
    const text = word.join(separator);
    if (i % 4 > 0 || text === "") return text;
    const characters = [...text];
    characters.splice(random.below(characters.length), 1);
    return characters.join("");
  });
  return [...new Set(["", ...texts])];
}

const separatorOf = ({ symbols }: Alphabet) =>
  symbols.every((symbol) => [...symbol].length === 1) ? "" : " ";

test.runIf(required)("the tools are there, as required", () => {
  expect(python).toBeDefined();
});

describe.runIf(python !== undefined)("the tools accept", () => {
  test("the texts of languages over any symbols, and no others", () => {
    const models = [
      ...acceptorCases(60).map(({ model }) => model as Wdfsa<boolean>),
      ...weightedCases(5, ["rational", "log"]).map(({ model }) => model as Wdfsa<unknown>),
    ];
    const cases = models.flatMap(
      (model, i): { job: Job; model: (typeof models)[number]; separator: string }[] => {
        const { symbols } = model.alphabet;
        if (symbols.some((symbol) => /\p{Cs}/u.test(symbol))) return [];
        // An odd one gets a separator in which symbols may run together.
        const given = i % 3 === 0 ? ["", " ", "ab"][i % 9 === 0 ? 0 : i % 2 === 0 ? 1 : 2] : undefined;
        const separator = given ?? separatorOf(model.alphabet);
        const texts = textsOf(model, separator, i);
        const write = (to: string) => generate(model, { to, separator: given, name: `language ${i}` }).text;
        try {
          const gbnf = write("gbnf");
          // llguidance's converter writes \u00e9 as \ue9, so it is not asked about characters that are written by their numbers.
          const readable = /\\[uU]/u.test(gbnf) ? {} : { gbnf };
          return [{ job: { lark: write("lark"), ...readable, texts }, model, separator }];
        } catch (error) {
          expect(String(error)).toContain("no word is accepted");
          return [];
        }
      },
    );
    expect(cases.length).toBeGreaterThan(15);
    const answers = ask(cases.map(({ job }) => job));
    let accepted = 0;
    answers.forEach(({ lark, llguidance, gbnf }, i) => {
      const { job, model, separator } = cases[i];
      const expected = job.texts.map((text) => isText(model, separator, text));
      accepted += expected.filter((is) => is).length;
      const shown = `${job.lark}${job.gbnf}${JSON.stringify(job.texts)}`;
      expect(llguidance, `llguidance of ${shown}`).toEqual(expected);
      expect(lark, `Lark of ${shown}`).toEqual(expected);
      if (job.gbnf !== undefined) expect(gbnf, `gbnf of ${shown}`).toEqual(expected);
    });
    expect(accepted).toBeGreaterThan(30);
  });

  test("characters that mean something in a class, and ranges of them", () => {
    const signs = [..."0123789abcxyzABZ-^]\\[\"'|()/.*+?{}$#~é"];
    const builder = new WdfsaBuilder(boolean, new Alphabet(signs));
    const [start, middle, end] = [builder.state(), builder.state(true), builder.state(true)];
    builder.initial(start);
    signs.forEach((sign, i) => {
      builder.arc(start, sign, true, [middle, end, start][i % 7 === 0 ? 2 : i % 2]);
      builder.arc(middle, sign, true, middle);
    });
    const model = builder.build();
    const some = signs.flatMap((sign) => [sign, `${sign}5`, `5${sign}`, `1${sign}${sign}`, `${sign}0`]);
    const texts = [...some, "4", "_", ",", "e", "\\\\", "\\d", "^^", "--"];
    const write = (to: string) => generate(model, { to }).text;
    const [answers] = ask([{ lark: write("lark"), gbnf: write("gbnf"), texts }]);
    const expected = texts.map((text) => isText(model, "", text));
    expect(answers).toEqual({ lark: expected, llguidance: expected, gbnf: expected });
  });

  test("texts that can be cut into symbols in more than one way", () => {
    const cases = [
      {
        symbols: ["a", "a b", "b c", "d"],
        separator: " ",
        texts: ["a b c", "a b d", "a b", "a", "a d", "a b c d"],
      },
      { symbols: ["a", "ab", "bc", "d"], separator: "", texts: ["abc", "abd", "ab", "a", "ad", "abcd"] },
      { symbols: ["", "x", "y", "z"], separator: "-", texts: ["-y", "x-z", "-", "y", "x", "x-y"] },
    ];
    const jobs = cases.map(({ symbols, separator, texts }) => {
      const builder = new WdfsaBuilder(boolean, new Alphabet(symbols));
      const [start, one, two, end] = [builder.state(), builder.state(), builder.state(), builder.state(true)];
      builder.initial(start).arc(start, symbols[0], true, one).arc(start, symbols[1], true, two);
      builder.arc(one, symbols[2], true, end).arc(two, symbols[3], true, end);
      const write = (to: string) => generate(builder.build(), { to, separator }).text;
      return { lark: write("lark"), gbnf: write("gbnf"), texts };
    });
    const expected = [true, true, false, false, false, false];
    for (const answers of ask(jobs))
      expect(answers).toEqual({ lark: expected, llguidance: expected, gbnf: expected });
  });

  test("long texts: the rules for llguidance recur on the left", () => {
    const model = minimize(fromExpression("(ab)*c?", boolean));
    const texts = ["ab".repeat(10_000), `${"ab".repeat(10_000)}a`, `${"ab".repeat(10_000)}c`];
    const [{ llguidance }] = ask([{ lark: generate(model, { to: "lark" }).text, texts }]);
    expect(llguidance).toEqual([true, false, true]);
  });

  test("words with blanks between their symbols, or what is asked for", () => {
    const builder = new WdfsaBuilder(boolean, new Alphabet(["coin", "button"]));
    const idle = builder.state(true);
    const paid = builder.state();
    builder.initial(idle).arc(idle, "coin", true, paid);
    builder.arc(paid, "button", true, idle);
    const model = builder.build();
    const texts = [
      "",
      "coin button",
      "coin button coin button",
      "coinbutton",
      "coin",
      " coin button",
      "coin button ",
    ];
    const write = (to: string, separator?: string) => generate(model, { to, separator }).text;
    const [blanks, none] = ask([
      { lark: write("lark"), gbnf: write("gbnf"), texts },
      { lark: write("lark", ""), gbnf: write("gbnf", ""), texts },
    ]);
    const spaced = [true, true, true, false, false, false, false];
    expect(blanks).toEqual({ lark: spaced, llguidance: spaced, gbnf: spaced });
    const joined = [true, false, false, true, false, false, false];
    expect(none).toEqual({ lark: joined, llguidance: joined, gbnf: joined });
  });
});

test("what no grammar can say is refused", () => {
  const nothing = Wdfsa.zero(boolean, new Alphabet(["a"]));
  expect(() => generate(nothing, { to: "gbnf" })).toThrow("no word is accepted, and no grammar says that");
  const lone = new WdfsaBuilder(rational, new Alphabet(["\ud800"]));
  lone.initial(lone.state(1));
  expect(() => generate(lone.build(), { to: "lark" })).toThrow("is no valid Unicode");
});
