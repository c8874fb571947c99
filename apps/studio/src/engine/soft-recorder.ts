import type { Wdfsa } from "hankel";
import type { Question } from "hankel/learning";
import type { CurvePoint, SoftLearner } from "hankel/models";
import type { Explanation } from "./explain.ts";
import { explainFirst, explainGrowth, explainTest } from "./explain-growth.ts";
import { modelView } from "./machine.ts";
import { emptyPiece, MAX_SHOWN, type Recording } from "./recorder.ts";
import type { Costs, FrameKind, MachineView, Piece } from "./views.ts";

/** How many words of a batch are listed. */
const MAX_NAMED = 24;

/**
 * Takes a snapshot of a run on a language model whenever the automaton has grown, and when drawn words begin to test it.
 * The questions in between are too many to look at.
 */
export class SoftRecorder implements Recording<number> {
  readonly summary = false;
  readonly #learner: SoftLearner;
  #piece = emptyPiece();
  #machines = 0;
  /** How many automata of the current curve are recorded, and the curve they are from. */
  #recorded = 0;
  #curve: readonly CurvePoint[] = [];
  #isTesting = false;

  constructor(learner: SoftLearner) {
    this.#learner = learner;
  }

  get waiting(): number {
    return this.#piece.machines.reduce((sum, { arcs }) => sum + arcs.length, 0);
  }

  take(): Piece | undefined {
    if (this.#piece.frames.length === 0) return undefined;
    const piece = this.#piece;
    this.#piece = emptyPiece();
    return piece;
  }

  idOf(): (state: number) => number {
    return (state) => state;
  }

  question(question: Question<number>, costs: Costs): void {
    this.#grown(costs);
    if (question.kind === "conjecture" || question.why.kind !== "drawn") {
      this.#isTesting = false;
      return;
    }
    if (this.#isTesting) return;
    this.#isTesting = true;
    const chosen = this.#chosen;
    const explanation = explainTest(this.#learner.curve(), chosen);
    const asked = question.batch.words.map((word) => this.#learner.alphabet.show(word));
    this.#add("weigh", explanation, costs, chosen, asked);
  }

  end(kind: FrameKind, explanation: Explanation, costs: Costs, hypothesis: Wdfsa<number>): void {
    this.#grown(costs);
    this.#add(kind, explanation, costs, this.#chosen, [], hypothesis);
  }

  view(automaton: Wdfsa<number>): MachineView {
    return modelView(automaton);
  }

  /** What a run on distributions costs is not bounded by the degrees of freedom of weights. */
  dof(): undefined {
    return undefined;
  }

  automatonAt(point: number): Wdfsa<number> {
    return this.#learner.automatonAt(point);
  }

  advice(): null {
    return null;
  }

  /** The place of the automaton that the learner would choose. */
  get #chosen(): number {
    const { chosen } = this.#learner;
    return chosen === undefined ? 0 : this.#learner.curve().indexOf(chosen);
  }

  /** Records the automata that are new. A curve that is not longer than the last one is another one. */
  #grown(costs: Costs): void {
    const curve = this.#learner.curve();
    if (curve === this.#curve) return;
    const again = curve.length <= this.#recorded;
    if (again) this.#recorded = 0;
    for (; this.#recorded < curve.length; this.#recorded++) {
      const index = this.#recorded;
      const automaton = this.#learner.automatonAt(index);
      const explanation =
        index === 0 ? explainFirst(curve[0], again) : explainGrowth(curve, index, automaton);
      this.#add("grown", explanation, costs, index, [], automaton);
    }
    this.#curve = curve;
  }

  #add(
    kind: FrameKind,
    { title, sentence }: Explanation,
    costs: Costs,
    shown: number,
    asked: readonly string[],
    automaton: Wdfsa<number> = this.#learner.automatonAt(shown),
  ): void {
    const points = kind === "grown" ? this.#learner.curve().slice(0, shown + 1) : this.#learner.curve();
    this.#piece.frames.push({
      kind,
      title,
      sentence,
      asked: asked.slice(0, MAX_NAMED),
      askedCount: asked.length,
      costs: { ...costs },
      states: automaton.size,
      matrix: null,
      tree: -1,
      machine: this.#machine(automaton),
      walk: null,
      curve: { points, shown, chosen: this.#chosen },
    });
  }

  #machine(automaton: Wdfsa<number>): number {
    if (automaton.size > MAX_SHOWN) return -1;
    this.#piece.machines.push(modelView(automaton));
    return this.#machines++;
  }
}
