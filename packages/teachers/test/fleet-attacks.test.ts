/** What somebody can do who may join a fleet, and must not be able to do. In simulated time. */

import { randomAutomaton, rational } from "@hankel/core";
import { automatonBox, type BlackBox } from "@hankel/teachers";
import { expect, test } from "vitest";
import type { Carrier } from "../src/fleet/carrier.ts";
import { Notices } from "../src/fleet/notices.ts";
import { SimulatedClock } from "./simulation/simulated-clock.ts";
import { faultyBox } from "./support/fleets.ts";
import { VirtualFleet } from "./support/virtual-fleet.ts";

const target = randomAutomaton({ algebra: rational, states: 6, letters: 2, shape: "dense", seed: 1 });
const written = (weights: readonly unknown[]) => weights.map(rational.format as never);

async function joinOf(session: string): Promise<string> {
  const weights = written(await automatonBox(target).weigh([[]]));
  const about = { hankel: 1, fleet: 1, session, semifield: "rational", alphabet: ["a", "b"] };
  return JSON.stringify({ ...about, counterexamples: true, probe: [[]], weights, want: 1 });
}

const text = (data: Uint8Array) => new TextDecoder().decode(data);

/** A fleet with a worker that is honest, and what the learner says. */
async function honestFleet() {
  const fleet = new VirtualFleet();
  const notices: string[] = [];
  const stranger = fleet.connect();
  const inboxes = new Set<string>();
  // Every message to a worker says where an answer would be read.
  stranger.receive("hankel.virtual.to.honest", ({ reply }) => void (reply && inboxes.add(reply)));
  stranger.receive("hankel.virtual.hello", ({ reply }) => void (reply && inboxes.add(reply)));
  void fleet.start(faultyBox(target), { id: "honest" });
  const box = await fleet.open({ report: (notice) => notices.push(notice) });
  await fleet.until(box.weigh([[0]]));
  return { fleet, box, stranger, inboxes, notices };
}

async function expectAtWork(fleet: VirtualFleet, box: BlackBox<unknown>): Promise<void> {
  const words = [[0, 1, 1], [1], []];
  const expected = written(await automatonBox(target).weigh(words));
  expect(written(await fleet.until(box.weigh(words)))).toEqual(expected);
}

/** Asks the learner who is there. */
async function facts(fleet: VirtualFleet, stranger: Carrier) {
  interface Facts {
    readonly learner: { readonly dropped: number };
    readonly workers: readonly { readonly id: string; readonly silent: boolean }[];
  }
  const found: Facts[] = [];
  stranger.receive("hankel.virtual.inbox.looks", ({ data }) => {
    const facts = JSON.parse(text(data)) as Partial<Facts>;
    if (facts.learner !== undefined) found.push(facts as Facts);
  });
  stranger.send("hankel.virtual.who", "{}", "hankel.virtual.inbox.looks");
  await fleet.until(fleet.pause(20));
  return { learner: found[0].learner, workers: found.flatMap(({ workers }) => workers) };
}

test("nobody ends a learner by a message to its inbox, or by one that makes no sense", async () => {
  const { fleet, box, stranger, inboxes } = await honestFleet();
  expect(inboxes.size).toBeGreaterThan(0);
  const odd = [
    '{"busy":"x"}',
    '{"busy":"x","to":{"a":1},"pid":[],"host":7}',
    '{"hello":7,"asks":[],"seconds":"9"}',
    '{"goodbye":"x"}',
    "{",
    "\u0000",
    `{"busy":${"[".repeat(1000)}`,
  ];
  for (const message of odd) {
    for (const inbox of inboxes) stranger.send(inbox, message);
    stranger.send("hankel.virtual.hello", message);
    stranger.send("hankel.virtual.from.stranger", message);
    stranger.send("hankel.virtual.from.honest", message);
  }
  await expectAtWork(fleet, box);
  // Three of them are no JSON, at three places that the learner reads.
  expect((await facts(fleet, stranger)).learner.dropped).toBe(9);
  await box.close?.();
});

