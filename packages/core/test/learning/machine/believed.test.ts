/** What planning looks up is what a look at all arcs, states and letters finds, on folds of random machines. */

import { Random } from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AMBIGUOUS, DOUBTFUL, Fold, NONE, SETTLED, UNEXPLORED } from "../../../src/learning/machine/fold.ts";
import { Forecast } from "../../../src/learning/machine/forecast.ts";
import { Identification } from "../../../src/learning/machine/identification.ts";
import { OpenArcs } from "../../../src/learning/machine/open-arcs.ts";
import { MOST_CANDIDATES, Separator } from "../../../src/learning/machine/separate.ts";
import { WHOLE } from "../../../src/learning/machine/shares.ts";
import { PrefixTree } from "../../../src/words/prefix-tree.ts";
import type { Word } from "../../../src/words/word.ts";

interface Drawn {
  readonly fold: Fold;
  readonly identification: Identification;
  readonly random: Random;
}

/** Words of a random machine, folded into some of its states, with some targets taken back again. */
function drawn(seed: number): Drawn {
  const random = new Random(seed);
  const [size, letters, outputs] = [2 + random.below(40), 1 + random.below(40), 2 + random.below(5)];
  const to = Array.from({ length: size * letters }, () => random.below(size));
  const written = Array.from({ length: size * letters }, () => 1 + random.below(outputs));
  const tree = new PrefixTree(letters);
  const numbers = [0];
  const fold = new Fold({ tree, outputNumber: (node) => numbers[node] ?? 0 }, letters);
  const identification = new Identification(fold);
  const ask = (word: Word) => {
    let [node, state] = [0, 0];
    for (const letter of word) {
      node = tree.extend(node, letter);
      numbers[node] = written[state * letters + letter];
      state = to[state * letters + letter];
      fold.observe(node);
    }
  };
  for (let round = 0; round < 12; round++) {
    for (let i = 0; i < 15; i++)
      ask(Array.from({ length: 1 + random.below(6) }, () => random.below(letters)));
    const { decided, impossible } = identification.decide();
    for (const [arc, state] of decided) fold.identify(arc, state);
    const isNew = impossible !== NONE && decided.length === 0;
    const word = isNew ? fold.child(fold.access[fold.stateBefore(impossible)], impossible % letters) : NONE;
    if (word >= 0 && identification.notApart(word) === NONE) identification.addState(impossible);
    const arc = random.below(fold.target.length);
    if (random.below(4) === 0 && fold.target[arc] >= 0) fold.release(arc);
    else if (random.below(2) === 0 && fold.isExplored(arc)) fold.setCandidates(arc, [0]);
  }
  return { fold, identification, random };
}

const folds = (seed: number, check: (of: Drawn) => void) =>
  fc.assert(
    fc.property(fc.nat(1e6), (drawnSeed) => check(drawn(drawnSeed))),
    { seed, numRuns: 25 },
  );

const all = (count: number) => Array.from({ length: count }, (_, i) => i);

describe("what is believed of arcs", () => {
  it("is of the kind that outputs, targets and candidates say", () => {
    folds(4001, ({ fold }) => {
      const kinds = fold.target.map((_, arc) => {
        if (fold.output[arc] === 0) return UNEXPLORED;
        if (fold.target[arc] < 0) return AMBIGUOUS;
        return fold.candidates[arc] === undefined ? SETTLED : DOUBTFUL;
      });
      expect(fold.kind).toEqual(kinds);
      expect(fold.targets).toBe(fold.target.filter((state) => state >= 0).length);
      for (const state of all(fold.states)) {
        const own = kinds.slice(state * fold.letters, (state + 1) * fold.letters);
        const counts = [UNEXPLORED, AMBIGUOUS, DOUBTFUL, SETTLED].map((kind) => fold.countOf(state, kind));
        expect(counts).toEqual(all(4).map((kind) => own.filter((of) => of === kind).length));
      }
    });
  });

  it("fits those states that fit one by one", () => {
    folds(4002, ({ fold }) => {
      for (const arc of all(fold.target.length).filter((of) => fold.isExplored(of))) {
        const refuted = new Set([arc % 3]);
        const expected = all(fold.states).filter((state) => !refuted.has(state) && fold.fits(arc, state));
        expect(fold.fitting(arc, refuted)).toEqual(expected);
        const among = all(fold.states).filter((state) => state % 2 === arc % 2);
        expect(fold.fitting(arc, refuted, among)).toEqual(expected.filter((state) => among.includes(state)));
      }
    });
  });

  it("fits a word where it fits arc by arc", () => {
    folds(4003, ({ fold }) => {
      for (const word of fold.access) {
        const expected = all(fold.target.length).filter(
          (arc) => fold.isExplored(arc) && fold.fits(arc, ~word),
        );
        expect([...fold.arcsThatFit(word)]).toEqual(expected);
      }
    });
  });

  it("is apart where a suffix says so", () => {
    folds(4004, ({ fold, random }) => {
      for (let i = 0; i < 50; i++) {
        const [one, other] = [random.below(fold.tree.size), random.below(fold.tree.size)];
        expect(fold.areApart(one, other)).toBe(fold.apart(one, other) !== undefined);
      }
    });
  });
});

