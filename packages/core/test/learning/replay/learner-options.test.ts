/** The options of learners in the header of a journal, there and back. */

import {
  ALGORITHM_VERSION,
  Alphabet,
  headerOptionsOf,
  type JournalHeader,
  type KindHeader,
  kindOf,
  type LearnOptions,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { learnOptionsOf } from "../../../src/learning/replay/learner-options.ts";
import { openReplay, parseJournal } from "../../../src/learning/replay/replay.ts";
import { refusal } from "../../support/refusal.ts";

const header = (learner: string, options: JournalHeader["options"]): JournalHeader => ({
  journal: "hankel/1",
  algorithm: ALGORITHM_VERSION,
  learner,
  semifield: "rational",
  alphabet: ["a"],
  options,
  seed: 7,
});

const DEFAULTS = { word: 1, letter: 1 };

describe("a header", () => {
  it.each<[string, LearnOptions<unknown>, JournalHeader["options"]]>([
    ["tree", {}, {}],
    ["tree", { prices: DEFAULTS }, {}],
    ["tree", { prices: { word: 1, letter: 0 } }, { letterCost: 0 }],
    ["tree", { prices: { word: 3, letter: 1 } }, { wordCost: 3 }],
    ["table", { counterexamples: "suffixes" }, { counterexamples: "suffixes" }],
    ["apart", { probes: 0 }, { probes: 0 }],
    ["multiplicity", { rankTolerance: 0.5 }, { rankTolerance: 0.5 }],
    ["multiplicity", { trials: false }, { trials: "no" }],
    ["tree", { integral: true }, { integral: "yes" }],
    ["soft", { tolerance: 0.25, maxStates: 9 }, { tolerance: 0.25, maxStates: 9 }],
    ["soft", { tolerance: 0.25 }, { tolerance: 0.25 }],
  ])("of the %s learner with %j holds %j", (learner, options, expected) => {
    expect(headerOptionsOf(options, learner)).toEqual(expected);
    const { prices = DEFAULTS, ...others } = options;
    const read = learnOptionsOf(header(learner, expected));
    expect(read).toEqual({ learner, seed: 7, prices, ...others });
  });

  it("holds neither tolerance nor number of states for other learners: they are budgets", () => {
    expect(headerOptionsOf({ tolerance: 0.5, maxStates: 3 }, "tree")).toEqual({});
    expect(headerOptionsOf({ tolerance: 0.5, maxStates: 3 })).toEqual({});
  });

  it("leaves out trials, which are the default", () => {
    expect(headerOptionsOf({ trials: true }, "multiplicity")).toEqual({});
    expect(learnOptionsOf(header("multiplicity", { trials: "yes" })).trials).toBe(true);
  });

  it("may hold options of the run and of former versions, which a replay does not need", () => {
    const names = [
      "equivalence",
      "recheck",
      "words",
      "repeat",
      "onConflict",
      "certificate",
      "guide",
      "classes",
    ];
    const options = Object.fromEntries([...names, "maxSuffix"].map((name) => [name, 1]));
    expect(learnOptionsOf(header("tree", options))).toEqual({ learner: "tree", seed: 7, prices: DEFAULTS });
  });

  it.each(["shorter-suffixes+ask-ahead", "ask-ahead+shorter-suffixes"])(
    "of a former version may name the savings %s, which are built in",
    (savings) => {
      expect(learnOptionsOf(header("tree", { savings }))).toEqual({
        learner: "tree",
        seed: 7,
        prices: DEFAULTS,
      });
    },
  );

  it.each(["", "ask-ahead", "thrift"])(
    "with the savings %j alone is of a learner that is gone",
    (savings) => {
      expect(refusal(() => learnOptionsOf(header("tree", { savings })))).toBe(
        `usage: the journal is of the tree learner with the savings "${savings}"; it always has ask-ahead and shorter-suffixes now, so it would ask other words`,
      );
    },
  );

  it("refuses what is not known", () => {
    expect(refusal(() => learnOptionsOf(header("", {})))).toBe(
      "usage: the journal holds the answers of several runs, so there is no run to replay",
    );
    expect(refusal(() => learnOptionsOf(header("bush", {})))).toBe(
      'usage: the journal is of a learner that is not known here: "bush"',
    );
    expect(refusal(() => learnOptionsOf(header("tree", { magic: 1 })))).toBe(
      'usage: the journal has an option that is not known here: "magic"',
    );
    expect(refusal(() => learnOptionsOf(header("tree", { wordCost: -1 })))).toContain("the price of a word");
  });
});

it("the answers of a machine, and of a model with rows for all prefixes, tell about prefixes", () => {
  const tells = (some: KindHeader) => kindOf(some, new Alphabet("a")).tellsPrefixes;
  const semifield = "real";
  expect(tells({ semifield })).toBe(false);
  expect(tells({ machine: "moore" })).toBe(true);
  expect(tells({ semifield, next: { prefixes: true } })).toBe(true);
  expect(tells({ semifield, next: {} as never })).toBe(false);
});

it("the teacher of a replay answers as the one of the journal did", () => {
  const replayed = (kind: KindHeader, learner = "tree") => {
    const { semifield: _, next: __, machine: ___, ...rest } = header(learner, {});
    return openReplay({ header: { ...rest, ...kind }, lines: [] });
  };
  expect(replayed({ semifield: "rational" }).teacher.kind.header).toEqual({ semifield: "rational" });
  expect(replayed({ machine: "mealy" }).teacher.kind.header).toEqual({ machine: "mealy" });
  const next = { prefixes: true } as const;
  expect(replayed({ semifield: "real", next }, "soft").teacher.kind.header.next).toEqual(next);
});

it("a line that cannot be read is named by its number in the file", () => {
  const first =
    '{"journal":"hankel/1","algorithm":6,"learner":"tree","semifield":"rational","alphabet":["a"],"options":{},"seed":1}';
  const answer = '{"word":["a"],"weight":"1"}';
  expect(parseJournal(`${first}\n${answer}\n${answer}`).lines).toHaveLength(1);
  expect(parseJournal([first, answer, answer]).lines).toHaveLength(2);
  const place = { line: 3, column: 1 };
  expect(() => parseJournal(`${first}\n${answer}\nseven\n`)).toThrow(
    expect.objectContaining({ code: "parse", place }) as Error,
  );
  expect(refusal(() => parseJournal([]))).toBe("parse: this is no journal: it has no header");
});