test("a flood of joins and leaves is told in few notices, with their number", async () => {
  const { fleet, box, stranger, notices } = await honestFleet();
  stranger.receive("hankel.virtual.to.restless", () => {});
  for (let i = 0; i < 1000; i++) {
    stranger.send("hankel.virtual.from.restless", await joinOf(`session-${i}`));
    stranger.send("hankel.virtual.from.restless", '{"leave":"bye"}');
    if (i % 100 === 0) await fleet.until(fleet.pause(300));
  }
  await expectAtWork(fleet, box);
  await fleet.until(fleet.pause(5000));
  expect(notices.length).toBeLessThan(40);
  const leftOut = notices.map((notice) => Number(/^(\d+) more notices/u.exec(notice)?.[1] ?? 0));
  const told = notices.filter((notice) => notice.startsWith("the worker restless")).length;
  expect(leftOut.reduce((sum, count) => sum + count, told)).toBe(1000);
  await box.close?.();
});

test("notices come again when the flood is over", async () => {
  const clock = new SimulatedClock();
  const said: string[] = [];
  const notices = new Notices((notice) => said.push(notice), clock);
  const pass = (milliseconds: number) =>
    clock.until(
      new Promise<void>((resolve) => {
        clock.after(milliseconds, resolve);
      }),
    );
  for (let i = 0; i < 50; i++) notices.say(`notice ${i}`);
  await pass(1500);
  notices.say("late");
  expect(said.slice(19)).toEqual(["notice 19", "30 more notices about the fleet: too many to show", "late"]);
  notices.end();
  expect(said).toHaveLength(22);
});

test("a fleet has 1000 workers at most, and who is not there does not count", async () => {
  const { fleet, box, stranger } = await honestFleet();
  const refused: string[] = [];
  for (let i = 0; i < 1100; i++) {
    // The first hundred listen to nothing, so the server has not got them.
    if (i >= 100) {
      stranger.receive(`hankel.virtual.to.w${i}`, ({ data }) => {
        if (text(data).includes("refused")) refused.push(text(data));
      });
    }
    stranger.send(`hankel.virtual.from.w${i}`, await joinOf("s"));
    if (i === 99) await fleet.until(fleet.pause(5));
  }
  await fleet.until(fleet.pause(5));
  expect(refused).toEqual(['{"refused":"the fleet has 1000 workers, and no room for more","session":"s"}']);
  const { workers } = await facts(fleet, stranger);
  expect(workers).toHaveLength(1000);
  expect(workers.some(({ id }) => id === "honest")).toBe(true);
  await box.close?.();
});

test("a worker that misses its heartbeats is silent, and told to be", async () => {
  const { fleet, box, stranger } = await honestFleet();
  stranger.receive("hankel.virtual.to.mute", () => {});
  stranger.send("hankel.virtual.from.mute", await joinOf("s"));
  // A beat takes 50 ms, and after 400 ms the worker is given up.
  await fleet.until(fleet.pause(200));
  const { workers } = await facts(fleet, stranger);
  expect(new Map(workers.map(({ id, silent }) => [id, silent]))).toEqual(
    new Map([
      ["honest", false],
      ["mute", true],
    ]),
  );
  await box.close?.();
});

test("of two learners that are at work, the one that began later ends", async () => {
  const { fleet, box, stranger } = await honestFleet();
  const heard: string[] = [];
  stranger.receive("hankel.virtual.hello", ({ data }) => heard.push(text(data)));
  const say = (message: object) => stranger.send("hankel.virtual.hello", JSON.stringify(message));
  say({ hello: "younger", host: "elsewhere", pid: 7, seconds: 0 });
  say({ asks: "starting" });
  await fleet.until(fleet.pause(5));
  const busy = heard
    .map((message) => JSON.parse(message) as { busy?: string; to?: string })
    .filter((each) => each.busy);
  expect(new Set(busy.map(({ to }) => to))).toEqual(new Set(["starting", "younger"]));
  await expectAtWork(fleet, box);
  say({ hello: "older", host: "elsewhere", pid: 7, seconds: 1e6 });
  await fleet.until(fleet.pause(5));
  await expect(fleet.until(box.weigh([[1, 1, 1]]))).rejects.toThrow(
    "the fleet virtual has a learner already: process 7 on elsewhere",
  );
  await box.close?.();
});