describe("open arcs", () => {
  it("come in the order of a list of all, whether it is frozen or not", () => {
    folds(4005, ({ fold, random }) => {
      const rank = (arc: number) => fold.depth(arc) + (fold.isExplored(arc) ? 4 : 0);
      const of = (kind: number) => all(fold.kind.length).filter((arc) => fold.kind[arc] === kind);
      const expected = [
        ...[...of(UNEXPLORED), ...of(AMBIGUOUS)].sort((a, b) => rank(a) - rank(b)),
        ...of(DOUBTFUL).sort((a, b) => fold.depth(a) - fold.depth(b)),
      ];
      const open = new OpenArcs(fold);
      const freezes = random.below(expected.length + 1);
      const beside = expected.filter(() => random.below(5) === 0);
      expect(open.isEmpty).toBe(expected.length === 0);
      expect(beside.map((arc) => [open.take(arc), open.take(arc)])).toEqual(beside.map(() => [true, false]));
      const found: number[] = [];
      for (let arc = open.next(); arc !== NONE; arc = open.next()) {
        found.push(arc);
        if (found.length === freezes) open.freeze();
      }
      expect(found).toEqual(expected.filter((arc) => !beside.includes(arc)));
    });
  });
});

describe("the forecast", () => {
  it("finds the likeliest states of an unexplored arc as sorting all of them does", () => {
    folds(4006, ({ fold, random }) => {
      const states = fold.states + random.below(3);
      const most = 1 + random.below(states);
      const forecast = new Forecast(fold, most);
      Object.defineProperty(fold, "states", { value: states });
      for (let i = 0; i < 10; i++) {
        const [from, letter] = [random.below(states), random.below(fold.letters)];
        const likelihoods = all(states).map((state) => forecast.likelihood(from, letter, 0, state));
        const first = all(states)
          .sort((a, b) => likelihoods[b] - likelihoods[a])
          .slice(0, most);
        const found = forecast.likeliest(from, letter);
        expect(found.states).toEqual(first);
        expect(found.likelihoods).toEqual(first.map((state) => likelihoods[state]));
        expect([found.likeliest, found.likelihood]).toEqual([first[0], likelihoods[first[0]]]);
        expect(found.total).toBe(likelihoods.reduce((sum, of) => sum + of, 0));
      }
    });
  });
});

