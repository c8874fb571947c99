import { type Point, pdfaOf } from "./growth.ts";
import { EQUAL, type KnownRows, type SoftAsking } from "./known-rows.ts";
import type { LogEvidence, Probe } from "./log-evidence.ts";
import { UndecidedArcs } from "./undecided-arcs.ts";

/** So many words are asked at once, at least, where rows were equal before. */
const SEVERAL = 1000;

/** The word of an arc that is looked at, and how likely it is. */
interface OpenArc {
  readonly arc: number;
  readonly node: number;
  readonly probability: number;
}

/** How to look for different rows. */
interface RowSearch {
  /** Is there certainly an automaton? */
  readonly certain: boolean;
  /** Fewer words than one in so many may have the row of an earlier one. */
  readonly patience: number;
  /** No more different rows are looked for. */
  readonly most: number;
  /** What a log says of arcs, if there is one. */
  readonly log?: LogEvidence | undefined;
}

/**
 * The automaton whose states are the different rows (docs/theory/language-models.md, 13.6): the first guess for a model
 * that *is* a finite automaton, at one question for each arc. Words are taken likeliest first. Undefined if hardly any rows
 * are equal, so that fewer than one word in `patience` has the row of an earlier one and the caller is not `certain` that there
 * is an automaton; or if there are more than `most` different ones. Without this step, twelve random automata took 5,924 questions, with it 632.
 *
 * Once rows were equal, arcs of which a log says where they lead are not asked about: they are `heard`.
 */
export function* statesByRows(
  known: KnownRows,
  { certain, patience, most, log }: RowSearch,
): SoftAsking<{ readonly point: Point; readonly heard: ReadonlyMap<number, number> } | undefined> {
  const { tree } = known;
  const access: number[] = [];
  const target: number[] = [];
  /** The words of arcs that wait to be looked at. */
  const open: OpenArc[] = [{ arc: -1, node: 0, probability: 1 }];
  const heard = new HeardArcs(known, certain ? undefined : log);
  let equal = 0;
  while (open.length > 0) {
    open.sort((a, b) => b.probability - a.probability);
    // A few at a time, as long as there may be nothing to find; and where symbols are many, no more than twice as many as before.
    const atMost = certain ? open.length : Math.max(SEVERAL, known.count);
    const taken = open.splice(0, certain || equal > 0 ? atMost : patience / 4);
    const words = yield* heard.ask(taken, { believes: equal > 0, open, target, access });
    equal += taken.length - words.length;
    for (const { arc, node, probability } of words) {
      const state = access.findIndex((other) => known.variation(node, other, EQUAL) <= EQUAL);
      if (arc >= 0) target[arc] = state >= 0 ? state : access.length;
      if (state >= 0) {
        equal++;
        continue;
      }
      access.push(node);
      const row = known.row(node);
      for (let letter = 0; letter < known.shared.letters; letter++) {
        const p = row[letter];
        const next = target.push(0) - 1;
        if (p === 0 || tree.depth(node) >= known.longest) continue;
        open.push({ arc: next, node: tree.extend(node, letter), probability: probability * p });
      }
    }
    heard.settle(target, access);
    if (access.length > (certain ? most : Math.min(most, patience * (1 + equal)))) return undefined;
    if (!certain && known.room < open.length) return undefined;
    if (open.length === 0) open.push(...heard.changed(target, access));
  }
  const isFound = certain || equal > 0 || access.length === 1;
  if (!isFound) return undefined;
  const point: Point = {
    pdfa: pdfaOf(known, access, target),
    undecided: UndecidedArcs.none,
    radius: 0,
    family: "distance",
  };
  return { point, heard: heard.words };
}

/** States and arcs as far as they are found. */
interface Search {
  /** Were rows equal, so that the target may be an automaton? */
  readonly believes: boolean;
  /** The arcs that wait for later. */
  readonly open: readonly OpenArc[];
  readonly target: readonly number[];
  readonly access: readonly number[];
}

