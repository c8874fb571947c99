import {
  type Address,
  formatAddress,
  HOME,
  type LearnerChoice,
  type Place,
  type View,
} from "../engine/address.ts";
import { whyNot } from "../engine/applies.ts";
import { type LogSpec, logExamples } from "../engine/log-spec.ts";
import { examples } from "../engine/network-gallery.ts";
import { textOf } from "../engine/say.ts";
import { isStartedByUser, type StudioLearner, type TargetSpec, toFragment } from "../engine/spec.ts";
import { counted } from "../engine/text.ts";
import type { Frame } from "../engine/views.ts";
import type { PersonAnswers } from "../worker/messages.ts";
import { forgetAnswers, keptAnswers } from "./answers.ts";
import { Merge } from "./merge.svelte.ts";
import { NO_ANSWERS, Run } from "./run.svelte.ts";
import { settings } from "./settings.svelte.ts";
import { SPEEDS, type Speed, type Timeline } from "./timeline.ts";

/** The two halves of a step: what the learner knows, and the automaton. */
export type Pane = "known" | "automaton";

/** The state of the page: the runs on one target, or the merging of a log, and the step that is shown. */
export class Studio implements Timeline {
  runs = $state.raw<readonly Run[]>([]);
  /** The merging of a log; then there is no run. */
  merge = $state.raw<Merge | undefined>();
  view = $state<View>("watch");
  /** The step that is shown: an index of a frame, or of a number of questions when two runs are compared. */
  position = $state(0);
  playing = $state(false);
  /** Does the page show the newest step of a run on a network? Until the user goes elsewhere. */
  following = $state(false);
  speed = $state<Speed>("normal");
  /** Is the target drawn before the end, where a counterexample is followed through it? */
  peeks = $state(false);
  normalised = $state(false);
  learnerChoice = $state<LearnerChoice>("table");
  /** Which target is learned, for the address bar. */
  place = $state.raw<Place | undefined>();
  /** A target of a link that waits until the user starts it: code, or a teacher's session. */
  linked = $state.raw<TargetSpec | undefined>();
  /** What is wrong with a link. */
  notice = $state("");
  /** Is the page a part of another one? */
  embed = $state(false);
  /** On a narrow screen: which pane is shown? */
  pane = $state<Pane>("known");
  /** At the end of a run: is the target shown, or what the learner knew? Undefined as long as the page decides. */
  showsTarget = $state<boolean | undefined>();
  /** The step of a link, until the run has come so far. */
  #wanted = $state<number | undefined>();
  /** Targets that no link can hold, as long as the page is open. */
  readonly #kept = new Map<string, TargetSpec | LogSpec>();

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

  /** What the keys and buttons go through. */
  get timeline(): Timeline {
    return this.merge ?? this;
  }

  /** Where the page is. */
  get address(): Address {
    if (this.place === undefined) return { ...HOME, embed: this.embed };
    const { place, view, embed, learnerChoice: learner } = this;
    if (this.merge !== undefined)
      return {
        place,
        learner: undefined,
        step: this.merge.wanted ?? this.merge.position,
        view: "watch",
        embed,
      };
    return { place, learner, step: this.#wanted ?? this.position, view, embed };
  }

  /** Goes where a link leads. A link that is broken says so. */
  visit(address: Address, problem: string | undefined): void {
    this.embed = address.embed;
    const { place, step, view } = address;
    const log = place && this.#logOf(place);
    if (place !== undefined && log !== undefined) {
      if (!this.#isAt(place)) this.openLog(log, step);
      else if (step !== this.merge?.position) this.merge?.go(step ?? 0);
      this.notice = problem ?? "";
      return;
    }
    const spec = place && this.#specOf(place);
    const { learner = usualLearner(spec, "table") } = address;
    const answers = spec?.kind === "teacher" && !address.embed ? keptAnswers(spec)?.given : undefined;
    const waits = spec !== undefined && isStartedByUser(spec) && answers === undefined;
    if (place === undefined || spec === undefined || waits) {
      this.home();
      this.linked = spec;
      this.notice = problem ?? (place === undefined || spec !== undefined ? "" : missing(place));
      return;
    }
    if (!this.#isAt(place) || learner !== this.learnerChoice) {
      this.learnerChoice = learner;
      this.learn(spec, learner, answers);
      // A person goes on where the answers end.
      if (answers === undefined) this.#wanted = step;
    } else if (step !== this.position) this.go(step ?? 0);
    this.view = view;
    this.notice = problem ?? "";
  }

  /** Closes the run and shows the targets. */
  home(): void {
    this.close();
    this.place = undefined;
    this.view = "watch";
    this.notice = "";
    this.linked = undefined;
  }

  /** Shows the step of a link as soon as it is there. */
  settle(): void {
    const wanted = this.#wanted;
    if (wanted === undefined || this.run === undefined) return;
    const isOver = this.runs.every(({ status }) => status !== "learning" && status !== "held");
    if (wanted >= this.length && !isOver) return;
    this.#wanted = undefined;
    if (wanted >= this.length)
      this.notice = `The link names step ${wanted + 1}, but the run has only ${counted(this.length, "step")}.`;
    this.go(wanted);
  }

  #isAt(place: Place): boolean {
    if (this.place === undefined) return false;
    return formatAddress({ ...HOME, place }) === formatAddress({ ...HOME, place: this.place });
  }

  #specOf(place: Place): TargetSpec | undefined {
    if (place.kind === "spec") return place.spec;
    if (place.kind === "example") return examples.get(place.id)?.spec;
    const kept = place.kind === "kept" ? this.#kept.get(place.key) : undefined;
    return kept?.kind === "log" ? undefined : kept;
  }

