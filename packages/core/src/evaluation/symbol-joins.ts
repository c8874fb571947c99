import type { Conditionals } from "../automata/stochastic/conditionals.ts";

/** A group of symbols while it is made. */
export interface Members {
  /** Likeliest first. */
  readonly letters: readonly number[];
  /** How likely the group is read in each state, at a random place of a random word, and in all. */
  readonly mass: Float64Array;
  readonly total: number;
  /** Is it the group of rare symbols? */
  readonly isRest: boolean;
}

/** A group, and where it leads. */
interface Cluster extends Members {
  /** For each state, how much of its mass leads to each state, and how much of it does not lead where most does. */
  readonly leads: readonly ReadonlyMap<number, number>[];
  readonly astray: Float64Array;
  /** The state that all of its mass leads to, or -1. */
  readonly only: Int32Array;
}

/** Of more groups, not all pairs are compared: the rarest one is joined with the one that suits it best. */
const MOST_COMPARED = 600;

/** What a group costs to be joined with the one that suits it best, among those behind it. */
interface Partner {
  readonly with: number;
  readonly cost: number;
}

/**
 * Joins groups of symbols, each time the two whose union costs least: the mutual information of state and symbol that is lost, and one
 * nat for all mass that leads elsewhere, since an arc of the union leads where most of it leads. What happens in states where symbols
 * hardly occur hardly counts. Of many groups, the rarest is joined first. Takes about |Σ|² · |Q| steps in all.
 */
export class SymbolJoins {
  readonly #model: Conditionals;
  readonly #first: readonly Members[];
  /** Those that were joined leave a hole. */
  readonly #clusters: (Cluster | undefined)[];
  readonly #partners: (Partner | undefined)[];
  /** Which were joined, in order. */
  readonly #joined: (readonly [number, number])[] = [];

  constructor(model: Conditionals, groups: readonly Members[]) {
    this.#model = model;
    this.#first = groups;
    this.#clusters = groups.map((group) => this.#cluster(group));
    this.#partners = new Array<Partner | undefined>(groups.length);
    if (groups.length <= MOST_COMPARED) this.#compareAll();
  }

  /** How many joins were made. */
  get count(): number {
    return this.#joined.length;
  }

  /** How many groups there are. */
  get groups(): number {
    return this.#first.length - this.count;
  }

