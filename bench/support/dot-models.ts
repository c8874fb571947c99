/** Machines that other people drew: a folder of DOT files, as far as they describe deterministic machines. */

import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { minimize, readDot, Wdfsa } from "@hankel/core";

export interface DotModel {
  /** Its file, from the folder on. */
  readonly name: string;
  readonly automaton: Wdfsa<unknown>;
}

export interface DotModels {
  readonly models: readonly DotModel[];
  /** `file (why)` for each that was left out. */
  readonly leftOut: readonly string[];
}

export function readDotModels(folder: string): DotModels {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".dot"))
    .toSorted();
  const models: DotModel[] = [];
  const leftOut: string[] = [];
  for (const file of files) {
    const path = join(folder, file);
    const name = relative(folder, path);
    const found = readModel(readFileSync(path, "utf8"));
    if (typeof found === "string") leftOut.push(`${name} (${found})`);
    else models.push({ name, automaton: found });
  }
  return { models, leftOut };
}

/** A minimal automaton, or why there is none. */
function readModel(text: string): Wdfsa<unknown> | string {
  try {
    const automaton = readDot(text);
    return automaton instanceof Wdfsa ? minimize(automaton) : "nondeterministic";
  } catch (failure) {
    return failure instanceof Error ? failure.message.split(/[:;\n]/u)[0] : String(failure);
  }
}
