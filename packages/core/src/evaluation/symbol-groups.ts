import { real } from "../algebra/float64.ts";
import { WfsaBuilder } from "../automata/builders.ts";
import type { Automaton } from "../automata/convert.ts";
import { distances } from "../automata/distances/shortest-distance.ts";
import { type Conditionals, conditionals } from "../automata/stochastic/conditionals.ts";
import { Wdfsa } from "../automata/wdfsa.ts";
import { HankelError } from "../errors.ts";
import { Alphabet } from "../words/alphabet.ts";
import { getOrAdd } from "../words/collections.ts";

/** How symbols are grouped. */
export interface GroupOptions {
  /** At most so many groups; then `loss` and, if need be, `rare` become as large as that takes. */
  readonly groups?: number | undefined;
  /** How much the symbols that behave alike may differ: at most so many nats per symbol of a word, in all; 0.01 by default. */
  readonly loss?: number | undefined;
  /** The share of all symbols in words that the rarest, which become one group, have at most; 0.01 by default. */
  readonly rare?: number | undefined;
}

/** Symbols that share the arcs of an automaton. */
export interface SymbolGroup {
  /** The symbol of the group: its likeliest members, `the|a|his|…`, or `otherwise`. */
  readonly name: string;
  /** Likeliest first. */
  readonly symbols: readonly string[];
  /** How likely each of them is within the group, in every state. */
  readonly shares: readonly number[];
  /** How likely the group is among all symbols and ends of words. */
  readonly probability: number;
  /** Is it the group of rare symbols, whose arcs need not lead to the same states? */
  readonly isRest: boolean;
}

/** An automaton over groups of symbols. */
export interface Grouped {
  /** Likeliest first. */
  readonly groups: readonly SymbolGroup[];
  /** The automaton whose letters are the groups. */
  readonly automaton: Wdfsa<number>;
  /** The distribution over the symbols themselves: a group by the automaton, then one of its symbols by its share. */
  readonly expanded: Wdfsa<number>;
  /** KL(original ‖ expanded) in nats per symbol, ends included, computed exactly. */
  readonly divergence: number;
}

/** Names of groups have so many symbols. */
const NAMED = 3;

/**
 * Groups the symbols of a probabilistic automaton that behave alike: in every state they lead to the same state, and their
 * probabilities have nearly the same ratio in all states. So a group stands for one arc of each state, and which of its
 * symbols is read depends on nothing else. The rarest symbols are one group, `otherwise`, whatever they lead to; there an arc
 * leads where most of them lead.
 *
 * A symbol joins the group in which it costs least, the likeliest symbols first, if that is at most `loss` times its own
 * probability. What joining costs is the mutual information of state and symbol that is lost, and these losses add up to
 * the divergence, but for that of the rare symbols, which may lead elsewhere. Takes |Σ| · groups · |Q| steps.
 *
 * @example
 * const model = minimize(fromExpression("(<1/4>a|<1/8>b|<1/8>c)*<1/2>", rational));
 * const { groups, divergence } = groupSymbols(model);
 * console.log(groups[0].name, groups[0].shares.join(" "), divergence); // a|b|c 0.5 0.25 0.25 0
 */
export function groupSymbols<W>(automaton: Automaton<W>, options: GroupOptions = {}): Grouped {
  const model = conditionals(automaton, {}, "groups of symbols");
  const { groups: most, loss = 0.01, rare = 0.01 } = options;
  for (const [what, value] of Object.entries({ loss, rare })) {
    if (!(value >= 0)) throw new HankelError("usage", `${what} is a number from 0 on, not ${value}`);
  }
  if (most !== undefined && !(Number.isSafeInteger(most) && most >= 1))
    throw new HankelError("usage", `groups is a whole number from 1 on, not ${most}`);
  const mass = massOf(model);
  let found = grouping(model, mass, loss, rare);
  if (most !== undefined) {
    let [allowed, share] = [loss, rare];
    while (found.length > most) {
      // Where no symbols are alike any more, more of them are rare.
      if (allowed < LARGEST_LOSS) allowed = Math.max(2 * allowed, 1e-4);
      else share = Math.max(2 * share, 1e-4);
      found = grouping(model, mass, allowed, share);
    }
  }
  return built(model, mass, found);
}

/** With a loss above this, symbols that lead to the same states are always alike. */
const LARGEST_LOSS = 32;

