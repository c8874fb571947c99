/** What is wrong with a file, and where: n-gram models, OpenFst's text and PAutomaC's models. */

import {
  ArpaReader,
  AttReader,
  documentToAutomaton,
  freeGroup,
  PautomacReader,
  readWhole,
  tropical,
} from "@hankel/core";
import { expect, it } from "vitest";
import { complaint } from "../support/complaint.ts";

/** A model of three words and one pair, up to its pairs. */
const MODEL = "\\data\\\nngram 1=3\nngram 2=1\n\n\\1-grams:\n-1 <s> -0.3\n-0.5 </s>\n-0.2 a -0.1\n";

it.each<[string, string]>([
  [`${MODEL}\n\\2-grams:\n-0.1 <s> a\n`, "parse 12:1: expected \\end\\, found the end of the text"],
  [`${MODEL}\n\\2-grams:\n\\end\\\n`, "parse 12:1: 1 2-grams are announced, but there are 0"],
  [`${MODEL}\n\\3-grams:\n\\end\\\n`, "parse 10:1: expected \\2-grams:"],
  [
    `${MODEL}\n\\2-grams:\n-0.1 <s> a\n\\3-grams:\n\\end\\\n`,
    "parse 12:1: \\data\\ does not announce 3-grams",
  ],
  [
    `${MODEL}\n\\2-grams:\n-0.1 <s> a\n\\data\\\n\\end\\\n`,
    'parse 12:1: the heading "\\\\data\\\\" is out of place',
  ],
  [
    `${MODEL}\n\\2-grams:\n-0.1 <s> a\n\\hello\\\n\\end\\\n`,
    'parse 12:1: the heading "\\\\hello\\\\" is out of place',
  ],
  [`${MODEL}\n\\2-grams:\n-0.1 <s> a\n\\end\\\nmore\n`, "parse 13:1: expected nothing behind \\end\\"],
  [
    `${MODEL}\n\\2-grams:\n-0.1 a\n\\end\\\n`,
    "parse 11:1: expected a logarithm, 2 words and perhaps a back-off, found 2 columns",
  ],
  [
    `${MODEL}\n\\2-grams:\n-0.1 <s> a 1 2\n\\end\\\n`,
    "parse 11:1: expected a logarithm, 2 words and perhaps a back-off, found 5 columns",
  ],
  [`${MODEL}-0.2 a\n\\2-grams:\n\\end\\\n`, "parse 9:1: this n-gram occurs twice"],
  [`${MODEL}\n\\2-grams:\n-0.1 <s> b\n\\end\\\n`, 'parse 11:10: the word "b" is none of the 1-grams'],
  [
    `${MODEL}\n\\2-grams:\nx <s> a\n\\end\\\n`,
    'parse 11:1: "x" is not a weight of rational: expected a rational number such as "3", "-1/2", "0.125" or "1e-3"',
  ],
  ["\\data\\\nngram 2=1\n", 'parse 2:1: expected "ngram 1=count"'],
  ["\\data\\\nngrams 1=1\n", 'parse 2:1: expected "ngram 1=count"'],
  [
    "\\data\\\nngram 1=1\n\\1-grams:\n-1 a\n\\end\\\n",
    "parse 6:1: the model has no </s>: no sentence would end",
  ],
  ["hello\n", "parse 2:1: expected \\end\\, found the end of the text"],
])("ARPA: %j: %s", (text, expected) => {
  expect(complaint(() => documentToAutomaton(readWhole(new ArpaReader(), text)))).toBe(expected);
});

