import type { StudioLearner, TargetSpec } from "../engine/spec.ts";
import type { Frame } from "../engine/views.ts";
import type { PersonAnswers } from "../worker/messages.ts";
import { NO_ANSWERS, Run } from "./run.svelte.ts";

export type View = "watch" | "explore" | "take";
/** A learner, or the table and the tree side by side. */
export type LearnerChoice = StudioLearner | "both";

/** How long a step is shown when the run plays, in milliseconds, by speed. */
export const SPEEDS = { slow: 2400, normal: 1100, fast: 350, faster: 90 } as const;
export type Speed = keyof typeof SPEEDS;

/** The state of the page: the runs on one target and the step that is shown. */
export class Studio {
  runs = $state.raw<readonly Run[]>([]);
  view = $state<View>("watch");
  /** The step that is shown: an index of a frame, or of a number of questions when two runs are compared. */
  position = $state(0);
  playing = $state(false);
  /** Does the page show the newest step of a run on a network? Until the user goes elsewhere. */
  following = $state(false);
  speed = $state<Speed>("normal");
  normalised = $state(false);
  learnerChoice = $state<LearnerChoice>("table");

  /** When runs are compared: the numbers of questions at which one of them has a frame. */
  readonly #questionCounts = $derived.by(() => {
    if (this.runs.length < 2) return [];
    const counts = new Set<number>();
    for (const run of this.runs) {
      for (let i = 0; i < run.count; i++) counts.add(run.frames[i].costs.questions);
    }
    return [...counts].sort((a, b) => a - b);
  });

  readonly length = $derived(this.runs.length === 1 ? this.runs[0].count : this.#questionCounts.length);
  readonly atEnd = $derived(this.position >= this.length - 1);

  get run(): Run | undefined {
    return this.runs[0];
  }

  learn(
    spec: TargetSpec,
    learnerChoice: LearnerChoice = this.learnerChoice,
    answers: PersonAnswers = NO_ANSWERS,
  ): void {
    this.close();
    const names: StudioLearner[] =
      learnerChoice === "both" &&
      spec.kind !== "teacher" &&
      spec.kind !== "journal" &&
      spec.kind !== "network"
        ? ["table", "tree"]
        : [learnerChoice === "both" ? "table" : learnerChoice];
    this.runs = names.map((name) => new Run(spec, name, answers));
    this.position = 0;
    this.following = spec.kind === "network";
    this.view = "watch";
  }

  /** Learns the same target with another learner, which is then the chosen one. */
  learnWith(learner: LearnerChoice): void {
    this.learnerChoice = learner;
    if (this.run !== undefined) this.learn(this.run.spec);
  }

  close(): void {
    for (const run of this.runs) run.close();
    this.playing = false;
    this.runs = [];
  }

  /** The index of the frame that is shown of a run. */
  indexOf(run: Run): number {
    if (this.runs.length < 2) return Math.min(this.position, Math.max(0, run.count - 1));
    const questions = this.#questionCounts[Math.min(this.position, this.#questionCounts.length - 1)] ?? 0;
    let index = 0;
    for (let i = 0; i < run.count && run.frames[i].costs.questions <= questions; i++) index = i;
    return index;
  }

  frameOf(run: Run): Frame | undefined {
    return run.frame(this.indexOf(run));
  }

  /** Shows the newest step. */
  follow(): void {
    if (this.following) this.position = Math.max(0, this.length - 1);
  }

  go(to: number): void {
    this.following = false;
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
    this.following = false;
    if (this.atEnd) this.position = 0;
    this.playing = this.length > 1;
  }
}

export const studio = new Studio();
