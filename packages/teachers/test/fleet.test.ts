/** Fleets with a real server on a loopback port, and workers in this process. */

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
import {
  askFleet,
  automatonBox,
  type BlackBox,
  findsOf,
  nextBox,
  openFleet,
  runWorker,
} from "@hankel/teachers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { missing, NatsServer, warnIfMissing } from "../../../scripts/nats-server.ts";
import { faultyBox, learnFrom, learnFromFleet, noting, PATIENT, Workers } from "./support/fleets.ts";
import { MemoryStorage } from "./support/memory-storage.ts";

warnIfMissing("fleets");

function targetOf(seed: number, letters = 2): Wdfsa<unknown> {
  return randomAutomaton({ algebra: rational, states: 6, letters, shape: "dense", seed });
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

  test("asks a word again on another machine, and names both when they differ", async () => {
    const at = place();
    await using workers = new Workers(at.fleet, at.name);
    const heard: Record<string, number> = { one: 0, two: 0 };
    const said: string[] = [];
    for (const id of ["one", "two"]) {
      const before = () => {
        heard[id]++;
      };
      const report = (notice: string) => said.push(notice);
      void workers.start(faultyBox(target, { before }), { id, report });
    }
    const box = await openFleet({ ...PATIENT, ...at });
    await expect.poll(() => said.filter((notice) => notice.includes("at work"))).toHaveLength(2);
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
    const box = await openFleet({ ...PATIENT, ...at });
    await expect(box.weigh(words(60))).rejects.toThrow(
      /the black box failed on abba: (one|two) says: out of memory/u,
    );
    await box.close();
  });

  describe("refuses a worker, and says why:", () => {
    const refused: readonly [string, BlackBox<unknown>, object, RegExp][] = [
      ["another alphabet", faultyBox(targetOf(1, 3)), {}, /another alphabet; first was there first/u],
      [
        "another semifield",
        faultyBox(randomAutomaton({ algebra: real, states: 3, letters: 2, seed: 1 })),
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
      const box = await openFleet({ ...PATIENT, ...at, report: noting(notices) });
      const ended = await workers.start(other, { id: "second", ...options });
      expect(String(ended)).toMatch(reason);
      expect(String(ended)).toMatch(/the learner refuses this worker/u);
      expect(notices.join("\n")).toMatch(/the worker second is refused/u);
      expect(await box.weigh([[0]])).toHaveLength(1);
      await box.close();
    });
  });

  test("whose first worker is not what the learner wants refuses it, and waits for another", async () => {
    const at = place();
    await using workers = new Workers(at.fleet, at.name);
    const reals = randomAutomaton({ algebra: real, states: 3, letters: 2, seed: 1 });
    const notices: string[] = [];
    const opening = openFleet({ ...PATIENT, ...at, semifield: "rational", report: noting(notices) });
    const refused = await workers.start(faultyBox(reals), { id: "wrong" });
    expect(String(refused)).toMatch(/refuses this worker: .*in the semifield "real", not "rational"/u);
    void workers.start(faultyBox(target), { id: "right" });
    const box = await opening;
    expect(await box.weigh([[0]])).toHaveLength(1);
    expect(notices).toEqual([expect.stringMatching(/^the worker wrong is refused: /u)]);
    await box.close();
  });

  test("asks the caller about its first worker", async () => {
    const at = place();
    await using workers = new Workers(at.fleet, at.name);
    const expected = await automatonBox(target).weigh([[0]]);
    const opening = openFleet({
      ...PATIENT,
      ...at,
      refuse: (box, probe) => {
        const answer = probe.find(([symbols]) => symbols.length === 1 && symbols[0] === "a")?.[1];
        return box.kind.equals(answer, expected[0]) ? undefined : "it contradicts the journal";
      },
    });
    const refused = await workers.start(faultyBox(targetOf(2)), { id: "wrong" });
    expect(String(refused)).toMatch(/refuses this worker: it contradicts the journal/u);
    void workers.start(faultyBox(target), { id: "right" });
    const box = await opening;
    expect(await box.weigh([[0]])).toEqual(expected);
    await box.close();
  });

  test("serves the next learner after one that was stopped, and its journal goes on", async () => {
    const at = place();
    await using workers = new Workers(at.fleet, at.name);
    const stop = new AbortController();
    let batches = 0;
    const before = () => {
      if (++batches === 12) stop.abort();
    };
    for (let i = 0; i < 2; i++) void workers.start(faultyBox(target, { before }));
    const local = await learnFrom(faultyBox(target), target);
    const [main, early] = [new MemoryStorage(), new MemoryStorage()];
    const first = await openFleet({ ...PATIENT, ...at });
    const cut = await learnFrom(first, target, { signal: stop.signal }, main, early);
    expect(cut.result.outcome).toBe("cancelled");
    await first.close();
    const second = await openFleet({ ...PATIENT, ...at });
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
    const { box: held, asked, release } = heldBox();
    void workers.start(held, { report: (notice) => said.push(notice) });
    const notices: string[] = [];
    const box = await openFleet({ ...PATIENT, ...at, report: noting(notices) });
    const answers = box.weigh(words(300));
    await asked;
    await own.kill();
    await expect.poll(() => notices.length).toBe(1);
    await own.start();
    release();
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
    const { box: held, asked, release } = heldBox();
    const worker = runWorker({ ...at, box: held, signal: stop.signal });
    const notices: string[] = [];
    const box = await openFleet({ ...PATIENT, ...at, report: noting(notices) });
    const cancelled = new AbortController();
    const answers = box.weigh(words(300), { signal: cancelled.signal });
    await asked;
    await own.kill();
    await expect.poll(() => notices.length).toBe(1);
    cancelled.abort();
    await expect(answers).rejects.toThrow("cancelled");
    stop.abort();
    release();
    expect((await worker).words).toBeGreaterThan(0);
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
      nextBox({ ...model, prefixes: false }),
      automatonBox(target),
    ];
    for (const own of boxes) {
      const at = place();
      await using workers = new Workers(at.fleet, at.name);
      void workers.start(own);
      const box = await openFleet({ ...PATIENT, ...at });
      expect(await box.weigh(words(9))).toEqual(await own.weigh(words(9)));
      expect([box.kind.header.machine, box.kind.header.next?.prefixes]).toEqual([
        own.kind.header.machine,
        own.kind.header.next?.prefixes,
      ]);
      if (findsOf(box) === "counterexamples") {
        expect(await box.findCounterexample?.(targetOf(2))).toEqual(
          await own.findCounterexample?.(targetOf(2)),
        );
        expect(await box.findCounterexample?.(target)).toBeNull();
      }
      await box.close();
    }
  });

  test("tells who is there: workers that wait, and those at work", async () => {
    const at = place();
    await using workers = new Workers(at.fleet, at.name);
    const boxes = [heldBox(), heldBox()];
    boxes.forEach(({ box }, i) => void workers.start(box, { id: ["one", "two"][i] }));
    const look = () => askFleet({ ...at, wait: 0.15 });
    const idle = await eventually(look, (facts) => facts.workers.length === 2);
    expect(idle.learner).toBeUndefined();
    expect(idle.workers.map(({ id, silence }) => [id, silence])).toEqual([
      ["one", undefined],
      ["two", undefined],
    ]);
    const box = await openFleet({ ...PATIENT, ...at });
    const answers = box.weigh(words(200));
    // A look sees only what is told in time.
    const busy = await eventually(
      look,
      ({ learner, workers: seen }) =>
        learner !== undefined && seen.length === 2 && seen.every(({ leases }) => leases.length > 0),
    );
    expect(busy.learner?.pid).toBe(process.pid);
    expect(busy.workers.map(({ id }) => id)).toEqual(["one", "two"]);
    expect(busy.workers.map(({ silence }) => typeof silence)).toEqual(["number", "number"]);
    for (const { release } of boxes) release();
    await answers;
    await box.close();
  });
});

/** Looks until what is seen is as it should be in the end. */
async function eventually<T>(look: () => Promise<T>, isThere: (seen: T) => boolean): Promise<T> {
  for (;;) {
    const seen = await look();
    if (isThere(seen)) return seen;
  }
}

/** A box that answers its probe, and nothing else before it is released. */
function heldBox() {
  let release = () => {};
  let ask = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const asked = new Promise<void>((resolve) => {
    ask = resolve;
  });
  let batches = 0;
  const before = () => {
    if (batches++ === 0) return undefined;
    ask();
    return released;
  };
  return { box: faultyBox(target, { before }), asked, release: () => release() };
}
