/** Waits that end: for answers under way, before another try, for the start of a black box. */

import { setImmediate } from "node:timers/promises";
import { Alphabet, HankelError } from "@hankel/core";
import { describe, expect, it } from "vitest";
import { boxOverClient } from "../src/http/http-box.ts";
import type { HttpClient } from "../src/http/http-client.ts";
import type { Lane } from "../src/pool/lane.ts";
import { Pool } from "../src/pool/pool.ts";
import { atMost, sleep } from "../src/pool/sleep.ts";
import { abortable } from "../src/pool/time.ts";
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

/** A server that asks to wait for ten minutes after so many answers. */
function tiredServer(answers: number): HttpClient {
  let left = answers;
  const reply = (body: string) => {
    const { id, weigh } = JSON.parse(body) as { id: number; weigh?: string[][] };
    const hello = { hankel: 1, semifield: "rational", alphabet: ["a", "b"] };
    return JSON.stringify(weigh === undefined ? hello : { id, weights: weigh.map(() => 1) });
  };
  return {
    post: async (body) =>
      left-- > 0
        ? { status: 200, retryAfter: undefined, text: reply(body) }
        : { status: 429, retryAfter: "599", text: "" },
    redact: (message) => message,
    close: () => {},
  };
}

describe("a server that asks to wait for ten minutes", () => {
  /** Opens it; whoever is told that it asks to wait stops. */
  function opened(answers: number) {
    const clock = new SimulatedClock();
    const stop = new AbortController();
    const report = () => stop.abort();
    const options = { workers: 1, batch: 1, timeout: 1, report, signal: stop.signal };
    return { clock, stop, opening: boxOverClient(tiredServer(answers), "server", options, { clock }) };
  }

  it("is not waited for when the run is stopped, and what was answered arrives", async () => {
    const { clock, stop, opening } = opened(2);
    const box = await clock.until(opening);
    const arrived: number[] = [];
    const asked = box.weigh([[0], [1]], { signal: stop.signal, arrived: (from) => arrived.push(from) });
    await expect(clock.until(asked)).rejects.toMatchObject({ code: "cancelled" });
    // Nothing is under way, so there is not even the usual grace.
    expect(clock.now()).toBe(0);
    expect(arrived).toEqual([0]);
    await box.close();
  });

  it("is not waited for when it is opened", async () => {
    const { clock, opening } = opened(0);
    await expect(clock.until(opening)).rejects.toMatchObject({ code: "cancelled" });
    expect(clock.now()).toBe(0);
  });

  it("is waited for unless someone stops", async () => {
    const clock = new SimulatedClock();
    const client = tiredServer(0);
    const options = { workers: 1, timeout: 1, report: () => {} };
    await expect(clock.until(boxOverClient(client, "server", options, { clock }))).rejects.toThrow(
      /did not announce itself: status 429, \d+ times in a row/u,
    );
    expect(clock.now()).toBeGreaterThan(599_000);
  });
});
