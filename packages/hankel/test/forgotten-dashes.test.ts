/** A program without -- in front of it is told from an automaton file, and the right command line is shown. */

import { describe, expect } from "vitest";
import { automatonText, expectComplaint, test } from "./support/hankel.ts";

const ADVICE = "To learn from a program, put -- in front of it: ";

describe.concurrent("learn without --", () => {
  test.for([
    [["python3", "box.py"], "hankel learn -- python3 box.py"],
    [["node", "box.js"], "hankel learn -- node box.js"],
    [["./box.sh"], "hankel learn -- ./box.sh"],
    [["box.py"], "hankel learn -- python3 box.py"],
    [["python3"], "hankel learn -- python3"],
    [["python3", "box.py", "--port", "3"], "hankel learn -- python3 box.py --port 3"],
    [["--seed", "3", "-q", "python3", "a box.py"], "hankel learn --seed 3 -q -- python3 'a box.py'"],
    [["--workers", "2", "box.py"], "hankel learn --workers 2 -- python3 box.py"],
  ] as const)("%j: shows %s", async ([args, line], { place }) => {
    await place.write("box.py", "import json\n");
    await place.write("box.sh", "#!/bin/sh\n");
    expectComplaint(await place.run(["learn", ...args]), 2, `${ADVICE}${line}\n`);
  });

  test.for([
    [["spectral", "python3", "box.py"], "hankel spectral -- python3 box.py"],
    [["evaluate", "good.json", "box.py"], "hankel evaluate good.json -- python3 box.py"],
    [
      ["check", "good.json", "box.py", "--certificate", "c"],
      "hankel check good.json -- box.py --certificate c",
    ],
    [
      ["worker", "nats://127.0.0.1:1/x", "python3", "box.py"],
      "hankel worker nats://127.0.0.1:1/x -- python3 box.py",
    ],
  ] as const)("%j: shows %s", async ([args, line], { place }) => {
    await place.write("box.py", "import json\n");
    await place.write("good.json", automatonText());
    await place.write("c", "");
    expectComplaint(await place.run(args), 2, `To ask a program, put -- in front of it: ${line}\n`);
  });

  test("does not mistake an automaton file for a program", async ({ place }) => {
    await place.write("good.json", automatonText());
    await place.write("bad.json", "{}");
    for (const args of [["bad.json"], ["good.json", "--frob"], ["good.json", "bad.json"], ["-"]]) {
      const ended = await place.run(["learn", ...args]);
      expectComplaint(ended, 2);
      expect(ended.stderr).not.toContain(ADVICE);
    }
    expect((await place.run(["learn", "good.json", "--json"])).code).toBe(0);
  });

  test("does not mistake a file that nobody could run for a program", async ({ place }) => {
    await place.write("a.fst", Uint8Array.of(0xd6, 0xfd, 0xb2, 0x7e, 6, 0, 0, 0, 0xff));
    await place.write("t.csv", "a,b\n1,2\n");
    for (const [command, file, diagnosis] of [
      ["learn", "a.fst", "fstprint --acceptor a.fst"],
      ["spectral", "t.csv", "are named by --sample"],
    ] as const) {
      const ended = await place.run([command, file]);
      expectComplaint(ended, 2, diagnosis);
      expect(ended.stderr).not.toContain("put -- in front of it");
    }
    expectComplaint(await place.run(["learn", "b.fst"]), 2, `${ADVICE}hankel learn -- b.fst\n`);
  });

  test("does not guess behind an unknown option", async ({ place }) => {
    for (const args of [
      ["worker", "nats://127.0.0.1:1/x", "--learner", "tree", "box"],
      ["check", "--learner", "tree", "http://127.0.0.1:1/", "a", "b"],
    ]) {
      const ended = await place.run(args);
      expectComplaint(ended, 2);
      expect(ended.stderr).not.toContain("put -- in front of it");
    }
  });

  test("does not repeat the password of an address in the place of a file", async ({ place }) => {
    const address = "http://me:hidden@host/";
    for (const args of [
      ["weigh", `${address}a.json`, "a"],
      ["info", address],
    ]) {
      const ended = await place.run(args);
      expectComplaint(ended, 2, "is an address and no file");
      expect(ended.stderr).not.toContain("hidden");
    }
  });
});

describe.concurrent("learn from a log", () => {
  test.for([
    ["traces.txt", "A log cannot be asked; to learn from it: hankel infer traces.txt\n"],
    ["my log.csv", "A log cannot be asked; to learn from it: hankel infer 'my log.csv'\n"],
    ["gone.jsonl.gz", "A log cannot be asked; to learn from it: hankel infer gone.jsonl.gz\n"],
    ["traces", "If it is a log, which cannot be asked: hankel infer traces\n"],
  ] as const)("%j: %s", async ([name, advice], { place }) => {
    if (!name.startsWith("gone")) await place.write(name, "coin button\ncoin\n");
    expectComplaint(await place.run(["learn", name]), 2, advice);
  });

  test("no other command is told so", async ({ place }) => {
    await place.write("traces.txt", "coin button\n");
    const { stderr } = await place.run(["spectral", "traces.txt"]);
    expect(stderr).not.toContain("infer");
  });
});
