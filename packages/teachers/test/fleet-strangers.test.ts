/** Servers that are not there, workers that share a name, and answers of strangers. */

import { randomAutomaton, rational, type Wdfsa } from "@hankel/core";
import { openFleet, runWorker } from "@hankel/teachers";
import { describe, expect, test } from "vitest";
import { missing, NatsServer, warnIfMissing } from "../../../scripts/nats-server.ts";
import { openCarrier } from "../src/fleet/carrier.ts";
import { faultyBox, noting, PATIENT, Workers } from "./support/fleets.ts";

warnIfMissing("strangers in fleets");

const target = randomAutomaton({ algebra: rational, states: 4, letters: 2, seed: 5 }) as Wdfsa<never>;
const other = randomAutomaton({ algebra: rational, states: 4, letters: 2, seed: 6 }) as Wdfsa<never>;

test("a worker without a server says so, and can be stopped", async () => {
  const stop = new AbortController();
  const said: string[] = [];
  // Nobody listens there, and no system gives this port to a connection.
  const fleet = "nats://127.0.0.1:1";
  const report = (notice: string) => {
    said.push(notice);
    stop.abort();
  };
  const worker = runWorker({ fleet, name: "x", box: faultyBox(target), signal: stop.signal, report });
  await expect(worker).rejects.toThrow("cancelled");
  expect(said).toEqual([
    `cannot connect to the server ${fleet}: nothing listens there (is nats-server running?); waiting until the server is there`,
  ]);
});

describe.skipIf(missing)("with a real server", () => {
  test("a worker begins when the server appears", async () => {
    await using server = await NatsServer.start();
    const at = { fleet: server.url, name: "late" };
    await server.kill();
    await using workers = new Workers(at.fleet, at.name);
    const said: string[] = [];
    void workers.start(faultyBox(target), { report: (notice) => said.push(notice) });
    await expect.poll(() => said.length).toBe(1);
    await server.start();
    const box = await openFleet({ ...PATIENT, ...at });
    expect(await box.weigh([[0]])).toHaveLength(1);
    expect(said[1]).toBe(`the server ${server.url} is there`);
    await box.close();
  });

  test("a worker that may not log in ends, rather than wait", async () => {
    await using server = await NatsServer.start(["--user", "ann", "--pass", "right"]);
    const env = { HANKEL_NATS_USER: "ann", HANKEL_NATS_PASSWORD: "wrong" };
    const worker = runWorker({ fleet: server.url, name: "x", box: faultyBox(target), env });
    await expect(worker).rejects.toThrow(
      /cannot connect to the server .*authorization violation \(log in with HANKEL_NATS_USER/iu,
    );
  });

  test("of two workers with one name, the one that came first ends, and says why", async () => {
    await using server = await NatsServer.start();
    const at = { fleet: server.url, name: "twins" };
    await using workers = new Workers(at.fleet, at.name);
    const first = workers.start(faultyBox(target), { id: "bench" });
    const box = await openFleet({ ...PATIENT, ...at });
    // A worker that is refused does not bring down the other one of its name.
    expect(String(await workers.start(faultyBox(other), { id: "bench" }))).toMatch(/refuses this worker/u);
    expect(await box.weigh([[0, 1]])).toHaveLength(1);
    void workers.start(faultyBox(target), { id: "bench" });
    expect(String(await first)).toMatch(/another worker with the name bench has joined/u);
    expect(await box.weigh([[1, 1]])).toHaveLength(1);
    await box.close();
  });

  test("an error that is no text fails the lease, and texts for the terminal are harmless", async () => {
    await using server = await NatsServer.start();
    const at = { fleet: server.url, name: "odd" };
    const notices: string[] = [];
    const stranger = await openCarrier(at);
    const depth = 100_000;
    const deep = "[".repeat(depth) + "]".repeat(depth);
    const join = `{"hankel":1,"fleet":1,"session":"s","semifield":"rational","alphabet":["a","b"],"probe":[[]],"weights":["1"],"want":1}`;
    stranger.receive("hankel.odd.to.odd", ({ data }) => {
      const { id } = JSON.parse(new TextDecoder().decode(data)) as { id?: number };
      if (id !== undefined) stranger.send("hankel.odd.from.odd", `{"id":${id},"error":${deep}}`);
    });
    const opening = openFleet({ ...PATIENT, ...at, report: noting(notices) });
    const joining = setInterval(() => stranger.send("hankel.odd.from.odd", join), 50);
    const box = await opening;
    clearInterval(joining);
    await expect(box.weigh([[0]])).rejects.toThrow(/failed on a: odd says: an error without a text/u);
    stranger.send("hankel.odd.from.bell", '{"hankel":1,"fleet":"\\u009b31m\\u202e"}');
    stranger.send("hankel.odd.from.long", `{"hankel":1,"fleet":"${"x".repeat(100_000)}"}`);
    await expect.poll(() => notices.length).toBe(2);
    expect(notices.join("")).not.toMatch(/[\u0080-\u009f\u202e]/u);
    expect(notices.join("").length).toBeLessThan(1000);
    await stranger.close();
    await box.close();
  });
});
