/**
 * Compares Hankel with OpenFst on random automata with small integer weights over the tropical semiring, where OpenFst's
 * floats are exact too. Without Debian's libfst-tools the tests are skipped with a warning; HANKEL_REQUIRE_OPENFST=1 makes
 * that a failure.
 */

import {
  Alphabet,
  type Automaton,
  compare,
  determinize,
  equivalent,
  minimize,
  push,
  Random,
  type Rational,
  randomAutomaton,
  shortestDistance,
  toWfsa,
  trim,
  tropical,
  Wdfsa,
  type Wfsa,
  WfsaBuilder,
  writeHankel,
} from "@hankel/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { missingCommand, OpenFst, required } from "../../scripts/openfst.ts";

const missing = missingCommand();
if (missing !== undefined) {
  const line = `the comparison with OpenFst is skipped: ${missing} is missing (apt-get install libfst-tools)`;
  process.stderr.write(`\n⚠ ${line}\n`);
}

test.runIf(required)("OpenFst is installed, as HANKEL_REQUIRE_OPENFST=1 requires", () => {
  expect(missing).toBeUndefined();
});

const SEEDS = Array.from({ length: 12 }, (_, i) => i + 1);

/** A random trim deterministic automaton with weights 0 … 9 and states that can be merged. */
function deterministic(seed: number): Wdfsa<Rational> {
  const weight = (random: Random) => random.below(10);
  const small = randomAutomaton({
    algebra: tropical,
    states: 4 + (seed % 12),
    letters: 2,
    shape: "sparse",
    seed,
    weight,
  });
  return doubled(small, seed);
}

/** The same language with two copies of each state and weights moved along the arcs, so that there is something to minimize. */
function doubled(automaton: Wdfsa<Rational>, seed: number): Wdfsa<Rational> {
  const { size, alphabet, target, initialWeight } = automaton;
  const random = new Random(seed, 2);
  const width = alphabet.size;
  const potential = Array.from({ length: 2 * size }, () => random.below(4));
  const newTarget = new Int32Array(2 * size * width).fill(-1);
  const arcWeight = tropical.array(2 * size * width);
  const finalWeight = tropical.array(2 * size);
  for (let state = 0; state < 2 * size; state++) {
    const old = state % size;
    // Potentials are below 4, so adding 4 keeps the weights non-negative.
    if (automaton.finalWeight[old] !== Infinity) {
      finalWeight[state] = (automaton.finalWeight[old] as number) + 4 - potential[state];
    }
    for (let letter = 0; letter < width; letter++) {
      const to = target[old * width + letter];
      if (to < 0) continue;
      const copy = to + (random.below(2) === 0 ? 0 : size);
      newTarget[state * width + letter] = copy;
      const weight = automaton.arcWeight[old * width + letter] as number;
      arcWeight[state * width + letter] = weight + 4 - potential[state] + potential[copy];
    }
  }
  const parts = { algebra: tropical, alphabet, target: newTarget, arcWeight, finalWeight };
  return trim(new Wdfsa({ ...parts, initialWeight: (initialWeight as number) + potential[0] }));
}

/** A random nondeterministic automaton that can be determinized: without cycles, or with arc weights that depend on the letter only. */
function nondeterministic(seed: number): Wfsa<Rational> {
  const random = new Random(seed, 7);
  const cyclic = seed % 2 === 0;
  const states = 3 + random.below(5);
  const builder = new WfsaBuilder<Rational>(tropical, new Alphabet(["a", "b"]));
  for (let state = 0; state < states; state++) {
    builder.state(random.below(3) === 0 || state === states - 1 ? random.below(10) : Infinity);
  }
  for (let state = 0; state < states; state++) {
    if (state === 0 || random.below(4) === 0) builder.initial(state, random.below(10));
    for (let i = 0; i < 3; i++) {
      const letter = random.below(2);
      const to = cyclic ? random.below(states) : state + 1 + random.below(states);
      if (to < states) builder.arc(state, "ab"[letter], cyclic ? 2 * letter + 1 : random.below(10), to);
    }
  }
  return builder.build();
}

