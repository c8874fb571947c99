/** The real command learns what is no program: modules, servers, a person, automaton files. */

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { readHankel } from "@hankel/core";
import { describe, expect } from "vitest";
import { automatonText, expectComplaint, test } from "./support/hankel.ts";

const MODULE =
  'export const alphabet = "ab"; export const semifield = "boolean"; export const weigh = (w) => w.length % 3 === 0;';

describe.concurrent("learn from elsewhere", () => {
  test("a module, with a certificate that check verifies, events, and a warm start of another learner", async ({
    place,
  }) => {
    await place.write("box.mjs", MODULE);
    const { code, stderr } = await place.run([
      "learn",
      "box.mjs",
      "--certificate",
      "why.json",
      "--events",
      "e.jsonl",
      "--journal",
      "j",
      "--out",
      "l.json",
    ]);
    expect([code, stderr]).toEqual([0, expect.stringContaining("complete up to 0 extra states") as string]);
    const check = await place.run(["check", "l.json", "--certificate", "why.json", "box.mjs"]);
    expect(check).toMatchObject({
      code: 0,
      stderr: "",
      stdout: expect.stringContaining("the language has at least 3 states") as string,
    });
    const events = (await place.read("e.jsonl"))
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { event: string });
    expect(events[0].event).toBe("start");
    expect(events.at(-1)?.event).toBe("end");

    await place.write("other.mjs", MODULE.replace("% 3", "% 2"));
    const wrong = await place.run(["check", "l.json", "--certificate", "why.json", "other.mjs", "--json"]);
    expect(wrong.code).toBe(1);
    expect(JSON.parse(wrong.stdout)).toMatchObject({ holds: false, states: 3 });

    const warm = JSON.parse(
      await place.print("learn", "--json", "--learner", "table", "--warm", "j", "--journal", "t", "box.mjs"),
    ) as { asked: number };
    const cold = JSON.parse(await place.print("learn", "--json", "--learner", "table", "box.mjs")) as {
      asked: number;
    };
    expect(warm.asked).toBeLessThan(cold.asked / 2);
    expect(await place.print("journal", "stats", "t")).toMatch(/finished\s+true/u);
    expect((await place.print("journal", "words", "t")).split("\n")[0]).toBe("\ttrue");
    const merge = await place.run(["journal", "merge", "j", "t", "--out", "both"]);
    expect(merge.code).toBe(0);
    expect(JSON.parse(await place.print("journal", "stats", "both", "--json"))).toMatchObject({
      learner: "merged",
    });
  });

  test("a server, with a token that appears in no output", async ({ place }) => {
    const tokens = new Set<string | undefined>();
    const server = createServer(async (request, response) => {
      tokens.add(request.headers.authorization);
      const { id, weigh } = JSON.parse(await text(request)) as { id?: number; weigh?: string[][] };
      const answer =
        weigh === undefined
          ? { hankel: 1, semifield: "tropical", alphabet: ["x"] }
          : { id, weights: weigh.map((word) => word.length) };
      response.end(JSON.stringify(answer));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const args = ["learn", url, "--with", "token-env=BOX_TOKEN", "--journal", "j", "--events", "e"];
    const { code, stdout, stderr } = await place.run(args, { env: { BOX_TOKEN: "secret-42" } });
    const without = await place.run(args);
    server.closeAllConnections();
    server.close();
    expect(code).toBe(0);
    expect(readHankel(stdout).size).toBe(1);
    expect([...tokens]).toEqual(["Bearer secret-42"]);
    for (const text of [stdout, stderr, await place.read("j"), await place.read("e")])
      expect(text).not.toContain("secret-42");
    expectComplaint(without, 2, "--with token-env needs the name of an environment variable");
  });

  test("a token is refused by targets that get no token, whether or not the variable is set", async ({
    place,
  }) => {
    await place.write("a.json", automatonText());
    const person = ["me", "--alphabet", "a", "--semifield", "boolean"];
    const refused: readonly [target: readonly string[], message: string][] = [
      [["a.json"], "--with is for black boxes; a.json is an automaton file"],
      [["box.mjs"], '--with "token-env": a module has batch, digits, start-timeout, reset and top'],
      [
        ["model.onnx"],
        '--with "token-env": a network has batch, top, bos, eos, longest, input, output and hidden',
      ],
      [person, "--with is for black boxes; you are asked"],
      [
        ["--", process.execPath, "box.mjs"],
        '--with "token-env": a program has batch, digits, start-timeout, reset and top',
      ],
    ];
    for (const [target, message] of refused) {
      const args = ["learn", "--with", "token-env=BOX_TOKEN", ...target];
      for (const env of [{}, { BOX_TOKEN: "secret-42" }])
        expectComplaint(await place.run(args, { env }), 2, message);
    }
    const fleet = ["nats://127.0.0.1:1/x"];
    expectComplaint(
      await place.run(["learn", "--with", "token-env=BOX_TOKEN", ...fleet]),
      2,
      '--with "token-env": a fleet has batch, digits, top, creds, tls-ca, tls-cert, tls-key and lease',
    );
  });

  test("me", async ({ place }) => {
    const answers = ["1", "2", "u", "2", "4", "", ""].join("\n");
    const { code, stdout, stderr } = await place.run(
      ["learn", "me", "--alphabet", "a", "--semifield", "rational", "--learner", "table"],
      { input: answers },
    );
    expect(stderr).toContain("weight of ε");
    expect(code).toBe(0);
    expect(readHankel(stdout).size).toBe(1);
    expectComplaint(
      await place.run(["learn", "me"]),
      2,
      "to ask you, hankel needs --alphabet and --semifield",
    );
  });

  test("an automaton file with a journal and other tests", async ({ place }) => {
    await place.print("random", "--states", "5", "--seed", "3", "--out", "t.json");
    const { code, stderr } = await place.run(["learn", "t.json", "--journal", "j", "--out", "l.json"]);
    expect(code).toBe(0);
    expect(stderr).toContain("Exact: this is the minimal automaton of the target");
    const tested = await place.run(["learn", "t.json", "--equivalence", "wp:2", "--out", "m.json"]);
    expect(tested.stderr).toContain("complete up to 2 extra states");
  });

  test("budgets end with the best automaton and the evidence", async ({ place }) => {
    await place.write(
      "box.mjs",
      'export const alphabet = "ab"; export const semifield = "rational"; export const weigh = (w) => String(2n ** BigInt(w.filter((x) => x === "a").length) + 2n ** BigInt(w.filter((x) => x === "b").length));',
    );
    const { code, stdout, stderr } = await place.run([
      "learn",
      "box.mjs",
      "--learner",
      "table",
      "--max-states",
      "9",
      "--quiet",
    ]);
    expect(code).toBe(4);
    expect(stderr).toMatch(/stopped: the language has more than 9 states[^]*regular but not deterministic/u);
    readHankel(stdout);
  });
});

describe.concurrent("learn refuses", () => {
  test.for([
    [["learn", "x.mjs", "http://x"], 'expected one target, got "x.mjs" "http://x"'],
    [["learn", "x.json", "--", "cat"], "got two: x.json and the program behind --"],
    [["learn", "--equivalence", "magic:3", "box.mjs"], "no equivalence test"],
    [["learn", "--equivalence", "words:none.txt", "box.mjs"], "cannot read none.txt"],
    [["learn", "--equivalence", "words:words.txt", "box.mjs"], 'words.txt:2: "c" is not in the alphabet'],
    [["learn", "--tolerance", "7", "box.mjs"], "from 0 up to 1"],
    [["learn", "--tolerance", "0.1", "box.mjs"], "are exact"],
    [
      ["learn", "x.json", "--workers", "3"],
      "--workers is for black boxes that this machine asks itself; x.json is an automaton file",
    ],
    [["learn", "--alphabet", "[1]", "box.mjs"], "--alphabet"],
    [["learn", "--journal", "no/such/j", "box.mjs"], "cannot write to no/such: no such file or folder"],
    [["learn", "--warm", "words.txt", "box.mjs"], "words.txt:1: "],
    [["replay", "words.txt"], "words.txt:1: "],
    [["check", "words.txt", "--certificate", "c", "box.mjs"], "words.txt:1"],
  ] as const)("%j is refused", async ([args, message], { place }) => {
    await place.write("box.mjs", MODULE);
    await place.write("words.txt", "a b\nc\n");
    expectComplaint(await place.run(args), 2, message);
  });
});
