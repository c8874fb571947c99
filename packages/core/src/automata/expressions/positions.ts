import type { GroupWithZero, Semifield } from "../../algebra/semifield.ts";
import { HankelError, quote } from "../../errors.ts";
import { Alphabet } from "../../words/alphabet.ts";
import { WfsaBuilder } from "../builders.ts";
import { OperationBudget, semifieldOnDemand, starOfEmpty } from "../requirements.ts";
import { addEntry, type Wfsa } from "../wfsa.ts";
import { type Expression, parseExpression } from "./expression.ts";

/** The alphabet of `fromExpression`, and when it gives up. */
export interface ExpressionOptions {
  /** The alphabet. Default: the symbols of the expression in their order. */
  readonly alphabet?: Alphabet;
  /** A budget for the arcs; 10⁶ by default. */
  readonly maxArcs?: number;
}

/**
 * The position automaton of a weighted rational expression: an initial state and one state per occurrence of a symbol;
 * no ε arcs (Glushkov 1961; with weights Caron and Flouret 2003, "Glushkov construction for series: the non commutative
 * case").
 *
 * At most quadratic for each level of nested stars: a star joins the last positions of what it repeats to the first ones, again
 * if that was a star already. Needs ⊕ if different parts read the same word, and, for an expression under a star, the star of the
 * weight that it gives to ε.
 *
 * @example
 * const coin = fromExpression("(<2/3>t)*<1/3>", rational); // tails until the first head
 * console.log(rational.format(coin.weigh(["t", "t"]))); // 4/27
 */
export function fromExpression<W>(
  expression: string | Expression<W>,
  algebra: GroupWithZero<W>,
  options: ExpressionOptions = {},
): Wfsa<W> {
  const parsed = typeof expression === "string" ? parseExpression(expression, algebra) : expression;
  const positions = new Positions(semifieldOnDemand(algebra, "fromExpression"), options.maxArcs ?? 1e6);
  const { empty, first, last } = positions.visit(parsed);
  const { symbols, follow } = positions;
  const alphabet = options.alphabet ?? new Alphabet(new Set(symbols));
  const letters = symbols.map((symbol) => {
    const letter = alphabet.letter(symbol);
    if (letter < 0)
      throw new HankelError("parse", `${quote(symbol)} in an expression is not in the alphabet`);
    return letter;
  });
  const builder = new WfsaBuilder(algebra, alphabet);
  builder.initial(builder.state(empty));
  for (let i = 0; i < symbols.length; i++) builder.state();
  for (const [position, weight] of last) builder.final(position + 1, weight);
  for (const [position, weight] of first) builder.arcOn(0, letters[position], weight, position + 1);
  follow.forEach((next, position) => {
    for (const [to, weight] of next) builder.arcOn(position + 1, letters[to], weight, to + 1);
  });
  return builder.build();
}

/** A part of an expression: the weight of ε, and its first and last positions with their weights. */
interface Part<W> {
  readonly empty: W;
  readonly first: Map<number, W>;
  readonly last: Map<number, W>;
}

class Positions<W> {
  readonly #algebra: Semifield<W>;
  readonly #budget: OperationBudget;
  /** The symbol at every position. */
  readonly symbols: string[] = [];
  /** The positions that follow a position, with the weights between them. */
  readonly follow: Map<number, W>[] = [];

  constructor(algebra: Semifield<W>, maxArcs: number) {
    this.#algebra = algebra;
    this.#budget = new OperationBudget("fromExpression", "arcs", maxArcs);
  }

  visit(expression: Expression<W>): Part<W> {
    const { zero, one } = this.#algebra;
    if (expression.kind === "weight") return { empty: expression.weight, first: new Map(), last: new Map() };
    if (expression.kind === "symbol") {
      const position = this.symbols.push(expression.symbol) - 1;
      this.follow.push(new Map());
      return { empty: zero, first: new Map([[position, one]]), last: new Map([[position, one]]) };
    }
    if (expression.kind === "sum") return this.#sum(expression.terms.map((term) => this.visit(term)));
    if (expression.kind === "product") return this.#product(expression.factors);
    return this.#closure(this.visit(expression.of), expression.kind);
  }

  #sum(parts: readonly Part<W>[]): Part<W> {
    let empty = this.#algebra.zero;
    const [first, last] = [new Map<number, W>(), new Map<number, W>()];
    for (const part of parts) {
      empty = this.#algebra.plus(empty, part.empty);
      for (const [position, weight] of part.first) first.set(position, weight);
      for (const [position, weight] of part.last) last.set(position, weight);
    }
    return { empty, first, last };
  }

  /** In halves: then factors are about as long as each other, and positions are copied only a few times. */
  #product(factors: readonly Expression<W>[], from = 0, to = factors.length): Part<W> {
    if (from === to) return { empty: this.#algebra.one, first: new Map(), last: new Map() };
    if (from + 1 === to) return this.visit(factors[from]);
    const middle = (from + to) >> 1;
    return this.#concatenation(this.#product(factors, from, middle), this.#product(factors, middle, to));
  }

  #concatenation(left: Part<W>, right: Part<W>): Part<W> {
    const { one, isZero, times } = this.#algebra;
    this.#join(left.last, one, right.first);
    const first = new Map(left.first);
    if (!isZero(left.empty)) {
      for (const [position, weight] of right.first) first.set(position, times(left.empty, weight));
    }
    const last = new Map(right.last);
    if (!isZero(right.empty)) {
      for (const [position, weight] of left.last) last.set(position, times(weight, right.empty));
    }
    return { empty: times(left.empty, right.empty), first, last };
  }

  /** F* and F⁺ differ only in the weight of ε: c* and c ⊗ c*. */
  #closure({ empty, first, last }: Part<W>, kind: "star" | "plus"): Part<W> {
    const { times } = this.#algebra;
    const star = starOfEmpty(this.#algebra, empty, "fromExpression");
    this.#join(last, star, first);
    return {
      empty: kind === "star" ? star : times(empty, star),
      first: new Map(Array.from(first, ([position, weight]) => [position, times(star, weight)])),
      last: new Map(Array.from(last, ([position, weight]) => [position, times(weight, star)])),
    };
  }

  /** Adds arcs from the last positions of one part to the first positions of another. */
  #join(last: ReadonlyMap<number, W>, between: W, first: ReadonlyMap<number, W>): void {
    const { times } = this.#algebra;
    this.#budget.spend(last.size * first.size);
    for (const [from, before] of last) {
      for (const [to, behind] of first) {
        addEntry(this.#algebra, this.follow[from], to, times(times(before, between), behind));
      }
    }
  }
}
