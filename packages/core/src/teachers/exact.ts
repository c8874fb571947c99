import { freeGroup } from "../algebra/free-group.ts";
import type { Answers } from "../answers/answers.ts";
import { type Automaton, isDeterministic, toWdfsa } from "../automata/convert.ts";
import { determinize } from "../automata/determinization/determinize.ts";
import { align } from "../automata/equivalence/align.ts";
import { compare } from "../automata/equivalence/compare.ts";
import { Prepared } from "../automata/equivalence/compare-deterministic.ts";
import { type Outputs, outputsOf } from "../automata/machine.ts";
import { minimize } from "../automata/minimal/minimize.ts";
import { trim } from "../automata/trim.ts";
import type { Wdfsa } from "../automata/wdfsa.ts";
import { kindOfAutomaton } from "../kinds/kinds.ts";
import { RunAnswers } from "../kinds/runs.ts";
import { WeightAnswers } from "../kinds/weights.ts";
import type { FindingTeacher, Weighed } from "../learning/protocol.ts";
import type { Batch } from "../words/batch.ts";
import type { Word } from "../words/word.ts";
import { MachineWalk } from "./machine-walk.ts";
import { StateWalk } from "./state-walk.ts";

/**
 * A teacher that knows the automaton: weights are read off it, and an equivalence question is answered exactly, with
 * the first counterexample, the shorter first and of one length in the order of the letters. The target is brought into
 * canonical form first, so that the answers depend on the language alone and not on how the target's states are numbered. A
 * nondeterministic target is determinized. If it is a complete Mealy or Moore machine, the teacher says so. Over rounded
 * weights, equality is within a tolerance.
 *
 * @example
 * const target = fromExpression("(a|b)*abb", boolean);
 * console.log(learn(exactTeacher(target)).automaton.size); // 4
 */
export function exactTeacher<W>(automaton: Automaton<W>): FindingTeacher<W> {
  const target = determinize(automaton);
  const trimmed = trim(target);
  const kind = kindOfAutomaton(trimmed);
  const outputs = outputsOf(trimmed);
  const machine = typeof outputs === "string" ? undefined : outputs;
  const write = writerOf(trimmed, machine);
  let teller: Teller | undefined;
  // Not before it is needed: minimizing an automaton with floats can fail, and then a run ends with what it has.
  let prepared: Prepared<W> | undefined;

  /** Who tells a memory the answers, if that saves writing them. */
  const tellerFor = (memory: object | undefined): Teller | undefined => {
    if (memory instanceof RunAnswers && machine !== undefined)
      return new MachineWalk(trimmed, machine, memory);
    // Whoever asks looks at rounded weights, which may leave their range.
    if (!holdsWeights<W>(memory) || !trimmed.algebra.exact) return undefined;
    return trimmed.algebra.trivial === true
      ? new TrivialWeights(trimmed, memory)
      : new OtherWeights(trimmed, memory);
  };

  const teacher: FindingTeacher<W> = {
    kind,
    alphabet: target.alphabet,
    weigh: (words) => words.map(write),
    findCounterexample(hypothesis) {
      if (!isDeterministic(hypothesis)) return compare(target, hypothesis)?.word ?? null;
      prepared ??= new Prepared(minimize(target));
      if (target.alphabet.equals(hypothesis.alphabet))
        return prepared.difference(toWdfsa(hypothesis)) ?? null;
      const [left, right] = align(target, toWdfsa(hypothesis));
      return new Prepared(left).difference(right) ?? null;
    },
  };
  const answer = (batch: Batch): Weighed<W> => {
    const { memory } = batch;
    if (memory !== undefined && teller?.memory !== memory) teller = tellerFor(memory);
    const told = memory !== undefined && teller?.memory === memory && tellAll(teller, batch);
    return new Answered(batch, write, told ? memory : undefined);
  };
  // Whoever copies this teacher with a `weigh` of his own, `{ ...teacher, weigh }`, means all answers to come from there.
  return Object.defineProperty(teacher, "answer", { value: answer });
}

