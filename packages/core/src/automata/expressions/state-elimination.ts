import type { Semifield } from "../../algebra/semifield.ts";
import { HankelError } from "../../errors.ts";
import { type Automaton, toWfsa } from "../convert.ts";
import { OperationBudget, requireSemifield } from "../requirements.ts";
import { trim } from "../trim.ts";
import { EPSILON, type Wfsa } from "../wfsa.ts";
import { type Expression, MAX_DEPTH } from "./expression.ts";

/** When `toExpression` gives up. */
export interface EliminationLimits {
  /** Symbols and weights of all expressions on the way; 10⁵ by default. */
  readonly maxSymbols?: number | undefined;
}

/** An expression and its size. */
interface Sized<W> {
  readonly expression: Expression<W>;
  readonly size: number;
  readonly depth: number;
}

/**
 * A weighted rational expression of the language, by state elimination (Brzozowski and McCluskey 1963): arcs carry
 * expressions, and a state is removed after the paths through it have been added to the arcs around it. The state that
 * makes the expression grow least is removed first (Delgado and Morais 2004).
 *
 * Exponential at worst, hence the budget. Needs ⊕; stars are written but not computed.
 */
export function toExpression<W>(automaton: Automaton<W>, limits: EliminationLimits = {}): Expression<W> {
  const algebra = requireSemifield(automaton.algebra, "toExpression");
  const wfsa = trim(toWfsa(automaton));
  const budget = new OperationBudget("toExpression", "symbols", limits.maxSymbols ?? 1e5);
  return new Elimination(wfsa, algebra, budget).run();
}

class Elimination<W> {
  readonly #algebra: Semifield<W>;
  readonly #budget: OperationBudget;
  readonly #begin: number;
  readonly #end: number;
  /** The expression between two states, and the predecessors of each state. */
  readonly #out: Map<number, Sized<W>>[];
  readonly #into: Set<number>[];

  constructor(wfsa: Wfsa<W>, algebra: Semifield<W>, budget: OperationBudget) {
    this.#algebra = algebra;
    this.#budget = budget;
    this.#begin = wfsa.size;
    this.#end = wfsa.size + 1;
    this.#out = Array.from({ length: wfsa.size + 2 }, () => new Map<number, Sized<W>>());
    this.#into = this.#out.map(() => new Set<number>());
    for (let state = 0; state < wfsa.size; state++) {
      this.#add(this.#begin, state, this.#weight(wfsa.initialWeight[state]));
      this.#add(state, this.#end, this.#weight(wfsa.finalWeight[state]));
    }
    for (let arc = 0; arc < wfsa.arcs; arc++) {
      const weight = this.#weight(wfsa.arcWeight[arc]);
      const symbol = wfsa.letter[arc] === EPSILON ? undefined : wfsa.alphabet.symbols[wfsa.letter[arc]];
      const read: Sized<W> | undefined =
        symbol === undefined ? undefined : { expression: { kind: "symbol", symbol }, size: 1, depth: 1 };
      this.#add(
        wfsa.source[arc],
        wfsa.target[arc],
        read === undefined ? weight : this.#product([weight, read]),
      );
    }
  }

  run(): Expression<W> {
    const left = new Set(Array.from({ length: this.#begin }, (_, state) => state));
    while (left.size > 0) {
      const state = this.#cheapest(left);
      left.delete(state);
      this.#eliminate(state);
    }
    return (this.#out[this.#begin].get(this.#end) ?? this.#weight(this.#algebra.zero)).expression;
  }

  #eliminate(state: number): void {
    const loop = this.#out[state].get(state);
    const star = loop === undefined ? this.#weight(this.#algebra.one) : this.#star(loop);
    for (const from of this.#into[state]) {
      if (from === state) continue;
      const before = this.#out[from].get(state) as Sized<W>;
      for (const [to, behind] of this.#out[state]) {
        if (to !== state) this.#add(from, to, this.#product([before, star, behind]));
      }
      this.#out[from].delete(state);
    }
    for (const to of this.#out[state].keys()) this.#into[to].delete(state);
    this.#out[state].clear();
  }

  /** How much the expressions grow if a state is removed. */
  #cheapest(left: ReadonlySet<number>): number {
    let [found, least] = [-1, Number.POSITIVE_INFINITY];
    for (const state of left) {
      const loop = this.#out[state].get(state)?.size ?? 0;
      const [into, out] = [this.#into[state], this.#out[state]];
      const self = loop > 0 ? 1 : 0;
      const [before, behind] = [into.size - self, out.size - self];
      let cost = loop * (before * behind - 1);
      for (const from of into) {
        if (from !== state) cost += (this.#out[from].get(state)?.size ?? 0) * (behind - 1);
      }
      for (const [to, { size }] of out) if (to !== state) cost += size * (before - 1);
      if (cost < least) [found, least] = [state, cost];
    }
    return found;
  }

  #add(from: number, to: number, part: Sized<W>): void {
    if (this.#isWeight(part, this.#algebra.zero)) return;
    const before = this.#out[from].get(to);
    this.#out[from].set(to, before === undefined ? part : this.#sum(before, part));
    this.#into[to].add(from);
  }

  #weight(weight: W): Sized<W> {
    return { expression: { kind: "weight", weight }, size: 1, depth: 1 };
  }

  #isWeight(part: Sized<W>, weight: W): boolean {
    return part.expression.kind === "weight" && this.#algebra.equals(part.expression.weight, weight);
  }

  #sum(a: Sized<W>, b: Sized<W>): Sized<W> {
    const [left, right] = [a.expression, b.expression];
    if (left.kind === "weight" && right.kind === "weight") {
      return this.#weight(this.#algebra.plus(left.weight, right.weight));
    }
    const terms = [a, b].flatMap(({ expression }) =>
      expression.kind === "sum" ? expression.terms : [expression],
    );
    return this.#sized({ kind: "sum", terms }, [a, b]);
  }

  /** Leaves out ones, multiplies adjacent weights and flattens products. */
  #product(parts: readonly Sized<W>[]): Sized<W> {
    const algebra = this.#algebra;
    const kept = parts.filter((part) => !this.#isWeight(part, algebra.one));
    if (kept.length <= 1) return kept[0] ?? this.#weight(algebra.one);
    const factors: Expression<W>[] = [];
    for (const { expression } of kept) {
      for (const factor of expression.kind === "product" ? expression.factors : [expression]) {
        const before = factors.at(-1);
        if (factor.kind === "weight" && before?.kind === "weight") {
          factors[factors.length - 1] = {
            kind: "weight",
            weight: algebra.times(before.weight, factor.weight),
          };
        } else factors.push(factor);
      }
    }
    if (factors.length === 1) return { ...kept[0], expression: factors[0] };
    return this.#sized({ kind: "product", factors }, kept);
  }

  #star(part: Sized<W>): Sized<W> {
    return this.#sized({ kind: "star", of: part.expression }, [part]);
  }

  #sized(expression: Expression<W>, parts: readonly Sized<W>[]): Sized<W> {
    const size = parts.reduce((sum, part) => sum + part.size, 0);
    const depth = 1 + parts.reduce((most, part) => Math.max(most, part.depth), 0);
    this.#budget.spend(size);
    if (depth <= MAX_DEPTH) return { expression, size, depth };
    throw new HankelError("budget", `toExpression: the expression is nested deeper than ${MAX_DEPTH}`);
  }
}
