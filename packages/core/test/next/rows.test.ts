/** What runs do with distributions: the store of rows, journals and their replay, the driver. */

import {
  Alphabet,
  AnswerStore,
  Batch,
  createLearner,
  type Distribution,
  Driver,
  deterministicForm,
  formatJournalHeader,
  formatJournalLine,
  type JournalHeader,
  type JournalLine,
  type Learner,
  type LearnerRun,
  nextTeacherOf,
  parseJournal,
  real,
  replayJournal,
  rowsOver,
  runLearner,
  softTeacher,
  storeOf,
  Wdfsa,
  type Word,
} from "@hankel/core";
import { describe, expect, it } from "vitest";

const alphabet = new Alphabet("ab");
const row = (a: number, b: number) => [a, b, 1 - a - b];
const rows = (...all: number[][]) => Float64Array.from(all.flat());

describe("a store of rows", () => {
  const store = () => new AnswerStore<Distribution>(rowsOver(alphabet, { prefixes: true }), alphabet);
  const node = (answers: AnswerStore<Distribution>, word: number[]) => answers.tree.insert(word);

  it("knows every prefix of an answered word", () => {
    const answers = store();
    answers.record(node(answers, [0, 1]), { weight: rows(row(0.5, 0.25), row(0.25, 0.5), row(0, 1)) });
    expect([...(answers.known(node(answers, [0]))?.weight ?? [])]).toEqual([
      ...row(0.5, 0.25),
      ...row(0.25, 0.5),
    ]);
    expect([...(answers.known(0)?.weight ?? [])]).toEqual(row(0.5, 0.25));
    expect(answers.known(node(answers, [1]))).toBe(undefined);
    expect(answers.size).toBe(1);
  });

  it("asks the longest words first, and no prefix of another or of an answered one", () => {
    const answers = store();
    answers.record(node(answers, [1]), { weight: rows(row(0.5, 0.25), row(0.5, 0.25)) });
    const words = [[], [1], [0], [0, 0, 1], [0, 1], [0, 0]];
    const asked = answers.memory.missing(words.map((word) => node(answers, word)));
    expect(asked.map((found) => answers.tree.word(found))).toEqual([
      [0, 0, 1],
      [0, 1],
    ]);
  });

  it("keeps the rows that came first, and finds where others differ by more than the tolerance", () => {
    const answers = store();
    answers.record(node(answers, [0]), { weight: rows(row(0.5, 0.25), row(0.25, 0.5)) });
    const other = node(answers, [0, 0]);
    const near = rows(row(0.50001, 0.25), row(0.25, 0.5), row(0, 0));
    expect(answers.clash(other, near)).toBe(undefined);
    answers.record(other, { weight: near });
    expect(answers.known(other)?.weight[0]).toBe(0.5);
    const far = rows(row(0.5, 0.25), row(0.3, 0.5), row(1, 0));
    expect(answers.clash(node(answers, [0, 1]), far)).toEqual({
      prefix: [0],
      word: [0],
      told: "0.25 0.5 0.25",
      other: "0.3 0.5 0.2",
    });
    expect([...answers.memory.kept(node(answers, [0, 1]), far)].slice(3, 6)).toEqual(row(0.25, 0.5));
  });

  it("lets a correction prevail, and forgets an answer that is taken back", () => {
    const answers = store();
    answers.record(node(answers, [0]), { weight: rows(row(0.5, 0.25), row(0.25, 0.5)) });
    answers.correct(node(answers, []), { weight: rows(row(0.25, 0.25)) });
    expect(answers.known(node(answers, [0]))?.weight[0]).toBe(0.25);
    answers.record(node(answers, [1]), { weight: rows(row(0.25, 0.25), row(1, 0)) });
    answers.undo();
    expect(answers.known(node(answers, [1]))).toBe(undefined);
  });

  it("refuses an answer with too few rows", () => {
    const answers = store();
    expect(() => answers.record(node(answers, [0]), { weight: rows(row(1, 0)) })).toThrow(
      "expected 2 rows of 3 probabilities for 1 letter, got 3 in all",
    );
  });
});

