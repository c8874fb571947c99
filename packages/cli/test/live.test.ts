/** The real command with real black boxes: killed, resumed, interrupted, on a full disk. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { readHankel } from "@hankel/core";
import { describe, expect } from "vitest";
import { expectComplaint, test, type Workplace } from "./support/hankel.ts";
import { RunningCommand } from "./support/running-command.ts";

const BIN = fileURLToPath(new URL("../bin/hankel.js", import.meta.url));
const WEATHER = fileURLToPath(new URL("../../../examples/teachers/python/weather.py", import.meta.url));
const PARKING = fileURLToPath(new URL("../../../examples/teachers/bash/parking.sh", import.meta.url));

/** A program that takes a few milliseconds for each word and prints each question on standard error. While there is a file
 * named most, it answers no more words than that file says. */
const SLOW = `
import { existsSync, readFileSync } from "node:fs";
const say = (line) => process.stdout.write(line + "\\n");
const count = (text, pattern) => BigInt((text.match(pattern) ?? []).length);
// A factor 1/3 for every a, another 1/5 if it follows a b; zero with three b's in a row.
const weight = (text) => (/bbb/.test(text) ? "0" : "1/" + 3n ** count(text, /a/g) * 5n ** count(text, /ba/g));
say(JSON.stringify({ hankel: 1, semifield: "rational", alphabet: ["a", "b"] }));
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
let rest = "";
let work = Promise.resolve();
let most = existsSync("most") ? Number(readFileSync("most", "utf8")) : Infinity;
process.stdin.setEncoding("utf8").on("data", (chunk) => {
  const lines = (rest + chunk).split("\\n");
  rest = lines.pop();
  for (const line of lines) work = work.then(async () => {
    const { id, weigh } = JSON.parse(line);
    const weights = [];
    for (const word of weigh) {
      await pause(Number(process.argv[2] ?? 0));
      console.error("asked " + word.join(""));
      while (--most < 0 && existsSync("most")) await pause(10);
      weights.push(weight(word.join("")));
    }
    say(JSON.stringify({ id, weights }));
  });
});
`;

const TESTS = ["--equivalence", "random:120,mean=6+wp:1"];

/** Starts the command, waits until the black box has been asked `after` words, then sends a signal. */
async function interrupted(place: Workplace, args: readonly string[], after: number, signal: NodeJS.Signals) {
  const child: ChildProcess = spawn(process.execPath, [BIN, ...args], {
    cwd: place.folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let stderr = "";
  let sent = false;
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
    stderr += chunk;
    if (!sent && askedIn(stderr).length >= after) sent = child.kill(signal);
  });
  const [code, by] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
  return { code, by, stderr };
}

const askedIn = (stderr: string) =>
  [...stderr.matchAll(/^(?:\[\d\] )?asked (\w*)/gmu)].map(([, word]) => word);

