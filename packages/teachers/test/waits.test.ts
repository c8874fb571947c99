/** Waits that end: for answers under way, before another try, for the start of a black box. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import { Alphabet, HankelError } from "@hankel/core";
import { openUrl } from "@hankel/teachers";
import { describe, expect, it } from "vitest";
import { abortable, atMost, sleep } from "../src/pool/abortable.ts";
import type { Lane } from "../src/pool/lane.ts";
import { Pool } from "../src/pool/pool.ts";
import { SimulatedClock } from "./simulation/simulated-clock.ts";
import { SimulatedWorkers } from "./support/simulated-lane.ts";

/** Asks a pool of one worker, which takes so long, and aborts after a second; returns when that ended, and how. */
async function abortedAfterASecond(milliseconds: number, reason?: Error) {
  const { pool, clock } = new SimulatedWorkers(1, { fixed: milliseconds });
  const stop = new AbortController();
  clock.after(1000, () => stop.abort(reason));
  const arrived: number[] = [];
  const asked = pool.weigh([[0], [1], [0, 0]], {
    signal: stop.signal,
    arrived: (from, weights) => arrived.push(from, weights.length),
  });
  const error = await clock.until(asked).catch((thrown: unknown) => thrown);
  return { pool, clock, arrived, error, at: clock.now() };
}

describe("a batch that is aborted", () => {
  it("waits for the answers under way, and sends no more questions", async () => {
    const { arrived, error, at } = await abortedAfterASecond(1500);
    expect(error).toMatchObject({ code: "cancelled" });
    expect([at, arrived]).toEqual([1500, [0, 1]]);
  });

  it("waits two seconds at most; a later answer is not used, and the next batch is asked", async () => {
    const { pool, clock, arrived, error, at } = await abortedAfterASecond(60_000);
    expect(error).toMatchObject({ code: "cancelled", message: "cancelled" });
    expect([at, arrived]).toEqual([3000, []]);
    expect(await clock.until(pool.weigh([[1, 1]]))).toEqual(["11"]);
    expect(arrived).toEqual([]);
  });

  it("fails with the reason of the abort, if that is an error of ours", async () => {
    const { error } = await abortedAfterASecond(60_000, new HankelError("budget", "the time is up"));
    expect(error).toMatchObject({ code: "budget", message: "the time is up" });
  });

  it("ends at once while the lane is being started again", async () => {
    const lane: Lane<number> = {
      depth: 1,
      state: "recovering",
      reason: "",
      onChange: () => {},
      weigh: () => Promise.reject(new Error("it is not ready")),
      findCounterexample: () => Promise.reject(new Error("it is not ready")),
      draw: () => Promise.reject(new Error("it is not ready")),
      close: () => Promise.resolve(),
    };
    const clock = new SimulatedClock();
    const pool = new Pool([lane], new Alphabet("ab"), { clock });
    const stop = new AbortController();
    clock.after(1000, () => stop.abort());
    await expect(clock.until(pool.weigh([[0]], { signal: stop.signal }))).rejects.toThrow("cancelled");
    expect(clock.now()).toBe(1000);
  });
});

describe("a pause", () => {
  it("takes its time, or ends with a signal, also one that has come already", async () => {
    const clock = new SimulatedClock();
    const stop = new AbortController();
    await clock.until(sleep(500, [undefined, stop.signal], clock));
    expect(clock.now()).toBe(500);
    clock.after(100, () => stop.abort());
    await clock.until(sleep(599_000, [undefined, stop.signal], clock));
    expect(clock.now()).toBe(600);
    await sleep(599_000, [stop.signal], clock);
    expect(clock.now()).toBe(600);
  });

  it("is taken by many at once without a warning", async () => {
    const warnings: string[] = [];
    const note = (warning: Error) => warnings.push(warning.name);
    process.on("warning", note);
    const stop = new AbortController();
    const pauses = Array.from({ length: 40 }, () => sleep(60_000, [stop.signal]));
    await setImmediate();
    stop.abort();
    await Promise.all(pauses);
    await setImmediate();
    process.off("warning", note);
    expect(warnings).toEqual([]);
  });

  it("for something that may never happen has an end", async () => {
    await atMost(20, new Promise(() => {}));
    await atMost(60_000, Promise.reject(new Error("not awaited")));
    const stop = AbortSignal.abort();
    await expect(abortable(new Promise(() => {}), stop, { grace: 20 })).rejects.toThrow("cancelled");
    expect(await abortable(Promise.resolve(7), stop, { grace: 20 })).toBe(7);
  });
});

/** A server that asks to wait for ten minutes after so many answers, for as long as `use` runs. */
async function withTiredServer(answers: number, use: (url: string) => Promise<void>): Promise<void> {
  let left = answers;
  const server = createServer(async (request, response) => {
    const { id, weigh } = JSON.parse(await text(request)) as { id: number; weigh?: string[][] };
    if (left-- <= 0) response.writeHead(429, { "retry-after": "599" }).end();
    else if (weigh === undefined)
      response.end(JSON.stringify({ hankel: 1, semifield: "rational", alphabet: ["a", "b"] }));
    else response.end(JSON.stringify({ id, weights: weigh.map(() => 1) }));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe("a server that asks to wait for ten minutes", () => {
  it("is not waited for when the run is stopped, and what was answered arrives", async () => {
    await withTiredServer(2, async (url) => {
      const stop = new AbortController();
      const box = await openUrl({ url, workers: 1, batch: 1, report: () => stop.abort() });
      const arrived: number[] = [];
      const asked = box.weigh([[0], [1]], { signal: stop.signal, arrived: (from) => arrived.push(from) });
      const started = performance.now();
      await expect(asked).rejects.toMatchObject({ code: "cancelled" });
      // Nothing is under way, so there is not even the usual grace.
      expect(performance.now() - started).toBeLessThan(1900);
      expect(arrived).toEqual([0]);
      await box.close();
    });
  });

  it("is not waited for when it is opened", async () => {
    await withTiredServer(0, async (url) => {
      const stop = new AbortController();
      const opening = openUrl({ url, signal: stop.signal, report: () => stop.abort() });
      await expect(opening).rejects.toMatchObject({ code: "cancelled" });
    });
  });
});
