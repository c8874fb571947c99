/** Failures made shorter, against a search through the pairs of states and a trial of every move. */

import {
  expectationOf,
  type Machine,
  machineToWdfsa,
  Random,
  runMachine,
  type Shortened,
  shorten,
  type Word,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { behaveAlike, drawnFault, withCopy } from "../support/machine-faults.ts";
import { randomMachine } from "../support/machines.ts";

/** The length of the shortest prefix on which two machines differ; undefined if they agree. */
function failsAt(model: Machine, system: Machine, word: Word): number | undefined {
  const [own, other] = [runMachine(model, word), runMachine(system, word)];
  const place = own.findIndex((output, i) => output !== other[i]);
  if (place < 0) return undefined;
  return model.kind === "moore" ? place : place + 1;
}

/** The length of a shortest word on which two machines differ: a search through the pairs of their states. */
function shortestDifference(model: Machine, system: Machine): number {
  let words: Word[] = [[]];
  const letters = model.alphabet.size;
  const met = new Set<string>();
  for (let length = 0; ; length++) {
    const next: Word[] = [];
    for (const word of words) {
      if (failsAt(model, system, word) !== undefined) return length;
      for (let letter = 0; letter < letters; letter++) next.push([...word, letter]);
    }
    // One word for each pair of states is enough.
    words = next.filter((word) => {
      const pair = [model, system].map((machine) =>
        word.reduce((q, letter) => machine.target[q * letters + letter], 0),
      );
      const fails = failsAt(model, system, word) !== undefined;
      if (met.has(pair.join()) && !fails) return false;
      met.add(pair.join());
      return true;
    });
    if (words.length === 0) throw new Error("they are alike");
  }
}

/** Shortens a word on a system; counts the words, and sees that none is asked twice. */
function shortened(model: Machine, system: Machine, word: Word, most: number): Shortened & { asked: number } {
  const tellsPrefixes = true;
  const steps = shorten(expectationOf(machineToWdfsa(model)), word, { most, tellsPrefixes });
  const asked = new Set<string>();
  let step = steps.next();
  while (step.done !== true) {
    for (const each of step.value) {
      expect(asked.has(each.join())).toBe(false);
      asked.add(each.join());
    }
    step = steps.next(step.value.map((each) => failsAt(model, system, each)));
  }
  return { ...step.value, asked: asked.size };
}

/** Every word that the moves make of one: without a block, or by a shortest way to the state of the model. */
function* moves(model: Machine, word: Word): Generator<Word> {
  for (let from = 0; from < word.length; from++)
    for (let to = from + 1; to <= word.length; to++) yield [...word.slice(0, from), ...word.slice(to)];
  const letters = model.alphabet.size;
  const stateAfter = (of: Word) => of.reduce((q, letter) => model.target[q * letters + letter], 0);
  let words: Word[] = [[]];
  const access = new Map<number, Word>();
  while (words.length > 0) {
    const fresh = words.filter((each) => !access.has(stateAfter(each)));
    for (const each of fresh) if (!access.has(stateAfter(each))) access.set(stateAfter(each), each);
    words = fresh.flatMap((each) => Array.from({ length: letters }, (_, letter) => [...each, letter]));
  }
  for (let length = 1; length <= word.length; length++) {
    const way = access.get(stateAfter(word.slice(0, length))) as Word;
    if (way.length < length) yield [...way, ...word.slice(length)];
  }
}

/** Pairs of a model and a faulty system, with a long word on which they differ. */
function* faults(): Generator<{ model: Machine; system: Machine; word: Word }> {
  for (let seed = 0; seed < 150; seed++) {
    const random = new Random(seed, 7);
    const model = randomMachine(seed);
    const system = drawnFault(withCopy(model, random), random);
    if (behaveAlike(model, system)) continue;
    for (let tries = 0; tries < 30; tries++) {
      const length = 1 + random.below(40);
      const drawn = Array.from({ length }, () => random.below(model.alphabet.size));
      const end = failsAt(model, system, drawn);
      if (end === undefined) continue;
      yield { model, system, word: drawn.slice(0, end) };
      break;
    }
  }
}

describe("a failure that is made shorter", () => {
  it("still fails, is no longer, and no move makes a failure of it", () => {
    let pairs = 0;
    let shortest = 0;
    for (const { model, system, word } of faults()) {
      const found = shortened(model, system, word, 3000);
      expect(failsAt(model, system, found.word)).toBe(found.word.length);
      expect(found.word.length).toBeLessThanOrEqual(word.length);
      expect(found.tried).toBe(found.asked);
      expect(found.shortness).not.toBe("unfinished");
      for (const move of moves(model, found.word)) expect(failsAt(model, system, move)).toBeUndefined();
      if (found.shortness === "shortest") {
        shortest++;
        expect(found.word.length).toBe(shortestDifference(model, system));
      }
      pairs++;
    }
    expect(pairs).toBeGreaterThan(40);
    expect(shortest).toBeGreaterThan(pairs / 2);
  });

  it("tries no more words than it may, and says that it was not done", () => {
    for (const { model, system, word } of faults()) {
      for (const most of [0, 1, 5, 20]) {
        const found = shortened(model, system, word, most);
        expect(found.asked).toBeLessThanOrEqual(most);
        expect(failsAt(model, system, found.word)).toBe(found.word.length);
        if (found.shortness === "shortest") expect(found.word.length).toBe(shortestDifference(model, system));
        if (found.shortness === "smaller")
          for (const move of moves(model, found.word)) expect(failsAt(model, system, move)).toBeUndefined();
      }
    }
  });
});
