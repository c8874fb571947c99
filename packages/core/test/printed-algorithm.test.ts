/**
 * One test for each fault of the printed algorithm (docs/theory.md §5): a naive implementation of the text gets stuck on a
 * smallest language, the same implementation with that fault repaired does not, and Hankel learns the language.
 */

import { exactTeacher, minimize, TableLearner, type Wdfsa } from "@hankel/core";
import { describe, expect, it } from "vitest";
import { quaternions } from "./support/arithmetic.ts";
import { type Case, exactCases } from "./support/cases.ts";
import { bytes } from "./support/drafts.ts";
import { interview } from "./support/interview.ts";
import { type Sketch, sketched, sketches, sketchOf } from "./support/languages.ts";
import { asCured, asPrinted, attempt, type Reading } from "./support/printed.ts";
import { classesByPairs, plain, weighByDefinition, wordsUpTo } from "./support/reference.ts";

const caseOf = (name: string) => exactCases.find((setting) => setting.name === name) as Case;
const settings = ["boolean", "rational", "prime-field:7", "quaternion"].map(caseOf);

/** The outcome of a reading of the text on a language. Hankel's own learner must learn the language. */
function outcome(reading: Reading, setting: Case, target: Wdfsa<unknown>) {
  const hankel = interview(
    { name: "table", make: (k, sigma) => new TableLearner(k, sigma) },
    exactTeacher(target),
  );
  expect(bytes(hankel.result)).toBe(bytes(minimize(target)));
  expect(hankel.result.size).toBe(classesByPairs(plain(target, setting.arithmetic)));
  return attempt(reading, plain(target, setting.arithmetic));
}

/** The corrected algorithm with the columns of the paper. Each reading below differs from one of the two in one point. */
const withColumns = { ...asCured, columns: "Σ≤1∘S" } as const;

describe("the corrected algorithm, implemented naively", () => {
  it.each(settings)("learns every language here over $name, with either choice of columns", (setting) => {
    for (const sketch of sketches) {
      for (const reading of [asCured, withColumns]) {
        expect([sketch.name, outcome(reading, setting, sketched(setting, sketch)).outcome]).toEqual([
          sketch.name,
          "learned",
        ]);
      }
    }
  });
});

describe("1. S never grows", () => {
  const sketch = sketchOf("{ε, a, aa}");

  it.each(settings)("{ε, a, aa} over $name is inconsistent, yet there is nothing to add", (setting) => {
    const printed = outcome(asPrinted, setting, sketched(setting, sketch));
    expect(printed.outcome).toBe("inconsistent, yet nothing to add");
    expect(printed.suffixes).toEqual([""]);
  });

  it.each(settings)("as printed S is {ε} at the end of every run, over $name", (setting) => {
    for (const sketch of sketches) {
      expect(outcome(asPrinted, setting, sketched(setting, sketch)).suffixes).toEqual([""]);
    }
  });

  it("the search over Σ≤1∘S of the lemma's proof does find a suffix", () => {
    const proved = outcome({ ...withColumns, search: "columns" }, settings[0], sketched(settings[0], sketch));
    expect(proved.outcome).toBe("learned");
    expect(proved.suffixes.length).toBeGreaterThan(1);
  });
});

describe("2. A live row whose d_H is zero", () => {
  const names = ["{a}", "{ab}", "(aa)*", "b*a"];

  it.each(settings)("no language without ε is learned, and (aa)* neither, over $name", (setting) => {
    for (const name of names) {
      const target = sketched(setting, sketchOf(name));
      const printed = outcome(asPrinted, setting, target);
      expect([name, printed.outcome]).toEqual([name, "stuck"]);
      // The same counterexample returns again and again.
      expect(new Set(printed.counterexamples.slice(-5)).size).toBe(1);
      const summed = { ...withColumns, scale: "sum over S" } as const;
      expect([name, outcome(summed, setting, target).outcome]).toEqual([name, "stuck"]);
    }
  });
});

describe("3. Cancellation", () => {
  it.each(["a* scaled", "{ε, a, aa} with a scaled"])(
    "%s by -1 over ℚ has a live row whose sum is 0",
    (name) => {
      const setting = caseOf("rational");
      const target = sketched(setting, sketchOf(name), ["1", "-1", "1"]);
      const summed = { ...withColumns, scale: "sum over the columns" } as const;
      expect(outcome(summed, setting, target).outcome).toBe("stuck");
      expect(outcome(withColumns, setting, target).outcome).toBe("learned");
      const positive = sketched(setting, sketchOf(name), ["1", "2", "1"]);
      expect(outcome(summed, setting, positive).outcome).toBe("learned");
    },
  );
});

describe("4. A lone null row", () => {
  it.each(settings)(
    "{a}: the row of ε is null, its successor live, and no second null row is there, over $name",
    (setting) => {
      const target = sketched(setting, sketchOf("{a}"));
      const blind = outcome({ ...asCured, knowsDeadState: false }, setting, target);
      expect(blind.outcome).toBe("stuck");
      expect(new Set(blind.counterexamples)).toEqual(new Set(["0"]));
    },
  );

  /** ε and one power of a. */
  const power = (exponent: number): Sketch => ({
    name: `{ε, a^${exponent}}`,
    symbols: "a",
    states: exponent + 1,
    arcs: Array.from({ length: exponent }, (_, i) => [i, "a", i + 1] as const),
    finals: [0, exponent],
  });

  it.each(settings)(
    "{ε, aa} is stuck with the columns S, and {ε, aaa} with those of the paper, over $name",
    (setting) => {
      for (const [reading, exponent] of [
        [asCured, 2],
        [withColumns, 3],
      ] as const) {
        const target = sketched(setting, power(exponent));
        const blind = outcome({ ...reading, knowsDeadState: false }, setting, target);
        expect(blind.outcome).toBe("stuck");
        expect(new Set(blind.counterexamples)).toEqual(new Set(["0".repeat(exponent)]));
        expect(outcome(reading, setting, target).outcome).toBe("learned");
      }
    },
  );
});

