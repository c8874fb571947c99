/** The files that standard output and standard error go to are written to as they are, whatever they are called. */

import { chmodSync, closeSync, openSync } from "node:fs";
import { describe, expect } from "vitest";
import { automatonText, test } from "./support/hankel.ts";
import { RunningCommand } from "./support/running-command.ts";

const hasNames = process.platform !== "win32";

describe.runIf(hasNames)("a file that standard output appends to keeps what it has", () => {
  test.for([
    ["convert", "a.json", "/dev/stdout", "--to", "dot"],
    ["convert", "a.json", "/dev/fd/1", "--to", "dot"],
    ["learn", "a.json", "--equivalence", "walk:5", "--out", "o.json", "--events", "/dev/stdout"],
  ])("%s", async (args, { place }) => {
    await place.write("a.json", automatonText());
    await place.write("log", "first\n");
    const stdout = openSync(place.path("log"), "a");
    const running = new RunningCommand(place, args, { stdout });
    closeSync(stdout);
    expect(await running.ended).toEqual({ code: 0, by: null });
    expect(await place.read("log")).toMatch(/^first\n(?:digraph|\{"seconds")/u);
  });

  test("events close nothing that the result needs", async ({ place }) => {
    await place.write("a.json", automatonText());
    const stdout = openSync(place.path("log"), "a");
    const args = ["learn", "a.json", "--equivalence", "walk:5", "--events", "/dev/stdout", "--json"];
    const running = new RunningCommand(place, args, { stdout });
    closeSync(stdout);
    expect(await running.ended).toEqual({ code: 0, by: null });
    expect(await place.read("log")).toMatch(/"event":"end".*\n\{"outcome":"accepted".*\}\n$/u);
  });

  test("a file that nobody may open for writing by now", async ({ place }) => {
    await place.write("a.json", automatonText());
    const stdout = openSync(place.path("log"), "a");
    chmodSync(place.path("log"), 0o444);
    const running = new RunningCommand(place, ["convert", "a.json", "/dev/stdout", "--to", "dot"], {
      stdout,
    });
    closeSync(stdout);
    expect(await running.ended).toEqual({ code: 0, by: null });
    expect(await place.read("log")).toMatch(/^digraph/u);
  });
});
