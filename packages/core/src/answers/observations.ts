import { type FreeWord, freeGroup, generatorsIn } from "../algebra/free-group.ts";
import type { GroupWithZero } from "../algebra/semifield.ts";
import type { MachineKind } from "../automata/machine.ts";
import type { Wdfsa } from "../automata/wdfsa.ts";
import { Contradiction, countOf, HankelError, quote } from "../errors.ts";
import { type Kind, MACHINE_TERMS } from "../kinds/kind.ts";
import { RunAnswers, runsOf } from "../kinds/runs.ts";
import { WeightAnswers, weightsIn } from "../kinds/weights.ts";
import type { Alphabet } from "../words/alphabet.ts";
import { PrefixTree } from "../words/prefix-tree.ts";
import type { Word } from "../words/word.ts";
import type { Answers } from "./answers.ts";
import { Told } from "./told.ts";

/**
 * What a learner was told of weights.
 *
 * @example
 * const observations = new Observations(boolean, 2);
 * const node = observations.node(0, [0, 1]);
 * observations.want(node);
 * console.log(observations.wanted().length); // 1
 * observations.record([true]);
 * console.log(observations.count, observations.weight(node)); // 1 true
 */
export class Observations<W> extends Told<W> {
  readonly kind: Kind<W>;
  readonly algebra: GroupWithZero<W>;
  #weightsDiffer = false;
  /** The first non-zero answer. */
  #first: W | undefined;

  /** `shared`: where the answers are kept, if others use them too. */
  constructor(
    algebra: GroupWithZero<W>,
    letters: number,
    shared: Answers<W> = new WeightAnswers<W>(new PrefixTree(letters)),
    kind: Kind<W> = weightsIn(algebra),
  ) {
    super(shared);
    this.kind = kind;
    this.algebra = algebra;
  }

  /** Have there been two different non-zero answers? */
  get weightsDiffer(): boolean {
    return this.#weightsDiffer;
  }

  /** The weight of a node's word. It must be known. */
  weight(node: number): W {
    return this.answer(node);
  }

  /** Is a node's weight, which must be known, not zero? */
  isLive(node: number): boolean {
    return !this.algebra.isZero(this.weight(node));
  }

  /**
   * What the answers say of a prefix x is known up to a factor: L(xe) = scale(x) ⊗ after(x, xe). Here the factor is 1. An
   * answer that shows the way, as a run does, allows a better one, with which weights stay short.
   */
  scale(_prefix: number): W {
    return this.algebra.one;
  }

  /** L(xe) without the scale of x, for a prefix x and a node xe that is known. */
  after(_prefix: number, node: number): W {
    return this.weight(node);
  }

  /** scale(u)⁻¹ ⊗ scale(ua) ⊗ factor, for the node of ua. */
  step(_node: number, factor: W): W {
    return factor;
  }

  /**
   * The first word, in the order of the answers, that a hypothesis weighs differently, or -1; undefined if these answers
   * know no faster way to find it than to weigh each word.
   */
  disagreement(_hypothesis: Wdfsa<W>): number | undefined {
    return undefined;
  }

  /** The node of a prefix followed by a suffix, from its `start`-th letter on; adds the word to the tree if necessary. */
  node(prefix: number, suffix: Word, start = 0): number {
    return this.tree.insert(suffix, prefix, start);
  }

  /** The word of a node. */
  word(node: number): Word {
    return this.tree.word(node);
  }

  protected override noted(node: number): void {
    super.noted(node);
    if (this.#weightsDiffer || this.algebra.trivial === true) return;
    const weight = this.weight(node);
    if (this.algebra.isZero(weight)) return;
    this.#first ??= weight;
    this.#weightsDiffer = !this.algebra.equals(this.#first, weight);
  }
}

/**
 * The same for the answers of a machine. An answer is a run, so it tells the weights of all prefixes of the word: these are
 * never asked, and a batch holds no word that begins another one. A weight is put together when somebody needs it.
 *
 * @example
 * const observations = new RunObservations("mealy", new Alphabet(["press"]));
 * const node = observations.node(0, [0]);
 * observations.want(node);
 * console.log(observations.wanted().length); // 1
 * observations.record([freeWord("on")]);
 * console.log(freeGroup.format(observations.output(node))); // on
 */
export class RunObservations extends Observations<FreeWord> {
  readonly #alphabet: Alphabet;
  readonly #runs: RunAnswers;
  /** Which outputs this learner has seen, by their numbers, and how many. */
  readonly #seen: boolean[] = [];
  #different = 0;

