/** The real command as a fleet: workers, learners and the server are processes, and are killed. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect } from "vitest";
import { missing, NatsServer, warnIfMissing } from "../../../scripts/nats-server.ts";
import { expectComplaint, test, type Workplace } from "./support/hankel.ts";
import { RunningCommand } from "./support/running-command.ts";

warnIfMissing("the command line of fleets");

const BIN = fileURLToPath(new URL("../bin/hankel.js", import.meta.url));

/**
 * A program that takes a few milliseconds for each word, or, after ten words, until there is a file named go. It notes its
 * process id, so that its end can be seen.
 */
const BOX = `
const { existsSync, writeFileSync } = require("node:fs");
const say = (line) => process.stdout.write(line + "\\n");
const count = (text, pattern) => BigInt((text.match(pattern) ?? []).length);
const weight = (text) => (/bbb/.test(text) ? "0" : "1/" + 3n ** count(text, /a/g) * 5n ** count(text, /ba/g));
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
let words = 0;
const think = async (speed = "0") => {
  if (speed !== "held") await pause(Number(speed));
  else for (words++; words > 10 && !existsSync("go"); ) await pause(10);
};
if (process.argv[3]) writeFileSync(process.argv[3], String(process.pid));
say(JSON.stringify({ hankel: 1, semifield: "rational", alphabet: ["a", "b"] }));
let rest = "";
let work = Promise.resolve();
process.stdin.setEncoding("utf8").on("data", (chunk) => {
  const lines = (rest + chunk).split("\\n");
  rest = lines.pop();
  for (const line of lines) work = work.then(async () => {
    const { id, weigh } = JSON.parse(line);
    for (const _ of weigh) await think(process.argv[2]);
    say(JSON.stringify({ id, weights: weigh.map((word) => weight(word.join(""))) }));
  });
});
`;

/** A running command, and what it has written. */
interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly code: number | null; readonly stderr: string }>;
  said(text: string): Promise<void>;
}

/** Commands that are killed at the end of a test. */
class Commands {
  readonly #place: Workplace;
  readonly #running: ChildProcess[] = [];

  constructor(place: Workplace) {
    this.#place = place;
  }

