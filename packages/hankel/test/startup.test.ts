/** Commands load only what they need, because loading takes most of the time of a small command. */

import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { loadedFiles } from "../../../scripts/loaded-files.ts";
import { commands } from "../src/commands/index.ts";

const BIN = fileURLToPath(new URL("../bin/hankel.js", import.meta.url));

const loaded = (...args: string[]) => loadedFiles([BIN, ...args], tmpdir());

describe("starting", () => {
  test("--version loads a handful of files", () => {
    for (const option of ["--version", "-V"]) expect(loaded(option).length).toBeLessThanOrEqual(5);
  });

  test("--help loads neither the library nor a command", () => {
    const files = loaded("--help");
    expect(commandsAmong(files)).toEqual([]);
    expect(bytes(files)).toBeLessThan(30_000);
  });

  test("a command loads no other, no black box and no drawing library", () => {
    const files = loaded("weigh", "--help");
    expect(commandsAmong(files)).toEqual(["weigh"]);
    expect(files.filter((file) => /viz|resvg|onnxruntime|nats/u.test(file))).toEqual([]);
    // The black boxes are in the files that `learn` adds.
    expect(bytes(files)).toBeLessThan(bytes(loaded("learn", "--help")) - 350_000);
  });
});

describe("commands on files", () => {
  const PACKAGE = fileURLToPath(new URL("..", import.meta.url));
  const MODEL = fileURLToPath(new URL("../../../examples/models/random-12.teacher.json", import.meta.url));
  /** Calls back with a copy of the built command, whose folder may have caches or not. */
  const withCopy = (work: (run: (...args: string[]) => unknown, folder: string) => void) => {
    const copy = mkdtempSync(join(tmpdir(), "hankel-start-"));
    try {
      for (const name of ["bin", "dist/command", "package.json"])
        cpSync(join(PACKAGE, name), join(copy, name), {
          recursive: true,
          filter: (path) => !/\.(?:map|cache)$/u.test(path),
        });
      mkdirSync(join(copy, "node_modules"));
      for (const name of ["commander", "yaml"])
        symlinkSync(join(PACKAGE, "../../node_modules", name), join(copy, "node_modules", name));
      const run = (...args: string[]) => {
        const { NODE_DISABLE_COMPILE_CACHE: _, ...env } = process.env;
        const { status, stdout, stderr } = spawnSync(
          process.execPath,
          [join(copy, "bin/hankel.js"), ...args],
          {
            encoding: "utf8",
            env,
          },
        );
        return { status, stdout, stderr };
      };
      work(run, join(copy, "dist/command"));
    } finally {
      rmSync(copy, { recursive: true });
    }
  };
  const caches = (folder: string) => readdirSync(folder).filter((name) => name.endsWith(".cache"));

  test("are one script, which loads without Commander and the black boxes", () => {
    const files = loaded("info", MODEL).filter((file) => !file.endsWith("bin/hankel.js"));
    expect(files.map((file) => /[^/\\]*$/u.exec(file)?.[0])).toEqual([
      expect.stringMatching(/^quick-\w+\.js$/u),
    ]);
  });

  test("say the same from a cache, without one, and with one that is damaged", () => {
    withCopy((run, folder) => {
      const first = run("info", MODEL);
      expect(first).toMatchObject({ status: 0, stderr: "" });
      const [cache] = caches(folder);
      expect(caches(folder)).toEqual([
        expect.stringContaining(`.info.${process.version}-${process.arch}.cache`),
      ]);
      expect(run("info", MODEL)).toEqual(first);
      truncateSync(join(folder, cache), 1000);
      expect(run("info", MODEL)).toEqual(first);
      expect(caches(folder)).toEqual([cache]);
    });
  });

  test("keep no cache of a command that they leave to the others", () => {
    withCopy((run, folder) => {
      expect(run("compare", "--help")).toMatchObject({ status: 0, stdout: expect.stringContaining("Usage") });
      expect(run("info", "--no-such-option")).toMatchObject({
        status: 2,
        stderr: expect.stringContaining("unknown option"),
      });
      expect(caches(folder)).toEqual([]);
    });
  });
});

/** The commands whose own files are among these. */
function commandsAmong(files: readonly string[]): string[] {
  const names = files.flatMap((file) => /dist.command.([a-z]+)-\w+\.js$/u.exec(file)?.[1] ?? []);
  return names.filter((name) => commands.some((command) => command.name === name));
}

/** The size of our own files among these. */
function bytes(files: readonly string[]): number {
  const own = files.filter((file) => /dist.command/u.test(file));
  return own.reduce((sum, file) => sum + statSync(file.startsWith("file:") ? new URL(file) : file).size, 0);
}
