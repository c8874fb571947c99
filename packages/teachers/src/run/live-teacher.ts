import {
  type Alphabet,
  type AsyncTeacher,
  type Automaton,
  answerWeights,
  Batch,
  type Examination,
  HankelError,
  type Kind,
  type Purpose,
  type StateVector,
  type SuiteChecking,
  type Weighed,
  type Word,
} from "@hankel/core";
import { cannot, eachState, UndoRequest } from "../box.ts";
import { abortable } from "../pool/time.ts";
import { type Confirmation, examine } from "./examination.ts";
import { fetchAnswers } from "./fetch-answers.ts";
import type { LiveRun } from "./live-run.ts";
import { askFailureAgain, confirm, recheck, recheckFirst } from "./recheck.ts";

/** A black box as a teacher, with a memory, a journal and tests of conjectures. */
export class LiveTeacher<W, A = W> implements AsyncTeacher<W, A> {
  readonly kind: Kind<W, A>;
  readonly alphabet: Alphabet;
  readonly #run: LiveRun<W, A>;
  /** The words that this run has used, in order. Rechecks are drawn from them. */
  #used = new Set<number>();
  #isPrepared = false;
  /** Was an answer corrected or withdrawn? Then a new learner starts with the remaining answers. */
  restarts = false;

  constructor(run: LiveRun<W, A>) {
    this.#run = run;
    this.kind = run.box.kind;
    this.alphabet = run.box.alphabet;
  }

  /** How many answers the black box has given, in former runs of the journal too. */
  get answered(): number {
    return this.#run.store.answered;
  }

  /** Prepares for a new learner. */
  begin(): void {
    this.#used = new Set();
    this.restarts = false;
  }

