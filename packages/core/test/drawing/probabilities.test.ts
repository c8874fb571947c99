/** Pictures of probabilistic automata. */

import {
  Alphabet,
  boolean,
  fromExpression,
  graphOf,
  isStochastic,
  layout,
  log,
  machineToWdfsa,
  minimize,
  percent,
  probabilityPicture,
  rational,
  real,
  tropical,
  WdfsaBuilder,
  WfsaBuilder,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { randomPdfa } from "../support/pdfas.ts";

describe("which automata are distributions", () => {
  test("those whose states sum to 1, over probabilities or their logarithms", () => {
    expect(isStochastic(randomPdfa({ seed: 1, missing: 0.3 }))).toBe(true);
    const one = <W>(build: WdfsaBuilder<W>, end: W, arc: W) => {
      const state = build.state(end);
      return isStochastic(build.arc(state, "a", arc, state).build());
    };
    const a = new Alphabet("a");
    expect(one(new WdfsaBuilder(rational, a), rational.parse("1/3"), rational.parse("2/3"))).toBe(true);
    expect(one(new WdfsaBuilder(real, a), 0.5, 0.5 + 1e-7)).toBe(true);
    expect(one(new WdfsaBuilder(real, a), 0.5, 0.5 + 1e-5)).toBe(false);
    expect(one(new WdfsaBuilder(real, a), 1.5, -0.5)).toBe(false);
    expect(one(new WdfsaBuilder(log, a), Math.LN2, Math.LN2)).toBe(true);
    expect(one(new WdfsaBuilder(tropical, a), tropical.parse("1"), tropical.parse("0"))).toBe(false);
    const twoStarts = new WfsaBuilder(real, a);
    const [p, q] = [twoStarts.state(1), twoStarts.state(1)];
    expect(isStochastic(twoStarts.initial(p, 0.25).initial(q, 0.75).build())).toBe(true);
    expect(isStochastic(twoStarts.initial(q, 0.5).build())).toBe(false);
  });
});

describe("percent", () => {
  test("two digits that count", () => {
    const shown = [0, 1, 0.5, 0.3334, 0.0909, 0.05, 0.00123, 0.00001, 0.9949, 0.99999, 0.999].map(percent);
    expect(shown).toEqual(
      ["0", "100", "50", "33", "9.1", "5", "0.12", "< 0.01", "99.5", "> 99.9", "99.9"].map(
        (text) => `${text} %`,
      ),
    );
  });

  test("never rounds to nothing or to certainty", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-12, max: 1 - 1e-10, noNaN: true }), (probability) => {
        expect(percent(probability)).not.toMatch(/^(?:0|100) %$/u);
      }),
    );
  });
});

