/** The default tests of machines: likely paths, long tours, and as much proof as can be afforded. */

import {
  Alphabet,
  affordableProof,
  compare,
  defaultTests,
  type EquivalenceTest,
  functionTeacher,
  learn,
  likelyPaths,
  longTours,
  type Machine,
  machineTeacher,
  machineToWdfsa,
  minimize,
  parseEquivalence,
  Random,
  rational,
  runMachine,
  runsOf,
  statement,
  type Wdfsa,
  type Word,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { accessWords } from "../../src/automata/minimal/canonical.ts";
import { minimalSize, randomMachine } from "../support/machines.ts";
import { setting } from "../support/test-setting.ts";

function wordsOf<W>(test: EquivalenceTest, hypothesis: Wdfsa<W>, equivalence = 0): Word[] {
  return [...test.words(hypothesis, equivalence, [])];
}

/** What goes round loops six times: of the loops of two letters as many as there are arcs, those with the fewest ways round first. */
function loopsOf<W>(automaton: Wdfsa<W>): Word[] {
  const { target, size } = automaton;
  const letters = [...automaton.alphabet.symbols.keys()];
  const to = (state: number, letter: number) => target[state * letters.length + letter];
  const access = accessWords(automaton) as Word[];
  const ways = (from: number, into: number) => letters.filter((letter) => to(from, letter) === into).length;
  const loops: { word: Word; ways: number }[] = [];
  const alone: Word[] = [];
  for (let state = 0; state < size; state++) {
    if (letters.every((letter) => to(state, letter) === state)) continue;
    for (const letter of letters) {
      const next = to(state, letter);
      if (next === state) alone.push([...access[state], ...new Array<number>(6).fill(letter)]);
      if (next <= state) continue;
      for (const back of letters.filter((of) => to(next, of) === state)) {
        const word = [
          ...access[state],
          ...Array.from({ length: 12 }, (_, i) => (i % 2 === 0 ? letter : back)),
        ];
        loops.push({ word, ways: ways(state, next) * ways(next, state) });
      }
    }
  }
  loops.sort((a, b) => a.ways - b.ways);
  return [...alone, ...loops.slice(0, size * letters.length).map(({ word }) => word)];
}

/** The machine that steps from a state to the next. */
function stepped<S>(
  inputs: readonly string[],
  start: S,
  step: (state: S, input: string) => [S, string],
): Machine {
  const states = [start];
  const places = new Map([[JSON.stringify(start), 0]]);
  const target: number[] = [];
  const output: string[] = [];
  for (const state of states) {
    for (const input of inputs) {
      const [next, written] = step(state, input);
      const key = JSON.stringify(next);
      const place = places.get(key) ?? states.push(next) - 1;
      places.set(key, place);
      target.push(place);
      output.push(written);
    }
  }
  return { kind: "mealy", alphabet: new Alphabet(inputs), target, output };
}

/** A broker that lets two messages be unacknowledged; whoever breaks the rules is thrown out. */
const broker = stepped(
  ["CONNECT", "SUB", "UNSUB", "PUB0", "PUB1", "ACK", "PING", "DISC"],
  { at: "new", sub: false, open: 0 },
  (state, input) => {
    const { at, sub, open } = state;
    if (at === "closed") return [state, "closed"];
    if (at === "new" && input === "CONNECT") return [{ ...state, at: "on" }, "CONNACK"];
    const out = { at: "closed", sub: false, open: 0 };
    if (at === "new" || input === "CONNECT" || input === "DISC") return [out, "BYE"];
    if (input === "SUB") return [{ ...state, sub: true }, "SUBACK"];
    if (input === "UNSUB") return [{ ...state, sub: false }, "UNSUBACK"];
    if (input === "PING") return [state, "PONG"];
    if (input === "PUB0") return [state, sub ? "MSG" : "OK"];
    if (input === "ACK") return open === 0 ? [out, "BYE"] : [{ ...state, open: open - 1 }, "OK"];
    if (!sub) return [state, open === 2 ? "BUSY" : "PUBACK"];
    return [{ ...state, open: Math.min(2, open + 1) }, "PUBACK+MSG"];
  },
);

/** A door that locks after five wrong codes in a row, each after a user's name. */
const lock = stepped(["user", "good", "bad", "look", "quit"], { at: "no", wrong: 0 }, (state, input) => {
  const { at, wrong } = state;
  if (at === "end") return [state, "closed"];
  if (input === "quit") return [{ at: "end", wrong: 0 }, "bye"];
  if (at === "locked") return [state, "locked"];
  if (input === "user")
    return [at === "in" ? state : { ...state, at: "named" }, at === "in" ? "busy" : "code?"];
  if (input === "good") return at === "named" ? [{ at: "in", wrong: 0 }, "welcome"] : [state, "who?"];
  if (input === "look") return [state, at === "in" ? "gold" : "nothing"];
  if (at !== "named") return [state, "who?"];
  return wrong === 4 ? [{ at: "locked", wrong: 0 }, "locked"] : [{ at: "no", wrong: wrong + 1 }, "wrong"];
});

const named = (machine: Machine, word: readonly string[]) => runMachine(machine, machine.alphabet.word(word));

function learned(machine: Machine, text: string, seed: number) {
  const equivalence = parseEquivalence(text, { ...setting, seed, shows: true });
  const run = (word: readonly string[]) => named(machine, word);
  return learn(machineTeacher({ kind: "mealy", alphabet: machine.alphabet, run, equivalence }));
}

describe("the default tests of machines", () => {
  it.each([
    ["a broker that counts what is unacknowledged", broker, 8],
    ["a lock that counts", lock, 13],
  ])("find %s, whatever the seed", (_, machine, states) => {
    for (let seed = 1; seed <= 3; seed++) {
      const { automaton } = learned(machine, defaultTests.machines, seed);
      expect(automaton.size).toBe(states);
      expect(compare(automaton, machineToWdfsa(machine))).toBeUndefined();
    }
  });

  it("say first what is proved", () => {
    const { automaton } = learned(broker, "wp:1", 1);
    const tests = parseEquivalence("paths:40+proof:40", setting);
    const claims = tests.map((test) => test.claim(automaton, runsOf("mealy").terms));
    const said = statement(runsOf("mealy"), { states: automaton.size, claims, words: 100 });
    expect(said).toMatch(
      /^No counterexample in 100 traces: complete up to \d extra states? \(it is right if/u,
    );
    expect(said).toContain(
      "and from each of 8 states the likeliest paths and loops of one or two inputs, 6 times",
    );
  });
});

describe("likely paths", () => {
  it("end, and say so, where words of every length cost the same, and where there is but the empty one", () => {
    const free = { word: 1, letter: 0 };
    const single: Machine = {
      kind: "mealy",
      alphabet: new Alphabet(["tick"]),
      target: [1, 0],
      output: ["a", "b"],
    };
    const none: Machine = { kind: "mealy", alphabet: new Alphabet([]), target: [], output: [] };
    const claims = [single, none].map(machineToWdfsa).map((automaton) => {
      expect(wordsOf(likelyPaths(80, free), automaton).length).toBeLessThanOrEqual(800);
      return likelyPaths(80, free).claim(automaton, runsOf("mealy").terms);
    });
    expect(claims).toMatchObject([
      { about: expect.stringMatching(/^all traces of up to \d+ inputs, and from each of 2 states/u) },
      { about: expect.stringMatching(/^all traces of up to 0 inputs, and from its state/u) },
    ]);
  });

  it("find what shows only by one letter of a sink, behind a letter that is believed to lead there", () => {
    // After `in out`, only `8` answers differently, and every other letter leads to the sink.
    const inputs = ["in", "out", "1", "2", "3", "4", "5", "6", "7", "8"];
    const door = stepped(inputs, "start", (state, input) => {
      if (state === "start") return [input === "in" ? "open" : "sink", "-"];
      if (state === "open") return [input === "out" ? "odd" : "sink", input === "1" ? "one" : "-"];
      return ["sink", state === "odd" && input === "8" ? "!" : "-"];
    });
    expect(learned(door, "paths:80", 1).automaton.size).toBe(4);
  });

  it("goes round the loops of one and two letters that a look at all of them finds", () => {
    for (let seed = 0; seed < 12; seed++) {
      const random = new Random(seed, 7);
      const [states, letters] = [2 + random.below(5), 3 + random.below(9)];
      const arcs = states * letters;
      const automaton = minimize(
        machineToWdfsa({
          kind: "mealy",
          alphabet: Alphabet.letters(letters),
          target: Array.from({ length: arcs }, () => random.below(states)),
          output: Array.from({ length: arcs }, () => `${random.below(9)}`),
        }),
      );
      const asked = wordsOf(likelyPaths(1), automaton);
      const begun = new Set(asked.flatMap((word) => word.map((_, i) => word.slice(0, i + 1).join())));
      for (const loop of loopsOf(automaton)) expect(begun).toContain(loop.join());
    }
  });

  it("are tried anew by no seed, and cost what they may", () => {
    const automaton = minimize(machineToWdfsa(broker));
    const words = wordsOf(likelyPaths(50), automaton);
    expect(wordsOf(likelyPaths(50), automaton, 3)).toEqual(words);
    const few = wordsOf(likelyPaths(1), automaton);
    const cost = (of: Word[]) => of.reduce((sum, word) => sum + 1 + word.length, 0);
    expect(cost(words)).toBeGreaterThan(cost(few) + 45 * 64);
    expect(cost(words)).toBeLessThan(cost(few) + 75 * 64);
  });

  it("also test a language, and where arcs are missing", () => {
    const weigh = (word: readonly string[]) => (word.join("").startsWith("abab") ? 2 : 0);
    const teacher = functionTeacher({
      algebra: rational,
      alphabet: "ab",
      weigh: (word) => rational.parse(String(weigh(word))),
      equivalence: likelyPaths(40),
    });
    expect(learn(teacher).automaton.size).toBe(5);
  });
});

describe("long tours", () => {
  it("are longer and fewer where words are dear", () => {
    const automaton = minimize(machineToWdfsa(randomMachine(7, "mealy")));
    const usual = wordsOf(longTours(50), automaton);
    const dear = wordsOf(longTours(50, 1, { word: 100, letter: 1 }), automaton);
    expect(dear.length).toBeLessThan(usual.length);
    expect(Math.max(...dear.map(({ length }) => length))).toBeGreaterThan(500);
    expect(Math.max(...usual.map(({ length }) => length))).toBeLessThan(100);
  });
});

describe("an affordable proof", () => {
  /** A machine with some arcs turned elsewhere, and states added. */
  function mutant({ alphabet, target, output }: Machine, extra: number, random: Random): Machine {
    const k = alphabet.size;
    const states = target.length / k + extra;
    const to = Array.from(target);
    const written = [...output];
    for (let state = states - extra; state < states; state++) {
      const like = random.below(state);
      to.push(...to.slice(like * k, (like + 1) * k));
      written.push(...written.slice(like * k, (like + 1) * k));
    }
    for (let i = 1 + random.below(3); i > 0; i--) to[random.below(to.length)] = random.below(states);
    if (random.below(2) === 0) written[random.below(to.length)] = written[random.below(to.length)];
    return { kind: "mealy", alphabet, target: to, output: written };
  }

  it("kills every mutant with at most as many states more as it claims", () => {
    let [killed, most] = [0, 0];
    for (let seed = 1; seed <= 60; seed++) {
      const given = randomMachine(seed, "mealy");
      const automaton = minimize(machineToWdfsa(given));
      for (const perArc of [1, 30, 300]) {
        const test = affordableProof(perArc, { shows: true });
        const claim = test.claim(automaton);
        if (claim.kind !== "complete") throw new Error("it claims nothing");
        most = Math.max(most, claim.extraStates);
        const words = wordsOf(test, automaton);
        const random = new Random(seed, perArc);
        for (let i = 0; i < 20; i++) {
          const other = mutant(given, random.below(claim.extraStates + 2), random);
          if (minimalSize(other) > automaton.size + claim.extraStates) continue;
          const target = machineToWdfsa(other);
          if (compare(target, automaton) === undefined) continue;
          expect(words.some((word) => target.weigh(word) !== automaton.weigh(word))).toBe(true);
          killed++;
        }
      }
    }
    expect(killed).toBeGreaterThan(500);
    expect(most).toBeGreaterThan(2);
  });

  it("proves the more, the more it may cost, and for weights it is the Wp-method", () => {
    const automaton = minimize(machineToWdfsa(broker));
    const extra = [1, 100, 2000].map((perArc) => {
      const claim = affordableProof(perArc, { shows: true }).claim(automaton);
      return claim.kind === "complete" ? claim.extraStates : -1;
    });
    expect(extra).toEqual([0, 1, 2]);
    const weighed = affordableProof(1);
    const [wp] = parseEquivalence("wp:0", setting);
    expect(wordsOf(weighed, automaton)).toEqual(wordsOf(wp, automaton));
  });
});
