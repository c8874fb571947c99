/** PAutomaC's models and samples, and n-gram models. */

import {
  Alphabet,
  ArpaReader,
  documentToAutomaton,
  documentToWfsa,
  isStochastic,
  log,
  PautomacReader,
  type Rational,
  rational,
  rationalToNumber,
  readWhole,
  real,
  type SampleSet,
  SampleSetReader,
  sampleSetToDocument,
  tropical,
  viterbiFloat64,
  type Wdfsa,
  WdfsaBuilder,
  Wfsa,
  writePautomac,
  writeSampleSet,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseComplaint } from "../support/complaint.ts";

const MODEL = `I: (state)
	(0) 0.25
	(1) 0.75
F: (state)
	(0) 0.2
	(1) 1.0
S: (state,symbol)
	(0,0) 0.5
	(0,1) 0.5
T: (state,symbol,state)
	(0,0,0) 0.1
	(0,0,1) 0.9
	(0,1,0) 1.0
`;

describe("PAutomaC models", () => {
  const read = (text: string, algebra?: ConstructorParameters<typeof PautomacReader>[0]) =>
    documentToWfsa(readWhole(new PautomacReader(algebra), text));

  test("an arc weighs (1 − F) · S · T, exactly", () => {
    const model = read(MODEL) as Wfsa<Rational>;
    expect(model.alphabet.symbols).toEqual(["0", "1"]);
    // Start in 0 and stop there, or start in 1 and stop there.
    expect(rational.format(model.weigh([]))).toBe("4/5");
    // 1/4 · (4/5 · 1/2) · (1/10 · 1/5 + 9/10 · 1).
    expect(rational.format(model.weigh([0]))).toBe("23/250");
    expect(rational.format(model.weigh([1]))).toBe("1/50");
  });

  test("over real and log weights too", () => {
    expect(read(MODEL, real as never).weigh([0])).toBeCloseTo(0.092, 12);
    expect(read(MODEL, log as never).weigh([0])).toBeCloseTo(-Math.log(0.092), 12);
    expect(() => new PautomacReader(tropical as never).end()).toThrow("section I is missing");
    expect(() => read(MODEL, tropical as never)).toThrow("probabilities are weights of");
  });

  test("errors, with their places", () => {
    const bad = (text: string) => parseComplaint(() => read(text));
    expect(bad("")).toContain("the section I is missing");
    expect(bad("(0) 1")).toMatch(/^1:1: expected a section/u);
    expect(bad("I: (state)\n(0,1) 1\n")).toMatch(/^2:1: expected \(state\)/u);
    expect(bad("I: (state)\n(0) x\n")).toMatch(/^2:5: /u);
    expect(bad("I: (state)\n(0) 1.5\n")).toContain("between 0 and 1");
    expect(bad("I: (state)\n(0) 1\n(0) 1\n")).toMatch(/^3:1: a second entry/u);
    expect(bad("I: (state)\nI: (state)\n")).toContain("a second section");
    expect(bad(MODEL.replace("(0,1,0) 1.0", ""))).toMatch(/^9:1: section T has no target/u);
    expect(bad(MODEL.replace("(1) 0.75", "(100000) 0.75"))).toContain("leaves too many out");
  });

  test("writing refuses automata that are not stochastic", () => {
    const model = read(MODEL);
    expect(() => writePautomac(model)).not.toThrow();
    expect(() => writePautomac(read(MODEL.replace("(0) 0.25", "(0) 0.5")))).toThrow(
      "the initial weights sum to 1.25",
    );
    expect(() => writePautomac(read(MODEL.replace("(0,1) 0.5", "(0,1) 0.25")))).toThrow("push it");
    expect(() => writePautomac(read(MODEL, viterbiFloat64 as never))).toThrow("are no probabilities");
  });

  test("of rounded probabilities, and of their logarithms, what is written sums to 1", () => {
    const third = 0.3333333;
    const builder = new WdfsaBuilder(real, new Alphabet("01"));
    const state = builder.state(third);
    builder.arc(state, "0", third, state).arc(state, "1", third, state);
    const again = read(writePautomac(builder.build()));
    expect(isStochastic(again)).toBe(true);
    expect(rationalToNumber(again.weigh([0]) as Rational)).toBeCloseTo(1 / 9, 12);
    const logs = read(writePautomac(read(MODEL, log as never)), real);
    expect(logs.weigh([0])).toBeCloseTo(0.092, 12);
  });
});

