/** Machines that other people drew: a folder of DOT files, as far as they describe deterministic machines. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { minimize, readDot, Wdfsa } from "@hankel/core";
import { WrongInput } from "./section.ts";

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

/** All files of a folder and its subfolders whose names end in .dot or .gv, in the order of their names. */
export function readDotModels(folder: string): DotModels {
  const files = dotFiles(folder);
  if (files.length === 0) throw new WrongInput(`${folder} has no file that ends in .dot or .gv`);
  const models: DotModel[] = [];
  const leftOut: string[] = [];
  for (const file of files) {
    const name = oneLine(file);
    const found = readModel(join(folder, file));
    if (typeof found === "string") leftOut.push(`${name} (${found})`);
    else models.push({ name, automaton: found });
  }
  return { models, leftOut };
}

function dotFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory() && /\.(?:dot|gv)$/iu.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, "/").length))
      .toSorted();
  } catch (failure) {
    throw new WrongInput(`cannot list the folder of DOT files ${folder}: ${(failure as Error).message}`, {
      cause: failure,
    });
  }
}

/** A minimal automaton, or why there is none, in the reader's words. */
function readModel(path: string): Wdfsa<unknown> | string {
  try {
    const automaton = readDot(readFileSync(path, "utf8"));
    return automaton instanceof Wdfsa ? minimize(automaton) : "it is nondeterministic";
  } catch (failure) {
    return oneLine(failure instanceof Error ? failure.message : String(failure));
  }
}

/** Names of files and messages go into tables, where a line is a row. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s*[\p{Cc}\u2028\u2029]+\s*/gu, " ");
}