/** Tells a memory the answers to words, as nodes of its tree. */
interface Teller {
  readonly memory: Answers<unknown>;
  /** False if the memory knows something else of a word. */
  tell(node: number): boolean;
}

function tellAll(teller: Teller, batch: Batch): boolean {
  for (const node of batch.nodesIn(teller.memory.tree)) if (!teller.tell(node)) return false;
  return true;
}

/** Answers that are put together for those who read them. */
class Answered<W> implements Weighed<W> {
  readonly told: object | undefined;
  readonly #batch: Batch;
  readonly #write: (word: Word) => W;

  constructor(batch: Batch, write: (word: Word) => W, told: object | undefined) {
    this.#batch = batch;
    this.#write = write;
    this.told = told;
  }

  get weights(): W[] {
    return this.#batch.words.map(this.#write);
  }
}

/** Whoever asks this teacher has weights of its algebra. */
function holdsWeights<W>(memory: object | undefined): memory is WeightAnswers<W> {
  return memory instanceof WeightAnswers;
}

/** Where 1 is the only non-zero weight, a word weighs what the state after it does. */
class TrivialWeights<W> implements Teller {
  readonly memory: WeightAnswers<W>;
  readonly #walk: StateWalk;
  readonly #automaton: Wdfsa<W>;

  constructor(automaton: Wdfsa<W>, memory: WeightAnswers<W>) {
    this.memory = memory;
    this.#walk = new StateWalk(automaton, memory.tree);
    this.#automaton = automaton;
  }

  tell(node: number): boolean {
    const { algebra, finalWeight } = this.#automaton;
    this.#walk.follow(node);
    const state = this.#walk.state(node);
    this.memory.tell(node, state < 0 ? algebra.zero : finalWeight[state]);
    return true;
  }
}

/** Other weights are multiplied along the whole word: one for each prefix would take much memory where they are long. */
class OtherWeights<W> implements Teller {
  readonly memory: WeightAnswers<W>;
  readonly #automaton: Wdfsa<W>;
  /** Room for the letters of a word. */
  #letters = new Int32Array(64);

  constructor(automaton: Wdfsa<W>, memory: WeightAnswers<W>) {
    this.memory = memory;
    this.#automaton = automaton;
  }

  tell(node: number): boolean {
    this.memory.tell(node, this.#weigh(node));
    return true;
  }

  #weigh(node: number): W {
    const { algebra, alphabet, size, target, arcWeight, initialWeight, finalWeight } = this.#automaton;
    const { tree } = this.memory;
    const length = tree.depth(node);
    if (length > this.#letters.length) this.#letters = new Int32Array(2 * length);
    const letters = this.#letters;
    for (let i = length - 1, at = node; i >= 0; i--, at = tree.parent(at)) letters[i] = tree.letter(at);
    let state = size === 0 ? -1 : 0;
    let weight = initialWeight;
    for (let i = 0; i < length && state >= 0; i++) {
      const arc = state * alphabet.size + letters[i];
      state = target[arc];
      if (state >= 0) weight = algebra.times(weight, arcWeight[arc]);
    }
    return state < 0 ? algebra.zero : algebra.times(weight, finalWeight[state]);
  }
}

/** How an automaton gives words their weights. A machine joins its outputs: a product would copy them again and again. */
function writerOf<W>(automaton: Wdfsa<W>, machine: Outputs | undefined): (word: Word) => W;
function writerOf(trimmed: Wdfsa<unknown>, machine: Outputs | undefined): (word: Word) => unknown {
  if (machine === undefined) return (word) => trimmed.weigh(word);
  const { first, arcs } = machine;
  const { target, alphabet } = trimmed;
  return (word) => {
    const written: string[] = first === freeGroup.one ? [] : [first];
    let state = 0;
    for (let i = 0; i < word.length; i++) {
      // `weigh` knows what to say about a letter outside the alphabet.
      if (word[i] >>> 0 >= alphabet.size) return trimmed.weigh(word);
      const arc = state * alphabet.size + word[i];
      written.push(arcs[arc]);
      state = target[arc];
    }
    return written.length === 0 ? freeGroup.one : written.join(" ");
  };
}
