import { Alphabet, boolean, rational, readHankel, WdfsaBuilder, writeDot } from "@hankel/core";
import { instance } from "@viz-js/viz";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyText, namedAutomata } from "../support/named-automata.ts";
import { weightCases } from "../support/weights.ts";

const viz = await instance();

describe("DOT", () => {
  test("shows initial, final and arc weights, and joins parallel arcs", () => {
    const automaton = readHankel(`{"format": "hankel/1", "semifield": "rational", "alphabet": ["a", "b"],
      "states": ["start", "end"], "initial": [["start", "1/2"]], "final": [["end", "3/4"]],
      "arcs": [["start", "a", "1/3", "end"], ["start", "b", "-2", "end"], ["end", "a", "1", "end"]]}`);
    expect(writeDot(automaton)).toBe(`digraph automaton {
  semifield="rational";
  alphabet="[\\"a\\", \\"b\\"]";
  rankdir=LR;
  node [shape=circle, style=filled, fillcolor="#eef3fb", fontname="Helvetica", margin=0.04];
  edge [fontname="Helvetica", arrowsize=0.7];
  s0 [label="start"];
  s1 [label="end / 3/4", shape=doublecircle];
  __start0 [label="", shape=none, style="", width=0, height=0];
  __start0 -> s0 [label="1/2"];
  s0 -> s1 [label="a / 1/3\\nb / -2"];
  s1 -> s1 [label="a / 1"];
}
`);
  });

  test("omits boolean weights", () => {
    const builder = new WdfsaBuilder(boolean, new Alphabet(["a"]));
    const automaton = builder.arc(builder.state(true), "a", true, 0).build();
    const text = writeDot(automaton);
    expect(text).toContain("__start0 -> s0;");
    expect(text).toContain('s0 [label="0", shape=doublecircle];');
    expect(text).toContain('s0 -> s0 [label="a"];');
  });

  test("writes an empty graph for the zero language", () => {
    const zero = new WdfsaBuilder(rational, new Alphabet(["a"])).build();
    expect(viz.render(writeDot(zero)).status).toBe("success");
  });

  test.each([
    ["<script>alert(1)</script>", '"<script>alert(1)</script>"'],
    ["😀", "😀"],
    ["👩‍👩‍👧", "👩‍👩‍👧"],
    ["", '""'],
    ["a b", '"a b"'],
    ["&lt;", "&lt;"],
    ["\\N", '"\\\\N"'],
    ['"', '"\\""'],
    ["\n", '"\\n"'],
    ["\u0000", '"\\u0000"'],
    ["\ud800", '"\\ud800"'],
    ["\u202e", '"\\u202e"'],
    ["\u2028", '"\\u2028"'],
  ])("shows the symbol %j so that Graphviz draws it", (symbol, expected) => {
    const builder = new WdfsaBuilder(rational, new Alphabet([symbol]));
    const text = writeDot(builder.arc(builder.state(1), symbol, 2, 0).build());
    expect(drawn(text)).toContain(`${expected} / 2`);
  });

  test("is accepted by Graphviz, whatever the names", () => {
    const settings = weightCases.filter(({ algebra }) => ["rational", "free-group"].includes(algebra.name));
    for (const setting of settings) {
      fc.assert(
        fc.property(namedAutomata(setting), (automaton) => {
          const result = viz.render(writeDot(automaton, { weighted: true }), { format: "dot_json" });
          expect(result.errors.filter(({ level }) => level === "error")).toEqual([]);
          const { objects = [], edges = [] } = JSON.parse(result.output ?? "{}") as {
            objects?: unknown[];
            edges?: unknown[];
          };
          expect(objects.length).toBe(automaton.size === 0 ? 0 : automaton.size + 1);
          const pairs = new Set<string>();
          for (let slot = 0; slot < automaton.target.length; slot++) {
            const from = Math.floor(slot / automaton.alphabet.size);
            if (automaton.target[slot] >= 0) pairs.add(`${from} ${automaton.target[slot]}`);
          }
          expect(edges.length).toBe(automaton.size === 0 ? 0 : pairs.size + 1);
        }),
        { numRuns: 60 },
      );
    }
  });

  test("writes different symbols differently", () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyText, { minLength: 2, maxLength: 2 }), (symbols) => {
        const [left, right] = symbols.map((symbol) => {
          const builder = new WdfsaBuilder(rational, new Alphabet([symbol]));
          return writeDot(builder.arc(builder.state(1), symbol, 2, 0).build());
        });
        expect(left).not.toBe(right);
      }),
    );
  });
});

/** The texts in Graphviz's picture. */
function drawn(dot: string): string[] {
  const { output } = viz.render(dot, { format: "svg" });
  const entity = /&(?:#x([\da-f]+)|#(\d+)|(amp|lt|gt|quot));/gu;
  const known: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"' };
  return Array.from((output ?? "").matchAll(/<text[^>]*>([^<]*)<\/text>/gu), ([, text]) =>
    text.replaceAll(entity, (_all, hex?: string, decimal?: string, name?: string) =>
      name !== undefined
        ? known[name]
        : String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal)),
    ),
  );
}
