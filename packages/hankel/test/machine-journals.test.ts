/** Journals of black boxes that are machines: killed, resumed, replayed, merged. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { describe, expect } from "vitest";
import { door } from "./support/door.ts";
import { expectComplaint, test } from "./support/hankel.ts";

const BIN = fileURLToPath(new URL("../bin/hankel.js", import.meta.url));
const WP = ["--equivalence", "wp:1"];

describe.concurrent("the journal of a machine", () => {
  test("survives a kill: nothing answered is asked again, and the journal is the same", async ({ place }) => {
    await place.write("door.mjs", door("for (const end = Date.now() + 5; Date.now() < end; );"));
    const args = (name: string) => [
      "learn",
      "--journal",
      `${name}.jsonl`,
      "--out",
      `${name}.json`,
      ...WP,
      "--",
    ];
    const run = (name: string) =>
      place.run([...args(name).toSpliced(1, 0, "--recheck", "0"), "node", "door.mjs"]);
    expect((await run("whole")).code).toBe(0);
    const child = spawn(
      process.execPath,
      [BIN, ...args("cut").toSpliced(1, 0, "--recheck", "0"), "node", "door.mjs"],
      {
        cwd: place.folder,
        stdio: ["ignore", "ignore", "pipe"],
      },
    );
    let seen = "";
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      seen += chunk;
      if ((seen.match(/asked/gu) ?? []).length > 15) child.kill("SIGKILL");
    });
    await once(child, "close");
    const kept = (await place.read("cut.jsonl")).split("\n").filter((line) => line.startsWith('{"word"'));
    expect(kept.length).toBeGreaterThan(0);
    const { stderr, code } = await run("cut");
    expect(code).toBe(0);
    for (const line of kept) {
      const word = (JSON.parse(line) as { word: string[] }).word.join(" ");
      expect(stderr.split("\n").filter((asked) => asked === `asked ${word}`)).toEqual([]);
    }
    expect(await place.read("cut.jsonl")).toBe(await place.read("whole.jsonl"));
    expect(await place.read("cut.json")).toBe(await place.read("whole.json"));
    expect((await place.read("cut.jsonl")).split("\n")[0]).toContain('"machine":"mealy"');
  });

  test("is replayed, described, merged, and taken along by another learner", async ({ place }) => {
    await place.write("door.mjs", door());
    const box = ["--recheck", "0", ...WP, "--", "node", "door.mjs"];
    await place.run(["learn", "--journal", "run.jsonl", "--out", "door.json", ...box]);
    await place.run(["replay", "run.jsonl", "--out", "again.json"]);
    expect(await place.read("again.json")).toBe(await place.read("door.json"));
    expect(JSON.parse(await place.print("journal", "stats", "--json", "run.jsonl"))).toMatchObject({
      machine: "mealy",
      finished: true,
    });
    await place.run(["journal", "merge", "run.jsonl", "run.jsonl", "--out", "all.jsonl"]);
    const warm = await place.run(["learn", "--warm", "all.jsonl", "--out", "warm.json", ...box]);
    expect(warm.stderr).not.toMatch(/^asked /mu);
    expect(await place.read("warm.json")).toBe(await place.read("door.json"));
    await place.write("moore.mjs", door("outputs.unshift('start');", { machine: "moore" }));
    const other = await place.run(["learn", "--warm", "all.jsonl", ...WP, "--", "node", "moore.mjs"]);
    expectComplaint(other, 2, "all.jsonl has answers of a Mealy machine, not of a Moore machine");
  });

  test("that contradicts another one is merged with the first outputs, and exit 3", async ({ place }) => {
    for (const [name, misbehave] of [
      ["one", ""],
      ["two", 'outputs[0] &&= "other";'],
    ] as const) {
      await place.write("door.mjs", door(misbehave));
      await place.run([
        "learn",
        "--journal",
        `${name}.jsonl`,
        "-q",
        "--out",
        "x.json",
        ...WP,
        "--",
        "node",
        "door.mjs",
      ]);
    }
    const { stderr, code } = await place.run([
      "journal",
      "merge",
      "one.jsonl",
      "two.jsonl",
      "--out",
      "all.jsonl",
    ]);
    expect(stderr).toContain("the journals contradict each other");
    expect(code).toBe(3);
    await place.write("door.mjs", door());
    const args = ["learn", "--warm", "all.jsonl", "--out", "x.json", ...WP, "--", "node", "door.mjs"];
    expect((await place.run(args)).code).toBe(0);
  });
});
