/** Commands load only what they need, because loading takes most of the time of a small command. */

import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { loadedFiles } from "../../../scripts/loaded-files.ts";

const BIN = fileURLToPath(new URL("../bin/hankel.js", import.meta.url));

const loaded = (...args: string[]) => loadedFiles([BIN, ...args], tmpdir());

describe("starting", () => {
  test("--version loads a handful of files", () => {
    for (const option of ["--version", "-V"]) expect(loaded(option).length).toBeLessThanOrEqual(5);
  });

  test("--help loads neither the library nor a command", () => {
    const files = loaded("--help");
    expect(files.filter((file) => /packages.(?:core|teachers)|dist.commands.(?!index)/u.test(file))).toEqual(
      [],
    );
    expect(files.length).toBeLessThanOrEqual(20);
  });

  test("a command loads no other, no black box and no drawing library", () => {
    const files = loaded("weigh", "--help");
    expect(files.filter((file) => /dist.commands.(?!index)/u.test(file))).toEqual([
      expect.stringMatching(/weigh\.js$/u),
    ]);
    expect(files.filter((file) => /packages.teachers|viz|resvg/u.test(file))).toEqual([]);
  });
});