describe("samples", () => {
  const read = (text: string, kind: "plain" | "labelled" = "plain") =>
    readWhole(new SampleSetReader(kind), text);

  test("of PAutomaC and SPiCe, and of Abbadingo", () => {
    expect(read("2 3\n3 0 1 2\n0\n").words).toEqual([[0, 1, 2], []]);
    const labelled = read("3 2\n1 2 0 1\n0 0\n-1 1 1\n", "labelled");
    expect(labelled.words).toEqual([[0, 1], [], [1]]);
    expect(labelled.labels).toEqual([1, 0, -1]);
  });

  test("both ways", () => {
    const samples: fc.Arbitrary<SampleSet> = fc
      .tuple(fc.integer({ min: 1, max: 5 }), fc.boolean())
      .chain(([symbols, labelled]) =>
        fc.record({
          alphabet: fc.constant(new Alphabet(Array.from({ length: symbols }, (_, i) => String(i)))),
          entries: fc.array(
            fc.tuple(fc.array(fc.nat(symbols - 1), { maxLength: 6 }), fc.constantFrom(-1, 0, 1)),
          ),
          labelled: fc.constant(labelled),
        }),
      )
      .map(({ alphabet, entries, labelled }) => ({
        alphabet,
        words: entries.map(([word]) => word),
        labels: labelled ? entries.map(([, label]) => label) : undefined,
      }));
    fc.assert(
      fc.property(samples, (sample) => {
        const again = read(writeSampleSet(sample), sample.labels === undefined ? "plain" : "labelled");
        expect(again.words).toEqual(sample.words);
        expect(again.labels).toEqual(sample.labels);
        expect(again.alphabet.symbols).toEqual(sample.alphabet.symbols);
      }),
    );
  });

  test("as an automaton of frequencies", () => {
    const sample = read("4 2\n2 0 1\n2 0 1\n0\n1 1\n");
    const tree = documentToAutomaton(sampleSetToDocument(sample, rational as never)) as Wdfsa<Rational>;
    expect([[0, 1], [], [1], [0]].map((word) => tree.weigh(word))).toEqual([2, 1, 1, 0]);
    const costs = documentToAutomaton(sampleSetToDocument(sample, tropical as never)) as Wdfsa<Rational>;
    expect(costs.weigh([0, 1])).toBe(0);
  });

  test("errors, with their places", () => {
    const bad = (text: string, kind: "plain" | "labelled" = "plain") =>
      parseComplaint(() => read(text, kind));
    expect(bad("")).toMatch(/^1:1: expected the number of words/u);
    expect(bad("2 3 4\n")).toContain("1:1: ");
    expect(bad("1 2\n1 2\n")).toMatch(/^2:3: expected a whole number from 0 to 1/u);
    expect(bad("1 2\n3 0 1\n")).toMatch(/^2:1: a word of 3 symbols is announced, but 2 follow/u);
    expect(bad("2 2\n1 0\n")).toContain("2 words are announced, but there are 1");
    expect(bad("0 2\n1 0\n")).toBe("3:1: 0 words are announced, but there are 1");
    expect(bad("1 70000\n1 0\n")).toContain("70000 symbols are announced, but the words have only 1 letters");
    expect(bad("1 2\n1\n", "labelled")).toContain("expected the length");
    expect(bad("1 2\n2 1 0\n", "labelled")).toContain("expected a whole number from 0 to 1");
    expect(bad("1 99999999\n")).toContain("expected a whole number");
  });
});

const ARPA = `some words that nobody reads

\\data\\
ngram 1=4
ngram 2=4
ngram 3=1

\\1-grams:
-1.0	<s>	-0.5
-0.7	</s>
-0.4	a	-0.25
-0.9	b	-0.125

\\2-grams:
-0.3	<s> a	-0.2
-0.2	a b
-0.6	b </s>
-0.1	a a -0.05

\\3-grams:
-0.05	<s> a b

\\end\\
`;