/** The arcs that lead where a log says, as it says it while states are found. */
class HeardArcs {
  readonly #known: KnownRows;
  readonly #log: LogEvidence | undefined;
  readonly #arcs = new Map<number, OpenArc>();
  /** Those whose states have no number yet, with a word whose row they lead to. */
  readonly #leads = new Map<OpenArc, number>();
  /** Arcs of which the log has said one thing and then another: these are asked about. */
  readonly #unsure = new Set<number>();

  constructor(known: KnownRows, log: LogEvidence | undefined) {
    this.#known = known;
    this.#log = log;
  }

  /** The words of the arcs, by arc. */
  get words(): ReadonlyMap<number, number> {
    return new Map([...this.#arcs].map(([arc, { node }]) => [arc, node]));
  }

  /**
   * Asks about arcs, but not about those of which the log says where they lead, and returns those that were asked about, in their order. Arcs of which
   * the log has most come first, a few at a time: it says more of the others with every row and with every arc. The states are found
   * only after that, in the same order as without a log, so that their words are as short.
   */
  *ask(
    taken: readonly OpenArc[],
    { believes, open, target, access }: Search,
  ): SoftAsking<readonly OpenArc[]> {
    const [known, log] = [this.#known, this.#log];
    if (log === undefined || !believes) {
      yield* known.ask(taken.map(({ node }) => node));
      return taken;
    }
    const asked = new Set<OpenArc>();
    const rows = [...access];
    const leads = Int32Array.from(target);
    for (const { arc } of [...taken, ...open]) leads[arc] = -1;
    for (let waiting = taken; waiting.length > 0; ) {
      const places = log.places(leads);
      const times = new Map(waiting.map((each) => [each, log.timesAt(places.get(each.arc))]));
      const first = waiting
        .toSorted((a, b) => (times.get(b) ?? 0) - (times.get(a) ?? 0))
        .slice(0, known.count);
      const probes = probesOf(rows);
      const others = first.filter((each) => {
        if (this.#unsure.has(each.arc) || known.knows(each.node)) return true;
        const row = log.leadsTo(each.node, places.get(each.arc), probes);
        if (row >= 0) this.#leads.set(each, rows[row]);
        return row < 0;
      });
      yield* known.ask(others.map(({ node }) => node));
      for (const each of others) {
        asked.add(each);
        if (this.#sameRow(each.node, rows) < 0) rows.push(each.node);
      }
      for (const each of first) {
        const row = this.#sameRow(this.#leads.get(each) ?? each.node, access);
        leads[each.arc] = row;
      }
      const done = new Set(first);
      waiting = waiting.filter((each) => !done.has(each));
    }
    return taken.filter((each) => asked.has(each));
  }

  /** The place of the first of some words that has the same row; -1 if there is none. */
  #sameRow(node: number, words: readonly number[]): number {
    return words.findIndex((other) => this.#known.variation(node, other, EQUAL) <= EQUAL);
  }

  /** Sets the targets of the arcs that lead where the log says, once there is a state for each row. */
  settle(target: number[], access: readonly number[]): void {
    for (const [each, row] of this.#leads) {
      target[each.arc] = this.#sameRow(row, access);
      this.#arcs.set(each.arc, each);
    }
    this.#leads.clear();
  }

  /** The arcs of which the log does not say any more, by all states, what it said by the first of them. */
  changed(target: readonly number[], access: readonly number[]): OpenArc[] {
    const log = this.#log;
    if (log === undefined || this.#arcs.size === 0) return [];
    const places = log.places(Int32Array.from(target));
    const probes = probesOf(access);
    const others = [...this.#arcs.values()].filter(
      ({ arc, node }) => log.leadsTo(node, places.get(arc), probes) !== target[arc],
    );
    for (const { arc } of others) {
      this.#arcs.delete(arc);
      this.#unsure.add(arc);
    }
    return others;
  }
}

/** States are told apart by their rows alone. */
function probesOf(access: readonly number[]): Probe[][] {
  return access.map((node) => [{ suffix: [], node }]);
}
