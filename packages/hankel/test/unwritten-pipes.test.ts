/** A target that nobody writes keeps no run from ending. */

import { execFileSync } from "node:child_process";
import { expect } from "vitest";
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
