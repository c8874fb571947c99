import { type Automaton, machineOf, machineToWdfsa } from "hankel";
import type { TolerantLearner } from "hankel/learning";
import type { AnyQuestion } from "./explain.ts";
import { machineView } from "./machine.ts";
import { type Numbering, Recorder } from "./recorder.ts";
import { countedTerm, type Explanation, inBoth, say, term } from "./say.ts";
import type { AgreementView, Costs, MachineView, StepKind, Walk } from "./views.ts";

/**
 * Takes the snapshots of a run on a target that errs: of each question, as long as the learner follows every answer, and then
 * one whenever another automaton is the best. That one has nothing to do with the tree, so it has places of its own.
 */
export class TolerantRecorder extends Recorder<unknown> {
  readonly #tolerant: TolerantLearner<unknown>;
  #isOver = false;
  /** Was a sentence said about what follows the exact learner, and about which automaton? */
  #isLeft = false;
  #chosen: object | undefined;

  constructor(learner: TolerantLearner<unknown>) {
    super(learner.exact ?? learner);
    this.#tolerant = learner;
  }

  override over(): void {
    this.#isOver = true;
  }

  override hypothesis(): Automaton<unknown> {
    return this.#isOwn || this.#isLeft ? this.#tolerant.hypothesis() : super.hypothesis();
  }

  /** A Moore machine is learned as a Mealy machine, and shown as what it is. */
  override drawn(automaton: Automaton<unknown>): Automaton<unknown> {
    const machine = machineOf(automaton);
    return machine?.kind === "moore" ? machineToWdfsa(machine) : automaton;
  }

  override sizeOf(automaton: Automaton<unknown>): { readonly states: number; readonly arcs: number } {
    return this.#tolerant.kind.counted?.(automaton) ?? super.sizeOf(automaton);
  }

  override shown(hypothesis: Automaton<unknown>): Automaton<unknown> {
    return this.#isOwn ? this.drawn(hypothesis) : super.shown(hypothesis);
  }

  override idOf(): Numbering {
    return this.#isOwn ? (state) => state : super.idOf();
  }

  override question(question: AnyQuestion, costs: Costs, walk: Walk | null = null): void {
    const { exact, chosen, states } = this.#tolerant;
    const isDrawn = question.kind === "weigh" && question.why.kind === "drawn";
    if (exact !== undefined) {
      if (isDrawn)
        this.addFrame(suspicion(exact.states, states), costs, question.batch.words, this.#last("drawn"));
      else super.question(question, costs, walk);
      return;
    }
    if (this.#isLeft && chosen === this.#chosen) return;
    const said = this.#isLeft ? better(states) : left(chosen !== undefined);
    this.#isLeft = true;
    this.#chosen = chosen;
    this.#own(said, costs, "drawn", chosen === undefined ? undefined : this.#tolerant.hypothesis());
  }

  override end(explanation: Explanation, costs: Costs, hypothesis: Automaton<unknown>): void {
    if (this.#isOwn) this.#own(explanation, costs, "end", hypothesis);
    else super.end(explanation, costs, hypothesis);
  }

  override view(automaton: Automaton<unknown>, idOf: Numbering): MachineView {
    const { kind } = this.#tolerant;
    return kind.name === "runs" && machineOf(automaton)?.kind === "moore"
      ? machineView(automaton, { idOf })
      : super.view(automaton, idOf);
  }

  /** Is the result another automaton than the hypothesis of the exact learner? */
  get #isOwn(): boolean {
    return this.#isOver && (this.#tolerant.approximate || this.#tolerant.kind.name === "runs");
  }

  /** What stands on the page already. */
  #last(kind: StepKind) {
    return { kind, states: this.#tolerant.exact?.states ?? 0, machine: this.lastMachine };
  }

  /** A snapshot of an automaton that was chosen. */
  #own(said: Explanation, costs: Costs, kind: StepKind, automaton: Automaton<unknown> | undefined): void {
    if (automaton === undefined) {
      this.addFrame(said, costs, [], { kind, states: this.#tolerant.states, machine: this.lastMachine });
      return;
    }
    const drawn = this.drawn(automaton);
    this.addFrame(said, costs, [], {
      kind,
      states: this.sizeOf(automaton).states,
      machine: this.addMachine(this.view(drawn, (state) => state)),
      agreement: this.#agreement(),
      isApart: true,
    });
  }

  #agreement(): AgreementView | null {
    const agreement = this.#tolerant.agreement();
    if (agreement === undefined) return null;
    const { words, differing, interval, shortest } = agreement;
    const { alphabet, kind } = this.#tolerant;
    return {
      points: this.#tolerant.curve(),
      words,
      differing,
      interval: interval ?? null,
      shortest: shortest.map(({ word, target }) => ({ word: alphabet.show(word, kind.terms), target })),
    };
  }
}

/** Does the exact learner follow errors? */
function suspicion(states: number, best: number): Explanation {
  return inBoth(
    "Does it follow errors?",
    say`The ${term("hypothesis")} has grown to ${countedTerm(states, "state")}. Perhaps the target errs on some ${term("word", "words")}, and these states only follow its errors. So the learner draws words, to see whether an automaton with ${countedTerm(best, "state")} that it had before says the same on nearly all.`,
  );
}

/** The exact learner has ended. */
function left(isGivenUp: boolean): Explanation {
  return isGivenUp
    ? inBoth(
        "Errors are not followed",
        say`A small ${term("automaton")} says the same as the target on nearly all ${term("word", "words")}, and further ${term("state", "states")} only follow errors. So the learner looks for the automaton that stands out: others are made of drawn words, and a larger one must win on words on which the two differ.`,
      )
    : inBoth(
        "Is there a smaller one?",
        say`The ${term("hypothesis")} passed all tests. If a much smaller ${term("automaton")} says nearly the same, it is the one behind, and the rest are errors of the target.`,
      );
}

/** Another automaton is the best so far. */
function better(states: number): Explanation {
  return inBoth(
    "A better one",
    say`An ${term("automaton")} with ${countedTerm(states, "state")} is the best so far: none with fewer differs so little from the target, and larger ones do not pay for their ${term("state", "states")}.`,
  );
}
