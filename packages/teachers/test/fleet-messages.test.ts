/** What arrives from the network is checked, and nothing leaves the fleet's own subjects. */

import { fileURLToPath } from "node:url";
import { HankelError, randomAutomaton, rational, type Wdfsa } from "@hankel/core";
import { openFleet } from "@hankel/teachers";
import { describe, expect, test } from "vitest";
import { missing, NatsServer, warnIfMissing } from "../../../scripts/nats-server.ts";
import { type Carrier, checkName, openCarrier, subjectsOf } from "../src/fleet/carrier.ts";
import { loadNats } from "../src/fleet/fleet-access.ts";
import { fleetLanguage } from "../src/fleet/fleet-language.ts";
import { readIds, readJoin, readSeconds, readWant, shownText } from "../src/fleet/fleet-messages.ts";
import { faultyBox, PATIENT, Workers } from "./support/fleets.ts";

warnIfMissing("messages of fleets");

const target = randomAutomaton({ algebra: rational, states: 4, letters: 2, seed: 5 }) as Wdfsa<never>;

const JOIN = {
  hankel: 1,
  fleet: 1,
  session: "s",
  semifield: "rational",
  alphabet: ["a", "b"],
  probe: [[]],
  weights: ["1"],
};

describe("a message of a worker", () => {
  test("that joins is read, with defaults", () => {
    expect(readJoin(JOIN)).toMatchObject({ session: "s", want: 1, holds: [], copies: 1, normalized: false });
  });

  test("that joins with weights that would take long to read is refused without reading them", () => {
    const { refusal } = fleetLanguage("the first", readJoin(JOIN), {});
    expect(refusal(readJoin({ ...JOIN, weights: ["2/2"] }))).toBeUndefined();
    expect(refusal(readJoin({ ...JOIN, weights: [`${"3".repeat(60_000)}/${"7".repeat(60_000)}`] }))).toBe(
      "its answers for its probe take 120001 characters, and those of the first, which was there first, 1",
    );
  });

  test.each<[string, object]>([
    ["another version", { fleet: 2 }],
    ["no session", { session: undefined }],
    ["a session without end", { session: "s".repeat(65) }],
    ["too many copies", { copies: 1e9 }],
    ["no copies", { copies: 0 }],
    ["a probe that is no words", { probe: [1] }],
    ["leases that are no ids", { holds: ["7"] }],
    ["too many leases", { holds: Array.from({ length: 2000 }, (_, i) => i) }],
    ["tests that read a file", { tests: "words:/etc/passwd" }],
    ["tests that are no tests", { tests: "../x" }],
    ["a longest word of -1 letters", { longest: -1 }],
    ["a wish for half a lease", { want: 0.5 }],
  ])("is refused with %s", (_, change) => {
    expect(() => readJoin({ ...JOIN, ...change })).toThrow(HankelError);
  });

  test("has numbers within limits, and texts without control characters", () => {
    expect(readWant({ want: 1e6 })).toBe(16);
    expect(readIds([1, 2])).toEqual([1, 2]);
    expect([readSeconds(2), readSeconds(0), readSeconds(1e9), readSeconds("2")]).toEqual([
      2,
      undefined,
      undefined,
      undefined,
    ]);
    expect(shownText("\u001b[31mred\nline", 9)).toBe(" [31mred ");
  });
});

describe("the subjects of a fleet", () => {
  test("have one prefix, and names cannot leave it", () => {
    const subjects = subjectsOf("coffee");
    expect([subjects.from("w"), subjects.to("w"), subjects.inbox("i")]).toEqual([
      "hankel.coffee.from.w",
      "hankel.coffee.to.w",
      "hankel.coffee.inbox.i",
    ]);
    expect(subjects.workerAt("hankel.coffee.from.bench-1")).toBe("bench-1");
    expect(subjects.workerAt("hankel.coffee.from.a.b")).toBeUndefined();
    expect(subjects.isInbox("hankel.coffee.inbox.x")).toBe(true);
    expect(subjects.isInbox("hankel.other.inbox.x")).toBe(false);
    for (const name of ["", "a b", "a.b", "*", ">", "x".repeat(65)]) {
      expect(() => checkName(name, "a fleet"), name).toThrow(/the name of a fleet/u);
    }
  });
});

