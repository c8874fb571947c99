/**
 * Every call on a file may fail: the disk is full, a folder is gone. The command is run once for each call that it makes, and that
 * call fails. It ends with a sentence, never with an internal error; a run that says that it is done has written what it should, and
 * one that is repeated without faults ends as if there had been none. `HANKEL_ALL_FAULTS=1` tries every call instead of the last one of each
 * function.
 */

import { spawnSync } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect } from "vitest";
import { automatonText, BIN, test, type Workplace } from "./support/hankel.ts";
import { SLOW } from "./support/slow-program.ts";

const PRELOAD = pathToFileURL(join(import.meta.dirname, "support/failing-files.mjs")).href;
const OPTIONS =
  "--quiet --equivalence wp:1 --fingerprint one --recheck 0 --journal run.jsonl --out out.json --certificate why.json --events events.jsonl";
const LEARN = ["learn", ...OPTIONS.split(" "), "--", process.execPath, "box.mjs"];
const ALL = process.env["HANKEL_ALL_FAULTS"] === "1";
const CODES = ["EIO", "ENOSPC", "EMFILE"];

async function learn(place: Workplace, fault: Readonly<Record<string, string>> = {}) {
  return place.spawn(LEARN, { env: { NODE_OPTIONS: `--import ${PRELOAD}`, ...fault } });
}

describe("a call on a file that fails", () => {
  test("ends a run in words, and loses nothing", { timeout: 600_000 }, async ({ place }) => {
    await place.write("box.mjs", SLOW);
    const log = join(tmpdir(), `hankel-faults-${process.pid}`);
    expect((await learn(place, { FAULT_LOG: log })).code).toBe(0);
    const calls = (await readFile(log, "utf8")).trim().split("\n");
    await rm(log);
    expect(calls.length).toBeGreaterThan(20);
    const [automaton, journal] = await Promise.all(["out.json", "run.jsonl"].map((name) => place.read(name)));
    const internal: string[] = [];
    const tried = calls.flatMap((name, i) => (ALL || calls.lastIndexOf(name) === i ? [i + 1] : []));
    for (const [i, at] of tried.entries()) {
      for (const name of ["out.json", "run.jsonl", "why.json", "events.jsonl"])
        await rm(place.path(name), { force: true });
      const code = CODES[i % CODES.length];
      const ended = await learn(place, { FAULT_AT: String(at), FAULT_CODE: code });
      const what = `${code} in call ${at}, ${calls[at - 1]}: exit ${ended.code}: ${ended.stderr}`;
      if (/internal error|^\s+at /mu.test(ended.stderr) || ended.code === 70) internal.push(what);
      expect([0, 2, 3, 4, 70], what).toContain(ended.code);
      if (ended.code === 0) expect(await place.read("out.json"), what).toBe(automaton);
      else expect(ended.stderr, what).toMatch(/^hankel: /mu);
      const again = await learn(place);
      expect(again.code, `${what}\nagain: ${again.stderr}`).toBe(0);
      expect(await place.read("out.json"), what).toBe(automaton);
      expect(await place.read("run.jsonl"), what).toBe(journal);
    }
    expect(internal).toEqual([]);
  });

  test("is told where not even our own files can be opened", async ({ place }) => {
    await place.write("target.json", automatonText());
    const script = `ulimit -n 30; exec "$0" "$@"`;
    const { status, stderr } = spawnSync(
      "/bin/sh",
      ["-c", script, process.execPath, BIN, "learn", "target.json", "--max-seconds", "5"],
      { cwd: place.folder, encoding: "utf8", timeout: 60_000 },
    );
    expect(stderr).toMatch(/^hankel: cannot load a part of itself: EMFILE/mu);
    expect(status).toBe(2);
  });
});
