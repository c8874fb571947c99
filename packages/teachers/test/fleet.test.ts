/** Fleets with a real server on a loopback port, and workers in this process. */

import { setTimeout as pause } from "node:timers/promises";
import {
  Alphabet,
  HankelError,
  machineToWdfsa,
  nextTeacherOf,
  randomAutomaton,
  rational,
  real,
  type Wdfsa,
  type Word,
} from "@hankel/core";
import { askFleet, automatonBox, type BlackBox, nextBox, openFleet, runWorker } from "@hankel/teachers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { missing, NatsServer, warnIfMissing } from "../../../scripts/nats-server.ts";
import { faultyBox, learnFrom, learnFromFleet, QUICK, Workers } from "./support/fleets.ts";
import { MemoryStorage } from "./support/memory-storage.ts";

warnIfMissing("fleets");

function targetOf(seed: number, letters = 2): Wdfsa<unknown> {
  return randomAutomaton({ algebra: rational, states: 6, letters, shape: "dense", seed }) as Wdfsa<never>;
}

const target = targetOf(1);
const words = (count: number): Word[] =>
  Array.from({ length: count }, (_, i) => [...(i + 1).toString(2)].slice(1).map(Number));

describe.skipIf(missing)("a fleet", () => {
  let server: NatsServer;
  let names = 0;
  beforeAll(async () => {
    server = await NatsServer.start();
  });
  afterAll(() => server.kill());

  /** A fleet of its own for a test. */
  const place = () => ({ fleet: server.url, name: `test-${names++}` });

  test.each([1, 2, 8])("of %d workers learns what a local box does, to the byte", async (count) => {
    const local = await learnFrom(faultyBox(target), target);
    const at = place();
    await using workers = new Workers(at.fleet, at.name);
    for (let i = 0; i < count; i++) void workers.start(faultyBox(target));
    const run = await learnFromFleet(at, target);
    expect(run.journal).toBe(local.journal);
    expect(run.automaton).toBe(local.automaton);
  });

  test("uses a worker that joins in the middle at once, and fast ones more than slow ones", async () => {
    const at = place();
    await using workers = new Workers(at.fleet, at.name);
    const slowWords: number[] = [];
    const fastWords: number[] = [];
    const counting = (into: number[], perWord: number) =>
      faultyBox(target, {
        async before(asked) {
          into.push(asked.length);
          await pause(perWord * asked.length);
        },
      });
    void workers.start(counting(slowWords, 10));
    const box = await openFleet({ ...QUICK, ...at });
    const asked = words(200);
    const answers = box.weigh(asked);
    await pause(150);
    void workers.start(counting(fastWords, 1));
    const local = await automatonBox(target).weigh(asked);
    expect((await answers).map(rational.format as never)).toEqual(local.map(rational.format as never));
    await box.close();
    const sum = (sizes: readonly number[]) => sizes.slice(1).reduce((total, size) => total + size, 0);
    expect(sum(fastWords)).toBeGreaterThan(sum(slowWords));
  });

  test("waits for an answer that takes longer than a lease, as long as there are heartbeats", async () => {
    const at = place();
    await using workers = new Workers(at.fleet, at.name);
    let calls = 0;
    const slow = faultyBox(target, { before: () => (calls++ === 0 ? undefined : pause(700)) });
    void workers.start(slow);
    const notices: string[] = [];
    const box = await openFleet({ ...at, beat: 0.05, lease: 0.3, report: (notice) => notices.push(notice) });
    await box.weigh([[0, 1]]);
    expect(calls).toBe(2);
    expect(notices).toEqual([]);
    await box.close();
  });

  test("gives the words of a worker that vanished to others", async () => {
    const at = place();
    await using workers = new Workers(at.fleet, at.name);
    const notices: string[] = [];
    const silent = new AbortController();
    let cut = false;
    const dying = faultyBox(target, {
      before(asked) {
        if (asked.length === 4 && asked[0].length === 0) return;
        cut = true;
        silent.abort();
      },
    });
    void workers.start(dying, { id: "dying", crash: silent.signal });
    const box = await openFleet({ ...QUICK, ...at, report: (notice) => notices.push(notice) });
    const answers = box.weigh(words(20));
    await pause(50);
    void workers.start(faultyBox(target), { id: "healthy" });
    expect(await answers).toHaveLength(20);
    expect(cut).toBe(true);
    expect(notices.join("\n")).toMatch(
      /the worker dying is gone: no sign of it for 0\.4 s; what it had in hand/u,
    );
    await box.close();
  });

  test("names both machines when a late answer contradicts the one that was taken", async () => {
    const at = place();
    await using workers = new Workers(at.fleet, at.name);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let asked = 0;
    const liar = faultyBox(target, {
      before: () => (asked++ === 0 ? undefined : released),
      lie: (word, weight) => (asked > 1 ? rational.parse(`${word.length + 7}`) : weight),
    });
    void workers.start(liar, { id: "liar" });
    // Its answer takes too long for this learner.
    const box = await openFleet({ ...QUICK, ...at, timeout: 0.15 });
    const answers = box.weigh([[1, 1]]);
    await pause(50);
    void workers.start(faultyBox(target), { id: "honest" });
    await answers;
    release();
    await pause(100);
    await expect(box.weigh([[0, 0, 1]])).rejects.toThrow(
      /the workers honest and liar contradict each other: for bb the first answers .*, the second 9/u,
    );
    await box.close();
  });

  test("asks a word again on another machine, and names both when they differ", async () => {
    const at = place();
    await using workers = new Workers(at.fleet, at.name);
    const heard: Record<string, number> = { one: 0, two: 0 };
    for (const id of ["one", "two"]) {
      const before = () => {
        heard[id]++;
      };
      void workers.start(faultyBox(target, { before }), { id });
    }
    const box = await openFleet({ ...QUICK, ...at });
    await pause(100);
    await box.weigh([[0, 1, 1]]);
    const [by] = box.witnesses?.([0, 1, 1]) ?? [];
    const other = by === "one" ? "two" : "one";
    const before = heard[other];
    await box.weigh([[0, 1, 1]], { again: true });
    expect(heard[other]).toBe(before + 1);
    expect(box.witnesses?.([0, 1, 1])).toEqual([by, other]);
    await box.close();
  });

  test("isolates and names a word that fails on every machine", async () => {
    const at = place();
    await using workers = new Workers(at.fleet, at.name);
    const before = (asked: readonly Word[]) => {
      if (asked.some((word) => word.join("") === "0110")) throw new HankelError("teacher", "out of memory");
    };
    for (const id of ["one", "two"]) void workers.start(faultyBox(target, { before }), { id });
    const box = await openFleet({ ...QUICK, ...at });
    await expect(box.weigh(words(60))).rejects.toThrow(
      /the black box failed on abba: (one|two) says: out of memory/u,
    );
    await box.close();
  });

  test("isolates and names a word that kills worker after worker", async () => {
    const at = place();
    await using workers = new Workers(at.fleet, at.name);
    const over = new AbortController();
    const keepAlive = async () => {
      while (!over.signal.aborted) {
        const crash = new AbortController();
        const before = (asked: readonly Word[]) => {
          if (asked.some((word) => word.join("") === "011")) crash.abort();
        };
        await workers.start(faultyBox(target, { before }), { crash: crash.signal });
      }
    };
    const kept = [keepAlive(), keepAlive()];
    const box = await openFleet({ ...at, beat: 0.03, lease: 0.12 });
    await expect(box.weigh(words(12))).rejects.toThrow(/the black box failed on abb: .*no sign of it for/u);
    over.abort();
    await box.close();
    void kept;
  });

  describe("refuses a worker, and says why:", () => {
    const refused: readonly [string, BlackBox<unknown>, object, RegExp][] = [
      ["another alphabet", faultyBox(targetOf(1, 3)), {}, /another alphabet; first was there first/u],
      [
        "another semifield",
        faultyBox(randomAutomaton({ algebra: real, states: 3, letters: 2, seed: 1 }) as Wdfsa<never>),
        {},
        /semifield "real" instead of semifield "rational"/u,
      ],
      [
        "a machine",
        automatonBox(
          machineToWdfsa({
            kind: "mealy",
            alphabet: new Alphabet("ab"),
            target: Int32Array.from([0, 0]),
            output: ["x", "y"],
          }) as Wdfsa<never>,
        ),
        {},
        /a Mealy machine instead of semifield "rational"/u,
      ],
      ["another model", faultyBox(targetOf(2)), {}, /it is another model: for .* it answers .*, and first/u],
      ["another fingerprint", faultyBox(target), { fingerprint: "v2" }, /fingerprint "v2" instead of "v1"/u],
    ];
    test.each(refused)("%s", async (_, other, options, reason) => {
      const at = place();
      await using workers = new Workers(at.fleet, at.name);
      void workers.start(faultyBox(target), { id: "first", fingerprint: "v1" });
      const notices: string[] = [];
      const box = await openFleet({ ...QUICK, ...at, report: (notice) => notices.push(notice) });
      const ended = await workers.start(other, { id: "second", ...options });
      expect(String(ended)).toMatch(reason);
      expect(String(ended)).toMatch(/the learner refuses this worker/u);
      expect(notices.join("\n")).toMatch(/the worker second is refused/u);
      expect(await box.weigh([[0]])).toHaveLength(1);
      await box.close();
    });
  });

  test("is refused by a learner that wants another semifield", async () => {
    const at = place();
    await using workers = new Workers(at.fleet, at.name);
    void workers.start(faultyBox(target));
    await expect(openFleet({ ...at, semifield: "tropical" })).rejects.toThrow(
      /in the semifield "rational", not "tropical"/u,
    );
  });

  test("has one learner at a time", async () => {
    const at = place();
    await using workers = new Workers(at.fleet, at.name);
    void workers.start(faultyBox(target));
    const box = await openFleet({ ...QUICK, ...at });
    await expect(openFleet({ ...QUICK, ...at })).rejects.toThrow(/has a learner already: process \d+ on/u);
    expect(await box.weigh([[0, 0]])).toHaveLength(1);
    await box.close();
    const next = await openFleet({ ...QUICK, ...at });
    expect(await next.weigh([[0, 0]])).toHaveLength(1);
    await next.close();
  });

  test("serves the next learner after one that was stopped, and its journal goes on", async () => {
    const at = place();
    await using workers = new Workers(at.fleet, at.name);
    for (let i = 0; i < 2; i++) void workers.start(faultyBox(target, { delay: 2 }));
    const local = await learnFrom(faultyBox(target), target);
    const [main, early] = [new MemoryStorage(), new MemoryStorage()];
    const stop = new AbortController();
    const first = await openFleet({ ...QUICK, ...at });
    setTimeout(() => stop.abort(), 60);
    const cut = await learnFrom(first, target, { signal: stop.signal }, main, early);
    expect(cut.result.outcome).toBe("cancelled");
    await first.close();
    const second = await openFleet({ ...QUICK, ...at });
    const run = await learnFrom(second, target, {}, main, early);
    await second.close();
    expect(run.automaton).toBe(local.automaton);
    expect(run.journal).toBe(local.journal);
  });

  test("waits, with a sentence, while the server is away, and goes on", async () => {
    const own = await NatsServer.start();
    const at = { fleet: own.url, name: "away" };
    await using workers = new Workers(at.fleet, at.name);
    const said: string[] = [];
    void workers.start(faultyBox(target, { delay: 5 }), { report: (notice) => said.push(notice) });
    const notices: string[] = [];
    const box = await openFleet({ ...QUICK, ...at, report: (notice) => notices.push(notice) });
    const answers = box.weigh(words(300));
    await pause(30);
    await own.kill();
    await pause(900);
    await own.start();
    expect(await answers).toHaveLength(300);
    await box.close();
    expect(notices.slice(0, 2)).toEqual([
      `the connection to ${own.url} is lost; waiting until the server is back`,
      `the server ${own.url} is back`,
    ]);
    expect(said.join()).toContain("is lost; waiting until the server is back");
    await own.kill();
  });

  test("can be stopped while the server is away", async () => {
    const own = await NatsServer.start();
    const at = { fleet: own.url, name: "stopped" };
    const stop = new AbortController();
    const worker = runWorker({ ...at, box: faultyBox(target, { delay: 20 }), signal: stop.signal });
    const box = await openFleet({ ...QUICK, ...at });
    const cancelled = new AbortController();
    const answers = box.weigh(words(300), { signal: cancelled.signal });
    await pause(50);
    await own.kill();
    await pause(50);
    cancelled.abort();
    await expect(answers).rejects.toThrow("cancelled");
    stop.abort();
    expect((await worker).words).toBeGreaterThan(0);
    await box.close();
  });

  test("lets a worker end in order: what it is at is answered, the rest goes to others", async () => {
    const at = place();
    await using workers = new Workers(at.fleet, at.name);
    const stop = new AbortController();
    const said: string[] = [];
    const options = { id: "leaving", signal: stop.signal, report: (notice: string) => said.push(notice) };
    const leaving = workers.start(faultyBox(target, { delay: 30 }), options);
    const notices: string[] = [];
    const box = await openFleet({ ...QUICK, ...at, report: (notice) => notices.push(notice) });
    const answers = box.weigh(words(50));
    await pause(45);
    stop.abort();
    void workers.start(faultyBox(target), { id: "staying" });
    expect(await answers).toHaveLength(50);
    expect(await leaving).toMatchObject({ leases: expect.any(Number) as number });
    expect(said.join("\n")).toMatch(/stopping; \d+ words? in hand to be answered first/u);
    expect(notices.join("\n")).toMatch(/the worker leaving is gone: it was stopped/u);
    await box.close();
  });

  test("carries the runs of machines, distributions and conjectures", async () => {
    const machine = machineToWdfsa({
      kind: "moore",
      alphabet: new Alphabet("ab"),
      target: Int32Array.from([1, 0, 0, 1]),
      output: ["x y", "1"],
    }) as Wdfsa<never>;
    const model = nextTeacherOf(
      randomAutomaton({ algebra: real, states: 3, letters: 2, shape: "all-final", seed: 3 }) as never,
    );
    const boxes: readonly BlackBox<unknown>[] = [
      automatonBox(machine),
      nextBox({ ...model, prefixes: false }) as unknown as BlackBox<unknown>,
      automatonBox(target),
    ];
    for (const own of boxes) {
      const at = place();
      await using workers = new Workers(at.fleet, at.name);
      void workers.start(own);
      const box = await openFleet({ ...QUICK, ...at });
      expect(await box.weigh(words(9))).toEqual(await own.weigh(words(9)));
      expect([box.machine, box.next?.prefixes]).toEqual([own.machine, own.next?.prefixes]);
      if (box.finds === "counterexamples") {
        expect(await box.findCounterexample(targetOf(2))).toEqual(await own.findCounterexample(targetOf(2)));
        expect(await box.findCounterexample(target)).toBeNull();
      }
      await box.close();
    }
  });

  test("tells who is there: workers that wait, and those at work", async () => {
    const at = place();
    await using workers = new Workers(at.fleet, at.name);
    for (const id of ["one", "two"]) void workers.start(faultyBox(target, { delay: 400 }), { id });
    await pause(500);
    const idle = await askFleet({ ...at, wait: 0.15 });
    expect(idle.learner).toBeUndefined();
    expect(idle.workers.map(({ id, silence }) => [id, silence])).toEqual([
      ["one", undefined],
      ["two", undefined],
    ]);
    const box = await openFleet({ ...QUICK, ...at });
    await pause(50);
    const answers = box.weigh(words(2));
    const busy = await askFleet({ ...at, wait: 0.15 });
    expect(busy.learner?.pid).toBe(process.pid);
    expect(busy.workers.map(({ leases }) => leases.length)).toEqual([1, 1]);
    expect(busy.workers[0].silence).toBeLessThan(1);
    await answers;
    await box.close();
  });
});