/** How likely each symbol is read in each state, at a random place of a random word: that of letter a in state q is at a · size + q. */
function massOf({ size, alphabet, target, rows }: Conditionals): Float64Array {
  const visits = visitsOf(0, (state, to) => {
    for (let letter = 0; letter < alphabet.size; letter++) {
      const next = target[state * alphabet.size + letter];
      if (next >= 0 && rows[state][letter] > 0) to(next, rows[state][letter]);
    }
  });
  const mass = new Float64Array(alphabet.size * size);
  for (const [state, share] of visits) {
    for (let letter = 0; letter < alphabet.size; letter++)
      mass[letter * size + state] = share * rows[state][letter];
  }
  return mass;
}

/** The share of its steps that a word is expected to spend in each state that can be reached. */
function visitsOf(
  first: number,
  arcs: (state: number, to: (next: number, probability: number) => void) => void,
): Map<number, number> {
  const numbers = new Map([[first, 0]]);
  const chain = new WfsaBuilder(real, new Alphabet("x"));
  chain.initial(chain.state());
  for (const [state, number] of numbers) {
    const ways = new Map<number, number>();
    arcs(state, (next, probability) => ways.set(next, (ways.get(next) ?? 0) + probability));
    for (const [next, probability] of ways) {
      chain.arcOn(
        number,
        0,
        probability,
        getOrAdd(numbers, next, () => chain.state()),
      );
    }
  }
  const visits = distances(chain.build(), real, "forward", "groups of symbols", {});
  const total = visits.reduce((sum, value) => sum + value, 0);
  return new Map(Array.from(numbers, ([state, number]) => [state, visits[number] / total]));
}

/** A group while it is made: its letters, likeliest first, and how likely they are in each state. */
interface Members {
  readonly letters: number[];
  readonly mass: Float64Array;
  total: number;
  readonly isRest: boolean;
}

function grouping(
  { size, alphabet, target }: Conditionals,
  mass: Float64Array,
  loss: number,
  rare: number,
): readonly Members[] {
  const totals = Float64Array.from({ length: alphabet.size }, (_, letter) =>
    mass.subarray(letter * size, (letter + 1) * size).reduce((sum, value) => sum + value, 0),
  );
  const order = Array.from(totals.keys()).sort((a, b) => totals[b] - totals[a] || a - b);
  const all = totals.reduce((sum, value) => sum + value, 0);
  let [common, left] = [order.length, rare * all];
  while (common > 0 && totals[order[common - 1]] <= left) left -= totals[order[--common]];
  // One rare symbol is no group.
  if (common === order.length - 1) common = order.length;
  const alike = new Map<string, Members[]>();
  const found: Members[] = [];
  const add = (group: Members, letter: number) => {
    group.letters.push(letter);
    group.total += totals[letter];
    for (let state = 0; state < size; state++) group.mass[state] += mass[letter * size + state];
  };
  const begun = (isRest: boolean): Members => {
    const group = { letters: [], mass: new Float64Array(size), total: 0, isRest };
    found.push(group);
    return group;
  };
  for (const letter of order.slice(0, common)) {
    const own = mass.subarray(letter * size, (letter + 1) * size);
    const leads = own.map((value, state) => (value > 0 ? target[state * alphabet.size + letter] : -1)).join();
    const candidates = getOrAdd(alike, leads, () => []);
    let [best, least] = [-1, loss * totals[letter]];
    candidates.forEach((group, i) => {
      const cost = joining(group, own, totals[letter]);
      if (cost <= least) [best, least] = [i, cost];
    });
    if (best < 0) candidates.push(begun(false));
    add(candidates[best < 0 ? candidates.length - 1 : best], letter);
  }
  if (common < order.length) {
    const rest = begun(true);
    for (const letter of order.slice(common)) add(rest, letter);
  }
  return found.sort((a, b) => b.total - a.total);
}

/** The mutual information of state and symbol that is lost when a symbol joins a group; rounding makes no gain of it. */
function joining(group: Members, own: Float64Array, total: number): number {
  let lost = h(group.total + total) - h(group.total) - h(total);
  for (let state = 0; state < own.length; state++) {
    lost += h(group.mass[state]) + h(own[state]) - h(group.mass[state] + own[state]);
  }
  return Math.max(0, lost);
}

function h(x: number): number {
  return x > 0 ? x * Math.log(x) : 0;
}