  /**
   * How many answers these words take: none for those that are known, several if words are asked repeatedly. A known word is
   * asked again if its state is wanted and not known.
   */
  cost(batch: Batch, purpose: Purpose, states = false): number {
    const { store, repeat, box } = this.#run;
    if (purpose === "recheck") return box.questions?.(batch.words) ?? batch.length;
    const nodes = batch.nodesIn(store.tree);
    let cost = 0;
    const open: number[] = [];
    for (const node of store.missing(nodes, purpose === "test")) {
      const reserved = store.reserved(node);
      const isHeard = reserved === undefined && purpose === "learn" && store.heard(node) !== undefined;
      if (isHeard) continue;
      if (reserved === undefined) open.push(node);
      else cost += reserved.answers?.length ?? 1;
    }
    const questions = (of: readonly number[]) =>
      box.questions?.(Batch.at(store.tree, of).words, this.#run.states !== undefined) ?? of.length;
    const asked = new Set(open);
    const known = states ? nodes.filter((node) => !asked.has(node)) : [];
    const again = withoutStates(this.#run, known);
    return cost + repeat * questions(open) + (again.length === 0 ? 0 : questions(again));
  }

  async weigh(words: readonly Word[], purpose: Purpose = "learn"): Promise<ArrayLike<A>> {
    return (await this.answer(Batch.of(words), purpose)).weights;
  }

  /** The answers to words, from memory or from the black box, and its states after them. */
  async answer(batch: Batch, purpose: Purpose, states = false): Promise<Weighed<A>> {
    try {
      if (purpose === "recheck") return { weights: await this.#askAgain(batch.words) };
      const nodes = batch.nodesIn(this.#run.store.tree);
      const weights = await this.#lookUp(nodes, purpose);
      return states ? { weights, states: await fetchStates(this.#run, nodes) } : { weights };
    } catch (error) {
      throw error instanceof UndoRequest ? await this.#undo() : error;
    }
  }

  async findCounterexample(hypothesis: Automaton<W>): Promise<Word | null> {
    const { box, signal } = this.#run;
    try {
      if (box.findCounterexample === undefined) throw cannot(box, "find counterexamples");
      return await abortable(box.findCounterexample(hypothesis, signal), signal);
    } catch (error) {
      throw error instanceof UndoRequest ? await this.#undo() : error;
    }
  }

  async draw(count: number, seed: number): Promise<readonly Word[]> {
    const { box, signal } = this.#run;
    if (box.draw === undefined) throw cannot(box, "draw samples");
    return abortable(box.draw(count, seed), signal);
  }

  /** Before a run trusts answers that it did not ask for, it asks some of them again. A learner that starts again need not. */
  prepare(): Examination<W, A> | undefined {
    if (this.#isPrepared) return undefined;
    this.#isPrepared = true;
    return this.#prepare();
  }

  *#prepare(): Examination<W, A> {
    const { journal, fingerprint } = this.#run;
    const isCorrected = yield* recheckFirst(this.#run);
    // What contradicts a journal is no part of it.
    if (fingerprint !== undefined) journal?.append([{ kind: "fingerprint", fingerprint }]);
    if (isCorrected) throw this.#corrected();
    return null;
  }

  *examine(hypothesis: Automaton<W>, conjecture: number): Examination<W, A> {
    const { store, tell } = this.#run;
    tell({ event: "conjecture", number: conjecture, states: hypothesis.size });
    // A word that was answered along with a longer one tells nothing that the longer one does not.
    const used = [...this.#used].filter((node) => store.isAnswered(node) && !store.isHeard(node));
    if (yield* recheck(this.#run, conjecture, used)) throw this.#corrected();
    this.#run.trial.begin();
    if (this.#run.suite !== undefined)
      return yield* this.#run.suite.questions((word) => this.#again(conjecture, word));
    const confirmed = (counterexample: Word) => this.#confirm(conjecture, counterexample);
    return yield* examine(this.#run, hypothesis, conjecture, confirmed);
  }

  *#confirm(conjecture: number, counterexample: Word): Confirmation<W, A> {
    const { store } = this.#run;
    const node = store.tree.insert(counterexample);
    // One that the black box found is a reason to doubt what a log says of it.
    if (store.heardOnly(node)) yield { kind: "test", batch: Batch.at(store.tree, [node]) };
    // One that the black box found need not have been weighed. The store cannot tell: a journal also has what came later.
    if (!this.#used.has(node)) return;
    if (yield* confirm(this.#run, conjecture, node)) throw this.#corrected();
  }

  *#again(conjecture: number, word: Word): SuiteChecking<W, A> {
    const node = this.#run.store.tree.insert(word);
    if (yield* askFailureAgain(this.#run, conjecture, node)) throw this.#corrected();
    return null;
  }

  async #lookUp(nodes: readonly number[], purpose: "learn" | "test"): Promise<A[]> {
    const { store, counts, tell } = this.#run;
    const missing = store.missing(nodes, purpose === "test");
    const none = { asked: 0, corrected: false };
    const source = purpose === "test" ? "target" : "anybody";
    const { asked, corrected } = missing.length > 0 ? await fetchAnswers(this.#run, missing, source) : none;
    this.#run.recall.fresh += asked;
    if (corrected) throw this.#corrected();
    counts.remembered += nodes.length - asked;
    for (const node of nodes) this.#used.add(node);
    const answers = nodes.map((node) => store.memory.answer(node));
    if (purpose === "test")
      this.#run.trial.note(Batch.at(store.tree, nodes), answerWeights(this.kind, answers));
    tell({ event: "batch", purpose, words: nodes.length, asked });
    return answers;
  }

  /** Asks answered words again, without recording the answers. */
  async #askAgain(words: readonly Word[]): Promise<readonly A[]> {
    const { box, charge, signal } = this.#run;
    const weights = await box.weigh(words, { signal, again: true });
    charge(words);
    return weights;
  }

  /** Withdraws the last answer; the others remain. */
  async #undo(): Promise<HankelError> {
    const { store, journal } = this.#run;
    if (store.undo()) {
      journal?.append([{ kind: "undo" }]);
      await journal?.sync();
    }
    return this.#restart();
  }

  /** An answer was corrected: the run starts again, unless there is no end to that. */
  #corrected(): HankelError {
    return this.#run.conflicts.noteCorrection() ?? this.#restart();
  }

  #restart(): HankelError {
    this.restarts = true;
    return new HankelError("cancelled", "the run starts again");
  }
}

/** Those of the words whose states are not known, each once. */
function withoutStates<W, A>({ states }: LiveRun<W, A>, nodes: readonly number[]): number[] {
  return [...new Set(nodes)].filter((node) => states?.get(node) === undefined);
}

/**
 * The states of the black box after words. Where the answer to a word came from a journal, its state is not known, and the word is
 * asked again.
 */
async function fetchStates<W, A>(
  run: LiveRun<W, A>,
  nodes: readonly number[],
): Promise<readonly StateVector[]> {
  const { box, store, states, signal, charge } = run;
  if (states === undefined) throw new HankelError("usage", "no test of this run looks at states");
  const missing = withoutStates(run, nodes);
  // The memory may begin again while states arrive, so these are kept aside.
  const found = new Map(nodes.map((node) => [node, states.get(node)]));
  if (missing.length > 0) {
    const words = missing.map((node) => store.tree.word(node));
    const keep = eachState(missing, (node, state) => {
      found.set(node, state);
      states.keep(node, state);
    });
    await box.weigh(words, { signal, states: keep });
    charge(words);
  }
  return nodes.map((node) => found.get(node) as StateVector);
}
