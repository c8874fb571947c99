/** Problems of PAutomaC: words to learn from, words to judge by, and the true probabilities of those. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readWhole, type SampleSet, SampleSetReader } from "@hankel/core";
import { WrongInput } from "../support/section.ts";

export interface Problem {
  readonly name: string;
  /** The files. */
  readonly train: string;
  readonly test: string;
  readonly truth: readonly number[];
}

export function readSampleSet(path: string): SampleSet {
  return readWhole(new SampleSetReader("plain"), readFileSync(path, "utf8"));
}

/** A number on each line, the first says how many follow. */
export function readSolution(path: string): number[] {
  return readFileSync(path, "utf8").trim().split(/\s+/u).slice(1).map(Number);
}

/** The problems of a folder, as PAutomaC names their files: N.pautomac.train, N.pautomac.test, N.pautomac_solution.txt. */
export function problemsIn(folder: string): Problem[] {
  if (!existsSync(folder)) throw new WrongInput(`${folder}: there is no such folder`);
  const names = readdirSync(folder).flatMap((file) => /^(.*)\.train$/u.exec(file)?.[1] ?? []);
  const problems = names.flatMap((name) => {
    const [train, test, solution] = [".train", ".test", "_solution.txt"].map((end) =>
      join(folder, name + end),
    );
    return existsSync(test) && existsSync(solution)
      ? [{ name, train, test, truth: readSolution(solution) }]
      : [];
  });
  if (problems.length > 0)
    return problems.sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
  throw new WrongInput(
    `${folder} has no problem: N.pautomac.train, N.pautomac.test and N.pautomac_solution.txt`,
  );
}
