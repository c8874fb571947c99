/** The server's configuration of docs/fleet.md, as it stands there: each role can do its work, and no more. */

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openCarrier } from "../../packages/teachers/src/fleet/carrier.ts";
import { blocks, readDocument } from "../../scripts/documents.ts";
import { natsServer, ROOT, Stage } from "./support.ts";

const BOX = join(ROOT, "examples/teachers/python/weather.py");
const block = (containing: string) =>
  blocks(readDocument("docs/fleet.md")).find(({ content }) => content.includes(containing))?.content ?? "";

const PASSWORDS = {
  LEARNER_PASSWORD: "learner-7f3a91",
  WORKER_PASSWORD: "worker-c0ffee",
  BENCH1_PASSWORD: "bench-1d2e3f",
  ONLOOKER_PASSWORD: "onlooker-55aa",
};

const as = (user: string, password: string) => ({
  HANKEL_NATS_USER: user,
  HANKEL_NATS_PASSWORD: password,
});
const learner = as("learner", PASSWORDS.LEARNER_PASSWORD);
const bench1 = as("bench1", PASSWORDS.BENCH1_PASSWORD);
const onlooker = as("onlooker", PASSWORDS.ONLOOKER_PASSWORD);

describe.runIf(natsServer !== undefined)("the locked-down server of docs/fleet.md", () => {
  const stage = new Stage();
  let fleet: readonly string[];

  beforeAll(async () => {
    execFileSync("bash", ["-e", "-c", block("openssl req")], { cwd: stage.folder, stdio: "ignore" });
    writeFileSync(stage.file("fleet.conf"), block("authorization {"));
    const port = await stage.server(["-c", stage.file("fleet.conf")], PASSWORDS);
    fleet = [`tls://127.0.0.1:${port}/coffee`, "--with", `tls-ca=${stage.file("ca.crt")}`];
  });

  afterAll(() => stage.close());

  const worker = (env: Readonly<Record<string, string>>, ...options: string[]) =>
    stage.hankel(["worker", ...fleet, ...options, "--", "python3", BOX], env);

  test("lets a worker and a learner work, and an onlooker look", async () => {
    const bench = worker(bench1, "--id", "bench1");
    const journal = stage.file("run.jsonl");
    const run = await stage.hankel(["learn", "--quiet", ...fleet, "--journal", journal], learner).ended;
    expect(run.status, run.stderr).toBe(0);
    // A look sees what is told in time.
    const look = () => stage.hankel(["fleet", ...fleet, "--wait", "1"], onlooker).ended;
    let seen = await look();
    while (seen.status === 0 && !seen.stdout.includes("bench1")) seen = await look();
    expect(seen.status, seen.stderr).toBe(0);
    bench.process.kill("SIGINT");
    const { stdout, stderr } = await bench.ended;
    for (const text of [run.stdout, run.stderr, seen.stdout, stdout, stderr, readFileSync(journal, "utf8")]) {
      for (const secret of Object.values(PASSWORDS)) expect(text).not.toContain(secret);
    }
  });

  test("does not let a worker end the learner, and tells the learner when a worker is gone", async () => {
    const journal = stage.file("attacked.jsonl");
    const run = stage.hankel(
      [
        "learn",
        "--quiet",
        ...fleet,
        "--equivalence",
        "walk:1000000",
        "--max-seconds",
        "60",
        "--journal",
        journal,
      ],
      learner,
    );
    const at = { fleet: fleet[0].replace(/\/coffee$/u, ""), name: "coffee", tlsCa: stage.file("ca.crt") };
    const attacker = await openCarrier({ ...at, env: bench1 });
    let attacks = 0;
    // It hears where the learner listens from the learner's messages to it.
    for (const subject of ["to.bench1", "hello"]) {
      attacker.receive(`hankel.coffee.${subject}`, ({ reply }) => {
        if (reply === undefined || reply === "" || attacks++ > 0) return;
        for (const text of ['{"busy":"x"}', '{"busy":"x","host":"h","pid":1}', "{"])
          attacker.send(reply, text);
      });
    }
    const bench = worker(bench1, "--id", "bench1");
    await bench.said(/at work for the learner/u);
    await expect.poll(() => attacks).toBeGreaterThan(0);
    await attacker.close();
    bench.process.kill("SIGKILL");
    await run.said(/the worker bench1 is gone: the server has lost it/u);
    const again = worker(bench1, "--id", "bench1");
    await again.said(/at work for the learner/u);
    run.process.kill("SIGINT");
    expect((await run.ended).status).toBe(130);
    again.process.kill("SIGINT");
    await again.ended;
  });

  test("does not let a machine speak for another", async () => {
    const { stderr, status } = await worker(bench1, "--id", "bench2").ended;
    expect(stderr).toMatch(/refuses.*hankel\.coffee\.(?:from|to)\.bench2/su);
    expect(status).not.toBe(0);
  });

  test("does not let an onlooker learn or work", async () => {
    for (const { stderr, status } of [
      await stage.hankel(["learn", "--quiet", ...fleet], onlooker).ended,
      await worker(onlooker, "--id", "bench3").ended,
    ]) {
      expect(stderr).toMatch(/refuses/u);
      expect(status).not.toBe(0);
    }
  });

  test("refuses a wrong password, and is not trusted without its authority", async () => {
    const wrong = await stage.hankel(["learn", "--quiet", ...fleet], as("learner", "guess")).ended;
    expect(wrong.stderr).toMatch(/cannot connect.*[Aa]uthorization/su);
    expect(wrong.status).not.toBe(0);
    const stranger = fleet.slice(0, 1);
    const { stderr, status } = await stage.hankel(["learn", "--quiet", ...stranger], learner).ended;
    expect(stderr).toMatch(/certificate/u);
    expect(status).not.toBe(0);
  });

  test("is not reached with a password in the address", async () => {
    const address = ["nats://learner:guess@127.0.0.1:4222/coffee"];
    const { stderr, status } = await stage.hankel(["learn", "--quiet", ...address], {}).ended;
    expect(stderr).toMatch(/HANKEL_NATS_PASSWORD/u);
    expect(stderr).not.toContain("guess");
    expect(status).toBe(2);
  });
});
