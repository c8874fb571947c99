import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { natsServer, outcome, Stage } from "./support.ts";

describe.runIf(natsServer !== undefined)("a worker that leaves", () => {
  const stage = new Stage();
  afterAll(() => stage.close());

  test("starts nothing when a message arrives late, so its process ends", async () => {
    const server = `nats://127.0.0.1:${await stage.server()}`;
    const script = fileURLToPath(new URL("leave-at-once.ts", import.meta.url));
    const tsx = import.meta.resolve("tsx");
    const { ended } = stage.start([process.execPath, "--import", tsx, script, server]);
    expect(outcome(await ended)).toEqual({ stdout: "3\n", status: 0 });
  });
});
