/** Whoever learns a machine reads of inputs, outputs and traces, whatever the command: a table of commands, for both kinds. */

import { describe, expect } from "vitest";
import { summed } from "../../../scripts/summed.ts";
import { test, type Workplace } from "./support/hankel.ts";

/** Words of languages and weights. `accepted` is an outcome. */
const FOREIGN =
  /weigh|free.?group|language|letter|automat|semifield|\bdof\b|accepted? word|accepts|\bwords?\b|[⊗⊕ε]/iu;

/** Members of JSON that are the same for all kinds: the word that was asked, and how many. */
const MEMBERS = /"words?":/gu;

/** A coffee machine that may misbehave: run by the command, with its kind and the mode as arguments. */
const PROGRAM = `
import { createInterface } from "node:readline";
const [kind, mode] = process.argv.slice(2);
console.log(JSON.stringify({ hankel: 1, machine: kind, alphabet: ["coin", "button"] }));
let inputs = 0;
const names = ["init", "beep", "coffee"];
function run(word) {
  let state = 0;
  const outputs = kind === "moore" ? [names[0]] : [];
  for (const input of word) {
    state = input === "coin" ? 1 : state === 1 ? 2 : 0;
    outputs.push(mode === "noise" && ++inputs % 7 === 0 ? "zap" : names[state]);
  }
  if (mode === "long") outputs.push("more");
  return mode === "numbers" ? outputs.map(() => 3) : mode === "other" ? outputs.map(() => "tea") : outputs;
}
for await (const line of createInterface({ input: process.stdin })) {
  const { id, run: words } = JSON.parse(line);
  const failed = mode === "fails" && id > 2;
  console.log(JSON.stringify(failed ? { id, error: "no milk" } : { id, outputs: words.map(run) }));
}
`;

const DOT = {
  mealy: `digraph g {
  s0 -> s1 [label="coin/beep"]; s0 -> s0 [label="button/init"];
  s1 -> s1 [label="coin/beep"]; s1 -> s0 [label="button/coffee"];
  __start0 [label="" shape="none"]; __start0 -> s0;
}`,
  moore: `digraph g {
  s0 [shape="record", label="{ s0 | init }"]; s1 [shape="record", label="{ s1 | beep }"];
  s2 [shape="record", label="{ s2 | coffee }"];
  s0 -> s1 [label="coin"]; s0 -> s0 [label="button"]; s1 -> s1 [label="coin"]; s1 -> s2 [label="button"];
  s2 -> s1 [label="coin"]; s2 -> s0 [label="button"];
  __start0 [label="" shape="none"]; __start0 -> s0;
}`,
};

type Kind = keyof typeof DOT;

/** A folder with the machine, and what a run of the program has left. */
async function prepared(place: Workplace, kind: Kind): Promise<void> {
  await place.write("machine.dot", DOT[kind]);
  await place.write("other.dot", DOT[kind].replaceAll("coffee", "tea"));
  // The same machine with another input, to which every state listens.
  const loops = DOT[kind]
    .match(/s\d(?= ->)/gu)
    ?.map((state) => `${state} -> ${state} [label="cup${kind === "mealy" ? "/clink" : ""}"];`);
  await place.write("wide.dot", DOT[kind].replace(/__start/u, `${[...new Set(loops)].join(" ")} __start`));
  await place.write("box.mjs", PROGRAM);
  const files = ["--out", "learned.json", "--certificate", "why.json", "--events", "events.jsonl"];
  const run = ["learn", "--json", "--journal", "run.jsonl", ...files, "--", "node", "box.mjs", kind];
  expect((await place.run(run)).code).toBe(0);
  const other = ["learn", "--json", "--journal", "tea.jsonl", "--", "node", "box.mjs", kind, "other"];
  expect((await place.run(other)).code).toBe(0);
}

/** The program, in a mode. */
const box = (mode: string) => (kind: Kind) => ["--", "node", "box.mjs", kind, mode];
const none = () => [];

