/** What runs leave behind and others read: journals and certificates. */

import {
  type Automaton,
  boolean,
  type Certificate,
  certificateOf,
  checkCertificate,
  formatJournalHeader,
  formatJournalLine,
  type GroupWithZero,
  type JournalContent,
  minimize,
  parseJournal,
  randomAutomaton,
  rational,
  readCertificate,
  readSuite,
  reduce,
  replayJournal,
  storeOf,
  tropical,
  type Wdfsa,
  type Word,
  writeCertificate,
  writeSuite,
} from "@hankel/core";
import { Journal } from "../../../packages/teachers/src/journal/journal.ts";
import { MemoryStorage } from "../../../packages/teachers/test/support/memory-storage.ts";
import { type Target, target, textOf } from "../target.ts";
import { JOURNALS } from "./journals.ts";

const SCRAPS = [
  "{",
  "}",
  "[",
  "]",
  ",",
  '"',
  "\n",
  '{"undo":1}\n',
  '"word"',
  '"weight"',
  '"outputs"',
  '"conjecture"',
  "null",
  "0",
];

const journalText = ({ header, lines }: JournalContent) =>
  [formatJournalHeader(header), ...lines.map((line) => formatJournalLine(line, header)), ""].join("\n");

const shared = { seeds: JOURNALS, scraps: SCRAPS, json: "lines" as const };

const journal = target({
  ...shared,
  name: "journal",
  read: (input) => parseJournal(textOf(input)),
  write: journalText,
  found: [
    JOURNALS[0].replace('"seed":1', '"seed":1e999'),
    JOURNALS[0].replace('"conjecture":0', '"conjecture":1e999'),
    JOURNALS[0].replace('"options":{}', '"options":{"probes":1e999}'),
  ],
});

const store = target({
  ...shared,
  name: "journal/store",
  codes: ["parse", "usage", "algebra", "unsupported", "teacher"],
  read: (input) => storeOf(parseJournal(textOf(input))),
  show: ({ size, answered }) => `${size} words, ${answered} answers`,
});

/** A learner takes seconds to divide numbers of thousands of digits; that is no fault of who reads them. */
const HUGE_NUMBER = /\d{300}|e-?\d{4}/u;

const replay = target({
  ...shared,
  name: "journal/replay",
  codes: ["parse", "usage", "algebra", "unsupported", "teacher"],
  read(input) {
    const text = textOf(input);
    const content = parseJournal(text);
    return HUGE_NUMBER.test(text) ? "not replayed" : replayJournal(content).learned.outcome;
  },
  show: (outcome) => outcome,
});

const first = parseJournal(JOURNALS[0]).header;

const resumed = target({
  ...shared,
  name: "journal/resume",
  seeds: JOURNALS.slice(0, 1),
  codes: ["parse", "usage"],
  read(input) {
    const main = new MemoryStorage(input);
    return new Journal("journal", first, { main, early: new MemoryStorage() }).recorded;
  },
  show: (lines) => Array.from(lines, (line) => formatJournalLine(line, first)).join("\n"),
});

const suite = target({
  name: "suite",
  seeds: [
    '{"word":["coin","button"],"outputs":["click","coffee"]}\n{"word":["button"],"outputs":["-"]}\n',
    '{"word":["a"],"outputs":["off","on"]}\n',
    '{"word":["a","b"],"accepted":[null,false,true]}\n',
    '{"word":["a"],"weights":["1/2",null]}\n',
  ],
  scraps: [
    "{",
    "}",
    "[",
    "]",
    ",",
    '"',
    "null",
    '"word"',
    '"outputs"',
    '"accepted"',
    '"weights"',
    "true",
    "\n",
  ],
  json: "lines",
  read: (input) => readSuite(textOf(input)),
  write: (read) => writeSuite(read, "jsonl", { title: "" }),
});

/** Certificates of the automaton that they are checked with. */
function certificateTarget<W>(name: string, automaton: Automaton<W>): Target {
  return target({
    name: `certificate/${name}`,
    codes: ["parse"],
    seeds: [writeCertificate(automaton, certificateOf(automaton))],
    scraps: [
      "{",
      "}",
      "[",
      "]",
      ",",
      '"',
      "null",
      '"suffix"',
      '"zero"',
      '"branches"',
      '"states"',
      "1",
      '"a"',
    ],
    json: "whole",
    read(input) {
      const certificate = readCertificate(textOf(input), automaton);
      checked(automaton, certificate);
      return certificate;
    },
    write: (certificate) => writeCertificate(automaton, certificate),
  });
}

function checked<W>(automaton: Automaton<W>, certificate: Certificate<W>): void {
  const steps = checkCertificate(automaton, certificate);
  let asked: readonly Word[] | undefined;
  do {
    const { value, done } = steps.next(asked?.map((word) => automaton.weigh(word)) ?? []);
    asked = done === true ? undefined : value;
  } while (asked !== undefined);
}

const random = <W>(algebra: GroupWithZero<W>, seed: number): Wdfsa<W> =>
  minimize(randomAutomaton({ algebra, states: 4, letters: 2, seed }));

export const recordTargets: readonly Target[] = [
  journal,
  store,
  suite,
  replay,
  resumed,
  certificateTarget("boolean", random(boolean, 1)),
  certificateTarget("tropical", random(tropical, 2)),
  certificateTarget("rational", random(rational, 3)),
  certificateTarget("rank", reduce(random(rational, 4))),
];
