/** The scripts that the continuous build also runs under Bun and Deno, on macOS and on Windows; here under this Node. */

import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { run } from "../../scripts/packed.ts";

const here = fileURLToPath(new URL(".", import.meta.url));

test("every pure entry of the built library can be imported, and learns", () => {
  expect(run(process.execPath, ["learn.js"], here)).toMatch(
    /^\d+ entries with \d+ names; learned 2 states\n$/u,
  );
});

test("the built command line learns a file and a program without a shell", () => {
  expect(run(process.execPath, ["command-line.js"], here)).toMatch(/learns a file and a program/u);
});
