/** Reading what the user gives, beside the page: a long text takes a while. */

import type { Comparison } from "../engine/comparison.ts";
import type { WrittenSpec } from "../engine/open.ts";
import type { Problem } from "../engine/problem.ts";
import type { FileKind } from "../engine/recognise.ts";
import type { NetworkSpec, PlainSpec } from "../engine/spec.ts";
import { Workers } from "./tasks.ts";

/** A target that is read before it is learned. */
export type ReadSpec = WrittenSpec | Extract<PlainSpec, { kind: "journal" }> | NetworkSpec;

export interface ReadingTasks {
  /** What a file is, by its name and its beginning. */
  kind: { ask: { name: string; beginning: string }; reply: FileKind };
  /** What is wrong with a target; null if it can be read. */
  check: { ask: ReadSpec; reply: Problem | null };
  /** The files that hold the weights of a network. */
  weights: { ask: Blob; reply: string[] };
  /** What has changed from one automaton to another. */
  compare: { ask: readonly [NamedText, NamedText]; reply: Comparison };
}

export interface NamedText {
  readonly name: string;
  readonly text: string;
}

export const reading = new Workers<ReadingTasks>(
  () => new Worker(new URL("./read.worker.ts", import.meta.url), { type: "module" }),
);