describe("5. Separate scales", () => {
  const setting = caseOf("rational");
  const apart = { successors: "their own scales" } as const;

  it("0 -a/1→ 1 -a/1→ 2 -a/2→ 1: the arc of [ε] weighs 1 by ε and 2 by aa", () => {
    const target = sketched(setting, sketchOf("separate scales"), ["1", "1", "2"]);
    expect([3, 5].map((n) => target.weigh(Array.from({ length: n - 1 }, () => 0)))).toEqual([1, 2]);
    const separate = outcome({ ...withColumns, ...apart }, setting, target);
    expect(separate.outcome).toBe("stuck");
    expect(new Set(separate.counterexamples)).toEqual(new Set(["0000"]));
  });

  it("0 -a/½→ 1 -a/¼→ 1: merged for ever where the columns are {ε}", () => {
    const target = sketched(setting, sketchOf("½ then ¼"), ["1", "1/2", "1/4"]);
    expect(outcome({ ...asCured, ...apart }, setting, target).outcome).toBe("stuck");
  });
});

// Proposition 2.4.
describe("6. The side of division", () => {
  const setting = caseOf("quaternion");
  const target = sketched(setting, sketchOf("(a|b)* scaled"), ["1", "1+2i", "1+j"]);
  const reference = plain(target, quaternions);

  /** How many classes the prefixes of length ≤ 5 fall into when rows on Σ≤1 are divided by their first entry. */
  function classes(
    divide: (entry: typeof quaternions.one, scale: typeof quaternions.one) => typeof quaternions.one,
  ) {
    const rows = new Set<string>();
    for (const prefix of wordsUpTo(2, 5)) {
      const row = [[], [0], [1]].map((suffix) => weighByDefinition(reference, [...prefix, ...suffix]));
      const divided = row.map((entry) => divide(entry, row[0]));
      rows.add(
        divided
          .flat()
          .map(({ n, d }) => `${n}/${d}`)
          .join(),
      );
    }
    return rows.size;
  }

  it("a/(1+2i), b/(1+j) has one class with the inverse on the left, and 54 with it on the right", () => {
    const { times, inverse } = quaternions;
    expect(classes((entry, scale) => times(inverse(scale), entry))).toBe(1);
    expect(classes((entry, scale) => times(entry, inverse(scale)))).toBe(54);
    expect(outcome(asCured, setting, target).outcome).toBe("learned");
  });
});

describe("7. RemoveNullRows can delete ε", () => {
  it.each(settings)("{aa} loops over $name even with a good normaliser", (setting) => {
    const target = sketched(setting, sketchOf("{aa}"));
    const removing = outcome({ ...withColumns, removesNullRows: true }, setting, target);
    expect(removing.outcome).toBe("stuck");
    expect(removing.prefixes).not.toContain("");
    expect(outcome(withColumns, setting, target).outcome).toBe("learned");
  });
});

describe("8. Statements", () => {
  const make: Sketch = {
    name: "aⁿ, doubled for n > 5",
    symbols: "a",
    states: 7,
    finals: [0, 1, 2, 3, 4, 5, 6],
    arcs: [
      [0, "a", 1],
      [1, "a", 2],
      [2, "a", 3],
      [3, "a", 4],
      [4, "a", 5],
      [5, "a", 6, 1],
      [6, "a", 6],
    ],
  };
  const setting = caseOf("rational");
  const learn = (target: Wdfsa<unknown>) =>
    interview({ name: "table", make: (k, sigma) => new TableLearner(k, sigma) }, exactTeacher(target));

  it("the paper's Theorem 1.1 says nothing where pa is null: {ε} has a state and no arc", () => {
    const { result } = learn(sketched(setting, sketchOf("{ε}")));
    expect([result.size, result.arcs]).toEqual([1, 0]);
  });

  it("the paper's Theorem 1(2b): λ belongs to the class: in a*, where ε ~ a, it is that of the only state", () => {
    const { result } = learn(sketched(setting, sketchOf("a*")));
    expect([result.size, result.initialWeight, result.stateAfter([0])]).toEqual([1, 1, 0]);
  });

  it("the paper's Theorem 3(ii) needs the prefixes of the support: {a ↦ 1} has one class on it and two among them", () => {
    const target = sketched(setting, sketchOf("{a}"));
    const support = [...wordsUpTo(1, 4)].filter((word) => target.weigh(word) !== 0);
    expect(support).toEqual([[0]]);
    expect(learn(target).result.size).toBe(2);
  });

  it("the paper's Theorem 3(iv): an automaton that contains H may differ on the support, and has fewer states", () => {
    const target = sketched(setting, make, ["1", "2"]);
    const { conjectures, result } = learn(target);
    const first = conjectures[0];
    expect([first.table?.prefixes, first.table?.suffixes]).toEqual([[[]], [[]]]);
    expect(first.hypothesis.size).toBe(1);
    for (const word of [[], [0]]) expect(first.hypothesis.weigh(word)).toEqual(target.weigh(word));
    const seven = Array.from({ length: 7 }, () => 0);
    expect([first.hypothesis.weigh(seven), target.weigh(seven)]).toEqual([1, 2]);
    expect(conjectures[1].hypothesis.size).toBeGreaterThan(first.hypothesis.size);
    expect(result.size).toBe(7);
  });
});
