import { HankelError } from "../../errors.ts";
import { type Automaton, toWfsa } from "../convert.ts";
import { Heap } from "../distances/heap.ts";
import { OperationBudget, requireSemifield } from "../requirements.ts";
import { trim } from "../trim.ts";
import { EPSILON } from "../wfsa.ts";
import { type Expression, MAX_DEPTH } from "./expression.ts";

/** When `toExpression` gives up. */
export interface EliminationLimits {
  /** Symbols and weights of any expression on the way; 10⁵ by default. */
  readonly maxSymbols?: number | undefined;
}

/** An expression and its size; a sum of sums, or a product of products, becomes one in the end. */
interface Sized<W> {
  readonly expression:
    | Expression<W>
    | { readonly kind: "sum" | "product"; readonly parts: readonly Sized<W>[] };
  readonly size: number;
  readonly depth: number;
}

/**
 * A weighted rational expression of the language, by state elimination (Brzozowski and McCluskey 1963): arcs carry
 * expressions, and a state is removed after the paths through it have been added to the arcs around it. The state that
 * makes the expression grow least is removed first (Delgado and Morais 2004).
 *
 * Exponential at worst, hence the budget; besides the expressions, O(m log m) for m arcs on the way. Needs ⊕; stars are written but not computed.
 */