describe.skipIf(missing !== undefined)("OpenFst and Hankel agree on", () => {
  let fst: OpenFst;
  beforeAll(() => {
    fst = new OpenFst();
  });
  afterAll(() => fst.remove());

  test.each(SEEDS)("minimize, seed %i: the same language, the same number of states", (seed) => {
    const automaton = deterministic(seed);
    const name = fst.compile(`m${seed}`, automaton);
    fst.apply("fstminimize", [], name, `${name}-min`);
    const theirs = fst.read(`${name}-min`, name, tropical) as Wdfsa<Rational>;
    const ours = minimize(automaton);
    expect(theirs).toBeInstanceOf(Wdfsa);
    expect(theirs.size).toBe(ours.size);
    expect(compare(theirs, automaton)).toBeUndefined();
    expect(writeHankel(minimize(theirs))).toBe(writeHankel(ours));
  });

  test.each(SEEDS)("determinize, seed %i: the same language", (seed) => {
    const automaton = nondeterministic(seed);
    const name = fst.compile(`d${seed}`, automaton);
    const ended = fst.apply("fstdeterminize", [], name, `${name}-det`);
    expect(ended.timedOut).toBe(false);
    const theirs = fst.read(`${name}-det`, name, tropical);
    const ours = determinize(automaton);
    expect(minimize(theirs as Wdfsa<Rational>).size).toBe(minimize(ours).size);
    expect(compare(theirs, ours)).toBeUndefined();
  });

  test.each(SEEDS)("equivalence, seed %i", (seed) => {
    const automaton = deterministic(seed);
    const others = [minimize(automaton), changed(automaton, seed), deterministic(seed + 100)];
    const name = fst.compile(`e${seed}`, automaton);
    others.forEach((other, i) => {
      const second = fst.compile(`e${seed}-${i}`, other);
      const { code } = fst.run("fstequivalent", [`${name}.fst`, `${second}.fst`]);
      expect(code === 0, `other ${i}`).toBe(equivalent(automaton, other));
    });
  });

  test.each(SEEDS)("shortest distance, seed %i, forward and backward", (seed) => {
    const automaton: Automaton<Rational> = seed % 3 === 0 ? nondeterministic(seed) : deterministic(seed);
    const name = fst.compile(`s${seed}`, automaton);
    for (const direction of ["forward", "backward"] as const) {
      const flags = direction === "backward" ? ["--reverse"] : [];
      const text = fst.expect("fstshortestdistance", [...flags, `${name}.fst`]);
      const theirs = new Map(
        text
          .trim()
          .split("\n")
          .map((line) => line.split("\t") as [string, string]),
      );
      const ours = shortestDistance(automaton, { direction });
      for (let state = 0; state < automaton.size; state++) {
        // OpenFst may omit states at infinite distance.
        const distance = theirs.get(String(state)) || "Infinity";
        expect(tropical.format(tropical.parse(distance)), `state ${state}`).toBe(
          tropical.format(ours[state]),
        );
      }
    }
  });

  test.each(SEEDS)("push, seed %i: every weight", (seed) => {
    const automaton = trim(toWfsa(seed % 3 === 0 ? nondeterministic(seed) : deterministic(seed)));
    const name = fst.compile(`p${seed}`, automaton);
    fst.apply("fstpush", ["--push_weights"], name, `${name}-push`);
    const theirs = fst.read(`${name}-push`, name, tropical);
    expect(writeHankel(toWfsa(theirs))).toBe(writeHankel(push(automaton)));
  });
});

/** The same automaton with one weight increased, which gives another language. */
function changed(automaton: Wdfsa<Rational>, seed: number): Wdfsa<Rational> {
  const { algebra, alphabet, target, initialWeight, arcs } = automaton;
  const arcWeight = Array.from(automaton.arcWeight);
  const present = arcWeight.map((_, arc) => arc).filter((arc) => target[arc] >= 0);
  const chosen = present[new Random(seed, 3).below(arcs)];
  arcWeight[chosen] = tropical.times(arcWeight[chosen], 1);
  const finalWeight = Array.from(automaton.finalWeight);
  return new Wdfsa({
    algebra,
    alphabet,
    initialWeight,
    target: Int32Array.from(target as ArrayLike<number>),
    arcWeight,
    finalWeight,
  });
}
