/** What a person has answered, kept with the tab of the browser: a reload or a way back loses nothing. */

import type { TargetSpec } from "../engine/spec.ts";
import type { PersonAnswers } from "../worker/messages.ts";

interface KeptAnswers {
  readonly given: PersonAnswers;
  /** Of the question that is open: its words, and the answers to the first of them. */
  readonly words: readonly string[];
  readonly weights: readonly string[];
}

type Kept = KeptAnswers & { readonly spec: TargetSpec };

const NAME = "answers";

export function keepAnswers(spec: TargetSpec, kept: KeptAnswers): void {
  try {
    sessionStorage.setItem(NAME, JSON.stringify({ spec, ...kept }));
  } catch {
    // Where storage is switched off, the answers last as long as the page.
  }
}

export function forgetAnswers(): void {
  try {
    sessionStorage.removeItem(NAME);
  } catch {
    // Nothing was kept.
  }
}

/** The answers that were kept for a target; undefined if there are none. */
export function keptAnswers(spec: TargetSpec): KeptAnswers | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(NAME) ?? "{}") as Partial<Kept>;
    return JSON.stringify(kept.spec) === JSON.stringify(spec) ? (kept as Kept) : undefined;
  } catch {
    return undefined;
  }
}
