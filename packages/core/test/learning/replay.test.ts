/** One replay: the journal of a run leads through the same run again, without the teacher. */

import { createHash } from "node:crypto";
import {
  ALGORITHM_VERSION,
  Alphabet,
  AnswerStore,
  conjectureHash,
  createLearner,
  exactTeacher,
  formatJournalHeader,
  formatJournalLine,
  HankelError,
  headerOptionsOf,
  type JournalHeader,
  type JournalLine,
  type LearnerName,
  type LearnOptions,
  learners,
  parseJournal,
  Random,
  randomAutomaton,
  rational,
  replayJournal,
  runLearner,
  semifieldByName,
  storeOf,
  type Wdfsa,
  weightsIn,
  writeHankel,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { summed } from "../../../../scripts/summed.ts";
import { sha256 } from "../../src/learning/replay/sha256.ts";

/** The machine learner is for targets that answer with runs. */
const names = (Object.keys(learners) as LearnerName[]).filter((name) => name !== "machine");

function headerFor(target: Wdfsa<unknown>, options: LearnOptions<unknown>): JournalHeader {
  return {
    journal: "hankel/1",
    algorithm: ALGORITHM_VERSION,
    learner: options.learner as string,
    semifield: target.algebra.name,
    alphabet: target.alphabet.symbols,
    options: { equivalence: "box", recheck: 0, ...headerOptionsOf(options) },
    seed: 1,
  };
}

/** A run, with its journal as text. */
function journalled(target: Wdfsa<unknown>, options: LearnOptions<unknown>) {
  const { algebra, alphabet } = target;
  const lines: JournalLine[] = [];
  const transcript: string[] = [];
  let conjecture = 0;
  const learned = runLearner(
    createLearner({ kind: weightsIn(algebra), alphabet }, options),
    exactTeacher(target),
    {
      ...options,
      observe(question, answer) {
        if (question.kind === "weigh" && answer.kind === "weights") {
          transcript.push(question.batch.words.join(" "));
          question.batch.words.forEach((word, i) => {
            lines.push({
              kind: "answer",
              word: alphabet.spell(word),
              weight: algebra.format(answer.weights[i]),
            });
          });
        }
        if (question.kind === "conjecture" && answer.kind === "verdict") {
          const { hypothesis } = question;
          const counterexample =
            answer.counterexample === null ? null : alphabet.spell(answer.counterexample);
          const hash = conjectureHash(hypothesis);
          lines.push({
            kind: "conjecture",
            conjecture: conjecture++,
            states: hypothesis.size,
            hash,
            counterexample,
          });
        }
      },
    },
  );
  const text = (header: JournalHeader) =>
    summed(
      [formatJournalHeader(header), ...lines.map((line) => formatJournalLine(line, header)), ""].join("\n"),
    );
  return { learned, transcript, text, header: headerFor(target, options) };
}

const target = randomAutomaton({
  algebra: rational,
  states: 15,
  letters: 2,
  seed: 8,
}) as unknown as Wdfsa<unknown>;

describe("sha256", () => {
  it("is what everybody else computes", () => {
    const random = new Random(1);
    for (let length = 0; length < 200; length++) {
      const bytes = Uint8Array.from({ length }, () => random.below(256));
      const cut = random.below(length + 1);
      const chunks = [bytes.subarray(0, cut), bytes.subarray(cut)];
      expect(sha256(chunks)).toBe(createHash("sha256").update(bytes).digest("hex"));
    }
  });

  it("makes the hash of a conjecture, 16 digits, of its file", () => {
    const file = writeHankel(target);
    expect(conjectureHash(target)).toBe(createHash("sha256").update(file).digest("hex").slice(0, 16));
  });
});

describe("a replay", () => {
  it.each<LearnOptions<unknown>>([
    ...names.map((learner) => ({ learner })),
    { learner: "table", counterexamples: "rivest-schapire" },
    { learner: "table", counterexamples: "suffixes" },
    { learner: "tree", prices: { word: 1, letter: 0 } },
    { learner: "apart", probes: 0 },
    { learner: "apart", probes: 2 },
  ])("of %j asks and ends as the run did", (options) => {
    for (const semifield of ["rational", "real:0.001", "tropical", "boolean"]) {
      const algebra = semifieldByName(semifield) as never;
      const language: Wdfsa<unknown> = randomAutomaton({ algebra, states: 15, letters: 2, seed: 8 });
      const { learned, transcript, text, header } = journalled(language, options);
      const again: string[] = [];
      const replay = replayJournal(parseJournal(text(header)), () => ({
        observe: (question) => {
          if (question.kind === "weigh") again.push(question.batch.words.join(" "));
        },
      }));
      expect(replay.learned.outcome).toBe("accepted");
      expect(writeHankel(replay.learned.automaton)).toBe(writeHankel(learned.automaton));
      expect(replay.learned.statistics).toEqual(learned.statistics);
      expect(again).toEqual(transcript);
    }
  });

  it("of a journal that was cut off anywhere ends with the best automaton", () => {
    const { text, header } = journalled(target, { learner: "table" });
    const whole = text(header);
    const lines = whole.split("\n");
    for (let kept = 1; kept < lines.length - 2; kept += 5) {
      const cut = `${lines.slice(0, kept).join("\n")}\n{"word":["a`;
      const { learned, store } = replayJournal(parseJournal(cut));
      expect([learned.outcome, learned.reason]).toEqual(["cancelled", "the journal ends here"]);
      expect(store.size + store.verdicts.length).toBe(kept - 1);
    }
  });

  it("of a journal that was ended by a contradiction ends in it", () => {
    const { text, header } = journalled(target, { learner: "table" });
    const lines = text(header).split("\n");
    const first = lines.findIndex((entry) => entry.startsWith('{"conjecture"'));
    const spoiled = JSON.parse(lines[first]) as Record<string, unknown>;
    lines[first] = JSON.stringify({ ...spoiled, counterexample: [] });
    const { learned } = replayJournal(parseJournal(summed(`${lines.slice(0, first + 1).join("\n")}\n`)));
    expect(learned).toMatchObject({ outcome: "contradiction" });
  });

  const { text, header } = journalled(target, { learner: "table" });
  const hash = /"hash":"[0-9a-f]{16}"/u;

  it.each<[string, () => string, RegExp]>([
    [
      "other conjectures",
      () => summed(text(header).replace(hash, '"hash":"0000000000000000"')),
      /does not fit: its conjecture 0/u,
    ],
    ["other questions", () => text({ ...header, learner: "tree" }), /does not fit/u],
    [
      "another version with other conjectures",
      () => summed(text({ ...header, algorithm: 1 }).replace(hash, '"hash":"0"')),
      new RegExp(
        `It was written by version 1 of the algorithms, and this is version ${ALGORITHM_VERSION}`,
        "u",
      ),
    ],
    [
      "an unknown option",
      () => text({ ...header, options: { magic: 7 } }),
      /an option that is not known here: "magic"/u,
    ],
    [
      "an unknown learner",
      () => text({ ...header, learner: "chair" }),
      /a learner that is not known here: "chair"/u,
    ],
    ["several runs", () => text({ ...header, learner: "" }), /the answers of several runs/u],
  ])("refuses a journal of %s", (_, make, message) => {
    const replay = () => replayJournal(parseJournal(make()));
    expect(replay).toThrow(message);
    expect(replay).toThrow(HankelError);
  });

  it("takes a journal of another version, and options of former ones, as long as everything fits", () => {
    const former = text({ ...header, algorithm: 1, options: { maxSuffix: 32 } });
    expect(replayJournal(parseJournal(former)).learned.outcome).toBe("accepted");
  });

  it.each<[string, RegExp]>([
    ["", /no journal: it has no header/u],
    ['{"journal":"hankel/1"', /no journal: it has no header/u],
    ["seven\n", /this is no journal: expected a header .*, not "seven"/u],
    ['{"states":1,"format":"hankel/1"}', /this is an automaton .*, no journal: expected a journal/u],
    ['{\n  "states": 1,\n  "format": "hankel/1"\n}\n', /this is an automaton/u],
    ['{\n  "format": "hankel/1",\n  "sta', /this is an automaton/u],
    ['{\n  "format": "other"\n}\n', /this is no journal: .*, not a JSON object over several lines/u],
    [summed(`${formatJournalHeader(header)}\n{"what":1}\n`), /no line of a journal/u],
  ])("does not read %j", (wrong, message) => {
    expect(() => parseJournal(wrong)).toThrow(message);
  });
});

describe("the store of answers", () => {
  const alphabet = new Alphabet("ab");
  const make = () => new AnswerStore(weightsIn(rational), alphabet);

  it("counts every answer that it took", () => {
    const store = make();
    const a = store.tree.insert([0]);
    store.record(a, { weight: 1 });
    store.record(0, { weight: 2, answers: [2, 2, 3] });
    expect(store.answered).toBe(4);
    store.recordRecheck(0, a, { weight: 5 });
    // The first answer, that of the recheck, and three more.
    store.correct(a, { weight: 5, answers: [1, 5, 5, 5, 1] });
    expect(store.answered).toBe(8);
    expect(store.undo()).toBe(true);
    expect([store.answered, store.size]).toEqual([8, 1]);
    const lines: JournalLine[] = [
      { kind: "answer", word: ["a"], weight: "1" },
      { kind: "answer", word: [], weight: "2", answers: ["2", "2", "3"] },
      { kind: "recheck", word: ["a"], weight: "5", conjecture: 0 },
      { kind: "correction", word: ["a"], weight: "5", answers: ["1", "5", "5", "5", "1"] },
      { kind: "undo" },
    ];
    const again = storeOf({ header: headerFor(target, { learner: "table" }), lines });
    expect([again.answered, again.size]).toEqual([8, 1]);
  });

  it("keeps reserved answers apart until they are asked for", () => {
    const store = make();
    store.reserve(0, { weight: 7 }, true);
    store.reserve(0, { weight: 8 }, false);
    expect([store.size, store.early, store.known(0)]).toEqual([0, 1, undefined]);
    expect(store.takeReserved(0)).toEqual({ weight: 7 });
    expect([store.takeReserved(0), store.early]).toEqual([undefined, 0]);
  });
});
