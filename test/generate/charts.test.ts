/** State charts and diagrams, read by the tools that they are for, and what was read compared with the model. */

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Alphabet, generate, type Machine, machineSize, machineToWdfsa, runMachine } from "@hankel/core";
import * as fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { machines } from "../../packages/core/test/support/any-machine.ts";
import { randomMachine } from "../../packages/core/test/support/machines.ts";
import { acceptorCases, type Case, longCase, machineCases } from "./cases.ts";
import { graphwalker, mermaid, plantuml, python, required } from "./tools.ts";

const folder = mkdtempSync(join(tmpdir(), "hankel-charts-"));
afterAll(() => rmSync(folder, { recursive: true }));

const SEED = Number(process.env["HANKEL_SEED"] ?? 1);

test.runIf(required)("the tools are there, as required", () => {
  expect([python, plantuml, graphwalker, mermaid]).not.toContain(undefined);
});

function run(command: string, args: readonly string[], cwd = folder): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
    timeout: 240_000,
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout;
}

const SCXML = `
import json, sys
from statemachine.io.scxml.processor import SCXMLProcessor

def answers(chart, kind, word):
    processor = SCXMLProcessor()
    processor.parse_scxml("chart", chart)
    machine = processor.start()
    seen = [machine.model.output] if kind == "moore" else []
    for event in word:
        if kind != "acceptor":
            machine.model.output = None
        before = machine.configuration_values
        machine.send(event)
        if kind != "acceptor":
            seen.append(machine.model.output)
            if machine.model.output is None:
                assert machine.configuration_values == before
                return seen
    return machine.model.accepted if kind == "acceptor" else seen

print(json.dumps([[answers(job["chart"], job["kind"], word) for word in job["words"]] for job in json.load(open(sys.argv[1]))]))
`;

/** The names of the events, as the state shows them that has them all. */
function eventsOf(chart: string, { model }: Case): string[] | undefined {
  const all = Array.from(chart.matchAll(/<state id="[^"]*">[^]*?<\/state>/gu), ([state]) =>
    Array.from(state.matchAll(/<transition event="([^"]*)"/gu), ([, event]) => event),
  );
  return all.find((events) => events.length === model.alphabet.size);
}

test.runIf(python !== undefined)("an interpreter of SCXML answers as the models do", () => {
  const cases = [...machineCases(10), ...acceptorCases(10)].flatMap((each) => {
    const { text } = generate(each.model, { to: "scxml", name: "chart" });
    // The expressions of this interpreter are Python's, which writes the truth in capitals.
    const chart = text.replaceAll('expr="true"', 'expr="True"').replaceAll('expr="false"', 'expr="False"');
    const events = eventsOf(chart, each);
    if (events === undefined) return [];
    const words = each.replays.map(({ word }) =>
      word.map((symbol) => events[each.model.alphabet.letter(symbol)]),
    );
    return [{ job: { chart, kind: each.kind, words }, each }];
  });
  expect(cases.length).toBeGreaterThan(12);
  writeFileSync(join(folder, "scxml.py"), SCXML);
  writeFileSync(join(folder, "scxml.json"), JSON.stringify(cases.map(({ job }) => job)));
  const seen = JSON.parse(run(python ?? "", ["-B", "scxml.py", "scxml.json"])) as unknown[][];
  seen.forEach((answers, i) => {
    const { each, job } = cases[i];
    expect(answers, job.chart).toEqual(each.replays.map(({ expected }) => expected));
  });
});

/** A step of GraphWalker: a vertex or an edge. */
interface Step {
  readonly currentElementName: string;
  readonly properties: readonly Readonly<Record<string, string>>[];
}

describe.runIf(graphwalker !== undefined)("GraphWalker", () => {
  const drawn: Machine[] = [
    ...fc.sample(machines(["mealy"]), { numRuns: 1, seed: SEED }),
    ...fc.sample(machines(["moore"]), { numRuns: 1, seed: SEED }),
  ];

  test.each(drawn.map((machine, i) => ({ machine, i })))("walks as the model does: $i", ({ machine, i }) => {
    const path = join(folder, `${i}.graphwalker.json`);
    const { text, notes } = generate(machineToWdfsa(machine), { to: "graphwalker", name: `model ${i}` });
    expect(notes).toEqual([]);
    writeFileSync(path, text);
    const lines = run("java", ["-jar", graphwalker ?? "", "offline", "--verbose", "-g", path])
      .trim()
      .split("\n");
    const steps = lines.map((line) => JSON.parse(line) as Step);
    const values = steps.map(({ properties }) => Object.assign({}, ...properties) as Record<string, string>);
    const edges = values.filter((_, at) => steps[at].currentElementName.startsWith("e_"));
    const outputs = machine.kind === "mealy" ? edges : values.filter((each) => !edges.includes(each));
    const inputs = edges.map(({ input }) => input ?? "");
    expect(outputs.map(({ output }) => output ?? "")).toEqual(runMachine(machine, inputs));
    expect(new Set(edges.map(({ input }) => input)).size).toBe(machine.alphabet.size);
  });
});

/** The transitions of a picture: from, to, label. */
type Drawn = readonly (readonly [from: string, to: string, label: string])[];

/** Texts may be written with escapes that nobody sees; then only their number is compared. */
const isPlain = (text: string) => /^[\p{L}\p{N}\p{P}\p{S}]+$/u.test(text);

