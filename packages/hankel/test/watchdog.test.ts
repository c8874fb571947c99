/** Something watches before a program runs: between the two, nothing would end the program of a killed learner. */

import { expect } from "vitest";
import { test } from "./support/hankel.ts";

/** A program that tells whether the shell that watches its parent is older than itself, as the numbers of processes say. */
const BOX = `
import { readdirSync, readFileSync } from "node:fs";
const siblings = readdirSync("/proc").filter((name) => {
  try {
    const [, command, parent] = /^\\d+ \\((.*)\\) \\S (\\d+)/su.exec(readFileSync(\`/proc/\${name}/stat\`, "utf8"));
    return command === "sh" && Number(parent) === process.ppid;
  } catch {
    return false;
  }
});
console.error("watched: " + siblings.some((sibling) => Number(sibling) < process.pid));
process.exit(1);
`;

test.runIf(process.platform === "linux")(
  "the watchdog starts before the first program",
  async ({ place }) => {
    await place.write("box.mjs", BOX);
    const watched = async () =>
      (await place.spawn(["learn", "--", process.execPath, "box.mjs"])).stderr.includes("watched: true");
    // The numbers of processes begin again at some time, but not three times in a row.
    expect((await watched()) || (await watched()) || (await watched())).toBe(true);
  },
);