  constructor(
    machine: MachineKind,
    alphabet: Alphabet,
    runs = new RunAnswers(new PrefixTree(alphabet.size), machine),
  ) {
    super(freeGroup, alphabet.size, runs, runsOf(machine));
    this.#alphabet = alphabet;
    this.#runs = runs;
  }

  /** Every output that occurred, as it is written in a weight. */
  get outputs(): readonly FreeWord[] {
    return this.#runs.outputs;
  }

  override get weightsDiffer(): boolean {
    return this.#different > this.#runs.before;
  }

  /** A Mealy machine writes nothing for ε. */
  override knows(node: number): boolean {
    return super.knows(node) || (node === 0 && this.#runs.before === 0);
  }

  /** A run is never zero. */
  override isLive(): boolean {
    return true;
  }

  /** The last output of a node's word, as it is written in a weight. */
  output(node: number): FreeWord {
    return this.#runs.output(node);
  }

  /** The number of the last output of a node's word: outputs are numbered from 1 in the order in which they occurred. */
  outputNumber(node: number): number {
    return this.#runs.number(node);
  }

  /** With L(x) for a scale, what follows are the outputs for e after x. */
  override scale(prefix: number): FreeWord {
    return this.weight(prefix);
  }

  override after(prefix: number, node: number): FreeWord {
    this.requireKnown(node);
    return this.#runs.between(prefix, node);
  }

  override step(node: number, factor: FreeWord): FreeWord {
    const output = this.output(node);
    return factor === freeGroup.one ? output : freeGroup.times(output, factor);
  }

  /** All final weights are 1. Outputs are compared one by one along the tree, in which a word comes after its prefixes. */
  override disagreement({ alphabet, target, arcWeight, size, initialWeight }: Wdfsa<FreeWord>): number {
    const { tree } = this;
    /** The state after each word; -1 where the hypothesis has written anything else, or where nothing is known. */
    const state = new Int32Array(tree.size).fill(-1);
    state[0] = size === 0 || initialWeight !== this.weight(0) ? -1 : 0;
    for (let node = 1; node < tree.size; node++) {
      const before = state[tree.parent(node)];
      if (before < 0 || !this.knows(node)) continue;
      const arc = before * alphabet.size + tree.letter(node);
      if (target[arc] >= 0 && arcWeight[arc] === this.output(node)) state[node] = target[arc];
    }
    return this.answered().find((node) => state[node] < 0) ?? -1;
  }

  protected override told(node: number, weight: FreeWord): void {
    const { tree } = this;
    const outputs = generatorsIn(weight);
    const expected = tree.depth(node) + this.#runs.before;
    if (outputs?.length !== expected) throw this.#noRun(node, weight, outputs?.length, expected);
    const contradicted = this.#runs.take(node, outputs);
    if (contradicted >= 0) {
      const place = tree.depth(contradicted) + this.#runs.before - 1;
      throw this.#contradiction(node, contradicted, outputs[place]);
    }
    this.noted(node);
  }

  /** Marks the word and its prefixes, up to one that is marked already. */
  protected override noted(node: number): void {
    const { tree } = this;
    const expected = tree.depth(node) + this.#runs.before;
    this.keepAsked(node);
    for (let at = node, i = 0; i < expected && !super.knows(at); at = tree.parent(at), i++) {
      this.mark(at);
      const number = this.#runs.number(at);
      if (this.#seen[number]) continue;
      this.#seen[number] = true;
      this.#different++;
    }
  }

  #noRun(node: number, weight: FreeWord, got: number | undefined, expected: number): HankelError {
    const word = this.#alphabet.show(this.word(node), MACHINE_TERMS);
    const wanted = `${countOf(expected, "output")} for ${word}`;
    const found = got === undefined ? `${quote(weight)}, which is no run` : `${got}: ${quote(weight)}`;
    return new HankelError("teacher", `a machine writes ${wanted}, but the answer has ${found}`);
  }

  #contradiction(node: number, at: number, output: FreeWord): HankelError {
    const show = (of: number) => this.#alphabet.show(this.word(of), MACHINE_TERMS);
    const earlier = this.answered().find((asked) => this.tree.begins(at, asked)) ?? at;
    return new Contradiction(
      `after ${show(at)} the machine wrote ${this.output(at)} when it was asked ${show(earlier)}, ` +
        `and ${output} when it was asked ${show(node)}: the answers contradict each other`,
    );
  }
}