function built(model: Conditionals, mass: Float64Array, found: readonly Members[]): Grouped {
  const { size, alphabet, target, rows } = model;
  const letters = alphabet.size;
  const sharesOf = ({ letters: members, total }: Members) =>
    members.map((letter) => {
      const own = mass.subarray(letter * size, (letter + 1) * size).reduce((sum, value) => sum + value, 0);
      return total > 0 ? own / total : 1 / members.length;
    });
  const names = namesOf(found, alphabet);
  const groups = found.map(
    (members, i): SymbolGroup => ({
      name: names[i],
      symbols: members.letters.map((letter) => alphabet.symbols[letter]),
      shares: sharesOf(members),
      probability: members.total,
      isRest: members.isRest,
    }),
  );
  const of = {
    target: new Int32Array(size * found.length).fill(-1),
    arcWeight: new Float64Array(size * found.length),
  };
  const own = {
    target: new Int32Array(size * letters).fill(-1),
    arcWeight: new Float64Array(size * letters),
  };
  const finalWeight = Float64Array.from(rows, (row) => row[letters]);
  for (let state = 0; state < size; state++) {
    found.forEach((members, i) => {
      const leads = new Map<number, number>();
      let sum = 0;
      for (const letter of members.letters) {
        const [to, p] = [target[state * letters + letter], rows[state][letter]];
        if (to < 0 || !(p > 0)) continue;
        sum += p;
        leads.set(to, (leads.get(to) ?? 0) + p);
      }
      if (sum === 0) return;
      const [to] = [...leads].reduce((most, other) => (other[1] > most[1] ? other : most));
      of.target[state * found.length + i] = to;
      of.arcWeight[state * found.length + i] = sum;
      members.letters.forEach((letter, at) => {
        own.target[state * letters + letter] = to;
        own.arcWeight[state * letters + letter] = sum * groups[i].shares[at];
      });
    });
  }
  const automatonOf = (symbols: Alphabet, arcs: typeof of) =>
    new Wdfsa({
      algebra: real,
      alphabet: symbols,
      ...arcs,
      initialWeight: 1,
      finalWeight: finalWeight.slice(),
    });
  const expanded = automatonOf(alphabet, own);
  return {
    groups,
    automaton: automatonOf(new Alphabet(names), of),
    expanded,
    divergence: divergenceOf(model, expanded),
  };
}

/** The likeliest members; no two groups have the same name, and none has that of a symbol that is not in it. */
function namesOf(found: readonly Members[], { symbols }: Alphabet): string[] {
  const taken = new Set(
    found.filter(({ letters }) => letters.length === 1).map(({ letters }) => symbols[letters[0]]),
  );
  return found.map(({ letters, isRest }) => {
    if (letters.length === 1) return symbols[letters[0]];
    const first = letters.slice(0, NAMED).map((letter) => symbols[letter]);
    let name = isRest ? "otherwise" : first.join("|") + (letters.length > NAMED ? "|…" : "");
    while (taken.has(name)) name = `<${name}>`;
    taken.add(name);
    return name;
  });
}

/** KL(p ‖ q) per symbol, over the pairs of states that words of p lead to. */
function divergenceOf(p: Conditionals, q: Wdfsa<number>): number {
  const letters = p.alphabet.size;
  let divergence = 0;
  const visits = visitsOf(0, (pair, to) => {
    const [state, other] = [Math.floor(pair / q.size), pair % q.size];
    for (let letter = 0; letter < letters; letter++) {
      const probability = p.rows[state][letter];
      const [next, there] = [p.target[state * letters + letter], q.target[other * letters + letter]];
      // Behind a symbol that the other one excludes there is nothing to compare: the divergence is infinite.
      if (probability > 0 && there >= 0) to(next * q.size + there, probability);
    }
  });
  for (const [pair, share] of visits) {
    const [state, other] = [Math.floor(pair / q.size), pair % q.size];
    let sum = relative(p.rows[state][letters], q.finalWeight[other]);
    for (let letter = 0; letter < letters; letter++) {
      sum += relative(p.rows[state][letter], q.arcWeight[other * letters + letter]);
    }
    divergence += share * sum;
  }
  return divergence > ROUNDING ? divergence : 0;
}

/** A smaller divergence is nothing but rounding. */
const ROUNDING = 1e-14;

function relative(p: number, q: number): number {
  return p > 0 ? p * Math.log(p / q) : 0;
}