  /** The groups after so many of the joins that were made, likeliest first. */
  after(count: number): Members[] {
    const groups: (Members | undefined)[] = [...this.#first];
    for (const [at, other] of this.#joined.slice(0, count)) {
      groups[at] = union(groups[at] as Members, groups[other] as Members);
      groups[other] = undefined;
    }
    return groups
      .filter((group) => group !== undefined)
      .sort((a, b) => b.total - a.total || a.letters[0] - b.letters[0]);
  }

  /** Joins the two groups whose union costs least, and returns what that is; undefined if there is one group. */
  join(): number | undefined {
    const isMany = this.groups > MOST_COMPARED;
    const best = isMany ? this.#forRarest() : this.#cheapest();
    if (best === undefined) return undefined;
    const { at, with: other, cost } = best;
    this.#clusters[at] = this.#cluster(
      union(this.#clusters[at] as Cluster, this.#clusters[other] as Cluster),
    );
    this.#clusters[other] = undefined;
    this.#joined.push([at, other]);
    if (isMany) {
      if (this.groups <= MOST_COMPARED) this.#compareAll();
      return cost;
    }
    for (const [i, partner] of this.#partners.entries()) {
      if (i === at || i === other || partner?.with === at || partner?.with === other) this.#findPartner(i);
      else if (i < at) this.#offer(i, at);
    }
    return cost;
  }

  #cheapest(): (Partner & { readonly at: number }) | undefined {
    let best: (Partner & { readonly at: number }) | undefined;
    for (const [at, partner] of this.#partners.entries())
      if (partner !== undefined && (best === undefined || partner.cost < best.cost))
        best = { ...partner, at };
    return best;
  }

  #compareAll(): void {
    for (const at of this.#clusters.keys()) this.#findPartner(at);
  }

  /** What suits the rarest group best. */
  #forRarest(): (Partner & { readonly at: number }) | undefined {
    let rarest = -1;
    for (const [at, cluster] of this.#clusters.entries()) {
      if (cluster !== undefined && (rarest < 0 || cluster.total <= (this.#clusters[rarest] as Cluster).total))
        rarest = at;
    }
    const one = this.#clusters[rarest];
    let best: (Partner & { readonly at: number }) | undefined;
    for (const [at, cluster] of this.#clusters.entries()) {
      if (one === undefined || cluster === undefined || at === rarest) continue;
      const cost = costOf(one, cluster);
      if (best === undefined || cost < best.cost) best = { at, with: rarest, cost };
    }
    return best;
  }

  #findPartner(at: number): void {
    this.#partners[at] = undefined;
    for (let other = at + 1; other < this.#clusters.length; other++) this.#offer(at, other);
  }

  #offer(at: number, other: number): void {
    const [one, two] = [this.#clusters[at], this.#clusters[other]];
    if (one === undefined || two === undefined) return;
    const cost = costOf(one, two);
    if (cost < (this.#partners[at]?.cost ?? Number.POSITIVE_INFINITY))
      this.#partners[at] = { with: other, cost };
  }

  #cluster(group: Members): Cluster {
    const { size, alphabet, target, rows } = this.#model;
    const { letters, mass } = group;
    const leads = Array.from({ length: size }, () => new Map<number, number>());
    const astray = new Float64Array(size);
    const only = new Int32Array(size).fill(-1);
    for (let state = 0; state < size; state++) {
      if (mass[state] === 0) continue;
      let sum = 0;
      for (const letter of letters) {
        const [to, p] = [target[state * alphabet.size + letter], rows[state][letter]];
        if (to < 0 || !(p > 0)) continue;
        sum += p;
        leads[state].set(to, (leads[state].get(to) ?? 0) + p);
      }
      // As parts of all places, as the mass is.
      for (const [to, p] of leads[state]) leads[state].set(to, (p / sum) * mass[state]);
      if (leads[state].size === 1) only[state] = [...leads[state].keys()][0];
      else astray[state] = mass[state] - Math.max(...leads[state].values());
    }
    return { ...group, leads, astray, only };
  }
}

function union(one: Members, two: Members): Members {
  const [large, small] = one.total >= two.total ? [one, two] : [two, one];
  return {
    letters: [...large.letters, ...small.letters],
    mass: large.mass.map((value, state) => value + small.mass[state]),
    total: one.total + two.total,
    isRest: one.isRest || two.isRest,
  };
}

/** What it costs to join two groups. Rounding makes no gain of it. */
function costOf(one: Cluster, two: Cluster): number {
  let cost = h(one.total + two.total) - h(one.total) - h(two.total);
  for (let state = 0; state < one.mass.length; state++) {
    const [a, b] = [one.mass[state], two.mass[state]];
    if (a === 0 || b === 0) continue;
    cost += h(a) + h(b) - h(a + b);
    const [to, other] = [one.only[state], two.only[state]];
    if (to < 0 || other < 0)
      cost += a + b - mostOf(one.leads[state], two.leads[state]) - one.astray[state] - two.astray[state];
    else if (to !== other) cost += Math.min(a, b);
  }
  return cost > ROUNDING ? cost : 0;
}

/** The most mass that leads to one state. */
function mostOf(one: ReadonlyMap<number, number>, two: ReadonlyMap<number, number>): number {
  let most = 0;
  for (const [to, mass] of one) most = Math.max(most, mass + (two.get(to) ?? 0));
  for (const mass of two.values()) most = Math.max(most, mass);
  return most;
}

/** A smaller cost is nothing but rounding. */
const ROUNDING = 1e-15;

function h(x: number): number {
  return x > 0 ? x * Math.log(x) : 0;
}
