/** A target that nobody writes keeps no run from ending. */

import { execFileSync } from "node:child_process";
import { setImmediate } from "node:timers/promises";
import { expect } from "vitest";
import { whileReading } from "../src/support/while-reading.ts";
import { test } from "./support/hankel.ts";

test.for([
  ["learn", "pipe.json"],
  ["learn", "pipe.json", "--journal", "j"],
])("--max-seconds ends the wait for the target: %s %s %s", async (args, { place }) => {
  execFileSync("mkfifo", [place.path("pipe.json")]);
  const { code, stderr } = await place.spawn([...args, "--max-seconds", "1"]);
  expect(stderr).toMatch(/^hankel: more than 1 second has passed, and .*: nothing was learned\n$/u);
  expect(code).toBe(4);
});

test("an ordinary file is read to its end, however late it is", async ({ place }) => {
  await place.write("a.json", "");
  const reading = setImmediate("all of it");
  expect(await whileReading(place.path("a.json"), reading, AbortSignal.abort())).toBe("all of it");
});
