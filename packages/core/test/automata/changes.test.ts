/** What has changed between two versions: the list is right, each trace shows its change, and there is none if and only if the two are equal. */

import {
  Alphabet,
  type Automaton,
  boolean,
  type Changes,
  changesOf,
  compare,
  fromExpression,
  type GroupWithZero,
  type Machine,
  type MachineKind,
  machineOf,
  machineSize,
  machineToWdfsa,
  minimize,
  push,
  Random,
  randomAutomaton,
  rational,
  real,
  runMachine,
  tropical,
  Wdfsa,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { randomMachine } from "../support/machines.ts";

/** Changes a few outputs and targets, of a Moore machine the outputs of states; now and then a state more, or an input. */
function edited(machine: Machine, seed: number, edits: number): Machine {
  const random = new Random(seed, 99);
  const size = machineSize(machine);
  const width = machine.alphabet.size;
  const target = Array.from({ length: machine.target.length }, (_, arc) => machine.target[arc]);
  const output = [...machine.output];
  for (let edit = 0; edit < edits; edit++) {
    if (random.below(2) === 0) target[random.below(target.length)] = random.below(size);
    else output[random.below(output.length)] = ["0", "1", "new"][random.below(3)];
  }
  if (random.below(3) === 0) {
    // A state more, to which one transition leads.
    target[random.below(target.length)] = size;
    for (let letter = 0; letter < width; letter++) target.push(random.below(size + 1));
    output.push(...Array.from({ length: machine.kind === "mealy" ? width : 1 }, () => "more"));
  }
  return { ...machine, target, output, names: undefined };
}

/** The same machine with its states in another order, the first one apart. */
function shuffled(machine: Machine, seed: number): Machine {
  const random = new Random(seed, 5);
  const size = machineSize(machine);
  const order = Array.from({ length: size }, (_, state) => state);
  for (let i = size - 1; i > 1; i--) {
    const j = 1 + random.below(i);
    [order[i], order[j]] = [order[j], order[i]];
  }
  const width = machine.alphabet.size;
  const place = order.map((_, state) => order.indexOf(state));
  const arcs = order.flatMap((state) => Array.from({ length: width }, (_, letter) => state * width + letter));
  const output =
    machine.kind === "moore"
      ? order.map((state) => machine.output[state])
      : arcs.map((arc) => machine.output[arc]);
  return { ...machine, target: arcs.map((arc) => place[machine.target[arc]]), output };
}

/** The states and arcs of the old version with the changes applied: a description that is the same for equal minimal forms. */
function applied(changes: Changes): string {
  const { states, transitions, same, start, alphabet } = changes;
  // The new version's states by its numbers; old ones by the number that they have in it.
  const inNew = new Map(
    states.flatMap(({ before, after }) =>
      before === undefined || after === undefined ? [] : [[before, after]],
    ),
  );
  const arcs = same.map(({ from, to, letter, text }) => [inNew.get(from), letter, text, inNew.get(to)]);
  for (const { change, letter, after } of transitions) {
    if (change === "gone") continue;
    arcs.push([after?.from, letter, after?.text, after?.to]);
  }
  const marks = states
    .filter(({ change }) => change !== "gone")
    .map(({ change, after, texts }) => [after, change === "same" ? texts[0] : texts[1]]);
  const byNumber = (a: unknown[], b: unknown[]) => Number(a[0]) - Number(b[0]) || Number(a[1]) - Number(b[1]);
  return JSON.stringify([
    arcs.toSorted(byNumber),
    marks.toSorted(byNumber),
    start?.texts[1],
    alphabet.symbols,
  ]);
}

/** What `applied` must be: the new version compared with itself. */
function described(changes: Changes, next: Automaton<unknown>): string {
  const own = changesOf(next, next);
  return applied({ ...own, alphabet: changes.alphabet, start: changes.start });
}

/** Every trace is what both answer, and differs if it says so. */
function checkTraces(changes: Changes, old: Machine, next: Machine): void {
  for (const { trace, before, after, letter } of changes.transitions) {
    const answers = [old, next].map((machine) => runMachine(machine, trace.word));
    expect([trace.before, trace.after]).toEqual(answers);
    expect(trace.differs).toBe(JSON.stringify(answers[0]) !== JSON.stringify(answers[1]));
    // A state that is gone may have transitions like those of the state that is there instead.
    if (before !== undefined && after !== undefined) expect(trace.differs).toBe(true);
    expect(before ?? after).toBeDefined();
    expect(trace.word).toContain(letter);
  }
  for (const { change, trace } of changes.states) expect(trace !== undefined).toBe(change === "changed");
}

/** The two in one alphabet, which random machines of one seed have. */
function bothKinds(kind: MachineKind) {
  return fc.record({ seed: fc.nat(1e6), edits: fc.integer({ min: 0, max: 4 }) }).map(({ seed, edits }) => {
    const old = randomMachine(seed, kind);
    return { old, next: shuffled(edited(old, seed, edits), seed) };
  });
}

describe.each(["mealy", "moore"] as const)("the changes of a %s machine", (kind) => {
  it("are none if and only if both answer alike, and make the new version of the old one", () => {
    fc.assert(
      fc.property(bothKinds(kind), ({ old, next }) => {
        const [a, b] = [machineToWdfsa(old), machineToWdfsa(next)];
        const changes = changesOf(a, b);
        const difference = compare(a, b);
        expect(changes.equal).toBe(difference === undefined);
        expect(changes.equal).toBe(
          changes.transitions.length === 0 &&
            changes.states.every(({ change }) => change === "same") &&
            changes.start === undefined,
        );
        expect(applied(changes)).toBe(described(changes, b));
        checkTraces(changes, old, next);
        const traces = [
          ...changes.transitions,
          ...changes.states,
          ...(changes.start === undefined ? [] : [changes.start]),
        ].flatMap(({ trace }) => (trace?.differs === true ? [trace.word.length] : []));
        // A shortest word of all differs through some change.
        if (difference !== undefined) expect(Math.min(...traces)).toBe(difference.word.length);
      }),
      { seed: 3, numRuns: 400 },
    );
  });

  it("are no more than were made, if the machine is large enough to know its states again", () => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = new Random(seed, 1);
      const [states, width] = [12, 3];
      const drawn: Machine = {
        kind,
        alphabet: Alphabet.letters(width),
        target: Array.from({ length: states * width }, () => random.below(states)),
        output: Array.from(
          { length: kind === "mealy" ? states * width : states },
          () => `o${random.below(3)}`,
        ),
      };
      const old = machineOf(minimize(machineToWdfsa(drawn)));
      if (old === undefined) throw new Error("a minimal machine is a machine");
      const target = Array.from({ length: old.target.length }, (_, arc) => old.target[arc]);
      const at = random.below(target.length);
      target[at] = random.below(machineSize(old));
      const next = { ...old, target };
      const small = machineOf(minimize(machineToWdfsa(next)));
      if (small === undefined || machineSize(small) !== machineSize(old) || target[at] === old.target[at])
        continue;
      const changes = changesOf(machineToWdfsa(old), machineToWdfsa(shuffled(next, seed)));
      expect(changes.transitions.length, `seed ${seed}`).toBe(1);
      expect(changes.states.every(({ change }) => change === "same")).toBe(true);
    }
  });
});

