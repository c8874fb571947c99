/** Two processes never hold the lock of one journal, and a crash leaves no lasting lock. */

import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { Journal } from "../src/journal/journal.ts";
import { lockJournal } from "../src/journal/lock.ts";
import { bareHeader } from "./support/bare-header.ts";
import { workplace } from "./support/boxes.ts";
import { bundled } from "./support/bundled.ts";

const program = bundled("locker.ts");

function locker(path: string, milliseconds: number, output: "pipe" | number = "pipe"): ChildProcess {
  return spawn(process.execPath, [program(), path, String(milliseconds)], {
    stdio: ["ignore", output, "inherit"],
  });
}

async function firstLine(child: ChildProcess): Promise<string> {
  const [chunk] = (await once(child.stdout as Readable, "data")) as [Buffer];
  return chunk.toString().trim();
}

/** The parts of the name of a lock file. */
interface Parts {
  readonly pid: string;
  readonly start: string;
  readonly boot: string;
  readonly host: string;
  readonly space: string;
}

/** The namespace of processes that are in no container, as it stands in the names of lock files. */
const OUTERMOST = createHash("sha256").update("pid:[4026531836]").digest("hex").slice(0, 12);

/** A journal, the parts of our own lock file, and a way to leave those of other processes. */
async function parts(path: string) {
  const folder = dirname(path);
  const lock = await lockJournal(path);
  const own = readdirSync(folder).find((name) => name.startsWith(".")) ?? "";
  lock.release();
  const [, base, pid, start, boot, host, space] =
    own.match(/^(.*\.lock)\.(\d+)\.(\d+)\.(\w+)\.(\w+)\.(\w+)\.\w+$/u) ?? [];
  return {
    own: { pid, start, boot, host, space },
    leave: (holder: Parts) => {
      const name = [base, holder.pid, holder.start, holder.boot, holder.host, holder.space, "abc"].join(".");
      writeFileSync(join(folder, name), "");
      return join(folder, name);
    },
  };
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

  it("sees through a link in another folder", async () => {
    using place = workplace();
    using other = workplace();
    const path = place.file("j", "");
    const alias = join(other.folder, "alias");
    symlinkSync(path, alias);
    const lock = await lockJournal(alias);
    await expect(lockJournal(path)).rejects.toThrow(`is in use by process ${process.pid}`);
    lock.release();
    expect(readdirSync(other.folder)).toEqual(["alias"]);
  });

  it("is never held by two processes that try at once", async () => {
    using place = workplace();
    using other = workplace();
    const path = place.file("j", "");
    // All of them append to one file: that keeps the order in which they write, and several pipes do not.
    const log = other.file("log", "");
    const output = openSync(log, "a");
    const children = Array.from({ length: 5 }, () => locker(path, 30, output));
    await Promise.all(children.map((child) => once(child, "close")));
    closeSync(output);
    const said = readFileSync(log, "utf8").trimEnd().split("\n");
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
    const child = locker(path, 600_000);
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
    const { own, leave } = await parts(path);
    const outside = { ...own, space: OUTERMOST };
    leave({ ...own, start: String(Number(own.start) - 5) });
    (await lockJournal(path)).release();
    expect(readdirSync(place.folder)).toEqual(["j"]);
    // Only a process that is in no container knows that it is not another machine of the same name.
    leave({ ...outside, boot: "abcdef" });
    if (own.space === OUTERMOST) (await lockJournal(path)).release();
    else await expect(lockJournal(path)).rejects.toThrow("hankel journal unlock");
  });

  const UNSEEN: readonly (readonly [string, Partial<Parts>])[] = [
    ["in another container of this machine", { space: "abcdef" }],
    ["in another container with another host name", { space: "abcdef", host: "abcdef" }],
    ["on another machine", { host: "abcdef", boot: "abcdef" }],
    ["in a container of the same host name on another machine", { boot: "abcdef", space: "abcdef" }],
  ];
  for (const [where, changes] of UNSEEN) {
    it(`is kept by a process ${where}, until it is broken`, async () => {
      using place = workplace();
      const path = place.file("j", "");
      const { own, leave } = await parts(path);
      // The id of a process that has ended here may be that of one that runs there.
      leave({ ...own, pid: "999999999", ...changes });
      await expect(lockJournal(path)).rejects.toThrow(
        /is in use by process 999999999 of another machine or container.*hankel journal unlock \S+ takes the journal over/u,
      );
      expect(readdirSync(place.folder)).toHaveLength(2);
      const notices: string[] = [];
      const report = (notice: string) => notices.push(notice);
      const lock = await lockJournal(path, { breakLock: true, report });
      expect(notices).toEqual(["the lock of process 999999999, which cannot be seen from here, is broken"]);
      lock.release();
      expect(readdirSync(place.folder)).toEqual(["j"]);
    });
  }

  it("sees a process of this machine under another host name", async () => {
    using place = workplace();
    const path = place.file("j", "");
    const { own, leave } = await parts(path);
    const running = leave({ ...own, host: "abcdef" });
    await expect(lockJournal(path)).rejects.toThrow(`is in use by process ${process.pid}`);
    await expect(lockJournal(path, { breakLock: true })).rejects.toThrow("is in use by process");
    rmSync(running);
    leave({ ...own, host: "abcdef", pid: "999999999" });
    (await lockJournal(path)).release();
    expect(readdirSync(place.folder)).toEqual(["j"]);
  });
});

