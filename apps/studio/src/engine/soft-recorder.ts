import type { Wdfsa, Word } from "hankel";
import type { Question } from "hankel/learning";
import type { CurvePoint, SoftLearner } from "hankel/models";
import { explainFirst, explainGrowth, explainTest } from "./explain-growth.ts";
import { modelView } from "./machine.ts";
import { MAX_SHOWN, Recording } from "./recorder.ts";
import type { Explanation } from "./say.ts";
import type { Costs, MachineView, StepKind } from "./views.ts";

/** What a snapshot shows besides the curve: an automaton of it, whether that has just grown, and words that are asked. */
interface Details {
  readonly kind: StepKind;
  readonly shown?: number;
  readonly automaton?: Wdfsa<number>;
  readonly isNew?: boolean;
  readonly words?: readonly Word[];
}

/**
 * Takes a snapshot of a run on a language model whenever the automaton has grown, and when drawn words begin to test it.
 * The questions in between are too many to look at.
 */
export class SoftRecorder extends Recording<number> {
  readonly #learner: SoftLearner;
  /** How many automata of the current curve are recorded, and the curve they are from. */
  #recorded = 0;
  #curve: readonly CurvePoint[] = [];
  #isTesting = false;

  constructor(learner: SoftLearner) {
    super(learner.alphabet);
    this.#learner = learner;
  }

  question(question: Question<number>, costs: Costs): void {
    this.#grown(costs);
    const wasTesting = this.#isTesting;
    this.#isTesting = question.kind === "weigh" && question.why.kind === "drawn";
    if (question.kind === "conjecture" || !this.#isTesting || wasTesting) return;
    this.#add(explainTest(this.#learner.curve(), this.#chosen), costs, {
      kind: "drawn",
      words: question.batch.words,
    });
  }

  end(explanation: Explanation, costs: Costs, automaton: Wdfsa<number>): void {
    this.#grown(costs);
    this.#add(explanation, costs, { kind: "end", automaton });
  }

  view(automaton: Wdfsa<number>): MachineView {
    return modelView(automaton);
  }

  /** What a run on distributions costs is not bounded by the degrees of freedom of weights. */
  dof(): undefined {
    return undefined;
  }

  override automatonAt(point: number): Wdfsa<number> {
    return this.#learner.automatonAt(point);
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
      const shown = this.#recorded;
      const automaton = this.#learner.automatonAt(shown);
      const explanation =
        shown === 0 ? explainFirst(curve[0], again) : explainGrowth(curve, shown, automaton);
      this.#add(explanation, costs, { kind: "futures", shown, automaton, isNew: true });
    }
    this.#curve = curve;
  }

  #add(explanation: Explanation, costs: Costs, { kind, words = [], isNew = false, ...of }: Details): void {
    const { shown = this.#chosen, automaton = this.#learner.automatonAt(shown) } = of;
    const curve = this.#learner.curve();
    const points = isNew ? curve.slice(0, shown + 1) : curve;
    this.addFrame(explanation, costs, words, {
      kind,
      states: automaton.size,
      machine: automaton.size > MAX_SHOWN ? -1 : this.addMachine(modelView(automaton)),
      curve: { points, shown, chosen: this.#chosen, isNew },
    });
  }
}