  start(args: readonly string[], env: Readonly<Record<string, string>> = {}): Running {
    const child = spawn(process.execPath, [BIN, ...args], {
      cwd: this.#place.folder,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stdout?.resume();
    this.#running.push(child);
    let stderr = "";
    child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
      stderr += chunk;
    });
    return {
      child,
      ended: once(child, "close").then(([code]) => ({ code: code as number | null, stderr })),
      async said(text) {
        while (!stderr.includes(text)) {
          if (child.exitCode !== null) throw new Error(`it did not say ${text} but ${stderr}`);
          await pause(20);
        }
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const child of this.#running) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill("SIGKILL");
      await once(child, "close");
    }
  }
}

const TESTS = ["--equivalence", "short:60+walk:40", "--quiet"];
/** Tests that go on as long as a test may take. */
const ENDLESS = ["--equivalence", "walk:1000000", "--quiet"];

describe.skipIf(missing)("a fleet of processes", () => {
  test("survives the death of workers, of the server and of the learner, to the byte", async ({ place }) => {
    await place.write("box.cjs", BOX);
    await place.run([
      "learn",
      ...TESTS,
      "--journal",
      "local.jsonl",
      "--out",
      "local.json",
      "--",
      "node",
      "box.cjs",
    ]);
    await using server = await NatsServer.start();
    await using commands = new Commands(place);
    const at = ["--fleet", server.url, "--name", "coffee"];
    const worker = () => commands.start(["worker", ...at, "--", "node", "box.cjs", "held"]);
    const workers = [worker(), worker(), worker()];
    const learn = [
      "learn",
      ...at,
      ...TESTS,
      "--lease",
      "1",
      "--journal",
      "run.jsonl",
      "--out",
      "learned.json",
    ];
    const learner = commands.start(learn);
    await Promise.all(workers.map((each) => each.said("at work for the learner")));
    workers[0].child.kill("SIGKILL");
    const late = worker();
    await late.said("at work for the learner");
    await server.kill();
    await learner.said("is lost; waiting until the server is back");
    await server.start();
    await learner.said(`the server ${server.url} is back`);
    learner.child.kill("SIGKILL");
    expect((await learner.ended).code).toBeNull();
    expect((await place.read("run.jsonl")).length).toBeLessThan((await place.read("local.jsonl")).length);
    await place.write("go", "");
    // The same command goes on; the workers are still there.
    const again = await commands.start(learn).ended;
    expect(again.code).toBe(0);
    expect(await place.read("run.jsonl")).toBe(await place.read("local.jsonl"));
    expect(await place.read("learned.json")).toBe(await place.read("local.json"));
    expect(late.child.exitCode).toBeNull();
  });

  test("ends a worker in order at Ctrl-C, with its box", async ({ place }) => {
    await place.write("box.cjs", BOX);
    await using server = await NatsServer.start();
    await using commands = new Commands(place);
    const at = ["--fleet", server.url, "--name", "coffee"];
    const leaving = commands.start(["worker", ...at, "--id", "leaving", "--", "node", "box.cjs", "5", "pid"]);
    const learner = commands.start(["learn", ...at, ...ENDLESS, "--out", "learned.json"]);
    await leaving.said("at work for the learner");
    leaving.child.kill("SIGINT");
    const { code, stderr } = await leaving.ended;
    expect(code).toBe(130);
    expect(stderr).toMatch(/left the fleet; \d+ words? answered in \d+ leases?\n$/u);
    await expect.poll(() => isAlive(Number(readFileSync(place.path("pid"), "utf8")))).toBe(false);
    await learner.said("no worker of the fleet coffee is there; waiting for one");
    learner.child.kill("SIGINT");
    expect((await learner.ended).code).toBe(130);
  });

  test("ends a worker at once at the second Ctrl-C, and its box does not stay behind", async ({ place }) => {
    await place.write("box.cjs", BOX);
    const at = ["--fleet", "nats://127.0.0.1:1", "--name", "coffee"];
    const args = ["worker", ...at, "--", "node", "box.cjs", "60000", "pid"];
    const worker = new RunningCommand(place, args, { clockStep: 200 });
    await worker.until(/a worker of the fleet coffee/u);
    worker.child.kill("SIGINT");
    await worker.until(/Ctrl-C came/u);
    await worker.letTimePass();
    expect(worker.stderr).toMatch(/the clock: 200\n$/u);
    worker.child.kill("SIGINT");
    expect(await worker.ended).toEqual({ code: 130, by: null });
    await expect.poll(() => isAlive(Number(readFileSync(place.path("pid"), "utf8")))).toBe(false);
  });

  test("is watched on when its server comes back", async ({ place }) => {
    await using server = await NatsServer.start();
    await using commands = new Commands(place);
    const at = ["--fleet", server.url, "--name", "coffee"];
    const watch = commands.start(["fleet", ...at, "--wait", "0.05", "--watch", "0.1"]);
    await once(watch.child.stdout as Readable, "data");
    await server.kill();
    await watch.said("nothing listens there");
    await server.start();
    await once(watch.child.stdout as Readable, "data");
  });

  test("is shown by hankel fleet, as a table or as JSON", async ({ place }) => {
    await place.write("box.cjs", BOX);
    await using server = await NatsServer.start();
    await using commands = new Commands(place);
    const at = ["--fleet", server.url, "--name", "coffee"];
    expect(await place.print("fleet", ...at)).toBe("no learner is at work in the fleet coffee\nno workers\n");
    const bench = commands.start(["worker", ...at, "--id", "bench1", "--", "node", "box.cjs", "20"]);
    const learner = commands.start(["learn", ...at, ...ENDLESS, "--out", "learned.json"]);
    await bench.said("at work for the learner");
    // How long replies take is the machine's business, and a look ends after half a second. The learner tells of the worker.
    let table = "";
    while (!/^learner[^]* ago\n$/u.test(table)) table = await place.print("fleet", ...at);
    expect(table).toMatch(
      /^learner on .* \(process \d+\), at work for [\d.]+ (?:s|min): \d+ words? answered, .*\/s\n1 worker\n/u,
    );
    expect(table).toMatch(/\nworker +host +process +answered +speed +in hand +last sign\nbench1 .* ago\n$/u);
    interface Seen {
      readonly learner: { readonly pid: number } | null;
      readonly workers: readonly { readonly id: string; readonly silence: number }[];
    }
    let json: Seen = { learner: null, workers: [] };
    while (json.learner === null || json.workers.length === 0)
      json = JSON.parse(await place.print("fleet", ...at, "--json")) as Seen;
    expect(json.learner.pid).toBe(learner.child.pid);
    expect(json.workers).toEqual([expect.objectContaining({ id: "bench1", silence: expect.any(Number) })]);
  });

  test("logs in with secrets from the environment, and shows them to nobody", async ({ place }) => {
    await place.write("box.cjs", BOX);
    const secret = "correct-horse";
    await using server = await NatsServer.start(["--user", "ann", "--pass", secret]);
    await using commands = new Commands(place);
    const env = { HANKEL_NATS_USER: "ann", HANKEL_NATS_PASSWORD: secret };
    const at = ["--fleet", server.url, "--name", "coffee"];
    const worker = commands.start(["worker", ...at, "--", "node", "box.cjs", "held"], env);
    const run = [
      "learn",
      ...at,
      "--equivalence",
      "short:60",
      "--journal",
      "run.jsonl",
      "--events",
      "events.jsonl",
    ];
    const learner = commands.start([...run, "--out", "learned.json"], env);
    await worker.said("at work for the learner");
    for (const { child } of [worker, learner]) {
      expect(readFileSync(`/proc/${child.pid}/cmdline`, "utf8")).not.toContain(secret);
    }
    await place.write("go", "");
    const ended = await learner.ended;
    expect(ended.code).toBe(0);
    worker.child.kill("SIGTERM");
    const left = await worker.ended;
    expect(left.code).toBe(143);
    const written = [
      ended.stderr,
      left.stderr,
      await place.read("run.jsonl"),
      await place.read("events.jsonl"),
    ];
    for (const text of written) expect(text).not.toContain(secret);
    const wrong = { HANKEL_NATS_USER: "ann", HANKEL_NATS_PASSWORD: "wrong-horse" };
    const refused = await place.run(["fleet", ...at], { env: wrong });
    expectComplaint(refused, 2, "cannot connect to the server", "uthorization");
    expect(refused.stderr).not.toContain("wrong-horse");
  });
});

/** Is it there, and not only its entry in the table of processes, which waits to be cleared away? */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s*Z/mu.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

const NOWHERE = ["--fleet", "nats://127.0.0.1:1"];

describe("a fleet that cannot be", () => {
  test.for<[readonly string[], string]>([
    [["learn", ...NOWHERE], "a fleet has a server and a name: add --name coffee"],
    [["learn", "--name", "coffee", "--", "true"], "--name: only for --fleet"],
    [
      ["learn", ...NOWHERE, "--name", "a.b"],
      'the name of a fleet has 1 to 64 letters, digits, - and _, unlike "a.b"',
    ],
    [
      ["learn", ...NOWHERE, "--name", "x", "--workers", "2"],
      "--workers: not for --fleet; hankel worker has it",
    ],
    [["learn", ...NOWHERE, "--name", "x", "--", "true"], "got a program behind -- and --fleet"],
    [
      ["learn", "--fleet", "http://host", "--name", "x"],
      "expected the address of a NATS server such as nats://host:4222",
    ],
    [
      ["learn", ...NOWHERE, "--name", "x", "--tls-cert", "c.pem"],
      "a certificate and its key belong together",
    ],
    [["learn", ...NOWHERE, "--name", "x", "--creds", "no.creds"], "cannot read no.creds: no such file"],
    [
      ["fleet", ...NOWHERE, "--name", "x"],
      "cannot connect to the server nats://127.0.0.1:1: nothing listens there",
    ],
    [
      ["worker", "--name", "x", "--", "true"],
      "a fleet has a server and a name: add --fleet nats://host:4222",
    ],
  ])("%j", async ([args, message], { place }) => {
    expectComplaint(await place.run(args), 2, message);
  });

  test("has no password in its address, and none is repeated", async ({ place }) => {
    for (const address of ["nats://ann:secret@127.0.0.1:1", "nats://secret@127.0.0.1:1"]) {
      const ended = await place.run(["learn", "--fleet", address, "--name", "x"]);
      expectComplaint(ended, 2, "must not hold a user, password or token", "HANKEL_NATS_USER");
      expect(ended.stderr).not.toContain("secret");
    }
  });

  test("has one way to log in", async ({ place }) => {
    const env = { HANKEL_NATS_TOKEN: "t0p", HANKEL_NATS_USER: "ann", HANKEL_NATS_PASSWORD: "s3cret" };
    const ended = await place.run(["fleet", ...NOWHERE, "--name", "x"], { env });
    expectComplaint(ended, 2, "there are two ways to log in: HANKEL_NATS_USER and HANKEL_NATS_TOKEN");
    expect(ended.stderr).not.toMatch(/t0p|s3cret/u);
  });
});
