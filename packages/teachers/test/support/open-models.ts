/** Opens the language models of tests, and closes them again. */

import { readFileSync } from "node:fs";
import type { Distribution } from "@hankel/core";
import { type BlackBox, openModule, openProcess, type ProcessBoxOptions } from "@hankel/teachers";
import { workplace } from "./boxes.ts";

export type Model = BlackBox<number, Distribution>;

export async function withProgram<T>(
  source: string,
  use: (box: Model, logged: () => string[]) => Promise<T>,
  options: Partial<ProcessBoxOptions> = {},
): Promise<T> {
  using place = workplace();
  const log = place.file("log", "");
  const box: unknown = await openProcess({
    command: process.execPath,
    args: [place.file("box.js", source), log],
    ...options,
  });
  try {
    const logged = () => readFileSync(log, "utf8").trimEnd().split("\n");
    return await use(box as Model, () => logged().map((line) => (JSON.parse(line) as string[]).join(" ")));
  } finally {
    await (box as Model).close?.();
  }
}

export async function withModule<T>(source: string, use: (box: Model) => Promise<T>): Promise<T> {
  using place = workplace();
  const box: unknown = await openModule({ path: place.file("model.mjs", source), workers: 2 });
  try {
    return await use(box as Model);
  } finally {
    await (box as Model).close?.();
  }
}

/** Distributions as plain arrays. */
export const plain = (answers: readonly Distribution[]) => answers.map((answer) => [...answer]);