describe("the client", () => {
  test("is an optional dependency: without it a fleet says what to install", async () => {
    const load = () => Promise.reject(Object.assign(new Error("gone"), { code: "ERR_MODULE_NOT_FOUND" }));
    const at = { fleet: "nats://127.0.0.1:1", name: "x", load };
    await expect(openCarrier(at)).rejects.toThrow(/npm install @nats-io\/transport-node/u);
  });

  test("that is broken is another matter", async () => {
    await expect(loadNats(() => Promise.reject(new Error("broken")))).rejects.toThrow(
      /cannot be loaded: broken/u,
    );
  });
});

describe.skipIf(missing)("on a real server", () => {
  /** Everything that is published there. */
  async function tapped(server: NatsServer, seen: string[]): Promise<Carrier> {
    const carrier = await openCarrier({ fleet: server.url, name: "tap" });
    carrier.receive(">", ({ subject, reply }) => seen.push(subject, ...(reply ? [reply] : [])));
    return carrier;
  }

  test("a run stays within the prefix of its fleet, inboxes included", async () => {
    await using server = await NatsServer.start();
    const seen: string[] = [];
    const tap = await tapped(server, seen);
    await using workers = new Workers(server.url, "coffee");
    void workers.start(faultyBox(target));
    const box = await openFleet({ ...PATIENT, fleet: server.url, name: "coffee" });
    await box.weigh([[0], [1, 1]]);
    await box.close();
    await tap.close();
    expect(seen.length).toBeGreaterThan(5);
    expect(seen.filter((subject) => !subject.startsWith("hankel.coffee."))).toEqual([]);
  });

  test("nonsense from a stranger does no harm, to the learner or to a worker", async () => {
    await using server = await NatsServer.start();
    const at = { fleet: server.url, name: "coffee" };
    await using workers = new Workers(at.fleet, at.name);
    const said: string[] = [];
    void workers.start(faultyBox(target), { id: "bench", report: (notice) => said.push(notice) });
    const notices: string[] = [];
    const box = await openFleet({ ...PATIENT, ...at, report: (notice) => notices.push(notice) });
    const stranger = await openCarrier(at);
    const nonsense = [
      "",
      "{",
      "[]",
      "null",
      '{"id":1}',
      '{"beat":7}',
      '{"hankel":1}',
      '{"id":{},"want":-1}',
      `{"leave":${"[".repeat(500)}`,
    ];
    for (const text of nonsense) {
      stranger.send("hankel.coffee.from.stranger", text);
      stranger.send("hankel.coffee.from.bench", text);
      stranger.send("hankel.coffee.to.bench", text);
      stranger.send("hankel.coffee.hello", text, "hankel.coffee.inbox.x");
      stranger.send("hankel.coffee.who", text, "elsewhere.inbox");
    }
    stranger.send("hankel.coffee.to.bench", '{"id":5,"weigh":[["c"]]}');
    stranger.send("hankel.coffee.to.bench", '{"id":6,"weigh":"rm -rf"}');
    stranger.send("hankel.coffee.to.bench", '{"id":7,"exec":"rm -rf"}');
    // What it has sent is at the server, so it arrives before the next answer.
    await stranger.close();
    expect(await box.weigh([[0, 1], [1]])).toHaveLength(2);
    expect(notices.filter((notice) => notice.includes("stranger"))).toHaveLength(1);
    expect(said.join("\n")).toContain("a message was dropped");
    await box.close();
  });

  test("leases and answers fit into what the server allows; a word that cannot is named", async () => {
    const config = fileURLToPath(new URL("support/small-payload.conf", import.meta.url));
    await using server = await NatsServer.start(["--config", config]);
    await using workers = new Workers(server.url, "coffee");
    void workers.start(faultyBox(target));
    const box = await openFleet({ ...PATIENT, fleet: server.url, name: "coffee" });
    const words = Array.from({ length: 300 }, (_, i) =>
      Array.from({ length: 30 }, (_, j) => (i >> (j % 9)) & 1),
    );
    expect(await box.weigh(words)).toHaveLength(300);
    const long = Array.from({ length: 2000 }, () => 0);
    await expect(box.weigh([long])).rejects.toThrow(/failed on aaa.*more than the 4096 bytes of a message/u);
    await box.close();
  });
});
