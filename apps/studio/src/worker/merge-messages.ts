/** What the page and the worker that merges say to each other. */

import type { LogColumns } from "hankel/learning";
import type { LogSpec } from "../engine/log-spec.ts";
import type { LogRead, MergeBegin, MergeEnd, MergeView, Refusal } from "../engine/merging-views.ts";

export type ToMerger =
  /** Reads a log, finds the measure and merges. */
  | { readonly type: "open"; readonly spec: LogSpec }
  /** Merges again, with the same measure. */
  | { readonly type: "merge"; readonly refusals: readonly Refusal[] }
  /** Ends with the best automaton so far. */
  | { readonly type: "stop" }
  | { readonly type: "export"; readonly id: number; readonly format: string };

export type FromMerger =
  | { readonly type: "doing"; readonly what: string }
  | { readonly type: "read"; readonly read: LogRead }
  | { readonly type: "begin"; readonly begin: MergeBegin }
  | { readonly type: "steps"; readonly steps: readonly MergeView[] }
  | { readonly type: "end"; readonly end: MergeEnd }
  | { readonly type: "failed"; readonly message: string; readonly columns: LogColumns | null }
  | { readonly type: "exported"; readonly id: number; readonly text: string }
  | { readonly type: "not-exported"; readonly id: number; readonly message: string };
