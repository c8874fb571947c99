import {
  type FreeWord,
  freeGroup,
  freeLetters,
  freeWord,
  generatorName,
  generatorsIn,
} from "../algebra/free-group.ts";
import { Answers, type Clash } from "../answers/answers.ts";
import type { Automaton } from "../automata/convert.ts";
import { toWdfsa } from "../automata/convert.ts";
import {
  type MachineKind,
  machineNames,
  machineOf,
  machineSize,
  requireMachine,
} from "../automata/machine.ts";
import { Wdfsa } from "../automata/wdfsa.ts";
import { countOf, HankelError, quote, shortenedApart, shown } from "../errors.ts";
import type { KindHeader } from "../formats/journal-lines.ts";
import { LONGEST_SYMBOL } from "../limits.ts";
import type { Alphabet } from "../words/alphabet.ts";
import { PrefixTree } from "../words/prefix-tree.ts";
import type { Word } from "../words/word.ts";
import { completeMachine } from "./complete-machine.ts";
import {
  type Combined,
  type Counted,
  type Kind,
  MACHINE_TERMS,
  type OnConflict,
  type Steady,
  tally,
  type Unfinished,
  UsualKind,
  type WeightChoice,
} from "./kind.ts";
import { defaultTests } from "./weights.ts";

/**
 * The target is a complete Mealy or Moore machine, and answers with its runs.
 *
 * @example
 * console.log(runsOf("mealy").name, runsOf("moore").name); // runs runs
 */
export function runsOf(machine: MachineKind): RunsKind {
  return new RunsKind(machine);
}

/**
 * Runs of a machine. A run is the product of its outputs, a word of the free group: one for each letter, and for a Moore
 * machine one more, first. So the run on a word tells the runs on all prefixes.
 */
export class RunsKind extends UsualKind<FreeWord> implements Kind<FreeWord> {
  readonly machine: MachineKind;
  readonly algebra = freeGroup;
  readonly name = "runs";
  readonly header: KindHeader;
  readonly answerBytes = 1;
  readonly tellsPrefixes = true;
  readonly exact = true;
  readonly verb = "run";
  readonly reply = "outputs";
  readonly noun = "run";
  readonly corrects = true;
  // A machine has a notation of its own, which only programs read.
  override readonly sendsConjectures = false;
  readonly suspicion = " (does it reset itself before every run?)";
  readonly approximate = false;
  override readonly terms = MACHINE_TERMS;
  override readonly title: string;
  override readonly form: string;
  readonly answerer: string;
  override readonly heading: string;
  readonly learner = "machine";
  readonly tests = defaultTests.machines;

  constructor(machine: MachineKind) {
    super();
    this.machine = machine;
    this.header = { machine };
    this.title = machineNames[machine];
    this.answerer = `a ${this.title}`;
    this.heading = `${this.title}: `;
    // A Moore machine is learned as a Mealy machine, which has no more states.
    this.form = machine === "moore" ? " in its Mealy form" : "";
  }

  get announced(): object {
    return { machine: this.machine };
  }

  weight(answer: FreeWord): FreeWord {
    return answer;
  }

  equals(a: FreeWord, b: FreeWord): boolean {
    return a === b;
  }

  isAnswer(value: unknown): value is FreeWord {
    return freeGroup.isWeight(value);
  }

  parse(text: string): FreeWord {
    return freeGroup.parse(text);
  }

  format(answer: FreeWord): string {
    return answer;
  }

  read(word: Word, value: unknown): FreeWord {
    if (Array.isArray(value)) refuseLong(value);
    return runWeight(this.machine, word.length, value);
  }

  write(answer: FreeWord): readonly string[] {
    return freeLetters(answer).map(({ name }) => name);
  }

  override conjecture(hypothesis: Automaton<FreeWord>): object {
    const machine = requireMachine(toWdfsa(hypothesis));
    const { kind, alphabet, target, output } = machine;
    const { symbols, size } = alphabet;
    const transitions = Array.from(target, (to, arc) => {
      const [from, symbol] = [Math.floor(arc / size), symbols[arc % size]];
      return kind === "moore" ? [from, symbol, to] : [from, symbol, output[arc], to];
    });
    const outputs = kind === "moore" && { outputs: output };
    return {
      machine: kind,
      alphabet: symbols,
      states: machineSize(machine),
      initial: 0,
      ...outputs,
      transitions,
    };
  }