describe("ARPA n-gram models", () => {
  const read = (text: string, algebra?: ConstructorParameters<typeof ArpaReader>[0]) =>
    documentToAutomaton(readWhole(new ArpaReader(algebra), text)) as Wdfsa<Rational>;

  test("weigh sentences exactly as the model does", () => {
    const model = read(ARPA);
    const weigh = (sentence: string) => rational.format(model.weigh(model.alphabet.parse(sentence)));
    expect(model.alphabet.symbols).toEqual(["a", "b"]);
    // </s> after <s>: back off.
    expect(weigh("")).toBe(rational.format(rational.parse("1.2")));
    // <s> a: 0.3; b after "<s> a": 0.05; </s> after "a b", which has no back-off, and "b </s>": 0.6.
    expect(weigh("a b")).toBe(rational.format(rational.parse("0.95")));
    // b after <s>: 0.5 + 0.9; then a: 0.125 + 0.4; then </s> after "b a": 0.25 + 0.7.
    expect(weigh("b a")).toBe(rational.format(rational.parse("2.875")));
    // a a: 0.3, then 0.2 (the back-off of "<s> a") + 0.1, then a again 0.05 + 0.1, then </s>: 0.05 + 0.25 + 0.7.
    expect(weigh("a a a")).toBe(rational.format(rational.parse("1.75")));
  });

  test("over log and real weights too", () => {
    const word = (model: Wdfsa<unknown>) => model.weigh(model.alphabet.parse("a b"));
    expect(word(read(ARPA, real as never))).toBeCloseTo(10 ** -0.95, 12);
    expect(word(read(ARPA, log as never))).toBeCloseTo(0.95 * Math.LN10, 12);
    expect(() => new ArpaReader(rational as never)).toThrow("decimal logarithms");
  });

  test("agrees with the definition of back-off on random models", () => {
    const words = ["<s>", "</s>", "a", "b", "c"];
    const logs = fc.integer({ min: 0, max: 50 }).map((n) => `-${n / 10}`);
    const models = fc.record({
      unigrams: fc.array(fc.tuple(logs, logs), { minLength: 5, maxLength: 5 }),
      bigrams: fc.uniqueArray(fc.tuple(fc.nat(4), fc.nat(4), logs, logs), {
        selector: ([x, y]) => 5 * x + y,
      }),
    });
    fc.assert(
      fc.property(
        models,
        fc.array(fc.integer({ min: 2, max: 4 }), { maxLength: 5 }),
        ({ unigrams, bigrams }, sentence) => {
          const text = `\\data\\\nngram 1=5\nngram 2=${bigrams.length}\n\\1-grams:
${unigrams.map(([p, back], i) => `${p} ${words[i]} ${back}`).join("\n")}
\\2-grams:
${bigrams.map(([x, y, p]) => `${p} ${words[x]} ${words[y]}`).join("\n")}
\\end\\\n`;
          let expected = 0;
          let before = 0;
          for (const word of [...sentence, 1]) {
            const listed = bigrams.find(([x, y]) => x === before && y === word);
            expected -= listed ? Number(listed[2]) : Number(unigrams[before][1]) + Number(unigrams[word][0]);
            before = word;
          }
          const model = read(text);
          const weight = model.weigh(model.alphabet.word(sentence.map((word) => words[word])));
          expect(rationalToNumber(weight)).toBeCloseTo(expected, 9);
        },
      ),
    );
  });

  test("errors, with their places", () => {
    const bad = (text: string) => parseComplaint(() => read(text));
    expect(bad("")).toContain("expected \\end\\");
    expect(bad(ARPA.replace("\\end\\", ""))).toContain("expected \\end\\");
    expect(bad(ARPA.replace("ngram 2=4", "ngram 2=5"))).toContain("5 2-grams are announced, but there are 4");
    expect(bad(ARPA.replace("ngram 2=4", " ngram\t2 = 4 "))).toBe("no complaint");
    expect(bad(ARPA.replace("ngram 2=4", "ngram 2x=4"))).toMatch(/^5:1: expected "ngram 2=count"/u);
    expect(bad(ARPA.replace("ngram 2=4", "ngram 3=4"))).toMatch(/^5:1: expected "ngram 2=count"/u);
    expect(bad(ARPA.replace("\\2-grams:", "\\3-grams:"))).toContain("expected \\2-grams:");
    expect(bad(ARPA.replace("a b\n", "a x\n"))).toContain('the word "x" is none of the 1-grams');
    expect(bad(ARPA.replace("-0.2	a b", "-0.2	<s> a"))).toContain("occurs twice");
    expect(bad(ARPA.replace("-0.2	a b", "y	a b"))).toMatch(/^16:1: /u);
    expect(bad(ARPA.replace("-0.2	a b", "-0.2 a"))).toContain("found 2 columns");
    expect(bad(ARPA.replaceAll("</s>", "end"))).toContain("no </s>");
    expect(bad(`${ARPA}more`)).toContain("expected nothing behind");
  });
});
