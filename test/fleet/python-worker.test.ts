/**
 * The worker of examples/teachers/python-fleet beside one of Hankel's own, with a real nats-server. Without nats-server or
 * nats-py the tests are skipped with a warning; HANKEL_REQUIRE_NATS_PY=1 makes that a failure.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { NatsServer } from "../../scripts/nats-server.ts";
import { natsServer, outcome, python, ROOT, Stage } from "./support.ts";

const WORKER = join(ROOT, "examples/teachers/python-fleet/worker.py");
const BOX = join(ROOT, "examples/teachers/python/weather.py");

test.runIf(process.env["HANKEL_REQUIRE_NATS_PY"] === "1")("nats-py is installed, as required", () => {
  expect(python).toBeDefined();
});

describe.runIf(natsServer !== undefined && python !== undefined)("a worker in Python", () => {
  let stage: Stage;
  let nats: NatsServer;
  let server: string;

  beforeEach(async () => {
    stage = new Stage();
    nats = await NatsServer.start();
    server = nats.url;
  });

  afterEach(async () => {
    await stage.close();
    await nats.kill();
  });

  const pythonWorker = () => stage.start([python as string, WORKER, server, "weather"]);
  const nodeWorker = () => stage.hankel(["worker", `${server}/weather`, "--", "python3", BOX]);
  const learn = (journal: string, ...target: string[]) =>
    stage.hankel(["learn", "--quiet", "--fingerprint", "one", "--journal", stage.file(journal), ...target])
      .ended;
  const overFleet = (journal: string) => learn(journal, `${server}/weather`);

  test("beside one of Hankel's learns what a local box does, to the byte", async () => {
    pythonWorker();
    nodeWorker();
    const alone = await learn("alone.jsonl", "--", "python3", BOX);
    const fleet = await overFleet("fleet.jsonl");
    expect(outcome(fleet)).toEqual(outcome(alone));
    expect(fleet.status).toBe(0);
    const read = (name: string) => readFileSync(stage.file(name), "utf8");
    expect(read("fleet.jsonl")).toBe(read("alone.jsonl"));
  });

  test("works alone, waits for the server and the next learner, and leaves when it is told to", async () => {
    const worker = pythonWorker();
    const first = await overFleet("first.jsonl");
    await nats.kill();
    await nats.start();
    const second = await overFleet("second.jsonl");
    expect(outcome(second)).toEqual(outcome(first));
    expect(first.status).toBe(0);
    worker.process.kill("SIGINT");
    expect((await worker.ended).status).toBe(0);
  });

  test("that differs from the first worker is refused, and says why", async () => {
    const module = stage.file("other.mjs");
    // After a few words it never answers again: the learner is there for as long as the test takes.
    const held = "if (++words > 8) await new Promise(() => {});";
    writeFileSync(
      module,
      'export const alphabet = ["sun", "rain"], semifield = "rational";\nlet words = 0;\n' +
        `export async function weigh() { ${held} return "1/2"; }\n`,
    );
    const other = stage.hankel(["worker", `${server}/weather`, module]);
    stage.hankel(["learn", `${server}/weather`]);
    await other.said(/at work/u);
    const { stderr, status } = await pythonWorker().ended;
    expect(stderr).toMatch(/^refused: it is another model: for ε it answers 1, and \S+, .* 1\/2\n$/u);
    expect(status).toBe(1);
  });
});