const algebras: readonly GroupWithZero<unknown>[] = [
  boolean,
  rational,
  tropical,
  real,
] as GroupWithZero<unknown>[];

describe.each(algebras.map((algebra) => ({ name: algebra.name, algebra })))(
  "the changes over $name",
  ({ algebra }) => {
    const draw = (seed: number, states = 6) =>
      randomAutomaton({ algebra, states, letters: 2, shape: "sparse", seed });

    it("are none if and only if the languages are equal", () => {
      for (let seed = 1; seed <= 40; seed++) {
        const [old, next] = [draw(seed), seed % 3 === 0 ? draw(seed + 1) : altered(draw(seed), seed)];
        const changes = changesOf(old, next);
        expect(changes.equal, `seed ${seed}`).toBe(compare(old, next) === undefined);
        for (const { trace } of changes.transitions) {
          const [left, right] = [old, next].map((automaton) => automaton.weigh(trace.word));
          expect(algebra.equals(left, right)).toBe(!trace.differs);
          if (algebra.exact)
            expect([trace.before[0], trace.after[0]]).toEqual(
              [left, right].map((weight) => algebra.format(weight)),
            );
        }
        if (!changes.equal)
          expect(
            [...changes.transitions, ...changes.states, changes.start].some(
              (change) => change?.trace?.differs,
            ),
          ).toBe(true);
      }
    });

    it("do not see where the factors of a path stand", () => {
      for (let seed = 1; seed <= 20; seed++) {
        const automaton = draw(seed);
        const moved = minimize(
          algebra.name === "boolean" ? automaton : push(automaton, { towards: "canonical" }),
        );
        expect(changesOf(automaton, moved).equal, `seed ${seed}`).toBe(true);
      }
    });
  },
);

/** One weight is another, or one arc leads elsewhere. */
function altered<W>(automaton: Wdfsa<W>, seed: number): Wdfsa<W> {
  const random = new Random(seed, 8);
  const arcs = Array.from({ length: automaton.target.length }, (_, arc) => arc).filter(
    (arc) => automaton.target[arc] >= 0,
  );
  if (arcs.length === 0 || seed % 5 === 0) return automaton;
  const target = Int32Array.from(automaton.target);
  target[arcs[random.below(arcs.length)]] = random.below(automaton.size);
  return new Wdfsa({ ...automaton, target });
}