  #logOf(place: Place): LogSpec | undefined {
    if (place.kind === "log") return logExamples.find(({ id }) => id === place.id)?.spec;
    const kept = place.kind === "kept" ? this.#kept.get(place.key) : undefined;
    return kept?.kind === "log" ? kept : undefined;
  }

  #placeOf(spec: TargetSpec): Place {
    for (const [id, example] of examples) if (example.spec === spec) return { kind: "example", id };
    if (spec.kind !== "network" && toFragment(spec) !== undefined) return { kind: "spec", spec };
    return this.#keep(spec);
  }

  /** A place for what no link can hold. */
  #keep(spec: TargetSpec | LogSpec): Place {
    for (const [key, kept] of this.#kept) if (kept === spec) return { kind: "kept", key };
    const key = `${this.#kept.size + 1} ${spec.name ?? spec.kind}`;
    this.#kept.set(key, spec);
    return { kind: "kept", key };
  }

  learn(
    spec: TargetSpec,
    learnerChoice: LearnerChoice = usualLearner(spec, this.learnerChoice),
    answers: PersonAnswers = NO_ANSWERS,
  ): void {
    this.close();
    this.notice = "";
    this.linked = undefined;
    this.learnerChoice = applicable(spec, learnerChoice);
    const names: StudioLearner[] = this.learnerChoice === "both" ? ["table", "tree"] : [this.learnerChoice];
    if (answers === NO_ANSWERS) forgetAnswers();
    this.place = this.#placeOf(spec);
    // The end of every run shows the target beside the result.
    this.showsTarget = undefined;
    this.runs = names.map((name) => new Run(spec, name, answers));
    this.position = 0;
    this.following = spec.kind === "network";
    this.view = "watch";
  }

  /** Merges the states of a log. */
  openLog(spec: LogSpec, step?: number): void {
    this.close();
    this.notice = "";
    this.linked = undefined;
    this.view = "watch";
    const example = logExamples.find((one) => one.spec === spec);
    this.place = example === undefined ? this.#keep(spec) : { kind: "log", id: example.id };
    this.merge = new Merge(spec, step);
  }

  /** Learns the same target with another learner, which is then the chosen one. */
  learnWith(learner: LearnerChoice): void {
    this.learnerChoice = learner;
    if (this.run === undefined) return;
    // What a person has answered stays; of the counterexamples those that refute what another learner conjectures.
    const { spec, answers } = this.run;
    this.learn(spec, learner, answers);
  }

  close(): void {
    for (const run of this.runs) run.close();
    this.merge?.close();
    this.merge = undefined;
    this.playing = false;
    this.#wanted = undefined;
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

  /** How long the step that is shown stays when the run plays, in milliseconds: as long as it takes to read. */
  pauseAt(speed: Speed): number {
    const { least, character } = SPEEDS[speed];
    const said = this.runs.map((run) => this.frameOf(run)?.said[settings.vocabulary].sentence ?? []);
    return least + character * said.reduce((length, sentence) => length + textOf(sentence).length, 0);
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

  move(by: number): void {
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

/** What a target is learned with that is opened after another one: networks err on some words, other targets do not. */
function usualLearner(spec: TargetSpec | undefined, chosen: LearnerChoice): LearnerChoice {
  if (spec?.kind === "network") return "tolerant";
  return chosen === "tolerant" ? "table" : chosen;
}

/** The learner that was chosen, or the table if it is known beforehand that the chosen one is not for the target. */
function applicable(spec: TargetSpec, chosen: LearnerChoice): LearnerChoice {
  const isOnce = spec.kind === "teacher" || spec.kind === "journal" || spec.kind === "network";
  if (chosen === "both") return isOnce ? usualLearner(spec, "table") : chosen;
  if (spec.kind !== "teacher") return chosen;
  return whyNot({ answers: "weights", semifield: spec.semifield }, chosen) === undefined ? chosen : "table";
}

/** Why there is no target at a place. */
function missing(place: Place): string {
  if (place.kind === "log") return `This link is broken: there is no log “${place.id.slice(0, 40)}”.`;
  if (place.kind === "example") return `This link is broken: there is no example “${place.id.slice(0, 40)}”.`;
  if (place.kind === "spec") return "";
  const name = place.key.replace(/^\d+ /u, "").slice(0, 80);
  return `“${name}” does not fit into a link, so it is gone with the page that opened it: open it again.`;
}

export const studio = new Studio();