describe("pictures", () => {
  const builder = new WdfsaBuilder(real, new Alphabet(["a", "b", "c&d", "rare"]));
  const [first, second, third] = [builder.state(0.004, "<0>"), builder.state(0.3), builder.state(1)];
  builder.arc(first, "a", 0.5, second).arc(first, "b", 0.243, second).arc(first, "c&d", 0.243, second);
  builder.arc(first, "rare", 0.01, first).arc(second, "rare", 0.005, third).arc(second, "a", 0.695, second);
  const automaton = builder.build();

  test("show percentages, likeliest first, and hide what is rare", () => {
    const { lines, ends, starts, hidden } = probabilityPicture(automaton, { hide: 0.02 });
    expect(hidden).toBe("1 arc and 1 end below 2 % are hidden: at most 1.4 % of a state");
    // The only arc that leads to the third state stays.
    expect(lines).toEqual([
      { from: 0, to: 1, labels: ["a 50 %", "b c&d each 24 %"], width: expect.closeTo(3.951) },
      { from: 1, to: 1, labels: ["a 70 %"], width: expect.closeTo(2.9325) },
      { from: 1, to: 2, labels: ["rare 0.5 %"], width: expect.closeTo(0.5175) },
    ]);
    expect(ends).toEqual([undefined, "30 %", "100 %"]);
    expect(starts).toEqual(["", undefined, undefined]);
    const graph = graphOf(automaton, { hide: 0.02 });
    expect(graph.arcs).toEqual(lines);
    expect(graph.note).toBe(hidden);
    expect(graph.states.map(({ name, detail, final }) => [name, detail, final])).toEqual([
      ["<0>", undefined, false],
      ["1", "end 30 %", true],
      ["2", "end 100 %", true],
    ]);
  });

  test("say nothing where nothing is hidden", () => {
    const { ends, hidden, lines } = probabilityPicture(automaton, { hide: 0 });
    expect(hidden).toBeUndefined();
    expect(ends[0]).toBe("0.4 %");
    expect(lines).toHaveLength(4);
  });

  test("what is drawn and what is hidden make 1 in every state", () => {
    for (let seed = 1; seed <= 30; seed++) {
      const model = randomPdfa({ seed, states: 6, letters: 4, missing: 0.3, end: 0 });
      const { hidden, lines } = probabilityPicture(model, { hide: 0.15 });
      const least = Array.from({ length: 6 }, (_, state) => {
        const arcs = Array.from({ length: 4 }, (_, letter) => model.arcWeight[state * 4 + letter]);
        return [...arcs, model.finalWeight[state]].filter((w) => w < 0.15).reduce((a, b) => a + b, 0);
      });
      const most = /at most (?:< )?([\d.]+) %/u.exec(hidden ?? "")?.[1] ?? "0";
      expect(Number(most) / 100).toBeLessThanOrEqual(Math.max(...least) + 0.005);
      // A state that others lead to keeps one of these lines.
      for (let state = 1; state < 6; state++) {
        const isReached = Array.from(
          model.target,
          (to, arc) => to === state && Math.floor(arc / 4) !== state,
        );
        expect(lines.some(({ from, to }) => to === state && from !== to)).toBe(isReached.includes(true));
      }
    }
  });

  test("long lists of labels are cut, and several initial states have their probabilities", () => {
    const alphabet = Alphabet.letters(20);
    const many = new WfsaBuilder(real, alphabet);
    const [p, q] = [many.state(1 - 0.21 * 1.9), many.state(1)];
    for (let letter = 0; letter < 20; letter++) many.arcOn(p, letter, 0.021 * (letter / 10), q);
    const { lines, starts } = probabilityPicture(many.initial(p, 0.4).initial(q, 0.6).build(), { hide: 0 });
    expect(lines[0].labels.at(-1)).toBe("… 15 more: 25 %");
    expect(starts).toEqual(["40 %", "60 %"]);
  });

  test("rare symbols of one line are counted together, if that is not rare", () => {
    const alphabet = Alphabet.letters(300);
    const builder = new WdfsaBuilder(real, alphabet);
    const [here, there] = [builder.state(0.1), builder.state(1)];
    builder.arc(here, "a", 0.3, there).arc(here, "b", 0.002, here).arc(here, "c", 0.003, there);
    for (const symbol of alphabet.symbols.slice(3)) builder.arc(here, symbol, 0.595 / 297, there);
    const { lines, hidden } = probabilityPicture(builder.build());
    expect(lines.map(({ labels }) => labels)).toEqual([["a 30 %", "… 298 more: 60 %"]]);
    expect(hidden).toBe(
      "1 arc below 1 % is hidden: at most 0.2 % of a state; others below it that share a line are counted together",
    );
    const all = probabilityPicture(builder.build(), { hide: 0.25 });
    expect(all.lines.map(({ labels }) => labels)).toEqual([["a 30 %", "… 298 more: 60 %"]]);
    const loop = new WdfsaBuilder(real, alphabet);
    const only = loop.state(0.4);
    for (const symbol of alphabet.symbols)
      loop.arc(only, symbol, symbol === "s30" ? 0.003 : 0.597 / 299, only);
    expect(probabilityPicture(loop.build()).lines[0].labels).toEqual(["300 symbols: 60 %", "s30 a b …"]);
  });

  test("symbols that share a percentage are named as far as there is room for it", () => {
    const symbols = ["▁the", "\n", '"q"', " of", "Ġx", "x y"];
    const loop = new WdfsaBuilder(real, new Alphabet(symbols));
    const only = loop.state(0.4);
    for (const symbol of symbols) loop.arc(only, symbol, 0.1, only);
    const { labels } = probabilityPicture(loop.build()).lines[0];
    expect(labels).toEqual(["6 symbols each 10 %"]);
    const short = new WdfsaBuilder(real, new Alphabet("abcdefghi"));
    const one = short.state(0.1);
    for (const symbol of "abcdefghi") short.arc(one, symbol, 0.1, one);
    expect(probabilityPicture(short.build()).lines[0].labels).toEqual(["a b … 7 more each 10 %"]);
  });

  test.each([300, 2000])("of 50 states over %i symbols have room for labels", (letters) => {
    const model = randomPdfa({ seed: 3, states: 50, letters, missing: 0 });
    const { drawing, started } = { started: performance.now(), drawing: layout(graphOf(model)) };
    expect(performance.now() - started).toBeLessThan(20_000);
    expect(drawing.isOverview).toBe(false);
    expect(drawing.states).toHaveLength(50);
    for (const { lines } of drawing.arcs) expect(lines.length).toBeLessThanOrEqual(6);
    expect(drawing.note).toMatch(/arcs .*below .* are hidden: at most .* of a state/u);
    // Every state that is left has a line, though all of its lines may be below the threshold.
    const left = new Set(graphOf(model).arcs.map(({ from }) => from));
    expect(left.size).toBe(50);
  });
});

describe("languages over many symbols", () => {
  const alphabet = Alphabet.letters(30);
  const complete = (target: (letter: number) => number) => {
    const builder = new WdfsaBuilder(boolean, alphabet);
    const states = [builder.state(false), builder.state(true)];
    for (const state of states) {
      for (let letter = 0; letter < 30; letter++)
        builder.arc(state, alphabet.symbols[letter], true, states[target(letter)]);
    }
    return graphOf(builder.build()).arcs.map(({ from, to, labels }) => `${from}${to} ${labels.join(" ")}`);
  };

  test("have a line for all symbols that are not named", () => {
    expect(complete((letter) => (letter < 2 ? 1 : 0))).toEqual([
      "01 a b",
      "00 otherwise",
      "11 a b",
      "10 otherwise",
    ]);
  });

  test("have none where others are not named either, or have no arc", () => {
    expect(complete((letter) => (letter < 12 ? 1 : 0)).join()).not.toContain("otherwise");
    const partial = fromExpression(`(${alphabet.symbols.slice(0, 20).join("|")})`, boolean, { alphabet });
    expect(JSON.stringify(graphOf(minimize(partial)))).not.toContain("otherwise");
  });

  test("of a machine only where these have one output", () => {
    const labels = (output: (letter: number) => string) => {
      const machine = machineToWdfsa({
        kind: "mealy",
        alphabet,
        target: new Int32Array(30),
        output: alphabet.symbols.map((_, letter) => output(letter)),
      });
      return graphOf(machine).arcs.flatMap((arc) => arc.labels);
    };
    expect(labels(() => "ok")).toEqual(["any/ok"]);
    expect(labels((letter) => (letter === 7 ? "no" : "ok"))).toHaveLength(30);
  });
});