it.each<[string, string]>([
  [
    "0 1 a 1 2\n",
    'parse 1:1: expected "from to label [weight]" or "state [weight]", found 5 columns; five columns are a transducer\'s, read with --transducer',
  ],
  ["0 1 a 1 2 3\n", 'parse 1:1: expected "from to label [weight]" or "state [weight]", found 6 columns'],
  [
    "0 1 a\n0 1 b b b\n",
    'parse 2:1: expected "from to label [weight]" or "state [weight]", found 5 columns; five columns are a transducer\'s, read with --transducer',
  ],
  [
    "0 1 5 5\n1 0 a a\n1\n",
    'parse 2:7: "a" is not a weight of tropical: expected a rational number such as "3", "-1/2" or "0.125", or "Infinity" for the zero. ' +
      'Four columns are "from to label weight" or, in a transducer, "from to input output": for the former name the semifield of the ' +
      "weights with --semifield, for the latter choose a side with --transducer, or read it as a machine with --semifield free-group",
  ],
  [
    "0 1 5 Infinity\n1\n",
    "parse 1:1: every arc weighs Infinity, the zero of tropical, so that no arc is left; name the semifield of the file's weights with --semifield",
  ],
  ["0 1 a 2\n1 1\n1 2\n", "parse 3:1: a second final weight for state 1"],
  ["x y a 2\ny 1\ny 2\n", 'parse 3:1: a second final weight for state "y"'],
])("OpenFst's text: %j: %s", (text, expected) => {
  const reader = new AttReader<unknown>({ algebra: tropical });
  expect(complaint(() => documentToAutomaton(readWhole(reader, text)))).toBe(expected);
});

it.each<[string, string]>([
  [
    "0 1 a 0\n1\n",
    "parse 1:7: the output 0 could be OpenFst's label 0 or free-group's zero; write outputs by their names, and ε as <eps> (fstprint does with symbol tables)",
  ],
  [
    "0 1 a 1\n1\n",
    "parse 1:7: the output 1 could be OpenFst's label 1 or free-group's one; write outputs by their names, and ε as <eps> (fstprint does with symbol tables)",
  ],
  [
    "0 1 a x y\n1\n",
    'parse 1:1: expected "from to label [weight]" or "state [weight]", found 5 columns; over free-group the output is the weight, and no column is left for another; read one side with --transducer and the semifield of the weights',
  ],
  ["0 1 a <eps>\n1\n", "none"],
])("OpenFst's text with outputs: %j: %s", (text, expected) => {
  const reader = new AttReader<unknown>({ algebra: freeGroup });
  expect(complaint(() => documentToAutomaton(readWhole(reader, text)))).toBe(expected);
});

it.each<[string, string]>([
  ["0 1 a\n1\n", 'parse 1:1: expected "from to input output [weight]" or "state [weight]", found 3 columns'],
  [
    "0 1 a b 2 3\n1\n",
    'parse 1:1: expected "from to input output [weight]" or "state [weight]", found 6 columns',
  ],
])("one side of OpenFst's transducers: %j: %s", (text, expected) => {
  const reader = new AttReader<unknown>({ algebra: tropical, side: "input" } as never);
  expect(complaint(() => documentToAutomaton(readWhole(reader, text)))).toBe(expected);
});

it.each<[string, string]>([
  ["", "parse 1:1: the section I is missing"],
  [
    "I: (state)\n(0) x\n",
    'parse 2:5: "x" is not a weight of rational: expected a rational number such as "3", "-1/2", "0.125" or "1e-3"',
  ],
  ["I: (state)\n(0)\n", 'parse 2:1: expected (state) and a probability, found "(0)"'],
  ["I: (state)\n0 1\n", 'parse 2:1: expected (state) and a probability, found "0 1"'],
  ["hello\n", 'parse 1:1: expected a section, such as "I: (state)"'],
  [
    "I: (state)\n\t(0) 1.0\nF: (state)\n\t(0) 0.5\nS: (state,symbol)\n\t(0) 1.0\n",
    'parse 6:1: expected (state,symbol) and a probability, found "\\t(0) 1.0"',
  ],
  ["I: (state)\n\t(0) 1.0\nI: (state)\n", "parse 3:1: a second section I"],
])("PAutomaC: %j: %s", (text, expected) => {
  expect(complaint(() => documentToAutomaton(readWhole(new PautomacReader(), text)))).toBe(expected);
});
