/** What the page is sent about a run over a field: every combination that it shows is a true equation. */

import { type Automaton, fieldTeacher, fromExpression, semifieldByName, weightsIn } from "hankel";
import { isField } from "hankel/algebra";
import { createLearner, runLearner } from "hankel/learning";
import { combination, combinationsOf } from "../src/engine/combinations.ts";
import { idsThrough } from "../src/engine/machine.ts";
import { Recorder } from "../src/engine/recorder.ts";
import { inBoth, textOf } from "../src/engine/say.ts";
import { listed, ordinal } from "../src/engine/text.ts";
import { COMBINED, type Frame, type Piece } from "../src/engine/views.ts";
import { basisWords } from "../src/engine/words-of-states.ts";
import { expect, bare as test } from "./studio.ts";

const targets = [
  ["rational", "(<1/2>a|<3>b)*|(<2>a|b)*<1/5>a|<2>aabbaa"],
  ["prime-field:7", "(<3>a|b)*|(a|<5>b)*b|<2>abab"],
  ["quaternion", "(<1+2i>a|<j>b)*|(<k>a|b)*<2>b"],
] as const;

/** A run and what is recorded of it. */
function recorded(semifield: string, text: string) {
  const algebra = semifieldByName(semifield);
  const target = fromExpression(text, algebra);
  const teacher = fieldTeacher(target);
  const { alphabet } = teacher;
  const learner = createLearner<unknown, unknown, Automaton<unknown>>(
    { kind: weightsIn(algebra), alphabet },
    { learner: "multiplicity" },
  );
  const recorder = new Recorder(learner);
  const learned = runLearner(learner, teacher, {
    observe: (question, _, costs) => recorder.question(question, costs),
  });
  recorder.end(inBoth("", []), learned.statistics, learner.hypothesis());
  const piece = recorder.take();
  if (piece === undefined) throw new Error("nothing was recorded");
  return { algebra, teacher, alphabet, learner, learned, piece };
}

/** The entries of a row that a frame shows. */
function rowOf({ cells }: Piece, row: number, { matrix }: Frame): string[] {
  const all = cells.filter((each) => each.row === row).flatMap(({ raw }) => raw);
  return all.slice(0, matrix?.columns);
}

for (const [semifield, text] of targets) {
  test(`rows are the combinations that are shown, at every step: ${semifield}`, () => {
    const { algebra, piece } = recorded(semifield, text);
    if (!isField(algebra)) throw new Error("no field");
    let checked = 0;
    for (const frame of piece.frames) {
      const { matrix } = frame;
      const machine = piece.machines[frame.machine];
      if (matrix === null || machine === undefined) continue;
      const basis = piece.prefixes.slice(0, matrix.prefixes).map((row) => rowOf(piece, row, frame));
      expect(machine.states).toHaveLength(basis.length);
      for (let row = 0; row < matrix.rows; row++) {
        if (matrix.labels[row] !== COMBINED) continue;
        const [from, symbol] = [Math.floor((row - 1) / 2), "ab"[(row - 1) % 2]];
        const arcs = machine.arcs.filter((arc) => arc.from === from && arc.symbol === symbol);
        const sums = Array.from({ length: matrix.columns }, (_, column) =>
          arcs.reduce(
            (sum, arc) =>
              algebra.plus(
                sum,
                algebra.times(algebra.parse(arc.weight), algebra.parse(basis[arc.to][column])),
              ),
            algebra.zero,
          ),
        );
        expect(rowOf(piece, row, frame)).toEqual(sums.map((sum) => algebra.format(sum)));
        checked++;
      }
    }
    expect(checked).toBeGreaterThan(10);
  });

  test(`watching changes nothing, and the result has the numbers of the run: ${semifield}`, () => {
    const { algebra, alphabet, teacher, learner, learned } = recorded(semifield, text);
    const alone = createLearner<unknown, unknown, Automaton<unknown>>(
      { kind: weightsIn(algebra), alphabet },
      { learner: "multiplicity" },
    );
    expect(runLearner(alone, teacher).statistics).toEqual(learned.statistics);
    const hypothesis = learner.hypothesis();
    const idOf = idsThrough(learned.automaton, hypothesis, (state) => state);
    const ids = Array.from({ length: learned.automaton.size }, (_, state) => idOf(state));
    expect(new Set(ids).size).toBe(ids.length);
    const wordsOf = (automaton: Automaton<unknown>) => ("initials" in automaton ? basisWords(automaton) : []);
    const [before, after] = [wordsOf(hypothesis), wordsOf(learned.automaton)];
    expect(after.every((word) => word !== undefined)).toBe(true);
    after.forEach((word, state) => {
      if (before.some((other) => String(other) === String(word)))
        expect(String(before[ids[state]])).toBe(String(word));
    });
  });
}

test("the sentences of a run: from the first word to the place where a counterexample breaks", () => {
  const { piece } = recorded(...targets[0]);
  const titles = piece.frames.map(({ said }) => said.paper.title);
  expect(titles.slice(0, 3)).toEqual(["Start", "New dimension", "Another column?"]);
  expect(titles).toContain("Conjecture");
  const tried = piece.frames[2];
  expect(textOf(tried.said.plain.sentence)).toContain("Does the column “a” show a new dimension");
  expect(tried.matrix?.trial?.suffix).toBe("a");
  const broken = piece.frames.find(({ said }) => said.plain.title === "Here it breaks");
  expect(textOf(broken?.said.plain.sentence ?? [])).toContain(
    "“aabbaa” breaks the hypothesis at its 2nd letter, “a”",
  );
  expect(broken?.matrix?.trial?.suffix).toBe("bbaa");
  expect(broken?.matrix?.trial?.cells).toContain(null);
});

test("combinations, places and lists in words", () => {
  const terms = (...pairs: [string, string][]) => pairs.map(([weight, word]) => ({ weight, word }));
  expect(combination([])).toBe("0");
  expect(combination(terms(["3", "ε"], ["-1", "a"]))).toBe("3·ε − a");
  expect(combination(terms(["-1/2", "ε"], ["1", "a b"]))).toBe("−1/2·ε + a b");
  expect(combination(terms(["1+2i", "ε"], ["-k", "b"]))).toBe("(1+2i)·ε − k·b");
  expect([1, 2, 3, 4, 11, 12, 13, 21, 112].map(ordinal).join(" ")).toBe(
    "1st 2nd 3rd 4th 11th 12th 13th 21st 112th",
  );
  expect([listed([]), listed(["a"]), listed(["a", "b", "c"])]).toEqual(["", "a", "a, b and c"]);
  const machine = {
    states: [],
    arcs: [
      { from: 0, to: 1, symbol: "b", weight: "2" },
      { from: 1, to: 0, symbol: "a", weight: "-1" },
    ],
    initials: [],
    graph: { states: [], arcs: [] },
  };
  expect(combinationsOf(machine, ["ε", "b"], ["a", "b"])).toEqual(["0", "2·b", "−ε", "0"]);
});
