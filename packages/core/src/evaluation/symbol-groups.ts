import { real } from "../algebra/float64.ts";
import { WfsaBuilder } from "../automata/builders.ts";
import type { Automaton } from "../automata/convert.ts";
import { distances } from "../automata/distances/shortest-distance.ts";
import { type Conditionals, conditionals } from "../automata/stochastic/conditionals.ts";
import { Wdfsa } from "../automata/wdfsa.ts";
import { HankelError } from "../errors.ts";
import { Alphabet } from "../words/alphabet.ts";
import { getOrAdd } from "../words/collections.ts";
import { type Members, SymbolJoins } from "./symbol-joins.ts";

/** How symbols are grouped. */
export interface GroupOptions {
  /** At most so many groups, whatever they cost. */
  readonly groups?: number | undefined;
  /** What grouping may cost, besides that of the rarest symbols: at most so many nats per symbol of a word, in all; 0.01 by default. */
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

/** Joins are tried that cost up to so many times as much as is allowed: what a join costs is an estimate. */
const ESTIMATED = 2;

/** Names of groups have so many symbols. */
const NAMED = 3;

/**
 * Groups the symbols of a probabilistic automaton that behave alike: where they are likely, they lead to the same states, and their
 * probabilities have nearly the same ratio in all states. So a group stands for one arc of each state, which leads where most of its
 * symbols lead, and which of its symbols is read depends on nothing else. The rarest symbols are one group, `otherwise`, whatever they
 * lead to.
 *
 * Of all groups, the two are joined whose union costs least (`SymbolJoins`), again and again, as long as the divergence allows it or
 * there are too many groups.
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
  const joins = new SymbolJoins(model, singles(model, mass, rare));
  const groupsAfter = (count: number) => built(model, mass, joins.after(count));
  while (joins.groups > (most ?? Number.POSITIVE_INFINITY)) joins.join();
  const least = joins.count;
  const first = groupsAfter(least);
  const allowed = (least === 0 ? first : groupsAfter(0)).divergence + loss + ROUNDING;
  if (first.divergence > allowed) return first;
  for (let spent = 0; spent <= ESTIMATED * loss; ) {
    const cost = joins.join();
    if (cost === undefined) break;
    spent += cost;
  }
  // The most joins whose exact divergence is allowed.
  let [done, found, tooMany] = [least, first, joins.count + 1];
  while (tooMany - done > 1) {
    // Most often what is estimated is nearly right.
    const middle = tooMany > joins.count ? joins.count : (done + tooMany) >> 1;
    const tried = groupsAfter(middle);
    if (tried.divergence <= allowed) [done, found] = [middle, tried];
    else tooMany = middle;
  }
  return found;
}

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
  const [from, to, weight]: [number[], number[], number[]] = [[], [], []];
  for (const [state, number] of numbers) {
    const ways = new Map<number, number>();
    arcs(state, (next, probability) => ways.set(next, (ways.get(next) ?? 0) + probability));
    for (const [next, probability] of ways) {
      from.push(number);
      to.push(getOrAdd(numbers, next, () => numbers.size));
      weight.push(probability);
    }
  }
  const visits = summed({ size: numbers.size, from, to, weight });
  const total = visits.reduce((sum, value) => sum + value, 0);
  return new Map(Array.from(numbers, ([state, number]) => [state, visits[number] / total]));
}

/** A chain of states, by its arcs; it begins in state 0. */
interface Chain {
  readonly size: number;
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly weight: readonly number[];
}

/** So many arcs are followed at most, before equations are solved. */
const MOST_FOLLOWED = 3e8;

/** How often each state is expected to be visited: step by step, until hardly any word goes on. Words that hardly end are left to linear equations. */
function summed({ size, from, to, weight }: Chain): Float64Array {
  const visits = new Float64Array(size);
  let now = new Float64Array(size);
  now[0] = 1;
  for (let followed = 0; followed < MOST_FOLLOWED; followed += from.length + size) {
    let left = 0;
    for (let state = 0; state < size; state++) {
      visits[state] += now[state];
      left += now[state];
    }
    if (left < ROUNDING) return visits;
    const next = new Float64Array(size);
    for (let arc = 0; arc < from.length; arc++) next[to[arc]] += now[from[arc]] * weight[arc];
    now = next;
  }
  const chain = new WfsaBuilder(real, new Alphabet("x"));
  for (let state = 0; state < size; state++) chain.state();
  chain.initial(0);
  for (let arc = 0; arc < from.length; arc++) chain.arcOn(from[arc], 0, weight[arc], to[arc]);
  return Float64Array.from(distances(chain.build(), real, "forward", "groups of symbols", {}));
}

/** Each symbol by itself, likeliest first, but for the rare ones, which are one group. */
function singles({ size, alphabet }: Conditionals, mass: Float64Array, rare: number): Members[] {
  const single = alphabet.symbols.map((_, letter): Members => {
    const own = mass.slice(letter * size, (letter + 1) * size);
    return { letters: [letter], mass: own, total: sumOf(own), isRest: false };
  });
  const order = single.sort((a, b) => b.total - a.total || a.letters[0] - b.letters[0]);
  let [common, left] = [order.length, rare * sumOf(mass)];
  while (common > 0 && order[common - 1].total <= left) left -= order[--common].total;
  // One rare symbol is no group.
  if (common >= order.length - 1) return order;
  const others = order.slice(common);
  const rest: Members = {
    letters: others.flatMap(({ letters }) => letters),
    mass: others[0].mass.map((_, state) => others.reduce((sum, each) => sum + each.mass[state], 0)),
    total: others.reduce((sum, { total }) => sum + total, 0),
    isRest: true,
  };
  return [...order.slice(0, common), rest];
}

function sumOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function built(model: Conditionals, mass: Float64Array, found: readonly Members[]): Grouped {
  const { size, alphabet, target, rows } = model;
  const letters = alphabet.size;
  const sharesOf = ({ letters: members, total }: Members) =>
    members.map((letter) => {
      const own = sumOf(mass.subarray(letter * size, (letter + 1) * size));
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

/** The likeliest members; no two groups have the same name, and none of several symbols has that of a symbol. */
function namesOf(found: readonly Members[], { symbols }: Alphabet): string[] {
  const taken = new Set(symbols);
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