describe.concurrent("learn -- program", () => {
  test("learns the examples", async ({ place }) => {
    const weather = await place.run(["learn", "--workers", "2", "--out", "w.json", "--", "python3", WEATHER]);
    expect(weather.stderr).toMatch(
      /Tested on \d+ words only: .*each of 3 states was left by each of .*no word of more than \d+ letters was tried/u,
    );
    expect(weather.code).toBe(0);
    expect(readHankel(await place.read("w.json")).size).toBe(3);
    const parking = JSON.parse(
      await place.print("learn", "--json", ...TESTS, "--", "bash", PARKING),
    ) as Record<string, unknown>;
    expect(parking).toMatchObject({ outcome: "accepted", states: 2 });
    expect(parking["established"]).toMatch(
      /complete up to 1 extra state \(it is right if the language has at most 3 states\)/u,
    );
  });

  test("leaves the same automaton and journal with 1 worker and with 8", async ({ place }) => {
    await place.write("box.mjs", SLOW);
    const learn = (name: string, workers: string) =>
      place.run([
        "learn",
        "--quiet",
        ...TESTS,
        "--workers",
        workers,
        "--journal",
        `${name}.jsonl`,
        "--out",
        `${name}.json`,
        "--",
        process.execPath,
        "box.mjs",
      ]);
    expect((await learn("one", "1")).code).toBe(0);
    expect((await learn("eight", "8")).code).toBe(0);
    expect(await place.read("eight.jsonl")).toBe(await place.read("one.jsonl"));
    expect(await place.read("eight.json")).toBe(await place.read("one.json"));
  });

  test("killed at any time and restarted, asks nothing twice and ends with the same bytes", async ({
    place,
  }) => {
    await place.write("box.mjs", SLOW);
    const args = (name: string, workers: string) => [
      "learn",
      ...TESTS,
      "--recheck",
      "0",
      "--workers",
      workers,
      "--journal",
      `${name}.jsonl`,
      "--out",
      `${name}.json`,
      "--",
      process.execPath,
      "box.mjs",
      "3",
    ];
    const whole = await place.run(args("whole", "1"));
    expect(whole.code).toBe(0);
    let answered = new Set<string>();
    for (const after of [5, 10, 15]) {
      await place.write("most", String(after));
      const { by, stderr } = await interrupted(place, args("broken", "2"), after, "SIGKILL");
      expect(by).toBe("SIGKILL");
      expect(askedIn(stderr).filter((word) => answered.has(word))).toEqual([]);
      answered = new Set(
        (await place.read("broken.jsonl")).split("\n").flatMap((line) => {
          const entry = (line.endsWith("}") ? JSON.parse(line) : {}) as { word?: string[] };
          return entry.word === undefined ? [] : [entry.word.join("")];
        }),
      );
    }
    await rm(place.path("most"));
    expect(answered.size).toBeGreaterThan(0);
    const last = await place.run(args("broken", "2"));
    expect(last.code).toBe(0);
    expect(askedIn(last.stderr).filter((word) => answered.has(word))).toEqual([]);
    expect(await place.read("broken.jsonl")).toBe(await place.read("whole.jsonl"));
    expect(await place.read("broken.json")).toBe(await place.read("whole.json"));
    expect(await place.files()).toEqual([
      "box.mjs",
      "broken.json",
      "broken.jsonl",
      "whole.json",
      "whole.jsonl",
    ]);
    const { stderr, code } = await place.run(["replay", "broken.jsonl", "--out", "replayed.json"]);
    expect([code, stderr]).toEqual([0, expect.stringContaining("the run was finished") as string]);
    expect(await place.read("replayed.json")).toBe(await place.read("whole.json"));
  });

  test("on Ctrl-C waits for pending answers, writes the best automaton and exits with 130", async ({
    place,
  }) => {
    await place.write("box.mjs", SLOW);
    const args = [
      "learn",
      ...TESTS,
      "--journal",
      "j",
      "--out",
      "best.json",
      "--",
      process.execPath,
      "box.mjs",
      "5",
    ];
    await place.write("most", "30");
    const running = new RunningCommand(place, args, { clockStep: 1000 });
    await running.until(/asked/u, 31);
    running.child.kill("SIGINT");
    await rm(place.path("most"));
    expect(await running.ended).toEqual({ code: 130, by: null });
    const { stderr } = running;
    expect(stderr).toMatch(/hankel: stopped: cancelled; the best automaton so far has \d+ states?/u);
    readHankel(await place.read("best.json"));
    const journal = await place.read("j");
    expect(journal.endsWith("\n")).toBe(true);
    const words = journal.split("\n").filter((line) => line.startsWith('{"word"'));
    expect(words.length).toBe(new Set(askedIn(stderr)).size);
    expect(await place.files()).toEqual(["best.json", "box.mjs", "j"]);
  });

  test("on Ctrl-C while the program starts, ends at once and ends the program", async ({ place }) => {
    await place.write("box.mjs", 'console.error("asked nothing yet"); setInterval(() => {}, 1000);');
    const { code, stderr } = await interrupted(
      place,
      ["learn", "--", process.execPath, "box.mjs"],
      1,
      "SIGINT",
    );
    expect(code).toBe(130);
    expect(stderr).toContain("hankel: stopped before the run began; nothing was learned");
  });

  test("stops with an error on a full disk, and resumes when there is room", async ({ place }) => {
    await place.write("box.mjs", SLOW);
    const command = [
      "learn",
      "--quiet",
      ...TESTS,
      "--journal",
      "j",
      "--out",
      "l.json",
      "--",
      process.execPath,
      "box.mjs",
    ];
    // A file that may not grow beyond 2 KiB behaves like a disk that is full.
    const limited = spawn("bash", ["-c", 'ulimit -f 2; exec "$@"', "-", process.execPath, BIN, ...command], {
      cwd: place.folder,
      stdio: ["ignore", "ignore", "pipe"],
    });
    const said = await text(limited.stderr);
    expect(limited.exitCode ?? (await once(limited, "close"))[0]).toBe(2);
    expect(said).toMatch(
      /cannot write the journal j: the file may not grow any further; what was answered before is kept/u,
    );
    const kept = await place.read("j");
    expect(kept.endsWith("\n")).toBe(true);
    expect(kept.length).toBeGreaterThan(1000);
    expect((await place.run(command)).code).toBe(0);
    expect((await place.read("j")).startsWith(kept)).toBe(true);
  });

  test("names the word on which the program fails, keeps the other answers and exits with 3", async ({
    place,
  }) => {
    await place.write(
      "box.mjs",
      SLOW.replace(
        "const weights = [];",
        'const weights = []; if (weigh.some((w) => w.join("") === "ab")) process.exit(9);',
      ),
    );
    const ended = await place.run(["learn", "--quiet", "--journal", "j", "--", process.execPath, "box.mjs"]);
    expect(ended.code).toBe(3);
    expect(ended.stderr).toMatch(
      /hankel: the black box failed on ab: it ended \(exit code 9\).* \(every answer is kept in j; the same command goes on from there\)/u,
    );
    expectComplaint(
      await place.run(["learn", "--", "./no-such-program-here"]),
      3,
      "cannot start ./no-such-program-here: no such program",
    );
  });

  test("refuses a second process on the same journal", async ({ place }) => {
    await place.write("box.mjs", SLOW);
    await place.write("most", "0");
    const args = ["learn", "--journal", "j", "--", process.execPath, "box.mjs"];
    const first = spawn(process.execPath, [BIN, ...args], {
      cwd: place.folder,
      stdio: ["ignore", "ignore", "pipe"],
    });
    await once(first.stderr, "data");
    expectComplaint(
      await place.run(["learn", "--quiet", "--journal", "j", "--", process.execPath, "box.mjs"]),
      2,
      `in use by process ${first.pid}`,
    );
    first.kill("SIGKILL");
    await once(first, "close");
    await rm(place.path("most"));
    const other = await place.run([
      "learn",
      "--seed",
      "2",
      "--journal",
      "j",
      "--",
      process.execPath,
      "box.mjs",
    ]);
    expectComplaint(other, 2, "the journal j belongs to another run: seed 1 there, 2 here", "--warm");
  });
});

