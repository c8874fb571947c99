/** Something watches before a program runs: between the two, nothing would end the program of a killed learner. */

import { spawn } from "node:child_process";
import { openProcess } from "@hankel/teachers";
import { expect, it, vi } from "vitest";
import { program, workplace } from "./support/boxes.ts";

vi.mock("node:child_process", async (original) => {
  const real = await original<typeof import("node:child_process")>();
  return { ...real, spawn: vi.fn(real.spawn) };
});

it("the watchdog is started before the first program", async () => {
  using place = workplace();
  const file = place.file("box.mjs", program());
  const box = await openProcess({ command: process.execPath, args: [file], workers: 2 });
  await box.close();
  const commands = vi.mocked(spawn).mock.calls.map(([command]) => command);
  // On Windows there is none.
  const watchdog = process.platform === "win32" ? [] : ["/bin/sh"];
  expect(commands).toEqual([...watchdog, process.execPath, process.execPath]);
});
