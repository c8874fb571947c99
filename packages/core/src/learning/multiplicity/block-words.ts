import type { Observations } from "../../answers/observations.ts";
import { WfsaBuilder } from "../../automata/builders.ts";
import { reduce } from "../../automata/fields/reduce.ts";
import type { Wfsa } from "../../automata/wfsa.ts";
import type { Alphabet } from "../../words/alphabet.ts";
import type { Letter, Word } from "../../words/word.ts";

/**
 * The words of a block of the Hankel matrix: basis words P, closed under prefixes, whose rows are linearly independent, as
 * many suffixes S, and the words p·a that the arcs of the hypothesis belong to. Nothing is asked here: `want` puts words
 * on the observations' list.
 *
 * Basis words have numbers from 0; the first is ε. The word p·a of basis word i and letter a has the number i·|Σ| + a.
 *
 * @example
 * const learner = new MultiplicityLearner(rational, new Alphabet("ab"));
 * runLearner(learner, fieldTeacher(fromExpression("(<2>a|b)*|(a|<2>b)*", rational)));
 * const words: BlockWords<Rational> = learner.words;
 * console.log(words.size, words.suffixes.length); // 2 2
 */
export class BlockWords<W> {
  readonly observations: Observations<W>;
  readonly alphabet: Alphabet;
  readonly letters: number;
  /** P, as nodes of the observations' prefix tree. */
  readonly prefixes: number[] = [];
  /** S. */
  readonly suffixes: Word[] = [];
  /** The words p·a, as nodes. */
  readonly rows: number[] = [];
  /** The number of the basis word that p·a is, or -1. */
  readonly #basis: number[] = [];
  /** For each basis word but ε, the word p·a that it is. */
  readonly #row: number[] = [];

  constructor(observations: Observations<W>, alphabet: Alphabet) {
    this.observations = observations;
    this.alphabet = alphabet;
    this.letters = alphabet.size;
  }

  /** How many basis words there are. */
  get size(): number {
    return this.prefixes.length;
  }

  /** The number of the basis word that p·a is, or -1 if it is none. */
  basisOf(row: number): number {
    return this.#basis[row];
  }

  /** The word p·a that a basis word is; -1 for ε. */
  rowOf(basis: number): number {
    return this.#row[basis];
  }

  prefix(basis: number): Word {
    return this.observations.word(this.prefixes[basis]);
  }

  /** Adds a basis word, p·a or at first ε (row -1), with a suffix, and the words that follow it. */
  grow(row: number, suffix: Word): void {
    const node = row < 0 ? 0 : this.rows[row];
    const basis = this.prefixes.push(node) - 1;
    this.suffixes.push(suffix);
    this.#row.push(row);
    if (row >= 0) this.#basis[row] = basis;
    for (let letter = 0; letter < this.letters; letter++) {
      this.rows.push(this.observations.tree.extend(node, letter));
      this.#basis.push(-1);
    }
  }

  /** The words p·a that are no basis words, in shortlex order. */
  openRows(): number[] {
    const open = [...this.rows.keys()].filter((row) => this.#basis[row] < 0);
    return open.sort((a, b) => this.compare(this.rows[a], this.rows[b]));
  }

  /** Negative if the word of a node comes before that of another one: it is shorter, or earlier in the alphabet. */
  compare(a: number, b: number): number {
    const { tree } = this.observations;
    if (tree.depth(a) !== tree.depth(b)) return tree.depth(a) - tree.depth(b);
    let [x, y, order] = [a, b, 0];
    for (; x !== y; x = tree.parent(x), y = tree.parent(y)) order = tree.letter(x) - tree.letter(y) || order;
    return order;
  }

  /** Wants the weights of all words of the block followed by a suffix. */
  wantColumn(suffix: Word): void {
    if (this.size === 0) this.#want(0, suffix);
    for (const node of this.prefixes) this.#want(node, suffix);
    for (const node of this.rows) this.#want(node, suffix);
  }

  /** Wants all suffixes after the words p·a of a basis word p, and the weight of the basis word itself. */
  wantRows(basis: number): void {
    this.observations.want(this.prefixes[basis]);
    for (let letter: Letter = 0; letter < this.letters; letter++) {
      const node = this.rows[basis * this.letters + letter];
      for (const suffix of this.suffixes) this.#want(node, suffix);
    }
  }

  /** L of the word of a node followed by a suffix. */
  weight(node: number, suffix: Word): W {
    return this.observations.weight(this.observations.node(node, suffix));
  }

  #want(node: number, suffix: Word): void {
    this.observations.want(this.observations.node(node, suffix));
  }
}

