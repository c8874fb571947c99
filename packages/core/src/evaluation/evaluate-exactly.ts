import { real } from "../algebra/float64.ts";
import { WfsaBuilder } from "../automata/builders.ts";
import type { Automaton } from "../automata/convert.ts";
import { distances } from "../automata/distances/shortest-distance.ts";
import type { ProductLimits } from "../automata/rational/products.ts";
import { OperationBudget } from "../automata/requirements.ts";
import { conditionals } from "../automata/stochastic/conditionals.ts";
import { exactly } from "./estimate.ts";
import { type Figures, type Mean, meanFigures } from "./figures.ts";
import { jointAlphabet, translation } from "./rows.ts";
import { compareRows, type Step } from "./step.ts";

/** The state of the model behind a word that it excludes. */
const NOWHERE = -1;

interface Pair {
  readonly of: number;
  readonly model: number;
  readonly step: Step;
}

/**
 * The figures of `evaluate` without drawing a word, if the target is an automaton too: each pair of states that words of
 * the target lead to counts as often as words are expected to visit it. These expectations solve linear equations; the
 * rest is the same comparison. Both automata are deterministic, with weights that stand for numbers, none negative; their
 * semifields may differ. At most |target| · (|model| + 1) pairs; costs what `shortestDistance` does on them.
 *
 * @example
 * const [fair, biased] = ["(<1/2>a)*<1/2>", "(<2/3>a)*<1/3>"].map((text) => fromExpression(text, rational));
 * console.log(evaluateExactly(fair, biased).totalVariation.mean.toFixed(3)); // 0.167
 */
export function evaluateExactly<V, W>(
  target: Automaton<V>,
  model: Automaton<W>,
  options: { readonly k?: number | undefined } & ProductLimits = {},
): Figures {
  const { k = 5 } = options;
  const { pairs, visits } = expectedVisits(target, model, k, options);
  const symbols = visits.reduce((sum, visit) => sum + visit, 0);
  const mean: Mean = (of) =>
    exactly(pairs.reduce((sum, { step }, i) => sum + visits[i] * of(step), 0) / symbols);
  const [entropy, divergence] = [mean((step) => step.entropy), mean((step) => step.divergence)];
  const perplexity = exactly(Math.exp(entropy.mean + divergence.mean));
  return { words: 0, symbols, cut: undefined, ...meanFigures(mean, perplexity, k), byLength: [] };
}

/** The pairs of states that words lead to, and how often a word of the target is expected to visit each of them. */
function expectedVisits<V, W>(
  target: Automaton<V>,
  model: Automaton<W>,
  k: number,
  limits: ProductLimits,
): { readonly pairs: readonly Pair[]; readonly visits: readonly number[] } {
  const [p, q] = [conditionals(target, limits), conditionals(model, limits)];
  const alphabet = jointAlphabet(p.alphabet, q.alphabet);
  const [fromTarget, fromModel] = [translation(p.alphabet, alphabet), translation(q.alphabet, alphabet)];
  const [pRows, qRows] = [p.rows.map(fromTarget.row), q.rows.map(fromModel.row)];
  const nothing = new Float64Array(alphabet.size + 1);
  const budget = new OperationBudget("evaluate", "pairs of states", limits.maxStates ?? 1e6);
  const product = new WfsaBuilder(real, p.alphabet);
  const pairs: Pair[] = [];
  const numbers = new Map<number, number>();
  const reach = (of: number, state: number): number => {
    const key = of * (q.size + 1) + state + 1;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    budget.spend();
    const said = state === NOWHERE ? nothing : qRows[state];
    pairs.push({ of, model: state, step: compareRows(pRows[of], said, k) });
    numbers.set(key, pairs.length - 1);
    return product.state();
  };
  product.initial(reach(0, q.size === 0 ? NOWHERE : 0));
  for (let from = 0; from < pairs.length; from++) {
    const { of, model: state } = pairs[from];
    for (let letter = 0; letter < p.alphabet.size; letter++) {
      const to = p.target[of * p.alphabet.size + letter];
      if (to < 0 || !real.isWeight(p.rows[of][letter]) || p.rows[of][letter] === 0) continue;
      const same = fromModel.letter(letter);
      const there = state === NOWHERE || same < 0 ? NOWHERE : q.target[state * q.alphabet.size + same];
      product.arcOn(from, letter, p.rows[of][letter], reach(to, there));
    }
  }
  return { pairs, visits: distances(product.build(), real, "forward", "evaluate", limits) };
}