  /** The majority decides on each output by itself, so that noise at different places does no harm. */
  combine(answers: readonly FreeWord[], rule: OnConflict): Combined<FreeWord> {
    const [first] = answers;
    const conflict = answers.some((answer) => answer !== first);
    const spread = conflict ? Number.POSITIVE_INFINITY : 0;
    if (!conflict || rule !== "majority") return { answer: first, spread, conflict, decided: true };
    const runs = answers.map((answer) => this.write(answer));
    const votes = runs[0].map((_, place) => vote(runs.map((run) => run[place])));
    const answer = freeWord(...votes.map(({ winner }) => winner));
    return { answer, spread, conflict, decided: votes.every(({ decided }) => decided) };
  }

  differing(alphabet: Alphabet, word: Word, answers: readonly FreeWord[]): string {
    return `${alphabet.show(word, this.terms)} gives the outputs ${shortenedApart(answers).join(", then ")}`;
  }

  /**
   * Each output has to be seen so many times in a row by itself; a long run would hardly ever be the same as a whole. What comes after an
   * output that was wrong may be wrong for that reason, so a run counts as far as its outputs are the settled ones.
   */
  override steady(answers: readonly FreeWord[], inARow: number): Steady<FreeWord> {
    let runs = answers.map((answer) => this.write(answer));
    const settled: string[] = [];
    for (let place = 0; place < runs[0].length; place++) {
      const seen = runs.map((run) => run[place]);
      const { output, times, last } = longestStreak(seen);
      if (times < inARow) {
        const guess = runs[runs.length - 1].slice(place);
        return { answer: freeWord(...settled, ...guess), missing: inARow - last, place, seen };
      }
      settled.push(output);
      runs = runs.filter((run) => run[place] === output);
    }
    return { answer: freeWord(...settled), missing: 0, seen: [] };
  }

  override unsteady(alphabet: Alphabet, word: Word, { place = 0, seen }: Steady<FreeWord>): string {
    const letters = place + (this.machine === "moore" ? 0 : 1);
    const where =
      letters === 0
        ? "for its initial state"
        : `at the end of ${alphabet.show(word.slice(0, letters), this.terms)}`;
    return `${where} it wrote ${tally(seen)}`;
  }

  clashing(alphabet: Alphabet, { prefix, told, other }: Clash<Word>, before: string, now: string): string {
    const place =
      prefix.length === 0 ? "for its initial state" : `at the end of ${alphabet.show(prefix, this.terms)}`;
    return `${place} it wrote ${quote(told)} in the run on ${before}, and ${quote(other)} in the run on ${now}`;
  }

  describe(): string {
    return this.answerer;
  }

  /** A Moore machine is learned as a Mealy machine, which may have fewer states. Degrees of freedom are of weights. */
  counted(automaton: Automaton<FreeWord>): Counted {
    const { machine } = this;
    const moore = machine === "moore" ? machineOf(automaton) : undefined;
    const states = moore === undefined ? automaton.size : machineSize(moore);
    const arcs = moore === undefined ? automaton.arcs : moore.target.length;
    return { machine, states, arcs, dof: undefined };
  }

  unlike(other: Kind<unknown>): string | undefined {
    if (other.name !== this.name) return "hold answers of different kinds";
    return other.header.machine === this.machine ? undefined : "are about machines of different kinds";
  }

  answers(alphabet: Alphabet, tree = new PrefixTree(alphabet.size)): RunAnswers {
    return new RunAnswers(tree, this.machine);
  }

  /** The options about weights have no meaning for a machine. */
  chosen(_alphabet: Alphabet, { semifield, tolerance }: WeightChoice): this {
    const option =
      semifield !== undefined ? "--semifield" : tolerance !== undefined ? "--tolerance" : undefined;
    if (option === undefined) return this;
    throw new HankelError(
      "usage",
      `the black box is ${this.answerer}: it answers with outputs, not with weights, so leave ${option} out`,
    );
  }

