/** `hankel mapper`, `hankel try`, and what is said about --mapper on the command line. */

import { describe, expect, test as plain } from "vitest";
import { lineServer } from "../../teachers/test/support/talking-server.ts";
import { parseTarget } from "../src/target/target.ts";
import { expectComplaint, test } from "./support/hankel.ts";

const MAPPER = String.raw`
mapper: tcp
ending: \n
until: '\n$'
inputs: { coin: coin, button: button }
`;

/** A coffee costs two coins. */
const vending = () => {
  let coins = 0;
  return (line: string) => {
    if (line === "coin") coins = Math.min(2, coins + 1);
    const served = line === "button" && coins === 2;
    if (served) coins = 0;
    return served ? "coffee\n" : `${coins}\n`;
  };
};

plain("an address is that of any server where there is a mapper, whatever it means without one", () => {
  for (const url of ["tcp://host:25", "tls://host:465", "http://host", "https://host/box"]) {
    const target = parseTarget(url, [], { with: ["mapper=door.yaml"] });
    expect(target).toEqual({ kind: "mapped", url, mapper: "door.yaml" });
  }
  expect(parseTarget("https://host/box", [])).toMatchObject({ kind: "http" });
  expect(parseTarget("tls://host/tea", [])).toMatchObject({ kind: "fleet" });
  expect(parseTarget("a.json", [], { with: ["mapper=door.yaml"] })).toMatchObject({ kind: "file" });
});

describe("hankel mapper", () => {
  test("init writes a file that can be read, and says what to do next", async ({ place }) => {
    for (const [protocol, inputs] of [
      ["tcp", "HELO MAIL QUIT"],
      ["http", "home login logout"],
    ]) {
      const file = `${protocol}.yaml`;
      const { code, stdout, stderr } = await place.run(["mapper", "init", protocol, file]);
      expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
      expect(stderr).toContain(`wrote ${file}: the inputs of a small`);
      expect(stderr).toMatch(
        new RegExp(`hankel try ${protocol}://.* --mapper ${file} ${inputs.split(" ")[0]} `, "u"),
      );
      expect(stderr).toMatch(new RegExp(`hankel learn ${protocol}://.* --mapper ${file}`, "u"));
      const told = await place.print("mapper", "check", file);
      expect(told).toContain(`a mapper for ${protocol} with 3 inputs, 1 pattern,`);
      expect(told).toContain(`inputs: ${inputs}\n`);
      // Every key is in the comments, which can be taken out of them.
      expect(await place.print("mapper", "init", protocol, "-")).toBe(await place.read(file));
    }
  });

  test("init leaves a file as it is", async ({ place }) => {
    await place.write("door.yaml", "mine");
    expectComplaint(
      await place.run(["mapper", "init", "tcp"]),
      2,
      "door.yaml is there already, and is left as it is",
    );
    expect(await place.read("door.yaml")).toBe("mine");
    expectComplaint(await place.run(["mapper", "init", "udp"]), 2, "expected tcp or http, got udp");
  });

  test("check says the place of what is wrong", async ({ place }) => {
    await place.write("door.yaml", "mapper: tcp\ninputs:\n  HELO: { txt: HELO }\n");
    expectComplaint(
      await place.run(["mapper", "check", "door.yaml"]),
      2,
      'door.yaml:3:11: inputs.HELO: unknown key "txt"; did you mean text?',
    );
    expectComplaint(await place.run(["mapper", "check", "none.yaml"]), 2, "cannot read none.yaml");
  });
});

