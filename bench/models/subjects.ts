/** The machines of a folder that everybody learns, each once. */

import type { Wdfsa } from "@hankel/core";
import { readDotModels } from "../support/dot-models.ts";
import { fingerprint, type OutputMachine, outputMachine } from "../support/output-machine.ts";
import { WrongInput } from "../support/section.ts";

export interface Subject {
  readonly name: string;
  /** Minimal. */
  readonly automaton: Wdfsa<unknown>;
  readonly machine: OutputMachine;
}

export interface Subjects {
  readonly subjects: readonly Subject[];
  /** `file (why)` for each file that is not among them. */
  readonly leftOut: readonly string[];
}

/** Complete deterministic Mealy and Moore machines; equal ones are counted once. */
export function findSubjects(folder: string): Subjects {
  const { models, leftOut } = readDotModels(folder);
  const subjects = new Map<string, Subject>();
  const others = [...leftOut];
  for (const { name, automaton } of models) {
    const machine = outputMachine(automaton);
    if (typeof machine === "string") {
      others.push(`${name} (${machine})`);
      continue;
    }
    const key = fingerprint(machine);
    const twin = subjects.get(key);
    if (twin === undefined) subjects.set(key, { name, automaton, machine });
    else others.push(`${name} (equal to ${twin.name}, and counted once)`);
  }
  if (subjects.size === 0) {
    const reasons = others.map((reason) => `\n  ${reason}`).join("");
    throw new WrongInput(`${folder} has no complete deterministic Mealy or Moore machine in DOT:${reasons}`);
  }
  return { subjects: [...subjects.values()], leftOut: others };
}
