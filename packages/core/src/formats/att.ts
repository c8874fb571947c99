import { freeGroup } from "../algebra/free-group.ts";
import type { GroupWithZero } from "../algebra/semifield.ts";
import { HankelError, quote } from "../errors.ts";
import { Alphabet } from "../words/alphabet.ts";
import { Ints } from "./bytes.ts";
import type { AutomatonDocument, Section } from "./document.ts";
import { unframed } from "./frame.ts";
import { LabelNames } from "./labels.ts";
import { type ChunkReader, Columns, failAt, failAtPlace, type Line, LineSplitter } from "./lines.ts";
import { StateNumbers } from "./state-numbers.ts";
import { EPSILON_NAME, type SymbolTable } from "./symbols.ts";
import { WeightCache } from "./weight-cache.ts";

/** What a file of OpenFst does not say itself. */
export interface AttOptions<W> {
  /** The semifield of the weights, which the file does not name. */
  readonly algebra: GroupWithZero<W>;
  /** Names for numeric labels, and the order of the alphabet. */
  readonly symbols?: SymbolTable | undefined;
  /** The first symbol, whose arcs carry the initial weights. */
  readonly frame?: string | undefined;
  /** Which label of a transducer is read. If absent, arcs have one label each. */
  readonly side?: "input" | "output" | undefined;
}

/**
 * Reads the text format of AT&T's FSM library and of OpenFst. A line is an arc, `from to label [weight]`, or a final
 * state, `state [weight]`; the arcs of a transducer have two labels. The first state in the file is initial. A
 * missing weight is 1. ε is `<eps>`, or 0 if all labels are numbers.
 *
 * States that are exactly 0 … n−1 keep their numbers. The text comes in chunks; only the automaton is kept in memory.
 */
export class AttReader<W> implements ChunkReader<AutomatonDocument<W>> {
  readonly #options: AttOptions<W>;
  readonly #weights: WeightCache<W>;
  readonly #labels: LabelNames;
  readonly #states = new StateNumbers();
  readonly #splitter = new LineSplitter((line) => this.#line(line));
  readonly #columns = new Columns(5);

  readonly #from = new Ints();
  readonly #letters = new Ints();
  readonly #to = new Ints();
  readonly #arcWeights: W[] = [];
  readonly #arcLines = new Ints();
  readonly #final = new Ints();
  readonly #finalWeights: W[] = [];
  readonly #finalLines = new Ints();
  #first: Int32Array | undefined;
  /** Is the fourth column of an arc an output? */
  readonly #outputs: boolean;
  /** Have all arcs so far had the columns `from to x x`? Then the last one may be a weight or a label. */
  #twins = true;

  constructor(options: AttOptions<W>) {
    refuseOutputsTwice(options);
    this.#options = options;
    this.#outputs = options.algebra.name === freeGroup.name;
    this.#weights = new WeightCache(this.#outputs ? withEpsilon(options.algebra) : options.algebra);
    this.#labels = new LabelNames(options.symbols);
  }

  push(bytes: Uint8Array): void {
    this.#splitter.push(bytes);
  }