/** The exit code, the command, and what follows its options. */
const COMMANDS: readonly [code: number, command: string, rest: (kind: Kind) => readonly string[]][] = [
  [0, "learn machine.dot --out a.json", none],
  [0, "learn machine.dot --show --out a.json", none],
  [0, "learn machine.dot --show --learner table --out a.json", none],
  [0, "learn machine.dot --json", none],
  [4, "learn machine.dot --max-states 1 --out a.json", none],
  [0, "learn --out a.json --equivalence random:20+short:50+bfs:2+pac:0.1,0.1+wp:1", box("")],
  [0, "learn --show --out a.json --learner tree", box("")],
  [4, "learn --out a.json --max-states 1", box("")],
  [4, "learn --out a.json --max-questions 40", box("")],
  [4, "learn --json --max-questions 9", box("")],
  [3, "learn --out a.json", box("noise")],
  [0, "learn --out a.json --repeat 3 --on-conflict majority --equivalence wp:1", box("noise")],
  [3, "learn --out a.json", box("long")],
  [3, "learn --out a.json", box("numbers")],
  [3, "learn --out a.json", box("fails")],
  [0, "learn --out a.json --warm run.jsonl", box("")],
  [2, "learn --out a.json --journal run.jsonl --seed 7", box("")],
  [0, "check learned.json --certificate why.json", box("")],
  [1, "check learned.json --certificate why.json", box("other")],
  [1, "check learned.json --json --certificate why.json", box("other")],
  [2, "check other.dot machine.dot --certificate why.json", none],
  [1, "check learned.json wide.dot --certificate why.json", none],
  [1, "check learned.json wide.dot --json --certificate why.json", none],
  [0, "compare machine.dot learned.json", none],
  [1, "compare machine.dot other.dot", none],
  [1, "compare machine.dot other.dot --json", none],
  [1, "compare machine.dot wide.dot", none],
  [0, "weigh machine.dot coin", () => ["coin button", ""]],
  [0, "weigh machine.dot --json coin", () => ["coin button", ""]],
  [2, "weigh machine.dot tea", none],
  [0, "info machine.dot", none],
  [0, "info machine.dot --json", none],
  [0, "twins machine.dot", none],
  [0, "minimize machine.dot --out a.json", none],
  [0, "replay run.jsonl --out a.json", none],
  [0, "replay run.jsonl --show --out a.json", none],
  [0, "replay run.jsonl --json", none],
  [0, "journal stats run.jsonl", none],
  [0, "journal words run.jsonl --json", none],
  [0, "journal merge run.jsonl run.jsonl --out all.jsonl", none],
  [3, "journal merge run.jsonl tea.jsonl --out all.jsonl", none],
];

describe.for<Kind>(["mealy", "moore"])("a %s machine", (kind) => {
  test("is spoken of as one", { timeout: 120_000 }, async ({ place }) => {
    await prepared(place, kind);
    const found: string[] = [];
    for (const [code, command, rest] of COMMANDS) {
      const args = [...command.split(" "), ...rest(kind)];
      const ended = await place.run(args);
      expect.soft([command, ended.code]).toEqual([command, code]);
      for (const line of `${ended.stdout}\n${ended.stderr}`.split("\n")) {
        if (FOREIGN.test(line.replaceAll(MEMBERS, ""))) found.push(`${args.join(" ")}: ${line}`);
      }
    }
    for (const name of ["run.jsonl", "events.jsonl", "why.json", "all.jsonl"]) {
      for (const line of (await place.read(name)).split("\n")) {
        if (FOREIGN.test(line.replaceAll(MEMBERS, ""))) found.push(`${name}: ${line}`);
      }
    }
    expect(found).toEqual([]);
  });

  test("is learned on from a journal and checked with a certificate of the last version", async ({
    place,
  }) => {
    await prepared(place, kind);
    const former = (await place.read("run.jsonl"))
      .replaceAll(/,"sum":"[0-9a-f]{8}"/gu, "")
      .split("\n")
      .map((line, i) => {
        if (line === "" || i === 0)
          return line.replace(`"machine":"${kind}"`, `"semifield":"free-group","machine":"${kind}"`);
        const { outputs, ...rest } = JSON.parse(line) as { outputs?: readonly string[] };
        return JSON.stringify({ ...rest, ...(outputs && { weight: outputs.join(" ") || "1" }) });
      });
    await place.write("former.jsonl", summed(former.slice(0, 9).join("\n").concat("\n")));
    const run = [
      "learn",
      "--quiet",
      "--out",
      "again.json",
      "--certificate",
      "a.json",
      "--journal",
      "former.jsonl",
    ];
    const again = await place.run([...run, ...box("")(kind)]);
    expect(again).toMatchObject({ code: 0, stderr: "" });
    expect(await place.read("again.json")).toBe(await place.read("learned.json"));
    await place.write("whole.jsonl", summed(former.join("\n")));
    expect(await place.run(["replay", "whole.jsonl", "--out", "b.json"])).toMatchObject({ code: 0 });
    expect(await place.read("b.json")).toBe(await place.read("learned.json"));
    const { machine, tree, ...why } = JSON.parse(await place.read("why.json")) as {
      machine: string;
      tree: { branches?: [string[], number][] }[];
    };
    expect(machine).toBe(kind);
    expect(tree.flatMap(({ branches = [] }) => branches)).toContainEqual([["coffee"], expect.any(Number)]);
    const weighed = tree.map(({ branches, ...node }) => ({
      ...node,
      ...(branches && { branches: branches.map(([outputs, to]) => [outputs.join(" ") || "1", to]) }),
    }));
    await place.write("former.json", JSON.stringify({ ...why, semifield: "free-group", tree: weighed }));
    const checked = await place.run([
      "check",
      "learned.json",
      "--certificate",
      "former.json",
      ...box("")(kind),
    ]);
    expect(checked).toMatchObject({ code: 0, stdout: expect.stringContaining("holds") as string });
  });
});
