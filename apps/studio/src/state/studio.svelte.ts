import type { LearnerName } from "@hankel/core";
import type { TargetSpec } from "../engine/spec.ts";
import type { Frame } from "../engine/views.ts";
import type { Said } from "../worker/messages.ts";
import { NOTHING_SAID, Run } from "./run.svelte.ts";

export type View = "watch" | "explore" | "take";
/** The learners that the page has views for. */
export type Wish = Exclude<LearnerName, "apart"> | "both";

/** How long a step is shown when the run plays, in milliseconds, by speed. */
export const SPEEDS = { slow: 2400, normal: 1100, fast: 350, faster: 90 } as const;
export type Speed = keyof typeof SPEEDS;

/** Everything that the page is about: the runs on one target, and the moment that is shown. */
export class Studio {
  runs = $state.raw<readonly Run[]>([]);
  view = $state<View>("watch");
  /** The moment that is shown: a frame of a single run, a count of questions where two are compared. */
  position = $state(0);
  playing = $state(false);
  speed = $state<Speed>("normal");
  normalised = $state(false);
  wish = $state<Wish>("table");

  /** Where runs are compared, the moments at which one of them asked. */
  readonly #marks = $derived.by(() => {
    if (this.runs.length < 2) return [];
    const marks = new Set<number>();
    for (const run of this.runs) {
      for (let i = 0; i < run.count; i++) marks.add(run.frames[i].costs.questions);
    }
    return [...marks].sort((a, b) => a - b);
  });

  readonly length = $derived(this.runs.length === 1 ? this.runs[0].count : this.#marks.length);
  readonly atEnd = $derived(this.position >= this.length - 1);

  get run(): Run | undefined {
    return this.runs[0];
  }

  learn(spec: TargetSpec, wish: Wish | LearnerName = this.wish, said: Said = NOTHING_SAID): void {
    this.close();
    const names: LearnerName[] =
      wish === "both" && spec.kind !== "teacher" && spec.kind !== "journal"
        ? ["table", "tree"]
        : [wish === "tree" ? "tree" : "table"];
    this.runs = names.map((name) => new Run(spec, name, said));
    this.position = 0;
    this.view = "watch";
  }

  close(): void {
    for (const run of this.runs) run.close();
    this.playing = false;
    this.runs = [];
  }

  /** The place of a run's frame that is shown now. */
  indexOf(run: Run): number {
    if (this.runs.length < 2) return Math.min(this.position, Math.max(0, run.count - 1));
    const mark = this.#marks[Math.min(this.position, this.#marks.length - 1)] ?? 0;
    let index = 0;
    for (let i = 0; i < run.count && run.frames[i].costs.questions <= mark; i++) index = i;
    return index;
  }

  frameOf(run: Run): Frame | undefined {
    return run.frame(this.indexOf(run));
  }

  go(to: number): void {
    this.position = Math.max(0, Math.min(to, this.length - 1));
    if (this.atEnd) this.playing = false;
  }

  step(by: number): void {
    this.playing = false;
    this.go(this.position + by);
  }

  toggle(): void {
    if (this.playing) this.playing = false;
    else this.play();
  }

  play(): void {
    if (this.atEnd) this.position = 0;
    this.playing = this.length > 1;
  }
}

export const studio = new Studio();
