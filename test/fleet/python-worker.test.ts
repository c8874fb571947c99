/**
 * The worker of examples/teachers/python-fleet beside one of Hankel's own, with a real nats-server. Without nats-server or
 * nats-py the tests are skipped with a warning; HANKEL_REQUIRE_NATS_PY=1 makes that a failure.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { natsServer, python, ROOT, Stage } from "./support.ts";

const WORKER = join(ROOT, "examples/teachers/python-fleet/worker.py");
const BOX = join(ROOT, "examples/teachers/python/weather.py");

test.runIf(process.env["HANKEL_REQUIRE_NATS_PY"] === "1")("nats-py is installed, as required", () => {
  expect(python).toBeDefined();
});

describe.runIf(natsServer !== undefined && python !== undefined)("a worker in Python", () => {
  let stage: Stage;
  let server: string;

  beforeEach(async () => {
    stage = new Stage();
    server = `nats://127.0.0.1:${await stage.server()}`;
  });

  afterEach(() => stage.close());

  const pythonWorker = (fleet = "weather") => stage.start([python as string, WORKER, server, fleet]);
  const nodeWorker = () =>
    stage.hankel(["worker", "--fleet", server, "--name", "weather", "--", "python3", BOX]);
  const learn = (journal: string, ...target: string[]) =>
    stage.hankel(["learn", "--quiet", "--journal", stage.file(journal), ...target]).ended;
  const overFleet = (journal: string) => learn(journal, "--fleet", server, "--name", "weather");

  test("beside one of Hankel's learns what a local box does, to the byte", async () => {
    pythonWorker();
    nodeWorker();
    const alone = await learn("alone.jsonl", "--", "python3", BOX);
    const fleet = await overFleet("fleet.jsonl");
    expect(fleet).toEqual(alone);
    expect(fleet.status).toBe(0);
    const read = (name: string) => readFileSync(stage.file(name), "utf8");
    expect(read("fleet.jsonl")).toBe(read("alone.jsonl"));
  });

  test("works alone, waits for the next learner, and leaves when it is told to", async () => {
    const worker = pythonWorker();
    const first = await overFleet("first.jsonl");
    const second = await overFleet("second.jsonl");
    expect(second).toEqual(first);
    expect(first.status).toBe(0);
    worker.process.kill("SIGINT");
    expect((await worker.ended).stderr).toBe("");
  });

  test("that differs is refused, and says why", async () => {
    const other = stage.file("other.mjs");
    writeFileSync(
      other,
      'export const alphabet = ["sun", "rain"], semifield = "rational"; export const weigh = () => "1/2";',
    );
    stage.hankel(["worker", "--fleet", server, "--name", "weather", "--module", other]);
    const run = overFleet("other.jsonl");
    const worker = pythonWorker();
    const { stderr, status } = await worker.ended;
    expect(stderr).toMatch(/^refused: /u);
    expect(status).toBe(1);
    await run;
  });
});