  end(): AutomatonDocument<W> {
    this.#splitter.finish();
    const { algebra, frame } = this.#options;
    // Over the free group, the fourth column is the output of a transducer anyway.
    const isOpen = !this.#outputs && this.#options.side === undefined;
    if (isOpen && this.#twins && this.#from.length > 0) this.#ambiguous();
    const first = this.#first ?? new Int32Array(0);
    const [from, to, final] = [this.#from.array, this.#to.array, this.#final.array];
    const { states, names } = this.#states.settle([from, to, final, first]);
    const { alphabet, letters } = this.#labels.settle(frame);
    const tokens = this.#letters.array;
    for (let i = 0; i < tokens.length; i++) tokens[i] = letters[tokens[i]];
    const lines = { initial: Int32Array.of(1), final: this.#finalLines.array, arcs: this.#arcLines.array };
    const document: AutomatonDocument<W> = {
      algebra,
      alphabet: new Alphabet(alphabet),
      states,
      names,
      initial: { states: first, weights: Array.from(first, () => algebra.one) },
      final: { states: final, weights: this.#finalWeights },
      arcs: { from, letters: tokens, weights: this.#arcWeights, to },
      place: (section: Section, entry: number) => ({ line: lines[section][entry] ?? 1, column: 1 }),
    };
    refuseTwice(document);
    refuseZeros(document);
    return frame === undefined ? document : unframed(document, frame);
  }

  #line(line: Line): void {
    const columns = this.#columns;
    columns.split(line);
    const { count, starts, ends } = columns;
    if (count === 0) return;
    const labels = this.#options.side === undefined ? 1 : 2;
    if (count >= 2 + labels && count <= 3 + labels) this.#arc(line, labels);
    else if (count <= 2) {
      const state = this.#states.read(line, starts[0], ends[0]);
      this.#first ??= Int32Array.of(state);
      this.#final.push(state);
      this.#finalWeights.push(this.#weight(line, 1));
      this.#finalLines.push(line.number);
    } else {
      const arc = labels === 1 ? "from to label [weight]" : "from to input output [weight]";
      const hint = count === 5 ? `; ${this.#fiveColumns()}` : "";
      failAt(line, starts[0], `expected "${arc}" or "state [weight]", found ${count} columns${hint}`);
    }
  }

  #arc(line: Line, labels: number): void {
    const { starts, ends, count } = this.#columns;
    const from = this.#states.read(line, starts[0], ends[0]);
    this.#first ??= Int32Array.of(from);
    this.#from.push(from);
    this.#to.push(this.#states.read(line, starts[1], ends[1]));
    const label = this.#options.side === "output" ? 3 : 2;
    this.#letters.push(this.#labels.read(line, starts[label], ends[label]));
    if (this.#outputs && count === 4) this.#refuseNumber(line, 3);
    this.#arcWeights.push(this.#weight(line, 2 + labels));
    this.#arcLines.push(line.number);
    if (this.#twins) this.#twins = count === 4 && this.#same(line, 2, 3);
  }

  #weight(line: Line, column: number): W {
    if (column >= this.#columns.count) return this.#options.algebra.one;
    return this.#weights.read(line, this.#columns.starts[column], this.#columns.ends[column]);
  }

  /** As labels of OpenFst 0 is ε and 1 a symbol; as weights of the free group they are its zero and its one. */
  #refuseNumber(line: Line, column: number): void {
    const text = this.#columns.text(line, column);
    if (text !== "0" && text !== "1") return;
    failAt(
      line,
      this.#columns.starts[column],
      `the output ${text} could be OpenFst's label ${text} or free-group's ${text === "0" ? "zero" : "one"}; ` +
        `write outputs by their names, and ε as ${EPSILON_NAME} (fstprint does with symbol tables)`,
    );
  }

  #fiveColumns(): string {
    if (!this.#outputs) return "five columns are a transducer's, read with --transducer";
    return (
      "over free-group the output is the weight, and no column is left for another; " +
      "read one side with --transducer and the semifield of the weights"
    );
  }

  #same(line: Line, a: number, b: number): boolean {
    return this.#columns.text(line, a) === this.#columns.text(line, b);
  }

  #ambiguous(): never {
    return failAtPlace(
      { line: this.#arcLines.array[0], column: 1 },
      'every arc has the columns "from to x x": a label and the same weight, or a transducer\'s two labels? ' +
        'Write the weight of the first arc in another way, such as "+5", or read the file with --transducer',
    );
  }
}

/** Over the free group a fourth column is an output, and the output ε is the weight one. */
function withEpsilon<W>(algebra: GroupWithZero<W>): GroupWithZero<W> {
  return { ...algebra, parse: (text) => (text === EPSILON_NAME ? algebra.one : algebra.parse(text)) };
}

/** Weights of the free group are outputs: one side of a transducer has none, and its numeric weights are no outputs. */
function refuseOutputsTwice<W>({ algebra, side }: AttOptions<W>): void {
  if (side === undefined || algebra.name !== freeGroup.name) return;
  throw new HankelError(
    "usage",
    `one side of a transducer (--transducer ${side}) has no weights in free-group; name the semifield of its ` +
      "weights, or leave the side out: then the outputs are the weights",
  );
}

/** A file whose arcs all weigh zero was written for another semifield, in which 0 is not the zero. */
function refuseZeros<W>({ algebra, arcs, place }: AutomatonDocument<W>): void {
  const { weights } = arcs;
  for (let i = 0; i < weights.length; i++) if (!algebra.isZero(weights[i])) return;
  if (weights.length === 0) return;
  failAtPlace(
    place("arcs", 0),
    `every arc weighs ${algebra.format(algebra.zero)}, the zero of ${algebra.name}, so that no arc is left; ` +
      "name the semifield of the file's weights with --semifield",
  );
}

/** A state has one final weight. */
function refuseTwice<W>({ states, final, names, place }: AutomatonDocument<W>): void {
  const seen = new Uint8Array(states);
  for (let i = 0; i < final.states.length; i++) {
    const state = final.states[i];
    if (seen[state] === 1) {
      const name = names === undefined ? state : quote(names[state]);
      failAtPlace(place("final", i), `a second final weight for state ${name}`);
    }
    seen[state] = 1;
  }
}
