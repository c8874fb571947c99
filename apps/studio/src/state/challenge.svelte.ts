import type { Asked, Tried } from "../engine/challenge.ts";
import type { TargetSpec } from "../engine/spec.ts";
import { type MachineView, UNCLOSED } from "../engine/views.ts";
import { NO_ANSWERS, Run } from "./run.svelte.ts";

/** A matrix in which a row below the line is like no row above it. */
export interface RowPuzzle {
  readonly above: readonly number[];
  readonly below: readonly number[];
  readonly columns: number;
  /** The rows that are right. */
  readonly right: ReadonlySet<number>;
}

/** A conjecture that somebody refuted. */
export interface ConjecturePuzzle {
  /** Its number among the conjectures of the run. */
  readonly index: number;
  readonly machine: MachineView | undefined;
  readonly states: number;
  /** The counterexample that the learner was given. */
  readonly given: string;
}

/** So many rounds of each kind are played. */
const MOST = 6;

/** The rows and conjectures of a run of the table, to be found again by somebody who plays. Nothing is made up. */
export class Challenge {
  readonly run: Run;
  /** Rounds of the first kind: how many rows were clicked in each, and whether the right one was. */
  readonly rows = $state<{ tries: number; found: boolean }[]>([]);
  /** Rounds of the second kind: the words that were tried in each. */
  readonly words = $state<Tried[][]>([]);
  /** The words that were asked to beat the learner, and how often an automaton was guessed. */
  readonly asked = $state<Asked[]>([]);
  guesses = $state(0);
  isRight = $state(false);

  constructor(spec: TargetSpec) {
    // With suffixes of counterexamples for columns, every state is a row that is found, and none comes with a counterexample.
    this.run = new Run(spec, "table", NO_ANSWERS, "suffixes");
  }

  get isReady(): boolean {
    return this.run.result !== undefined;
  }

  /** The steps at which a row was moved up. */
  readonly rowPuzzles = $derived.by((): readonly RowPuzzle[] => {
    const { run } = this;
    const found: RowPuzzle[] = [];
    for (let i = 0; i < run.count && found.length < MOST; i++) {
      const { kind, matrix } = run.frames[i];
      if (kind !== "unclosed" || matrix === null || matrix.focusRows.length !== 1) continue;
      const [moved] = matrix.focusRows;
      const above = run.prefixes.slice(0, matrix.prefixes).filter((row) => row !== moved);
      const isAbove = new Set(above);
      const below: number[] = [];
      for (let row = 0; row < matrix.filledRows; row++) if (!isAbove.has(row)) below.push(row);
      const isRight = (row: number) =>
        matrix.labels[row] === UNCLOSED || matrix.labels[row] === matrix.labels[moved];
      found.push({ above, below, columns: matrix.filledColumns, right: new Set(below.filter(isRight)) });
    }
    return found;
  });

  /** The conjectures that were refuted. */
  readonly conjectures = $derived.by((): readonly ConjecturePuzzle[] => {
    const { run } = this;
    const found: ConjecturePuzzle[] = [];
    let index = 0;
    for (let i = 0; i < run.count && index < MOST; i++) {
      const { kind, walk, machine, states } = run.frames[i];
      if (kind !== "conjecture") continue;
      if (walk !== null) found.push({ index, machine: run.machines[machine], states, given: walk.word });
      index++;
    }
    return found;
  });

  /** A row was clicked. */
  name(round: number, row: number): boolean {
    this.rows[round] ??= { tries: 0, found: false };
    const state = this.rows[round];
    if (state.found) return true;
    state.tries++;
    state.found = this.rowPuzzles[round].right.has(row);
    return state.found;
  }

  /** A word was tried against a conjecture. */
  async refute(conjecture: number, round: number, text: string): Promise<Tried> {
    const tried = await this.run.query("refute", conjecture, text);
    this.words[round] ??= [];
    this.words[round].push(tried);
    return tried;
  }

  /** The target is asked; a word that was asked before costs nothing. */
  async ask(text: string): Promise<void> {
    const asked = await this.run.query("ask", text);
    if (!this.asked.some(({ word }) => word === asked.word)) this.asked.push(asked);
  }
}
