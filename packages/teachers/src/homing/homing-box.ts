import {
  type Alphabet,
  type Automaton,
  defaultTests,
  type FreeWord,
  freeLetters,
  freeWord,
  HankelError,
  type Letter,
  PrefixTree,
  quote,
  Random,
  RunAnswers,
  requireMachine,
  toWdfsa,
  type Word,
} from "@hankel/core";
import { type BlackBox, nameOf, type OneRun, type WeighOptions } from "../box.ts";
import { reasonOf } from "../pool/time.ts";
import type { Signal } from "../signal.ts";
import { type Trace, WayHome } from "./way-home.ts";

/** After so many vain attempts to come home, another state is home. */
const ATTEMPTS = 300;
/** The most inputs of a random walk between two attempts. */
const LONGEST_WALK = 64;

/** What was thought to be one state is several: all answers are void. */
class HomeMoved extends HankelError {
  constructor() {
    super("cancelled", "the initial state is another one now: the run starts again");
  }
}

/**
 * A machine that is never reset, as a black box for `learnAsync`: each word that the given box is asked starts where the last one ended. A word is
 * asked from a state that is recognized, its *home*: where the machine is after a trace, inputs with their outputs. When two runs from home
 * differ, there are two such states, and the trace is made longer by what tells them apart (Rivest and Schapire 1993). So the states that the
 * machine comes back to are learned, and its initial state is home.
 *
 * @example
 * let coins = 0;
 * const step = (input: string) => (input === "coin" ? String((coins = (coins + 1) % 3)) : coins === 2 ? "coffee" : "nothing");
 * const box = functionBox({ alphabet: ["coin", "button"], kind: "mealy", answer: (word) => word.map(step) });
 * const { automaton } = await learnAsync(withoutReset(box));
 * console.log(automaton.size); // 3
 */
export function withoutReset(box: BlackBox<FreeWord>, seed?: number): BlackBox<FreeWord>;
export function withoutReset(box: BlackBox<unknown>, seed?: number): BlackBox<unknown>;
export function withoutReset(box: BlackBox<unknown>, seed = 1): BlackBox<unknown> {
  const { kind, alphabet } = box;
  if (kind.header.machine !== "mealy") {
    throw new HankelError(
      "usage",
      `without a reset Mealy machines are learned, and ${nameOf(box)} is ${kind.describe(true)}`,
    );
  }
  const homing = new Homing(box, seed);
  return {
    alphabet,
    kind,
    name: nameOf(box),
    // The box hears of each conjecture: it refutes it by what was seen, and finds its way by it.
    tests: `box+${defaultTests.machines}`,
    homing,
    weigh: (words, options) => homing.weigh(words, options),
    findCounterexample: async (hypothesis) => homing.refute(hypothesis),
    close: async () => box.close?.(),
  };
}

/** The one long run of a machine that is never reset. Each part of it that begins at home is kept as an answer. */
class Homing implements OneRun {
  sent = 0;
  moved = false;
  readonly #box: BlackBox<unknown>;
  readonly #alphabet: Alphabet;
  readonly #random: Random;
  #home: Trace = { inputs: [], outputs: [] };
  #answers: RunAnswers;
  /** The run since the machine was at home, and its node; undefined as long as nobody knows where it is. */
  #since: { inputs: Letter[]; outputs: string[]; node: number } | undefined;
  #way: WayHome | undefined;

  constructor(box: BlackBox<unknown>, seed: number) {
    this.#box = box;
    this.#alphabet = box.alphabet;
    this.#random = new Random(seed);
    this.#answers = this.#noAnswers();
  }

  whereHomeIs(): string {
    const { inputs, outputs } = this.#home;
    if (inputs.length === 0) return "any: it has one state";
    const trace = inputs.map((letter, i) => `${quote(outputs[i])} to ${this.#alphabet.symbols[letter]}`);
    return `where it is after it has answered ${trace.join(", ")}`;
  }

