/** The real command as a fleet: workers, learners and the server are processes, and are killed. */

import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { Readable } from "node:stream";
import { describe, expect } from "vitest";
import { missing, NatsServer, warnIfMissing } from "../../../scripts/nats-server.ts";
import { BOX, Commands, isAlive } from "./support/fleet-commands.ts";
import { expectComplaint, test } from "./support/hankel.ts";
import { RunningCommand } from "./support/running-command.ts";

warnIfMissing("the command line of fleets");

const TESTS = ["--equivalence", "short:60+walk:40", "--quiet"];

/** The journal of a run that goes on is then that of one which was never stopped, and names no target. */
const SAME_JOURNAL = ["--recheck", "0", "--fingerprint", "one"];

/** Tests that go on as long as a test may take. */
const ENDLESS = ["--equivalence", "walk:1000000", "--quiet"];

describe.skipIf(missing)("a fleet of processes", () => {
  test("survives the death of workers, of the server and of the learner, to the byte", async ({ place }) => {
    await place.write("box.cjs", BOX);
    await place.run([
      "learn",
      ...TESTS,
      ...SAME_JOURNAL,
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
    const at = [`${server.url}/coffee`];
    const worker = () => commands.start(["worker", ...at, "--", "node", "box.cjs", "held"]);
    const workers = [worker(), worker(), worker()];
    const learn = [
      "learn",
      ...at,
      ...TESTS,
      ...SAME_JOURNAL,
      "--with",
      "lease=1",
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
    const at = [`${server.url}/coffee`];
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
    const at = ["nats://127.0.0.1:1/coffee"];
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

  test("refuses a first worker that contradicts the journal, and goes on with the next", async ({
    place,
  }) => {
    await place.write("box.cjs", BOX);
    await place.write("other.cjs", BOX.replace("3n **", "7n **"));
    await place.write("third.cjs", BOX.replace('["a", "b"]', '["a", "b", "c"]'));
    const files = ["--journal", "run.jsonl", "--out", "learned.json"];
    await place.run(["learn", ...TESTS, ...files, "--", "node", "box.cjs"]);
    const before = await place.read("run.jsonl");
    await using server = await NatsServer.start();
    await using commands = new Commands(place);
    const at = [`${server.url}/coffee`];
    const learner = commands.start(["learn", ...at, ...TESTS, ...files]);
    const worker = (box: string) =>
      commands.start(["worker", ...at, "--id", box.split(".")[0], "--", "node", box]);
    const [other, third] = [await worker("other.cjs").ended, await worker("third.cjs").ended];
    expect(other.code).toBe(3);
    expect(other.stderr).toMatch(
      /refuses this worker: it contradicts the journal run\.jsonl: for a it answers 1\/7, and the journal has 1\/3/u,
    );
    expect(third.stderr).toMatch(/refuses this worker: it has another alphabet than the journal run\.jsonl/u);
    worker("box.cjs");
    const { code, stderr } = await learner.ended;
    expect(code, stderr).toBe(0);
    expect(stderr).toContain("the worker other is refused: it contradicts the journal");
    // It was learned from a program before, and now from a fleet.
    const added = (await place.read("run.jsonl")).replace(before, "").trim().split("\n");
    expect(
      added.filter((line) => !line.startsWith('{"fingerprint"') && !line.startsWith('{"recheck"')),
    ).toEqual([]);
  });

  test("is watched on when its server comes back", async ({ place }) => {
    await using server = await NatsServer.start();
    await using commands = new Commands(place);
    const at = [`${server.url}/coffee`];
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
    const at = [`${server.url}/coffee`];
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
    const at = [`${server.url}/coffee`];
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
    expectComplaint(refused, 3, "cannot connect to the server", "uthorization");
    expect(refused.stderr).not.toContain("wrong-horse");
  });
});