export function toExpression<W>(automaton: Automaton<W>, limits: EliminationLimits = {}): Expression<W> {
  const algebra = requireSemifield(automaton.algebra, "toExpression");
  const wfsa = trim(toWfsa(automaton));
  const maxSymbols = limits.maxSymbols ?? 1e5;
  const [begin, end] = [wfsa.size, wfsa.size + 1];
  /** The expression between two states, and the predecessors of each state. */
  const out = Array.from({ length: wfsa.size + 2 }, () => new Map<number, Sized<W>>());
  const into = out.map(() => new Set<number>());
  /** The sizes of the expressions that enter and leave each state, together. */
  const [entering, leaving] = [new Float64Array(out.length), new Float64Array(out.length)];
  for (let state = 0; state < wfsa.size; state++) {
    add(begin, state, weighted(wfsa.initialWeight[state]));
    add(state, end, weighted(wfsa.finalWeight[state]));
  }
  for (let arc = 0; arc < wfsa.arcs; arc++) {
    const weight = weighted(wfsa.arcWeight[arc]);
    const symbol = wfsa.letter[arc] === EPSILON ? undefined : wfsa.alphabet.symbols[wfsa.letter[arc]];
    const read: Sized<W> | undefined =
      symbol === undefined ? undefined : { expression: { kind: "symbol", symbol }, size: 1, depth: 1 };
    add(wfsa.source[arc], wfsa.target[arc], read === undefined ? weight : product([weight, read]));
  }
  /** The cheapest first, and of several the first; a state whose cost has changed is there more than once. */
  const waiting = new Heap<{ readonly state: number; readonly cost: number }>(
    (a, b) => a.cost < b.cost || (a.cost === b.cost && a.state < b.state),
  );
  for (let state = 0; state < begin; state++) wait(state);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { state } = next;
    if (out[state].size > 0 && next.cost === cost(state)) eliminate(state);
  }
  return written(out[begin].get(end) ?? weighted(algebra.zero));

  function eliminate(state: number): void {
    const loop = out[state].get(state);
    const star = loop === undefined ? weighted(algebra.one) : starOf(loop);
    for (const from of into[state]) {
      if (from === state) continue;
      const before = out[from].get(state) as Sized<W>;
      for (const [to, behind] of out[state]) {
        if (to !== state) add(from, to, product([before, star, behind]));
      }
      out[from].delete(state);
      leaving[from] -= before.size;
    }
    for (const [to, { size }] of out[state]) {
      into[to].delete(state);
      entering[to] -= size;
    }
    const around = new Set([...into[state], ...out[state].keys()]);
    out[state].clear();
    around.delete(state);
    around.forEach(wait);
  }

  /** How much the expressions grow if a state is removed. With one arc in and one out they do not, and no other is cheaper. */
  function cost(state: number): number {
    const loop = out[state].get(state)?.size ?? 0;
    const self = loop > 0 ? 1 : 0;
    const [before, behind] = [into[state].size - self, out[state].size - self];
    const grown =
      loop * (before * behind - 1) +
      (entering[state] - loop) * (behind - 1) +
      (leaving[state] - loop) * (before - 1);
    return Math.max(0, grown);
  }

  function wait(state: number): void {
    if (state < begin) waiting.push({ state, cost: cost(state) });
  }

  function add(from: number, to: number, part: Sized<W>): void {
    if (isWeight(part, algebra.zero)) return;
    const before = out[from].get(to);
    const both = before === undefined ? part : sum(before, part);
    out[from].set(to, both);
    into[to].add(from);
    const more = both.size - (before?.size ?? 0);
    leaving[from] += more;
    entering[to] += more;
  }

  function weighted(weight: W): Sized<W> {
    return { expression: { kind: "weight", weight }, size: 1, depth: 1 };
  }

  function isWeight({ expression }: Sized<W>, weight: W): boolean {
    return expression.kind === "weight" && algebra.equals(expression.weight, weight);
  }

  function sum(a: Sized<W>, b: Sized<W>): Sized<W> {
    const [left, right] = [a.expression, b.expression];
    if (left.kind === "weight" && right.kind === "weight") {
      return weighted(algebra.plus(left.weight, right.weight));
    }
    return joined("sum", [a, b]);
  }

  /** Leaves out ones, and multiplies weights. */
  function product(parts: readonly Sized<W>[]): Sized<W> {
    const kept = parts.filter((part) => !isWeight(part, algebra.one));
    if (kept.length <= 1) return kept[0] ?? weighted(algebra.one);
    const weights = kept.flatMap(({ expression }) =>
      expression.kind === "weight" ? [expression.weight] : [],
    );
    if (weights.length === kept.length) return weighted(weights.reduce((a, b) => algebra.times(a, b)));
    return joined("product", kept);
  }

  function joined(kind: "sum" | "product", parts: readonly Sized<W>[]): Sized<W> {
    const inside = (part: Sized<W>) => part.depth - (part.expression.kind === kind ? 1 : 0);
    return sized({ kind, parts }, parts, Math.max(...parts.map(inside)));
  }

  function starOf(part: Sized<W>): Sized<W> {
    return sized({ kind: "star", of: written(part) }, [part], part.depth);
  }

  function sized(expression: Sized<W>["expression"], parts: readonly Sized<W>[], inside: number): Sized<W> {
    const size = parts.reduce((sum, part) => sum + part.size, 0);
    new OperationBudget("toExpression", "symbols", maxSymbols).spend(size);
    if (inside < MAX_DEPTH) return { expression, size, depth: inside + 1 };
    throw new HankelError("budget", `toExpression: the expression is nested deeper than ${MAX_DEPTH}`);
  }

  /** The expression as others know it: sums and products are flat, and adjacent weights of a product one weight. */
  function written({ expression }: Sized<W>): Expression<W> {
    if (!("parts" in expression)) return expression;
    const { kind } = expression;
    const flat: Expression<W>[] = [];
    const waiting = [...expression.parts].reverse();
    for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
      if ("parts" in part.expression && part.expression.kind === kind) {
        for (const inner of [...part.expression.parts].reverse()) waiting.push(inner);
        continue;
      }
      const [next, before] = [written(part), flat.at(-1)];
      if (kind === "product" && next.kind === "weight" && before?.kind === "weight") {
        flat[flat.length - 1] = { kind: "weight", weight: algebra.times(before.weight, next.weight) };
      } else flat.push(next);
    }
    return kind === "sum" ? { kind, terms: flat } : { kind, factors: flat };
  }
}
