/** Theorem 11.1: the weighted W- and Wp-method are complete up to m extra states: by brute force on small automata. */

import {
  Alphabet,
  compare,
  minimize,
  primeField,
  rational,
  Wdfsa,
  WdfsaBuilder,
  wMethod,
  wpMethod,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exactCases } from "../support/cases.ts";
import { disguise, mutated } from "../support/disguise.ts";
import { build, bytes, type Draft, drafts } from "../support/drafts.ts";
import { wordsUpTo } from "../support/reference.ts";

function agree<W>(target: Wdfsa<W>, hypothesis: Wdfsa<W>, extra: number, partial: boolean): boolean {
  for (const word of (partial ? wpMethod : wMethod)(extra).words(hypothesis, 0, [])) {
    if (!target.algebra.equals(target.weigh(word), hypothesis.weigh(word))) return false;
  }
  return true;
}

/** Checks the guarantee: an automaton with at most m extra states that passes the tests is equivalent. */
function expectComplete<W>(target: Wdfsa<W>, hypothesis: Wdfsa<W>): void {
  const extra = Math.max(0, minimize(target).size - minimize(hypothesis).size);
  if (extra > 3) return;
  const different = compare(target, hypothesis) !== undefined;
  for (const partial of [false, true]) {
    expect(agree(target, hypothesis, extra, partial)).toBe(!different);
  }
}

describe.each(exactCases.map((setting) => [setting.name, setting] as const))("over %s", (_name, setting) => {
  it("finds every difference of random pairs", () => {
    const draft = drafts({ maxStates: 4, maxLetters: 2 });
    fc.assert(
      fc.property(draft, draft, fc.nat(), (left, right, seed) => {
        const a = build(setting, left);
        const b = build(setting, { ...right, letters: left.letters, arcs: arcsFor(left.letters, right) });
        expectComplete(a, b);
        expectComplete(mutated(setting, a, seed), a);
        expectComplete(disguise(setting, a, seed), a);
      }),
      { numRuns: 150, seed: 1 },
    );
  });
});

/** The arcs of a draft over a larger alphabet; the additional letters lead nowhere. */
function arcsFor(letters: number, draft: Draft) {
  return Array.from({ length: draft.states * letters }, (_, arc) => {
    const letter = arc % Math.max(1, letters);
    const state = Math.floor(arc / Math.max(1, letters));
    return letter < draft.letters ? draft.arcs[state * draft.letters + letter] : null;
  });
}

/** All automata with `states` states over one letter with weights ±1. */
function* everyAutomaton(states: number): Generator<Wdfsa<number>> {
  const algebra = primeField(3);
  const alphabet = Alphabet.letters(1);
  const choices = 1 + 2 * states;
  const total = (choices * 3) ** states;
  for (let code = 0; code < total; code++) {
    const builder = new WdfsaBuilder(algebra, alphabet);
    for (let state = 0; state < states; state++) builder.state();
    let rest = code;
    for (let state = 0; state < states; state++) {
      const final = rest % 3;
      rest = Math.floor(rest / 3);
      const arc = rest % choices;
      rest = Math.floor(rest / choices);
      if (final > 0) builder.final(state, final);
      if (arc > 0) builder.arc(state, "a", 1 + (arc % 2), Math.floor((arc - 1) / 2));
    }
    builder.initial(0, 1);
    yield builder.build();
  }
}

/** One automaton of each language. */
function distinct<W>(automata: Iterable<Wdfsa<W>>): Wdfsa<W>[] {
  const found = new Map<string, Wdfsa<W>>();
  for (const automaton of automata) {
    const minimal = minimize(automaton);
    found.set(bytes(minimal), minimal);
  }
  return [...found.values()];
}

describe("over one letter", () => {
  it("finds every difference between small automata, by enumeration of all pairs", () => {
    const ones = distinct(everyAutomaton(1));
    const twos = distinct(everyAutomaton(2));
    const threes = distinct(everyAutomaton(3));
    expect([ones.length, twos.length, threes.length]).toEqual([7, 33, 147]);
    for (const hypothesis of [...ones, ...twos]) {
      for (const target of [...twos, ...threes]) expectComplete(target, hypothesis);
    }
  });

  it("tries all words up to length m on the zero language", () => {
    const zero = Wdfsa.zero(rational, Alphabet.letters(2));
    for (const method of [wMethod, wpMethod]) {
      for (const extra of [0, 1, 3]) {
        expect([...method(extra).words(zero, 0, [])]).toEqual([...wordsUpTo(2, extra)]);
      }
    }
  });

  it("after a word that leads nowhere, tries the suffixes that tell the dead state from all others", () => {
    // a·a* over {a, b}: b leads nowhere, ε is not accepted.
    const builder = new WdfsaBuilder(rational, Alphabet.letters(2));
    const [start, end] = [builder.state(), builder.state(1)];
    builder.arc(start, "a", 1, end).arc(end, "a", 2, end);
    const hypothesis = minimize(builder.build());
    for (const method of [wMethod, wpMethod]) {
      const words = new Set([...method(0).words(hypothesis, 0, [])].map(String));
      // ε tells the final state from the dead one, a the initial state.
      for (const behind of [[1], [0, 1]]) {
        expect([[], [0]].every((suffix) => words.has(String([...behind, ...suffix])))).toBe(true);
      }
      expect(words.has("")).toBe(true);
    }
  });

  it("misses a difference beyond its bound", () => {
    // aⁿ weighs 1, except that from the sixth letter on it weighs 2.
    const alphabet = Alphabet.letters(1);
    const builder = new WdfsaBuilder(rational, alphabet);
    for (let state = 0; state < 6; state++) {
      builder.state();
      builder.final(state, 1);
    }
    builder.initial(0, 1);
    for (let state = 0; state < 5; state++) builder.arc(state, "a", state === 4 ? 2 : 1, state + 1);
    builder.arc(5, "a", 1, 5);
    const target = builder.build();
    const one = new WdfsaBuilder(rational, alphabet);
    one.state();
    one.initial(0, 1);
    one.final(0, 1);
    one.arc(0, "a", 1, 0);
    const hypothesis = one.build();
    expect(agree(target, hypothesis, 3, false)).toBe(true);
    expect(agree(target, hypothesis, 4, false)).toBe(false);
    expect(minimize(target).size).toBe(6);
  });
});
