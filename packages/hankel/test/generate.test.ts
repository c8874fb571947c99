/** `hankel generate`: what is written where, by which name, and what is refused. What the programs do is tested in test/generate. */

import { spawnSync } from "node:child_process";
import { describe, expect } from "vitest";
import { expectComplaint, test } from "./support/hankel.ts";

const LAMP = `digraph lamp {
  s0; s1;
  s0 -> s1 [label="press / on"]; s1 -> s0 [label="press / off"];
  s0 -> s0 [label="wait / dark"];
  __start0 [label="" shape="none"]; __start0 -> s0;
}
`;

const hasPython = spawnSync("python3", ["--version"]).status === 0;

describe.concurrent("hankel generate", () => {
  test("writes code, and says what the model leaves open", async ({ place }) => {
    await place.write("lamp.dot", LAMP);
    const { code, stdout, stderr } = await place.run(["generate", "lamp.dot", "--to", "mermaid"]);
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: `%% lamp: a Mealy machine with 2 states and 2 inputs.
%% Written by hankel generate: change the model, not this file.
stateDiagram-v2
  direction LR
  state "start" as start
  state "after press" as afterPress

  [*] --> start
  start --> afterPress : press / on
  start --> start : wait / dark
  afterPress --> start : press / off
`,
      stderr: "",
    });
    expect((await place.run(["generate", "lamp.dot", "--to", "c"])).stderr).toBe(
      "note: the model lacks 1 of 4 transitions: there step returns the output NONE and stays where it is\n",
    );
    expect((await place.run(["generate", "lamp.dot", "--to", "c", "-q"])).stderr).toBe("");
  });

  test.runIf(hasPython)("chooses the target by the file, and names by the options", async ({ place }) => {
    await place.write("lamp.dot", LAMP);
    await place.run([
      "generate",
      "lamp.dot",
      "-o",
      "bedside.py",
      "--name",
      "bedside lamp",
      "--states",
      "off,on",
    ]);
    const program = "import bedside; print(bedside.run(['press', 'press']), bedside.BedsideLamp().state)";
    const { stdout, stderr } = spawnSync("python3", ["-B", "-c", program], {
      cwd: place.folder,
      encoding: "utf8",
    });
    expect({ stdout, stderr }).toEqual({ stdout: "['on', 'off'] State.OFF\n", stderr: "" });
  });

  test("reads standard input, and calls it a model", async ({ place }) => {
    const { stdout } = await place.run(["generate", "-", "--from", "dot", "--to", "typescript"], {
      input: LAMP,
    });
    expect(stdout).toContain("export class Model {");
  });

  test("separates the symbols of a grammar as it is told", async ({ place }) => {
    await place.write(
      "lights.json",
      `{ "format": "hankel/1", "semifield": "boolean", "alphabet": ["red", "green"], "states": 2,
         "initial": [[0, true]], "final": [[1, true]], "arcs": [[0, "red", true, 1], [1, "green", true, 1]] }`,
    );
    expect(await place.print("generate", "lights.json", "--to", "gbnf")).toContain(
      'root ::= "red" after-red\nafter-red ::= (" green" after-red)?\n',
    );
    expect(await place.print("generate", "lights.json", "--to", "gbnf", "--separator", ", ")).toContain(
      '", green"',
    );
  });

  test("refuses what it cannot do, with what it can", async ({ place }) => {
    await place.write("lamp.dot", LAMP);
    const refusals = [
      [["generate", "lamp.dot"], "--to says what is written: typescript, python, c,"],
      [
        ["generate", "lamp.dot", "-o", "lamp.txt"],
        "lamp.txt: the name does not say what is written: it ends in .ts,",
      ],
      [["generate", "lamp.dot", "--to", "java"], "Allowed choices are typescript, python, c,"],
      [
        ["generate", "lamp.dot", "--to", "c", "--states", "a,b,c"],
        'there are 3 names for 2 states: in this order, "start"',
      ],
      [
        ["generate", "lamp.dot", "--to", "gbnf"],
        "the model is a Mealy machine, and gbnf says which words are allowed",
      ],
      [
        ["generate", "lamp.dot", "--to", "c", "--separator", ","],
        "a separator is for the texts of gbnf and lark, not for c",
      ],
    ] as const;
    for (const [args, message] of refusals) expectComplaint(await place.run([...args]), 2, message);
  });
});