/**
 * The automaton whose states are the basis words: λ is 1 for ε, ρ(p) = L(p), and the arcs of p on a letter a are the
 * coordinates of the row of p·a. `coordinates` has them for the words p·a that are no basis words, by their number.
 */
export function hypothesisOf<W>(
  words: BlockWords<W>,
  coordinates: (row: number) => ArrayLike<W> | undefined,
): Wfsa<W> {
  const { observations, alphabet, prefixes, letters } = words;
  const { algebra } = observations;
  const builder = new WfsaBuilder(algebra, alphabet);
  for (const node of prefixes) {
    builder.state(observations.knows(node) ? observations.weight(node) : algebra.zero);
  }
  if (prefixes.length > 0) builder.initial(0);
  for (let row = 0; row < words.rows.length; row++) {
    const from = Math.floor(row / letters);
    const basis = words.basisOf(row);
    if (basis >= 0) builder.arcOn(from, row % letters, algebra.one, basis);
    else {
      const weights = coordinates(row) ?? [];
      for (let to = 0; to < Math.min(weights.length, prefixes.length); to++) {
        builder.arcOn(from, row % letters, weights[to], to);
      }
    }
  }
  return builder.build();
}

/**
 * The canonical form of a minimal automaton whose states are basis words: the basis of the first words in shortlex order whose rows
 * are independent (docs/theory/fields.md, 14.1). Usually the basis is that one already, and only the states change places: so it is if
 * every row p·a is a combination of rows of words before it. Over rounded weights the basis stays in any case.
 */
export function canonical<W>(hypothesis: Wfsa<W>, words: BlockWords<W>): Wfsa<W> {
  if (hypothesis.algebra.exact && !isShortlexFirst(hypothesis, words)) return reduce(hypothesis);
  const order = [...words.prefixes.keys()].sort((a, b) =>
    words.compare(words.prefixes[a], words.prefixes[b]),
  );
  const place = new Int32Array(order.length);
  order.forEach((basis, state) => {
    place[basis] = state;
  });
  const { algebra, alphabet, finalWeight, source, letter, target, arcWeight } = hypothesis;
  const builder = new WfsaBuilder(algebra, alphabet);
  for (const basis of order) builder.state(finalWeight[basis]);
  if (order.length > 0) builder.initial(0);
  // Within a state and a letter, arcs are sorted by their targets.
  const arcs = Array.from(arcWeight, (_, arc) => arc).sort((x, y) => place[target[x]] - place[target[y]]);
  for (const arc of arcs) builder.arcOn(place[source[arc]], letter[arc], arcWeight[arc], place[target[arc]]);
  return builder.build();
}

function isShortlexFirst<W>({ source, letter, target, arcs }: Wfsa<W>, words: BlockWords<W>): boolean {
  for (let arc = 0; arc < arcs; arc++) {
    const row = words.rows[source[arc] * words.letters + letter[arc]];
    if (words.compare(words.prefixes[target[arc]], row) > 0) return false;
  }
  return true;
}

/**
 * Suffixes to try before a conjecture: a·s for a suffix s of the block, each once, shortest first. The weights of the basis words
 * followed by a·s are known, so a trial costs one question for each word p·b that is no basis word. Nothing is lost if it
 * succeeds, since a new column needs these answers anyway, and it saves an equivalence question and the search in its
 * counterexample.
 *
 * A batch tries one suffix at first, and twice as many after each batch that succeeds as a whole, up to an eighth of the basis. A
 * batch that does not ends the trials until the next counterexample. So at most as many suffixes are tried in vain as
 * there are basis words and conjectures.
 */
export class TrialSuffixes {
  readonly #letters: number;
  readonly #seen = new Set<string>();
  #waiting: Word[] = [];
  #batch = 1;

  constructor(letters: number) {
    this.#letters = letters;
  }

  /** A suffix of the block: those with another letter before it wait to be tried. */
  add(suffix: Word): void {
    this.#seen.add(suffix.join());
    for (let letter: Letter = 0; letter < this.#letters; letter++) this.#waiting.push([letter, ...suffix]);
  }

  /** The suffixes of the next batch, for a basis of this size. */
  next(size: number): Word[] {
    const fresh = this.#waiting.filter((suffix) => !this.#seen.has(suffix.join()));
    fresh.sort((a, b) => a.length - b.length);
    const count = Math.min(this.#batch, 1 + (size >> 3));
    this.#waiting = fresh.slice(count);
    const batch = fresh.slice(0, count);
    for (const suffix of batch) this.#seen.add(suffix.join());
    return batch;
  }

  /** Were all suffixes of a batch new? If not, the trials end for now. */
  goesOn(tried: number, added: number): boolean {
    this.#batch = added === tried ? 2 * this.#batch : 1;
    return added === tried;
  }
}
