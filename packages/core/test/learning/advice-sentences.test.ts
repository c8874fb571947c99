/** What advice says, word by word, and from which number on. */

import {
  type Advice,
  Alphabet,
  adviceOn,
  adviceOnGrowth,
  adviser,
  boolean,
  type Costs,
  deterministicForm,
  type Learner,
  linearForm,
  rational,
  weightsIn,
} from "@hankel/core";
import { describe, expect, it } from "vitest";

const costs = (some: Partial<Costs>): Costs => ({
  questions: 0,
  rounds: 0,
  symbols: 0,
  cost: 0,
  equivalences: 0,
  tests: 0,
  ...some,
});

describe("advice", () => {
  const said = (advice: Advice | undefined) => advice && `${advice.kind}: ${advice.sentence}`;

  it("on growth comes at 100 states if they are hard to find, else at 500", () => {
    const easy = costs({ equivalences: 1, questions: 900, symbols: 900 });
    expect(adviceOnGrowth({ states: 499 }, easy)).toBeUndefined();
    expect(said(adviceOnGrowth({ states: 500 }, easy))).toBe(
      "size: 500 states after 900 questions, and their number grows: the language is large, or it has no finite automaton, and " +
        "then only a limit ends the run: --max-states, --max-questions, --max-seconds or --max-memory",
    );
    const many = costs({ equivalences: 50, questions: 900, symbols: 900 });
    expect(adviceOnGrowth({ states: 99 }, many)).toBeUndefined();
    expect(adviceOnGrowth({ states: 100 }, many)?.kind).toBe("size");
    expect(adviceOnGrowth({ states: 101 }, many)).toBeUndefined();
    const long = costs({ questions: 10, symbols: 500 });
    expect(adviceOnGrowth({ states: 100 }, long)?.kind).toBe("size");
    expect(adviceOnGrowth({ states: 100 }, costs({ questions: 10, symbols: 499 }))).toBeUndefined();
  });

  it("on size comes when every word of some length has a state: 511 words of up to 8 letters over two", () => {
    const advised = (states: number, letters = 2) =>
      adviceOn({ states, alphabet: Alphabet.letters(letters) }, undefined)?.sentence;
    expect([advised(510), advised(513), advised(511, 1)]).toEqual([undefined, undefined, undefined]);
    expect(advised(511)).toBe(
      "each of the 511 words of up to 8 letters has a state of its own: the language is very large or not regular, or the " +
        "answers are noisy; against noise, --repeat helps",
    );
    expect(adviceOn({ states: 511, alphabet: Alphabet.letters(2) }, undefined)?.kind).toBe("size");
    expect(advised(512)).toBe(advised(511));
    expect(advised(256, 2)).toBeUndefined();
    // ε and 498 letters: below 500 states there is nothing to say.
    expect(advised(499, 498)).toBeUndefined();
    expect(advised(500, 498)).toMatch(/^each of the 499 words of up to 1 letter has a state/u);
    const field = { states: 511, alphabet: Alphabet.letters(2), algebra: rational };
    expect(adviceOn(field, undefined)?.sentence).toMatch(/, and --learner multiplicity needs only as many/u);
    expect(adviceOn({ ...field, form: linearForm }, undefined)?.sentence).not.toMatch(/multiplicity/u);
    const far = { tolerance: 1e-9, apart: 1, equal: 0 };
    expect(adviceOn(field, far)?.sentence).toContain("a larger --tolerance helps");
  });

  it("on noise comes when distances lie on both sides of the tolerance, or far too close together", () => {
    const advised = (states: number, apart: number, equal: number) =>
      adviceOn({ states, alphabet: Alphabet.letters(2) }, { tolerance: 1e-6, apart, equal })?.sentence;
    expect(advised(2, 5e-6, 5e-7)).toBe(
      "some answers differ by about the tolerance of 0.000001: 5e-7 counted as equal, 0.000005 did not; if the answers are " +
        "noisy, --tolerance 0.0001 or larger helps, or --repeat",
    );
    // No larger tolerance is sensible than the one that is set.
    const loose = { tolerance: 0.1, apart: 0.5, equal: 0.05 };
    expect(adviceOn({ states: 2, alphabet: Alphabet.letters(2) }, loose)?.sentence).toMatch(
      /if the answers are noisy, --repeat helps$/u,
    );
    expect([advised(2, 1e-5, 5e-7), advised(2, 5e-6, 1e-7)]).toEqual([undefined, undefined]);
    expect([advised(7, 1.1e-5, 0), advised(8, 1.6e-5, 0)]).toEqual([undefined, undefined]);
    // The least distance of unrelated states, a thousandth of it just so.
    expect([advised(10, 1e-5, 0) === undefined, advised(10, 1.1e-5, 0)]).toEqual([false, undefined]);
    expect(advised(8, 1.5e-5, 0)).toBe(
      "8 states so far, and some differ by as little as 0.000015: the answers look noisy, and every one may make a new state; " +
        "--tolerance 0.01 or larger counts such differences as equal",
    );
  });

  it("on growth is told once, and only of languages that may have no finite automaton", () => {
    const told = (finite: boolean) => {
      const sentences: string[] = [];
      const learner = { states: 600, alphabet: Alphabet.letters(1) };
      const watch = adviser(
        learner,
        () => undefined,
        (sentence) => sentences.push(sentence),
        finite,
      );
      watch(undefined, costs({ questions: 9 }));
      watch(undefined, costs({ questions: 9 }));
      watch();
      return sentences.length;
    };
    expect([told(false), told(true)]).toEqual([1, 0]);
  });

  it("on the rank looks at learners of deterministic automata over a field that show their answers", () => {
    const looks = (some: Partial<Learner<unknown>>) => {
      let looked = 0;
      const learner = {
        states: 128,
        alphabet: Alphabet.letters(1),
        kind: weightsIn(rational),
        form: deterministicForm,
        algebra: rational,
        answers: () => {
          looked++;
          return [].values();
        },
        ...some,
      } as unknown as Learner<unknown>;
      const watch = adviser(
        learner,
        () => undefined,
        () => {},
        false,
      );
      watch();
      watch();
      return looked;
    };
    expect(looks({})).toBe(1);
    expect(looks({ states: 127 })).toBe(0);
    expect(looks({ form: linearForm as never })).toBe(0);
    expect(looks({ algebra: boolean })).toBe(0);
    expect(looks({ algebra: undefined as never })).toBe(0);
    expect(looks({ answers: undefined as never })).toBe(0);
  });
});