describe("hankel try", () => {
  test("shows every byte of a word on a server, and learn learns it", async ({ place }) => {
    await using server = await lineServer(vending);
    await place.write("door.yaml", MAPPER);
    const { code, stdout } = await place.run(["try", server.url, "--mapper", "door.yaml", "coin", "button"]);
    expect(code).toBe(0);
    expect(
      stdout
        .replaceAll(/[\d.]+ ms/gu, "TIME")
        .trimEnd()
        .split("\n"),
    ).toEqual([
      `connected to ${server.url}, TIME`,
      "coin",
      "  → 5 bytes sent, TIME",
      "    63 6f 69 6e 0a                                   coin·",
      "  ← 2 bytes received, TIME",
      "    31 0a                                            1·",
      "  = 1   (no pattern of the mapper fits)",
      "button",
      "  → 7 bytes sent, TIME",
      "    62 75 74 74 6f 6e 0a                             button·",
      "  ← 2 bytes received, TIME",
      "    31 0a                                            1·",
      "  = 1   (no pattern of the mapper fits)",
    ]);
    const json = JSON.parse(
      await place.print("try", server.url, "--mapper", "door.yaml", "--json", "coin coin button"),
    ) as {
      outputs: string[];
      events: { kind: string; hex?: string }[];
    };
    expect(json.outputs).toEqual(["1", "2", "coffee"]);
    expect(json.events.find(({ kind }) => kind === "sent")).toMatchObject({
      hex: "636f696e0a",
      bytes: "coin\n",
    });
    await place.run([
      "learn",
      server.url,
      "--mapper",
      "door.yaml",
      "--out",
      "learned.json",
      "--journal",
      "run.jsonl",
    ]);
    expect(await place.print("weigh", "learned.json", "coin coin button button")).toBe('"1" 2 coffee "0"\n');
    expect(
      await place.print("test", "learned.json", server.url, "--with", "mapper=door.yaml", "--quiet"),
    ).toBe("");
    expect(await place.print("diff", "learned.json", server.url, "--mapper", "door.yaml")).toContain(
      "no difference",
    );
  });

  test("shows the outputs of any other target", async ({ place }) => {
    await place.write(
      "box.mjs",
      'export const alphabet = ["a", "b"]; export const machine = "moore"; export const run = (word) => ["begin", ...word];',
    );
    const told = await place.print("try", "box.mjs", "a", "b");
    expect(told.replace(/[\d.]+ ms/u, "TIME")).toBe(
      "input    output\n(start)  begin\na        a\nb        b\nbox.mjs answered 2 inputs in TIME\n",
    );
    expect(JSON.parse(await place.print("try", "box.mjs", "--json", "a"))).toMatchObject({
      word: ["a"],
      outputs: ["begin", "a"],
    });
    await place.write(
      "weigh.mjs",
      'export const alphabet = ["a"]; export const semifield = "rational"; export const weigh = (word) => String(word.length);',
    );
    expect(await place.print("try", "weigh.mjs", "a", "a")).toMatch(/^2\n/u);
    expectComplaint(await place.run(["try", "box.mjs", "c"]), 2, '"c"');
  });

  test("says what happened before a failure", async ({ place }) => {
    await using server = await lineServer(vending);
    await place.write("door.yaml", `${MAPPER}reset: { send: coin, expect: 7 }\n`);
    const { code, stdout, stderr } = await place.run(["try", server.url, "--mapper", "door.yaml", "coin"]);
    expect(code).toBe(3);
    expect(stdout.match(/bytes sent/gu)).toHaveLength(1);
    expect(stderr).toContain('the reset failed: expected a reply that fits "7", got "1"');
  });
});

describe("--mapper", () => {
  test("is asked for, and refused where it means nothing", async ({ place }) => {
    await place.write("door.yaml", MAPPER);
    await place.write("a.json", "{}");
    expectComplaint(await place.run(["learn", "tcp://localhost:25"]), 2, "needs --mapper FILE");
    expectComplaint(
      await place.run(["learn", "tls://localhost:25"]),
      2,
      "a server that is no fleet needs --mapper FILE",
    );
    expectComplaint(
      await place.run(["learn", "a.json", "--mapper", "door.yaml"]),
      2,
      "a.json is an automaton file",
    );
    expectComplaint(
      await place.run(["learn", "http://localhost:1", "--mapper", "door.yaml"]),
      2,
      'the mapper is for tcp, and "http://localhost:1" is not',
    );
  });

  test("meets a server that does not answer the same twice at once", async ({ place }) => {
    await using server = await lineServer((connection) => () => `${connection}\n`);
    await place.write("door.yaml", MAPPER);
    const { code, stderr } = await place.run(["learn", server.url, "--mapper", "door.yaml"]);
    expect(code).toBe(3);
    expect(stderr).toMatch(
      /does not answer the same twice: at the beginning, the input "\w+" gave "1", and, .* again, "2"; usual causes: /u,
    );
    const tolerant = await place.run([
      "learn",
      server.url,
      "--mapper",
      "door.yaml",
      "--repeat",
      "2",
      "--on-conflict",
      "stop",
    ]);
    expect(tolerant.stderr).toContain("the black box contradicts itself");
    expect(tolerant.stderr).toContain("usual causes: ");
  });
});
