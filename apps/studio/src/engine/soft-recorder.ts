import type { Wdfsa, Word } from "hankel";
import type { Question } from "hankel/learning";
import type { CurvePoint, SoftLearner } from "hankel/models";
import { whyChosen } from "./explain-choice.ts";
import { explainBest, explainDrawn, explainFirst, explainGrowth, explainTest } from "./explain-growth.ts";
import { modelView } from "./machine.ts";
import { MAX_SHOWN, Recording } from "./recorder.ts";
import type { Explanation } from "./say.ts";
import { type Costs, type CurveView, isSameGrowth, type MachineView, type StepKind } from "./views.ts";

/** What a snapshot shows besides the curve: an automaton of it, whether that has just grown, and words that are asked. */
interface Details {
  readonly kind: StepKind;
  readonly shown?: number;
  readonly automaton?: Wdfsa<number>;
  readonly isNew?: boolean;
  readonly words?: readonly Word[];
  readonly isEnd?: boolean;
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
    if (this.#learner.grounds.judged !== undefined) this.#best(costs);
    this.#add(explanation, costs, { kind: "end", automaton, isEnd: true });
  }

  hypothesis(): Wdfsa<number> {
    return this.#learner.hypothesis();
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

  /** Records the automata that are new. A curve that is not longer than the last one, nor the same with other figures, is another one. */
  #grown(costs: Costs): void {
    const curve = this.#learner.curve();
    if (curve === this.#curve) return;
    const { judged } = this.#learner.grounds;
    const before = this.#curve;
    this.#curve = curve;
    if (judged !== undefined) {
      this.#add(explainDrawn(curve, judged), costs, { kind: "drawn" });
      return;
    }
    if (isSameGrowth(before, curve) && before.length === curve.length) return;
    const again = curve.length <= this.#recorded;
    if (again) this.#recorded = 0;
    for (; this.#recorded < curve.length; this.#recorded++) {
      const shown = this.#recorded;
      const automaton = this.#learner.automatonAt(shown);
      const explanation =
        shown === 0 ? explainFirst(curve[0], again) : explainGrowth(curve, shown, automaton);
      this.#add(explanation, costs, { kind: "futures", shown, automaton, isNew: true });
    }
  }

  /** A step for each automaton that was judged. They are many, and large: the page asks for those that it shows. */
  #best(costs: Costs): void {
    const curve = this.#learner.curve();
    curve.forEach(({ states }, shown) => {
      const view = this.#view({ shown, isNew: true });
      this.addFrame(explainBest(curve, shown), costs, [], {
        kind: "futures",
        states,
        machine: -1,
        curve: view,
      });
    });
  }

  #add(explanation: Explanation, costs: Costs, { kind, words = [], ...of }: Details): void {
    const { shown = this.#chosen, automaton = this.#learner.automatonAt(shown) } = of;
    this.addFrame(explanation, costs, words, {
      kind,
      states: automaton.size,
      machine: automaton.size > MAX_SHOWN ? -1 : this.addMachine(modelView(automaton)),
      curve: this.#view({ ...of, shown }),
    });
  }

  #view({
    shown,
    isNew = false,
    isEnd = false,
  }: Pick<Details, "isNew" | "isEnd"> & { readonly shown: number }): CurveView {
    const curve = this.#learner.curve();
    const { grounds } = this.#learner;
    return {
      points: isNew ? curve.slice(0, shown + 1) : curve,
      shown,
      chosen: this.#chosen,
      isNew,
      judged: grounds.judged ?? null,
      why: isEnd ? whyChosen(curve, grounds, this.#learner.conclusion()) : null,
    };
  }
}