  override complete(unfinished: Unfinished<FreeWord, FreeWord>): Wdfsa<FreeWord> {
    return completeMachine(unfinished);
  }
}

/** About how many bytes a short sequence of outputs takes. */
const TEXT_BYTES = 64;

/** Up to so many outputs are put together once: suffixes that tell states apart are mostly this short. */
const SHORT = 4;

/**
 * The outputs of a machine: the last one of each word, as a number, so that memory is linear in the words.
 *
 * @example
 * const answers = new RunAnswers(new PrefixTree(1), "mealy");
 * answers.take(answers.tree.insert([0, 0]), ["on", "off"].map((output) => freeWord(output)));
 * console.log(freeGroup.format(answers.output(answers.tree.insert([0])))); // on
 */
export class RunAnswers extends Answers<FreeWord> {
  readonly machine: MachineKind;
  /** How many outputs a run has before that of the first letter. */
  readonly before: 0 | 1;
  /** Every output that occurred, as it is written in a weight. */
  readonly outputs: FreeWord[] = [];
  readonly #numbers = new Map<FreeWord, number>();
  /** Short sequences of outputs, by their numbers from the last one to the first, and each as a weight. */
  readonly #ends = new PrefixTree();
  readonly #texts: FreeWord[] = [freeGroup.one];

  constructor(tree: PrefixTree, machine: MachineKind) {
    super(tree, true);
    this.machine = machine;
    this.before = machine === "moore" ? 1 : 0;
  }

  override get bytes(): number {
    return super.bytes + this.#ends.bytes + TEXT_BYTES * this.#texts.length;
  }

  /** A Mealy machine writes nothing for ε. */
  override knows(node: number): boolean {
    return super.knows(node) || (node === 0 && this.before === 0);
  }

  /** The number of the last output of a node's word, from 1 on; 0 if it is not known. */
  number(node: number): number {
    return node < this.place.length ? this.place[node] : 0;
  }

  /** Takes in the last output of a node's word, by its number, unless one is known; false if that is another one. */
  tellNumber(node: number, number: number): boolean {
    this.reserve(node);
    if (this.place[node] === 0) this.place[node] = number;
    return this.place[node] === number;
  }

  /** The last output of a node's word. */
  output(node: number): FreeWord {
    return this.outputs[this.place[node] - 1];
  }

  answer(node: number): FreeWord {
    const first = this.before === 0 ? freeGroup.one : this.output(0);
    if (node === 0) return first;
    return this.before === 0 ? this.between(0, node) : `${first} ${this.between(0, node)}`;
  }

  /** L(x)⁻¹ ⊗ L(xe) for a node x and a known one xe below it: the outputs for e after x. */
  between(from: number, node: number): FreeWord {
    const { tree } = this;
    if (from === node) return freeGroup.one;
    if (tree.depth(node) - tree.depth(from) <= SHORT) return this.#short(from, node);
    let written = this.output(node);
    for (let at = tree.parent(node); at !== from; at = tree.parent(at))
      written = `${this.output(at)} ${written}`;
    return written;
  }

  /** The same for a few outputs, of which there are few sequences: each is put together once. */
  #short(from: number, node: number): FreeWord {
    const { tree } = this;
    if (tree.parent(node) === from) return this.output(node);
    const [ends, texts] = [this.#ends, this.#texts];
    let end = 0;
    for (let at = node; at !== from; at = tree.parent(at)) {
      const longer = ends.extend(end, this.place[at]);
      if (longer === texts.length) {
        const output = this.output(at);
        texts.push(end === 0 ? output : `${output} ${texts[end]}`);
      }
      end = longer;
    }
    return texts[end];
  }

