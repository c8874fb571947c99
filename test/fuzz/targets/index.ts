import type { Target } from "../target.ts";
import { fileTargets } from "./files.ts";
import { formatTargets } from "./formats.ts";
import { recordTargets } from "./records.ts";
import { textTargets } from "./texts.ts";
import { wireTargets } from "./wire.ts";

/** Everything that reads what others wrote. */
export const targets: readonly Target[] = [
  ...formatTargets,
  ...fileTargets,
  ...textTargets,
  ...wireTargets,
  ...recordTargets,
];
