import type { Target } from "../target.ts";
import { fileTargets } from "./files.ts";
import { formatTargets } from "./formats.ts";
import { logTargets } from "./logs.ts";
import { mapperTargets } from "./mappers.ts";
import { diskTargets } from "./on-disk.ts";
import { recordTargets } from "./records.ts";
import { talkTargets } from "./talks.ts";
import { textTargets } from "./texts.ts";
import { wireTargets } from "./wire.ts";

/** Everything that reads what others wrote. */
export const targets: readonly Target[] = [
  ...formatTargets,
  ...fileTargets,
  ...logTargets,
  ...mapperTargets,
  ...textTargets,
  ...wireTargets,
  ...recordTargets,
  ...diskTargets,
  ...talkTargets,
];
