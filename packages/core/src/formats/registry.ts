import type { Wdfsa } from "../automata/wdfsa.ts";
import { HankelError, quote } from "../errors.ts";
import { writeDot } from "./dot.ts";
import { readHankel, writeHankel } from "./hankel-json.ts";

/** A way to write automata down. */
export interface Format {
  readonly name: string;
  /** One line for people. */
  readonly description: string;
  /** How names of such files end, the usual ending first. */
  readonly endings: readonly string[];
  readonly read?: (text: string) => Wdfsa<unknown>;
  readonly write?: (automaton: Wdfsa<unknown>) => string;
}

/** Every format; a new one is a file in this folder and a line here. */
export const formats: readonly Format[] = [
  {
    name: "hankel",
    description: "hankel/1 JSON: everything, nothing lost",
    endings: [".json"],
    read: (text) => readHankel(text),
    write: writeHankel,
  },
  {
    name: "dot",
    description: "Graphviz DOT, for drawing",
    endings: [".dot", ".gv"],
    write: writeDot,
  },
];

/** The format of this name. */
export function formatByName(name: string): Format {
  const found = formats.find((format) => format.name === name);
  if (found !== undefined) return found;
  const known = formats.map((format) => format.name).join(", ");
  throw new HankelError("usage", `there is no format ${quote(name)}; known are ${known}`);
}

/** The format that the ending of a file's name asks for, or `undefined` when it is none of ours. */
export function formatByEnding(fileName: string): Format | undefined {
  const lower = fileName.toLowerCase();
  return formats.find(({ endings }) => endings.some((ending) => lower.endsWith(ending)));
}