describe.concurrent("learn from elsewhere", () => {
  const MODULE =
    'export const alphabet = "ab"; export const semifield = "boolean"; export const weigh = (w) => w.length % 3 === 0;';

  test("--module, with a certificate that check verifies, events, and a warm start of another learner", async ({
    place,
  }) => {
    await place.write("box.mjs", MODULE);
    const { code, stderr } = await place.run([
      "learn",
      "--module",
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
    const check = await place.run(["check", "l.json", "--certificate", "why.json", "--module", "box.mjs"]);
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
    const wrong = await place.run([
      "check",
      "l.json",
      "--certificate",
      "why.json",
      "--module",
      "other.mjs",
      "--json",
    ]);
    expect(wrong.code).toBe(1);
    expect(JSON.parse(wrong.stdout)).toMatchObject({ holds: false, states: 3 });

    const warm = JSON.parse(
      await place.print(
        "learn",
        "--json",
        "--learner",
        "table",
        "--warm",
        "j",
        "--journal",
        "t",
        "--module",
        "box.mjs",
      ),
    ) as { asked: number };
    const cold = JSON.parse(
      await place.print("learn", "--json", "--learner", "table", "--module", "box.mjs"),
    ) as { asked: number };
    expect(warm.asked).toBeLessThan(cold.asked / 2);
    expect(await place.print("journal", "stats", "t")).toMatch(/finished\s+true/u);
    expect((await place.print("journal", "words", "t")).split("\n")[0]).toBe("\ttrue");
    const merge = await place.run(["journal", "merge", "j", "t", "--out", "both"]);
    expect(merge.code).toBe(0);
    expect(JSON.parse(await place.print("journal", "stats", "both", "--json"))).toMatchObject({
      learner: "merged",
    });
  });

  test("--url, with a token that appears in no output", async ({ place }) => {
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
    const args = ["learn", "--url", url, "--token-env", "BOX_TOKEN", "--journal", "j", "--events", "e"];
    const { code, stdout, stderr } = await place.run(args, { env: { BOX_TOKEN: "secret-42" } });
    const without = await place.run(args);
    server.closeAllConnections();
    server.close();
    expect(code).toBe(0);
    expect(readHankel(stdout).size).toBe(1);
    expect([...tokens]).toEqual(["Bearer secret-42"]);
    for (const text of [stdout, stderr, await place.read("j"), await place.read("e")])
      expect(text).not.toContain("secret-42");
    expectComplaint(without, 2, "--token-env needs the name of an environment variable");
  });

  test("--ask-me", async ({ place }) => {
    const answers = ["1", "2", "u", "2", "4", "", ""].join("\n");
    const { code, stdout, stderr } = await place.run(
      ["learn", "--ask-me", "--alphabet", "a", "--semifield", "rational", "--learner", "table"],
      { input: answers },
    );
    expect(stderr).toContain("weight of ε");
    expect(code).toBe(0);
    expect(readHankel(stdout).size).toBe(1);
    expectComplaint(await place.run(["learn", "--ask-me"]), 2, "--ask-me needs --alphabet and --semifield");
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
      "--module",
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

  test.for([
    [["learn", "--module", "x.mjs", "--url", "http://x"], "got --url and --module"],
    [["learn", "x.json", "--", "cat"], "got an automaton file and a program behind --"],
    [["learn", "--equivalence", "magic:3", "--module", "box.mjs"], "no equivalence test"],
    [["learn", "--equivalence", "words:none.txt", "--module", "box.mjs"], "cannot read none.txt"],
    [
      ["learn", "--equivalence", "words:words.txt", "--module", "box.mjs"],
      'words.txt:2: "c" is not in the alphabet',
    ],
    [["learn", "--tolerance", "7", "--module", "box.mjs"], "from 0 up to 1"],
    [["learn", "--tolerance", "0.1", "--module", "box.mjs"], "are exact"],
    [["learn", "x.json", "--workers", "3"], "--workers: only for a black box"],
    [["learn", "--alphabet", "[1]", "--module", "box.mjs"], "--alphabet"],
    [
      ["learn", "--journal", "no/such/j", "--module", "box.mjs"],
      "cannot write to no/such: no such file or folder",
    ],
    [["learn", "--warm", "words.txt", "--module", "box.mjs"], "words.txt:1: "],
    [["replay", "words.txt"], "words.txt:1: "],
    [["check", "words.txt", "--certificate", "c", "--module", "box.mjs"], "words.txt:1"],
  ] as const)("%j is refused", async ([args, message], { place }) => {
    await place.write("box.mjs", MODULE);
    await place.write("words.txt", "a b\nc\n");
    expectComplaint(await place.run(args), 2, message);
  });
});