/** The same choice, told as it is meant: every letter after every beginning is read for every candidate, and likelihoods are not rounded. */
function obviousChoice(
  fold: Fold,
  states: number[],
  likelihoods: number[],
  before: number,
): Word | undefined {
  const total = likelihoods.reduce((sum, of) => sum + of, 0);
  const share = likelihoods.map((of) => of / total);
  const entropy = share.map((of) => -of * Math.log2(of));
  const again = 1 + before + 2;
  const bits = entropy.reduce((sum, of) => sum + of, 0) * (1 - 1e-9);
  type Beginning = {
    word: Word;
    score: number;
    classes: (number | undefined)[];
    places: (number | undefined)[];
  };
  let beam: Beginning[] = [{ word: [], score: 0, classes: states.map(() => 0), places: states }];
  let [best, least]: [Word | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
  for (let length = 1; length <= 8 && beam.length > 0; length++) {
    const next: Beginning[] = [];
    for (const { word, classes, places } of beam) {
      for (const letter of all(fold.letters)) {
        const read = places.map((place, i) => {
          const talks = classes[i] !== undefined && place !== undefined && fold.predict(place, letter);
          return talks ? { output: fold.foreseen, next: fold.next } : undefined;
        });
        const parts: { of: number; output: number; talkers: number[]; silent: number[] }[] = [];
        const largest = new Map<number, (typeof parts)[number]>();
        let splits = false;
        read.forEach((found, i) => {
          if (found === undefined) return;
          const of = classes[i] as number;
          let part = parts.find((other) => other.of === of && other.output === found.output);
          if (part === undefined) parts.push((part = { of, output: found.output, talkers: [], silent: [] }));
          part.talkers.push(i);
          const most = largest.get(of) ?? part;
          if (most !== part) splits = true;
          if (part.talkers.length >= most.talkers.length + (most === part ? 0 : 1)) largest.set(of, part);
        });
        const goesOn = parts.some(({ talkers }) => talkers.length > 1);
        if (!splits && !goesOn) continue;
        classes.forEach((of, i) => {
          if (of === undefined || read[i] !== undefined) return;
          let part = largest.get(of);
          if (part === undefined) {
            parts.push((part = { of, output: 0, talkers: [], silent: [] }));
            largest.set(of, part);
          }
          part.silent.push(i);
        });
        let [left, open] = [0, 0];
        for (const { talkers, silent } of parts) {
          const members = [...talkers, ...silent];
          if (members.length < 2) continue;
          const weight = members.reduce((sum, i) => sum + share[i], 0);
          open += weight;
          left += members.reduce((sum, i) => sum + entropy[i], 0) + weight * Math.log2(weight);
        }
        const score = length + again * (open + 0.75 * left);
        const longer = [...word, letter];
        if (left < bits && score < least) [best, least] = [longer, score];
        if (!goesOn) continue;
        const partOf = classes.map((_, i) =>
          parts.findIndex(
            ({ talkers, silent }) =>
              talkers.length + silent.length > 1 && (talkers.includes(i) || silent.includes(i)),
          ),
        );
        const kept = {
          word: longer,
          score,
          classes: partOf.map((part) => (part < 0 ? undefined : part)),
          places: read.map((found) => found?.next),
        };
        const worst = next.reduce((most, { score: of }, i) => (of > next[most].score ? i : most), 0);
        if (next.length < 16) next.push(kept);
        else if (next[worst].score > score) next[worst] = kept;
      }
    }
    beam = next;
    if (length + 1 >= least) break;
  }
  return best;
}

/** What is open after a suffix, by classes that are split letter by letter. */
function openAfter(fold: Fold, states: number[], likelihoods: number[], suffix: Word): number {
  const total = likelihoods.reduce((sum, of) => sum + of, 0);
  let classes = [
    states.map((state, i) => ({ share: likelihoods[i] / total, place: state as number | undefined })),
  ];
  for (const letter of suffix) {
    classes = classes.flatMap((members) => {
      const parts = new Map<number, typeof members>();
      const silent: typeof members = [];
      for (const { share, place } of members) {
        if (place === undefined || !fold.predict(place, letter)) silent.push({ share, place: undefined });
        else parts.set(fold.foreseen, [...(parts.get(fold.foreseen) ?? []), { share, place: fold.next }]);
      }
      const [largest = [], ...others] = [...parts.values()].sort((a, b) => b.length - a.length);
      return [[...largest, ...silent], ...others];
    });
  }
  return classes
    .filter((members) => members.length > 1)
    .map((members) => {
      const all = members.reduce((sum, { share }) => sum + share, 0);
      const bits = members.reduce((sum, { share }) => sum - share * Math.log2(share / all), 0);
      return all + 0.75 * bits;
    })
    .reduce((sum, open) => sum + open, 0);
}

describe("the suffix that separates", () => {
  it("is that of a search which leaves nothing out", () => {
    let separated = 0;
    folds(4007, ({ fold, random }) => {
      const separator = new Separator(fold, { word: 1, letter: 1 });
      for (let i = 0; i < 5; i++) {
        const states = all(fold.states)
          .filter(() => random.below(4) > 0)
          .slice(0, MOST_CANDIDATES);
        if (states.length < 2) continue;
        const likelihoods = states.map(() => [1, 1, 2, 30][random.below(4)]);
        const before = random.below(10);
        const expected = obviousChoice(fold, states, likelihoods, before);
        expect(separator.choose({ states, likelihoods }, before)).toEqual(expected);
        if (expected !== undefined) separated++;
      }
    });
    expect(separated).toBeGreaterThan(20);
  });

  it("leaves open what it leaves together", () => {
    folds(4008, ({ fold, random }) => {
      const separator = new Separator(fold, { word: 1, letter: 1 });
      const states = all(Math.min(fold.states, MOST_CANDIDATES));
      const likelihoods = states.map(() => 1 + random.below(30));
      const suffix = all(random.below(5)).map(() => random.below(fold.letters));
      const found = separator.openAfter({ states, likelihoods }, suffix) / WHOLE;
      expect(found).toBeCloseTo(openAfter(fold, states, likelihoods, suffix), 2);
    });
  });
});
