/** A server with accounts: users log in with `.creds` files, by an option or by the environment. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Accounts } from "./accounts.ts";
import { natsServer, python, ROOT, Stage } from "./support.ts";

const BOX = join(ROOT, "examples/teachers/python/weather.py");
const WORKER = join(ROOT, "examples/teachers/python-fleet/worker.py");

describe.runIf(natsServer !== undefined)("a server with accounts", () => {
  const stage = new Stage();
  let server: string;
  let fleet: readonly string[];

  beforeAll(async () => {
    const accounts = new Accounts();
    const learner = {
      publish: ["hankel.coffee.to.*", "hankel.coffee.hello", "hankel.coffee.inbox.*"],
      subscribe: ["from.*", "hello", "who", "inbox.*"].map((subject) => `hankel.coffee.${subject}`),
    };
    const worker = {
      publish: ["hankel.coffee.from.*", "hankel.coffee.inbox.*"],
      subscribe: ["hankel.coffee.to.*", "hankel.coffee.hello", "hankel.coffee.who"],
    };
    writeFileSync(stage.file("server.conf"), accounts.configuration);
    writeFileSync(stage.file("learner.creds"), accounts.creds("learner", learner));
    writeFileSync(stage.file("worker.creds"), accounts.creds("worker", worker));
    const port = await stage.server(["-c", stage.file("server.conf")]);
    server = `nats://127.0.0.1:${port}`;
    fleet = [`${server}/coffee`];
  });

  afterAll(() => stage.close());

  const learn = (...options: string[]) =>
    stage.hankel(["learn", "--quiet", ...fleet, ...options, "--with", `creds=${stage.file("learner.creds")}`])
      .ended;

  test("learns with .creds files, from an option and from the environment", async () => {
    const env = { HANKEL_NATS_CREDS: stage.file("worker.creds") };
    const worker = stage.hankel(["worker", ...fleet, "--", "python3", BOX], env);
    const { stderr, status } = await learn();
    expect(status, stderr).toBe(0);
    worker.process.kill("SIGINT");
    expect((await worker.ended).stderr).toMatch(/left the fleet; \d+ words answered/u);
  });

  test.runIf(python !== undefined)("lets a worker in Python in, too", async () => {
    const env = { HANKEL_NATS_CREDS: stage.file("worker.creds") };
    stage.start([python as string, WORKER, server, "coffee"], env);
    const { stderr, status } = await learn();
    expect(status, stderr).toBe(0);
  });

  test("refuses who has no .creds file, and says which file is missing", async () => {
    const without = await stage.hankel(["learn", "--quiet", ...fleet]).ended;
    expect(without.stderr).toMatch(/cannot connect.*[Aa]uthorization/su);
    const missing = await stage.hankel(["learn", "--quiet", ...fleet, "--with", "creds=nowhere.creds"]).ended;
    expect(missing.stderr).toContain("cannot read nowhere.creds: no such file");
    expect([without.status, missing.status].every((status) => status !== 0)).toBe(true);
  });
});