const HEADER = { ...bareHeader, alphabet: ["a"] };
const ANSWER = { kind: "answer", word: ["a"], weight: "true" } as const;

describe("the journal of a holder", () => {
  it("whose lock was broken is not written to again", async () => {
    using place = workplace();
    const path = join(place.folder, "j");
    const journal = await Journal.open(path, HEADER);
    journal.append([ANSWER]);
    const before = readFileSync(path, "utf8");
    for (const name of readdirSync(place.folder)) if (name.startsWith(".")) rmSync(join(place.folder, name));
    const broken = `the journal ${path} was taken over by another process`;
    expect(() => journal.append([ANSWER])).toThrow(broken);
    expect(() => journal.keepEarly(ANSWER)).toThrow(broken);
    await expect(journal.sync()).rejects.toThrow(broken);
    journal.close();
    expect(readFileSync(path, "utf8")).toBe(before);
    expect(readdirSync(place.folder)).toEqual(["j"]);
  });

  it("that has gone with its folder is not made again", async () => {
    using place = workplace();
    const folder = join(place.folder, "sub");
    mkdirSync(folder);
    const journal = await Journal.open(join(folder, "j"), HEADER);
    rmSync(folder, { recursive: true });
    expect(() => journal.append([ANSWER])).toThrow(
      "j has gone with its folder; nothing more is written to it",
    );
    journal.close();
  });

  it("with a second name in another folder is refused", async () => {
    using place = workplace();
    using other = workplace();
    const path = place.file("j", "");
    linkSync(path, join(other.folder, "j"));
    await expect(Journal.open(path, HEADER)).rejects.toThrow(/j has 2 names \(hard links\).*or copy it/u);
    expect(readdirSync(place.folder)).toEqual(["j"]);
  });

  it("behind a link to a file that does not exist is made there, and locked there", async () => {
    using place = workplace();
    using other = workplace();
    const [alias, path] = [join(other.folder, "alias"), join(place.folder, "j")];
    symlinkSync(path, alias);
    const journal = await Journal.open(alias, HEADER);
    await expect(Journal.open(path, HEADER)).rejects.toThrow(`is in use by process ${process.pid}`);
    journal.append([ANSWER]);
    journal.close();
    expect(readFileSync(path, "utf8").split("\n")).toHaveLength(3);
    expect([readdirSync(place.folder), readdirSync(other.folder)]).toEqual([["j"], ["alias"]]);
  });

  it("is an ordinary file", async () => {
    await expect(Journal.open("/dev/null", HEADER)).rejects.toThrow("it is no ordinary file");
  });
});
