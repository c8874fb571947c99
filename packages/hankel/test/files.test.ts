/** The files that a command line names: none is named twice, and each is checked before the first question. */

import { execFileSync } from "node:child_process";
import { chmod, link, mkdir, realpath, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { Command } from "commander";
import { describe, expect } from "vitest";
import { commands } from "../src/commands/index.ts";
import { namedFiles } from "../src/support/named-files.ts";
import { automatonText, expectComplaint, test } from "./support/hankel.ts";
import { LEARN, markedModule, prepare } from "./support/marked-module.ts";

describe("two options that name one file are refused", () => {
  const pairs: readonly (readonly string[])[] = [
    [...LEARN, "--journal", "x", "--events", "x"],
    [...LEARN, "--journal", "y.json", "--out", "y.json"],
    [...LEARN, "--journal", "./sub/../y", "--certificate", "y"],
    [...LEARN, "--journal", "x", "--warm", "x"],
    [...LEARN, "--journal", "x", "--events", "x.early"],
    [...LEARN, "--out", "y.json", "--events", "Y.JSON"],
    [...LEARN, "--out", "c.json", "--certificate", "c.json"],
    [...LEARN, "--out", "c.svg", "--curve", "c.svg"],
    [...LEARN, "--events", "box.mjs"],
    [...LEARN, "--equivalence", "words:words.txt", "--events", "words.txt"],
    ["learn", "box.mjs", "--guide", "a.json", "--events", "a.json"],
    ["learn", "a.json", "--events", "a.json"],
    ["learn", "a.json", "--out", "a.json"],
    ["learn", "model.onnx", "--out", "model.json"],
    ["spectral", "--sample", "words.txt", "--out", "s.json", "--spectrum", "s.json"],
    ["spectral", "box.mjs", "--journal", "s.json", "--spectrum", "s.json"],
    ["convert", "a.json", "b.fst.txt", "--save-symbols", "b.fst.txt"],
    ["convert", "a.json", "b.fst.txt", "--save-symbols", "a.json"],
    ["replay", "words.txt", "--out", "words.txt"],
    ["journal", "merge", "words.txt", "a.json", "--out", "a.json"],
    ["draw", "a.json", "--out", "a.json"],
  ];
  for (const args of pairs) {
    test(args.join(" "), async ({ place }) => {
      await prepare(place);
      await mkdir(place.path("sub"));
      const before = await place.files();
      expectComplaint(await place.run(args), 2, "name the same file");
      expect(await place.files()).toEqual(before);
      expect(await place.read("a.json")).toBe(automatonText());
    });
  }

  test("links are followed, also to a file that does not exist", async ({ place }) => {
    await prepare(place);
    await place.write("one", "");
    await link(place.path("one"), place.path("two"));
    await symlink("none.json", place.path("soft"));
    await mkdir(place.path("sub"));
    await symlink("sub", place.path("folder"));
    const refused = async (...args: string[]) =>
      expectComplaint(await place.run([...LEARN, ...args]), 2, "name the same file", ...args);
    await refused("--journal", "one", "--events", "two");
    await refused("--out", "none.json", "--events", "soft");
    await refused("--certificate", "sub/x", "--events", "folder/x");
    await symlink("sub/j", place.path("journal"));
    await refused("--journal", "journal", "--events", "sub/j.early");
  });

  test("reading twice, changing an automaton in place and /dev/null are fine", async ({ place }) => {
    await prepare(place);
    const nowhere = ["--events", "/dev/null", "--certificate", "/dev/null"];
    expect(await place.run([...LEARN, ...nowhere, "--out", "o.json"])).toMatchObject({ code: 0, stderr: "" });
    const basis = ["--prefixes", "words.txt", "--suffixes", "words.txt", "--quiet"];
    expect((await place.run(["spectral", "a.json", ...basis])).code).toBe(0);
    expect((await place.run(["minimize", "a.json", "--out", "a.json", "--quiet"])).code).toBe(0);
    expect((await place.run(["convert", "a.json", "./a.json"])).code).toBe(0);
    expect((await place.run(["union", "a.json", "o.json", "-o", "o.json"])).code).toBe(2);
    expect(await place.print("compare", "a.json", "a.json")).toBe("equal\n");
  });
});

describe("an output that could not be written is refused before the target is opened", () => {
  const options = ["--out", "--journal", "--events", "--certificate", "--curve"];
  for (const option of options) {
    test(option, async ({ place }) => {
      await prepare(place);
      await mkdir(place.path("folder.json"));
      await place.write("fixed.json", "");
      await chmod(place.path("fixed.json"), 0o444);
      const refused = async (file: string, reason: string) =>
        expectComplaint(await place.run([...LEARN, option, file]), 2, reason);
      await refused("none/x.json", "cannot write to none: no such file or folder");
      await refused("words.txt/x.json", "a part of the path is not a folder");
      await refused("folder.json", "cannot write folder.json: it is a folder");
      await refused("fixed.json", "cannot write fixed.json: it is read-only");
      await symlink("gone/x.json", place.path("link.json"));
      await refused(
        "link.json",
        `cannot write to ${join(await realpath(place.folder), "gone")}: no such file or folder`,
      );
      // Nobody creates files there, though root is told that it may.
      if (process.platform === "linux") await refused("/proc/x.json", "cannot write to /proc: ");
      expect(await place.files()).not.toContain("loaded");
    });
  }

  test("also by commands that read first", async ({ place }) => {
    await prepare(place);
    const refused = async (...args: string[]) =>
      expectComplaint(await place.run(args), 2, "cannot write to none: no such file or folder");
    await refused("spectral", "no.json", "--spectrum", "none/x.svg");
    await refused("spectral", "no.mjs", "--journal", "none/x");
    await refused("convert", "no.json", "x.fst.txt", "--save-symbols", "none/x");
    await refused("journal", "merge", "no.jsonl", "--out", "none/x");
    await refused("draw", "no.json", "--out", "none/x.svg");
    await refused("replay", "no.jsonl", "--out", "none/x.json");
  });
});

describe("a file that cannot be written at the end", () => {
  const args = [...LEARN, "--certificate", "why.json", "--out", "o.json"];

  test("keeps no other from being written", async ({ place }) => {
    await prepare(place, 'mkdirSync("o.json", { recursive: true })');
    const { code, stderr } = await place.run(args);
    expect([code, stderr]).toEqual([2, "hankel: cannot write o.json: it is a folder\n"]);
    expect(await place.read("why.json")).toMatch(/"hankel/u);
  });

  test("comes after the automaton, and all of them are named", async ({ place }) => {
    await prepare(place, 'mkdirSync("why.json", { recursive: true })');
    expectComplaint(await place.run(args), 2, "cannot write why.json: it is a folder");
    expect(await place.print("weigh", "o.json", "a a")).toBe("true\n");
    const all = ["why.json", "o.json"].map((name) => `mkdirSync("${name}", { recursive: true })`);
    await rm(place.path("o.json"));
    await rm(place.path("why.json"), { recursive: true });
    await place.write("box.mjs", markedModule(all.join(";")));
    const both = "cannot write o.json: it is a folder; cannot write why.json: it is a folder";
    expectComplaint(await place.run(args), 2, both);
  });
});

test("a pipe gets the automaton as soon as it has a reader, and a signal ends the wait for one", async ({
  place,
}) => {
  await prepare(place);
  execFileSync("mkfifo", [place.path("pipe.json")]);
  const running = place.spawn([...LEARN, "--out", "pipe.json"]);
  expect(JSON.parse(await place.read("pipe.json"))).toMatchObject({ format: "hankel/1" });
  expect((await running).code).toBe(0);
  await place.write("box.mjs", markedModule('console.error("asked")'));
  const interrupt = { at: "asked", signal: "SIGINT" } as const;
  const stopped = await place.spawn([...LEARN, "--out", "pipe.json"], { interrupt });
  expect(stopped.stderr).toContain("cannot write pipe.json: nobody reads it");
});

/** Every command, with its subcommands. */
async function allCommands(): Promise<Command[]> {
  const defined = await Promise.all(
    commands.map(async ({ name, load }) => {
      const command = new Command(name);
      (await load())(command, () => {}, []);
      return [command, ...command.commands];
    }),
  );
  return defined.flat();
}

/** Arguments that are no files. */
const NO_FILES = ["expression", "words", "fleet", "protocol"];

test("every option and argument that names a file is known", async () => {
  for (const command of await allCommands()) {
    for (const option of command.options) {
      if (!/<(file|automaton)>/u.test(option.flags)) continue;
      command.setOptionValue(option.attributeName(), "x");
      const found = namedFiles(command).map(({ by }) => by);
      expect(found, `${command.name()} ${option.flags}`).toContain(option.long);
    }
    for (const [i, argument] of command.registeredArguments.entries()) {
      if (NO_FILES.includes(argument.name())) continue;
      command.processedArgs = [];
      command.processedArgs[i] = "x";
      const found = namedFiles(command).map(({ by }) => by);
      expect(found, `${command.name()} ${argument.name()}`).toContain("the argument");
    }
  }
});