const coin = new Wdfsa({
  algebra: real,
  alphabet,
  target: Int32Array.of(0, 1, 0, -1),
  arcWeight: [0.5, 0.25, 0.75, 0],
  initialWeight: 1,
  finalWeight: [0.25, 0.25],
});

describe("a journal of distributions", () => {
  const header: JournalHeader = {
    journal: "hankel/1",
    algorithm: 4,
    learner: "soft",
    semifield: "real",
    next: { prefixes: false },
    alphabet: ["a", "b"],
    options: { recheck: 0, tolerance: 0.1 },
    seed: 3,
  };
  const text = (lines: readonly JournalLine[], head = header) =>
    [formatJournalHeader(head), ...lines.map((line) => formatJournalLine(line, head)), ""].join("\n");

  it("is read as it was written, and knows its distributions", () => {
    const word = ["a"];
    const content = parseJournal(text([{ kind: "answer", word, weight: "0.25 0.5 0.25" }]));
    expect(content.header).toEqual(header);
    expect([...storeOf(content).answers()]).toEqual([[[0], rows(row(0.25, 0.5))]]);
  });

  it("is replayed by the soft learner, which it names", () => {
    const lines: JournalLine[] = [];
    const next = nextTeacherOf(coin);
    const learner = createLearner<number, Distribution>(
      { kind: rowsOver(alphabet), alphabet },
      { tolerance: 0.1, seed: 3 },
    );
    const { automaton } = runLearner(learner, softTeacher(next), {
      observe(question, answer) {
        if (question.kind !== "weigh" || answer.kind !== "weights") return;
        question.batch.words.forEach((word, i) => {
          const weight = rowsOver(alphabet).format(answer.weights[i]);
          lines.push({ kind: "answer", word: alphabet.spell(word), weight });
        });
      },
    });
    const { learned } = replayJournal(parseJournal(text(lines)));
    expect(learned).toMatchObject({ outcome: "cancelled", reason: "the journal ends here" });
    expect(learned.automaton.size).toBe(automaton.size);
  });

  it.each([
    [{ ...header, next: true }, "this is no journal"],
    [{ ...header, next: { prefixes: false, longest: "9" } }, "this is no journal"],
    [{ ...header, semifield: "rational" }, "this is no journal"],
  ])("refuses another kind of header", (head, message) => {
    expect(() => parseJournal(`${JSON.stringify(head)}\n`)).toThrow(message);
  });

  it("refuses a distribution over another number of letters", () => {
    const content = parseJournal(text([{ kind: "answer", word: [], weight: "0.5 0.5" }]));
    expect(() => storeOf(content)).toThrow("expected 3 probabilities in each row, got 2 in all");
  });
});

/** Conjectures an automaton that is not in canonical form, and counts more states than it has. */
class Stubborn implements Learner<number, Distribution> {
  readonly name = "stubborn";
  readonly kind = rowsOver(alphabet);
  readonly form = deterministicForm;
  readonly algebra = real;
  readonly alphabet = alphabet;
  readonly states = 10;
  hypothesis(): Wdfsa<number> {
    return coin;
  }
  *answers(): Generator<[Word, Distribution]> {}
  *run(): LearnerRun<number, Distribution> {
    yield { kind: "weigh", batch: Batch.of([[]]), why: { kind: "start" } };
    yield { kind: "conjecture", hypothesis: coin };
    return coin;
  }
}

describe("the driver of a learner of distributions", () => {
  const teacher = softTeacher(nextTeacherOf(coin));

  it("leaves the number of states to the learner", () => {
    expect(runLearner(new Stubborn(), teacher, { maxStates: 2 }).outcome).toBe("accepted");
  });

  it("ends early with the hypothesis as it stands, and with evidence", () => {
    const driver = new Driver(new Stubborn(), teacher, { maxQuestions: 0 });
    driver.next();
    const { automaton, outcome, evidence } = driver.learned;
    expect(outcome).toBe("budget");
    expect(automaton).toBe(coin);
    expect(evidence?.sentence).toMatch(/^States told apart: 10 after 0 answers/u);
  });
});