describe("changes", () => {
  it("of one weight are one change, whatever the canonical form makes of it", () => {
    const old = minimize(fromExpression("<2>a<3>b|<5>c<7>d", rational));
    const next = fromExpression("<2>a<11>b|<5>c<7>d", rational);
    const changes = changesOf(old, minimize(next));
    expect(
      changes.transitions.length + changes.states.filter(({ change }) => change !== "same").length,
    ).toBeGreaterThan(0);
    const weights = Array.from({ length: old.target.length }, (_, arc) => old.arcWeight[arc]);
    const at = weights.findIndex((_, arc) => old.target[arc] >= 0);
    const arcWeight = rational.array(weights.length);
    weights.forEach((weight, arc) => {
      arcWeight[arc] = arc === at ? rational.times(weight, rational.parse("3/2")) : weight;
    });
    const one = changesOf(old, new Wdfsa({ ...old, arcWeight }));
    expect(one.transitions.map(({ change }) => change)).toEqual(["changed"]);
    expect(one.transitions[0].trace.differs).toBe(true);
  });

  it("name the inputs that one version knows only, and a beginning that is elsewhere", () => {
    const lamp = {
      kind: "mealy",
      alphabet: new Alphabet(["press"]),
      target: [1, 0],
      output: ["on", "off"],
    } as const;
    const reset = {
      kind: "mealy",
      alphabet: new Alphabet(["press", "reset"]),
      target: [1, 0, 0, 0],
      output: ["on", "-", "off", "ok"],
    } as const;
    const changes = changesOf(machineToWdfsa(lamp), machineToWdfsa(reset));
    expect(changes.symbols).toEqual({ gone: [], new: ["reset"] });
    expect(changes.transitions.map(({ change, letter }) => [change, letter])).toEqual([
      ["new", 1],
      ["new", 1],
    ]);
    expect(changes.transitions[0].trace).toMatchObject({ before: [undefined], after: ["-"], differs: true });
    expect(changes.same.length).toBe(2);
    const other = { ...lamp, target: [1, 2, 0], output: ["on", "dim", "off"] } as const;
    const later = { ...lamp, target: [1, 2, 3, 1], output: ["hello", "on", "dim", "off"] } as const;
    const moved = changesOf(machineToWdfsa(other), machineToWdfsa(later));
    expect(moved.states.map(({ change }) => change)).toEqual(["same", "same", "same", "new"]);
    expect(moved.start?.trace).toMatchObject({ before: ["on"], after: ["hello"] });
  });

  it("of an acceptor: a state accepts now, an arc is gone", () => {
    const [old, next] = ["ab|ac", "ab?"].map((text) => minimize(fromExpression(text, boolean)));
    const changes = changesOf(old, next);
    expect(changes.equal).toBe(false);
    expect(changes.states.filter(({ change }) => change === "changed").map(({ texts }) => texts)).toEqual([
      [undefined, "accepts"],
    ]);
    expect(
      changes.transitions.map(({ change, letter }) => [change, changes.alphabet.symbols[letter]]),
    ).toEqual([["gone", "c"]]);
    expect(changesOf(Wdfsa.zero(boolean, new Alphabet("a")), next).equal).toBe(false);
    expect(changesOf(next, Wdfsa.zero(boolean, new Alphabet("a"))).start?.trace.differs).toBe(true);
  });

  it("refuse a Mealy machine beside a Moore machine, and outputs beside weights", () => {
    const alphabet = new Alphabet(["a"]);
    const mealy = machineToWdfsa({ kind: "mealy", alphabet, target: [0], output: ["x"] });
    const moore = machineToWdfsa({ kind: "moore", alphabet, target: [0], output: ["x"] });
    expect(() => changesOf(mealy, moore)).toThrow(
      /the old version is a Mealy machine and the new one a Moore machine/u,
    );
    expect(() =>
      changesOf<unknown>(mealy as Wdfsa<unknown>, minimize(fromExpression("a", boolean)) as Wdfsa<unknown>),
    ).toThrow(/a machine has outputs/u);
  });

  it("of large machines take no longer than a few passes", () => {
    const random = new Random(4);
    const [states, width] = [5000, 4];
    const machine: Machine = {
      kind: "mealy",
      alphabet: Alphabet.letters(width),
      target: Array.from({ length: states * width }, () => random.below(states)),
      output: Array.from({ length: states * width }, () => `o${random.below(4)}`),
    };
    const output = machine.output.map((text, arc) => (arc % 4001 === 17 ? "other" : text));
    const changes = changesOf(machineToWdfsa(machine), machineToWdfsa({ ...machine, output }));
    expect(changes.transitions.length).toBeLessThanOrEqual(5);
    expect(changes.transitions.every(({ trace }) => trace.differs)).toBe(true);
  });
});
