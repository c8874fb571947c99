/** Two processes never hold the lock of one journal, and a crash leaves no lasting lock. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { lockJournal } from "../src/journal/lock.ts";
import { workplace } from "./support/boxes.ts";

const LOCKER = fileURLToPath(new URL("support/locker.ts", import.meta.url));

function locker(path: string, milliseconds: number): ChildProcess {
  return spawn(process.execPath, ["--import", "tsx", LOCKER, path, String(milliseconds)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

async function firstLine(child: ChildProcess): Promise<string> {
  const [chunk] = (await once(child.stdout as Readable, "data")) as [Buffer];
  return chunk.toString().trim();
}

describe("lockJournal", () => {
  it("refuses a second lock in the same process, under any name, until the first is released", async () => {
    using place = workplace();
    const path = place.file("j", "");
    const alias = join(place.folder, "alias");
    symlinkSync(path, alias);
    const lock = await lockJournal(path);
    await expect(lockJournal(path)).rejects.toThrow(`is in use by process ${process.pid}`);
    await expect(lockJournal(alias)).rejects.toThrow("is in use");
    const elsewhere = await lockJournal(join(place.folder, "k"));
    elsewhere.release();
    lock.release();
    (await lockJournal(alias)).release();
    expect(readdirSync(place.folder).toSorted()).toEqual(["alias", "j"]);
  });

  it("is never held by two processes that try at once", async () => {
    using place = workplace();
    const path = place.file("j", "");
    const children = Array.from({ length: 5 }, () => locker(path, 30));
    const said: string[] = [];
    for (const child of children) {
      child.stdout?.on("data", (chunk: Buffer) => said.push(...chunk.toString().trim().split("\n")));
    }
    await Promise.all(children.map((child) => once(child, "close")));
    let holder: string | undefined;
    for (const line of said) {
      if (line.startsWith("+")) {
        expect(holder).toBeUndefined();
        holder = line.slice(1);
      } else if (line.startsWith("-")) {
        expect(line.slice(1)).toBe(holder);
        holder = undefined;
      } else expect(line).toMatch(/^refused the journal .* is in use by process \d+$/u);
    }
    expect(said.some((line) => line.startsWith("+"))).toBe(true);
    expect(readdirSync(place.folder)).toEqual(["j"]);
  });

  it("is free after its holder is killed, and the stale lock file is removed", async () => {
    using place = workplace();
    const path = place.file("j", "");
    const child = locker(path, 60_000);
    expect(await firstLine(child)).toBe(`+${child.pid}`);
    await expect(lockJournal(path)).rejects.toThrow(`is in use by process ${child.pid}`);
    child.kill("SIGKILL");
    await once(child, "close");
    expect(readdirSync(place.folder)).toHaveLength(2);
    (await lockJournal(path)).release();
    expect(readdirSync(place.folder)).toEqual(["j"]);
  });

  it("ignores a holder whose process id was reused or that ran before the last boot", async () => {
    using place = workplace();
    const path = place.file("j", "");
    const lock = await lockJournal(path);
    const [own] = readdirSync(place.folder).filter((name) => name.startsWith("."));
    lock.release();
    const [, base, pid, start, boot, host, random] =
      own.match(/^(.*\.lock)\.(\d+)\.(\d+)\.(\w+)\.(\w+)\.(\w+)$/u) ?? [];
    const leave = (...parts: string[]) => writeFileSync(join(place.folder, [base, ...parts].join(".")), "");
    leave(pid, String(Number(start) - 5), boot, host, random);
    leave(pid, start, "abcdef", host, random);
    (await lockJournal(path)).release();
    expect(readdirSync(place.folder)).toEqual(["j"]);
    leave(pid, start, boot, "abcdef", random);
    await expect(lockJournal(path)).rejects.toThrow(/on another machine; if that process has ended, remove/u);
  });
});