/** Does a picture have the transitions of the machine? Its states are found from the first one on, by the labels. */
function expectDrawn(drawn: Drawn, first: string, machine: Machine): void {
  const { alphabet, target, output, kind } = machine;
  const states = new Map([[0, first]]);
  for (const [state, id] of states) {
    const leaving = drawn.filter(([from]) => from === id);
    expect(leaving).toHaveLength(alphabet.size);
    alphabet.symbols.forEach((symbol, letter) => {
      const arc = state * alphabet.size + letter;
      const [, to, label] = leaving[letter];
      const known = states.get(target[arc]);
      if (known === undefined) states.set(target[arc], to);
      else expect(to).toBe(known);
      const said = kind === "mealy" ? [symbol, output[arc]] : [symbol];
      if (said.every(isPlain)) expect(label).toBe(said.join(" / "));
    });
  }
  expect(new Set(states.values()).size).toBe(states.size);
}

/** States that are called what means something in the diagrams. */
const KEYWORDS = [
  "state note end direction class classDef default style root scale hide as",
  "fork join choice start click href title left right of skinparam concurrent",
].flatMap((line) => line.split(" "));
const named: Machine = {
  kind: "moore",
  alphabet: new Alphabet(["end", "note"]),
  target: KEYWORDS.flatMap((_, state) => [(state + 1) % KEYWORDS.length, 0]),
  output: KEYWORDS,
  names: KEYWORDS,
};

const pictured = [
  named,
  ...fc.sample(machines(), { numRuns: 20, seed: SEED }),
  ...Array.from({ length: 10 }, (_, i) => randomMachine(SEED * 100 + i)),
];

const decoded = (text: string) =>
  text.replaceAll(/&#(\d+);/gu, (_, code: string) => String.fromCodePoint(Number(code)));

test.runIf(plantuml !== undefined)("PlantUML reads its diagrams", () => {
  const paths = pictured.map((machine, i) => {
    const path = join(folder, `p${i}.puml`);
    writeFileSync(path, generate(machine, { to: "plantuml", name: `model ${i}` }).text);
    return path;
  });
  run("java", ["-Djava.awt.headless=true", "-jar", plantuml ?? "", "-charset", "UTF-8", "-tscxml", ...paths]);
  pictured.forEach((machine, i) => {
    const chart = readFileSync(join(folder, `p${i}.scxml`), "utf8");
    const drawn = Array.from(chart.matchAll(/<state id="([^"]*)">([^]*?)<\/state>/gu)).flatMap(
      ([, id, body]) =>
        Array.from(
          body.matchAll(/<transition event="([^"]*)" target="([^"]*)"\/>/gu),
          ([, label, to]) =>
            [
              id,
              to,
              decoded(label.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&")),
            ] as const,
        ),
    );
    // The mark of the initial state is a state, too, which is called start.
    expectDrawn(drawn, /<transition target="([^"]*)"/u.exec(chart)?.[1] ?? "", machine);
  });
});

const MERMAID = `
import { readFileSync } from "node:fs";
import { JSDOM } from "jsdom";
const dom = new JSDOM("<!DOCTYPE html><body></body>", { pretendToBeVisual: true });
globalThis.window = dom.window;
globalThis.document = dom.window.document;
const { default: mermaid } = await import("mermaid");
const all = [];
for (const text of JSON.parse(readFileSync(process.argv[2], "utf8"))) {
  await mermaid.parse(text);
  const { db } = await mermaid.mermaidAPI.getDiagramFromText(text);
  const states = [...db.getStates().values()].map(({ id, descriptions }) => [id, descriptions]);
  all.push({ states, drawn: db.getRelations().map(({ id1, id2, relationTitle }) => [id1, id2, relationTitle]) });
}
process.stdout.write(JSON.stringify(all));
`;

test.runIf(mermaid !== undefined)("Mermaid reads its diagrams", () => {
  const texts = pictured.map((machine, i) => generate(machine, { to: "mermaid", name: `model ${i}` }).text);
  writeFileSync(join(mermaid ?? "", "driver.mjs"), MERMAID);
  writeFileSync(join(folder, "mermaid.json"), JSON.stringify(texts));
  const out = run(process.execPath, ["driver.mjs", join(folder, "mermaid.json")], mermaid);
  const seen = JSON.parse(out) as { states: [string, string[]][]; drawn: [string, string, string][] }[];
  seen.forEach(({ states, drawn }, i) => {
    const start = drawn.find(([from]) => from === "root_start")?.[1] ?? "";
    const own = drawn
      .filter(([from]) => from !== "root_start")
      .map(
        ([from, to, label]) =>
          [from, to, decoded(label.replaceAll("ﬂ°°", "&#").replaceAll("¶ß", ";"))] as const,
      );
    expectDrawn(own, start, pictured[i]);
    expect(states.length, texts[i]).toBe(1 + new Set(own.map(([from]) => from)).size);
  });
});

test("a diagram of 1,000 states has a line for each state and arc", () => {
  const { model } = longCase();
  for (const to of ["mermaid", "plantuml"]) {
    const { text } = generate(model, { to, name: "long" });
    expect(text.split("\n").filter((line) => line.includes(" --> "))).toHaveLength(2001);
  }
  expect(machineSize(pictured[0])).toBeGreaterThan(0);
});