  async weigh(
    words: readonly Word[],
    { signal, again, arrived }: WeighOptions<FreeWord> = {},
  ): Promise<FreeWord[]> {
    const answers: FreeWord[] = [];
    for (const [i, word] of words.entries()) {
      const node = this.#answers.tree.find(word);
      const isKnown = again !== true && node >= 0 && this.#answers.knows(node);
      answers.push(isKnown ? this.#answers.answer(node) : await this.#ask(word, signal));
      arrived?.(i, [answers[i]]);
    }
    return answers;
  }

  /** A run from home that the hypothesis gets wrong, among those that were seen. */
  refute(hypothesis: Automaton<unknown>): Word | null {
    const machine = requireMachine(toWdfsa(hypothesis));
    this.#way = new WayHome(machine, this.#home);
    const { tree } = this.#answers;
    const state = new Int32Array(tree.size);
    // A node comes behind its parent.
    for (let node = 1; node < tree.size; node++) {
      const arc = state[tree.parent(node)] * this.#alphabet.size + tree.letter(node);
      state[node] = machine.target[arc];
      if (this.#answers.output(node) !== freeWord(machine.output[arc])) return tree.word(node);
    }
    return null;
  }

  async #ask(word: Word, signal: Signal | undefined): Promise<FreeWord> {
    await this.#goHome(signal);
    return freeWord(...(await this.#send(word, signal)));
  }

  async #goHome(signal: Signal | undefined): Promise<void> {
    const { inputs, outputs } = this.#home;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const way = this.#since && this.#way?.after(this.#since);
      const walk = way ?? this.#walk(attempt);
      const seen = await this.#send([...walk, ...inputs], signal);
      if (outputs.every((output, i) => output === seen[walk.length + i])) {
        this.#since = { inputs: [], outputs: [], node: 0 };
        return;
      }
    }
    // It may never come there again.
    this.#move({ inputs: [], outputs: [] });
  }

  /** Some random inputs, more of them the longer it takes. */
  #walk(attempt: number): Letter[] {
    const length =
      this.#home.inputs.length === 0 ? 0 : this.#random.below(Math.min(attempt, LONGEST_WALK) + 1);
    return Array.from({ length }, () => this.#random.below(this.#alphabet.size));
  }

  /** Sends inputs wherever the machine is, and takes in the outputs. */
  async #send(inputs: Word, signal: Signal | undefined): Promise<readonly string[]> {
    if (inputs.length === 0) return [];
    if (signal?.aborted) throw reasonOf(signal);
    const [run] = await this.#box.weigh([inputs], { signal });
    const outputs = this.#box.kind.write(run) as readonly string[];
    this.sent += inputs.length;
    const since = this.#since;
    if (since === undefined) return outputs;
    const { tree } = this.#answers;
    inputs.forEach((letter, i) => {
      since.node = tree.extend(since.node, letter);
      since.inputs.push(letter);
      const differs = this.#answers.take(since.node, [freeWord(outputs[i])]) >= 0;
      since.outputs.push(differs ? freeLetters(this.#answers.output(since.node))[0].name : outputs[i]);
      if (differs) this.#moveBehind(since);
    });
    return outputs;
  }

  /** Home is where the trace leads that told two states apart; of the two, to the one that was seen first. */
  #moveBehind({ inputs, outputs }: Trace): never {
    const home = this.#home;
    this.#move({ inputs: [...home.inputs, ...inputs], outputs: [...home.outputs, ...outputs] });
  }

  #move(home: Trace): never {
    this.#home = home;
    this.#answers = this.#noAnswers();
    this.#since = undefined;
    this.#way = undefined;
    this.moved = true;
    throw new HomeMoved();
  }

  #noAnswers(): RunAnswers {
    return new RunAnswers(new PrefixTree(this.#alphabet.size), "mealy");
  }
}
