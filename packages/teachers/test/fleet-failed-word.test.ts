/** A worker whose own box has found the word that fails tells the learner which one it is. */

import { randomAutomaton, rational, type Wdfsa, type Word } from "@hankel/core";
import { openFleet } from "@hankel/teachers";
import { describe, expect, test } from "vitest";
import { missing, NatsServer, warnIfMissing } from "../../../scripts/nats-server.ts";
import { FailedWord } from "../src/pool/pool.ts";
import { faultyBox, PATIENT, Workers } from "./support/fleets.ts";

warnIfMissing("words on which the box of a worker fails");

const target = randomAutomaton({ algebra: rational, states: 4, letters: 2, seed: 5 }) as Wdfsa<never>;
const words: Word[] = Array.from({ length: 64 }, (_, i) => [...(i + 1).toString(2)].slice(1).map(Number));

describe.skipIf(missing)("a word that fails on every machine", () => {
  test("is not looked for a second time by the learner", async () => {
    await using server = await NatsServer.start();
    const at = { fleet: server.url, name: "failing" };
    await using workers = new Workers(at.fleet, at.name);
    const failed: string[] = [];
    for (const id of ["one", "two"]) {
      const before = (asked: readonly Word[]) => {
        if (!asked.some((word) => word.join("") === "0110")) return;
        failed.push(id);
        throw new FailedWord(["a", "b", "b", "a"], "abba", new Error("out of memory"));
      };
      void workers.start(faultyBox(target, { before }), { id });
    }
    const box = await openFleet({ ...PATIENT, ...at, batch: 64 });
    await expect(box.weigh(words)).rejects.toThrow(
      /^the black box failed on abba: (one|two) says: out of memory$/u,
    );
    expect(failed).toHaveLength(2);
    await box.close();
  });
});
