import { countOf, type Fingerprint } from "@hankel/core";

/** What a run has to say of the answers that it did not ask for itself: those of a journal that goes on, and of others. */
export interface Recalled {
  /** How many answers there were before the run. */
  readonly answers: number;
  /** How many of them were asked again before anything else. */
  readonly again: number;
  /** How many of those were others now. */
  readonly others: number;
  /** How many words the target was asked for the first time. */
  readonly fresh: number;
  /** What has changed in the target since the journal was last used, as far as its fingerprint tells. */
  readonly changed: readonly string[];
}

/** Where a run has answers from that it did not ask for, and whether they still hold. */
export class Recall implements Recalled {
  answers = 0;
  again = 0;
  others = 0;
  fresh = 0;
  readonly changed: readonly string[];
  /** Where the answers are from. */
  readonly source: string;
  /** How to begin without them. */
  readonly anew: string;

  constructor(journal: string | undefined, before: Fingerprint | undefined, now: Fingerprint | undefined) {
    this.source = journal === undefined ? "earlier runs" : `the journal ${journal}`;
    this.anew = journal === undefined ? "begin without these answers" : "begin a new journal";
    this.changed = changedParts(before, now);
  }

  /** What has changed since, as the beginning of a sentence; empty if nothing has. */
  get since(): string {
    if (this.changed.length === 0) return "";
    const have = this.changed.length === 1 ? "has" : "have";
    return `${this.changed.join(" and ")} ${have} changed since the last run with this journal`;
  }

  get counts(): Recalled {
    const { answers, again, others, fresh, changed } = this;
    return { answers, again, others, fresh, changed };
  }

  /** What the result rests on, as a sentence; empty if the run has asked for everything itself. */
  sentence(): string {
    const { answers, again, others, fresh, source } = this;
    if (answers === 0) return "";
    const found =
      others === 0
        ? "with the same result"
        : `and ${countOf(others, "answer was", "answers were")} another one`;
    const checked =
      again === 0 ? "none of which was asked again" : `of which ${again} were asked again, ${found}`;
    const rests =
      fresh === 0
        ? `Nothing new was asked in this run: all answers are from ${source}, ${countOf(answers, "answer")}, ${checked}.`
        : `${countOf(answers, "answer")} from ${source} were known before, ${checked}.`;
    return this.since === "" ? rests : `${rests} But ${this.since}.`;
  }
}

/** The parts of a target that are not what they were, or were not there; none if nothing was said of it before, or is now. */
function changedParts(before: Fingerprint | undefined, now: Fingerprint | undefined): string[] {
  if (before === undefined || now === undefined) return [];
  const changed = Object.keys(now).filter((part) => before[part] !== now[part]);
  return changed.length > 0 ? changed : Object.keys(before).filter((part) => now[part] === undefined);
}

/** What a caller says of its target in one text is a fingerprint of one part. */
export function fingerprintOf(said: string | Fingerprint | undefined): Fingerprint | undefined {
  return typeof said === "string" ? { "the fingerprint": said } : said;
}