  tell(node: number, run: FreeWord, corrects = false): void {
    this.take(node, this.#outputsOf(node, run), corrects);
  }

  /** Takes in the outputs for a node's word. Returns the longest prefix where others are known, or -1. */
  take(node: number, outputs: readonly FreeWord[], corrects = false): number {
    this.reserve(node);
    const { place, tree } = this;
    let contradicted = -1;
    for (let i = outputs.length - 1, at = node; i >= 0; i--, at = tree.parent(at)) {
      const number = this.numberOf(outputs[i]);
      if (place[at] === 0 || corrects) place[at] = number;
      else if (place[at] !== number && contradicted < 0) contradicted = at;
    }
    return contradicted;
  }

  clash(node: number, run: FreeWord): Clash | undefined {
    const outputs = this.#outputsOf(node, run);
    let found: Clash | undefined;
    for (let i = outputs.length - 1, at = node; i >= 0; i--, at = this.tree.parent(at)) {
      const told = super.knows(at) ? this.output(at) : outputs[i];
      if (told !== outputs[i]) found = { prefix: at, told: nameOf(told), other: nameOf(outputs[i]) };
    }
    return found;
  }

  kept(node: number, run: FreeWord): FreeWord {
    const outputs = this.#outputsOf(node, run);
    for (let i = outputs.length - 1, at = node; i >= 0; i--, at = this.tree.parent(at)) {
      if (super.knows(at)) outputs[i] = this.output(at);
    }
    return outputs.length === 0 ? freeGroup.one : outputs.join(" ");
  }

  #outputsOf(node: number, run: FreeWord): FreeWord[] {
    const letters = this.tree.depth(node);
    const outputs = generatorsIn(run);
    if (outputs?.length === letters + this.before) return outputs;
    const machine = machineNames[this.machine];
    throw new HankelError("parse", `${quote(run)} is no run of a ${machine} on ${countOf(letters, "input")}`);
  }

  /** The number of an output; it gets one if it occurs for the first time. */
  numberOf(output: FreeWord): number {
    let number = this.#numbers.get(output);
    if (number === undefined) this.#numbers.set(output, (number = this.outputs.push(output)));
    return number;
  }
}

function nameOf(output: FreeWord): string {
  return generatorName(output) ?? output;
}

/** The output that was seen most often in a row, the later one of two; and how often the last one was. */
function longestStreak(outputs: readonly string[]): {
  readonly output: string;
  readonly times: number;
  readonly last: number;
} {
  let [output, times, last] = ["", 0, 0];
  outputs.forEach((seen, i) => {
    last = i > 0 && outputs[i - 1] === seen ? last + 1 : 1;
    if (last >= times) [output, times] = [seen, last];
  });
  return { output, times, last };
}

/** The most frequent of these, and whether no other is as frequent. */
function vote(outputs: readonly string[]): { readonly winner: string; readonly decided: boolean } {
  const counts = new Map<string, number>();
  for (const output of outputs) counts.set(output, (counts.get(output) ?? 0) + 1);
  const most = Math.max(...counts.values());
  const winners = [...counts].filter(([, count]) => count === most);
  return { winner: winners[0][0], decided: winners.length === 1 };
}

/**
 * The weight of a machine's run on a word of `length` letters: the product of its outputs, one for each letter, and before
 * them one more if it is a Moore machine. Throws if this is no such run.
 */
export function runWeight(kind: MachineKind, length: number, run: unknown): FreeWord {
  const expected = kind === "moore" ? length + 1 : length;
  const rule = kind === "moore" ? "one for the initial state and one for each input" : "one for each input";
  const fail = (problem: string) => new HankelError("teacher", problem);
  if (!Array.isArray(run)) {
    throw fail(`expected an array of ${countOf(expected, "output")} (${rule}), got ${shown(run)}`);
  }
  if (run.length !== expected) {
    throw fail(`expected ${countOf(expected, "output")} (${rule}), got ${run.length}: ${shown(run)}`);
  }
  // `findIndex` visits the holes of an array too.
  const at = run.findIndex((output) => typeof output !== "string");
  if (at < 0) return freeWord(...(run as string[]));
  const advice = typeof run[at] === "number" ? `, so write ${JSON.stringify(String(run[at]))}` : "";
  throw fail(`output ${at + 1} is ${shown(run[at])}: outputs are strings${advice}`);
}

function refuseLong(run: readonly unknown[]): void {
  for (const [i, output] of run.entries()) {
    if (typeof output !== "string" || output.length <= LONGEST_SYMBOL) continue;
    const found = `output ${i + 1} has ${output.length} characters`;
    throw new HankelError("teacher", `${found}; at most ${LONGEST_SYMBOL} are read`);
  }
}
