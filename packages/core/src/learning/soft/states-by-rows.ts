import type { Point } from "./growth.ts";
import type { KnownRows, SoftAsking } from "./known-rows.ts";

/** Rows whose total variation is at most this are equal, up to rounding. */
export const EQUAL = 1e-9;

/** Rows that are nearer than this without being equal are a sign of noise. */
const NOISE = 1e-6;

/**
 * So many words are asked before it is decided whether the rows of different words are ever equal: few, or many if the
 * caller is certain. Among the likeliest words of an automaton with n states, that takes about √n words.
 */
const PROBE = 32;
const LONG_PROBE = 2000;

/** If so few of so many words have the row of another one, chance or rounding may have made them equal. */
const MANY = 200;
const FEW = 0.03;

/** How many words are asked at a time while that is open. */
const STRIDE = 8;

/**
 * The automaton whose states are the different rows: the first guess for a model that *is* a finite automaton, at one
 * question for each arc. Words are taken likeliest first. The model is "noisy", and not of this kind, if rows come near each
 * other without being equal, or if the likeliest words have no two equal rows; it is "endless" if there are more than
 * `most` different rows. With `certain`, the caller expects an automaton, and more words are tried.
 */
export function* statesByRows(
  known: KnownRows,
  { certain, longest, most }: { certain: boolean; longest: number; most: number },
): SoftAsking<Point | "noisy" | "endless"> {
  const search = new RowSearch(known, longest);
  yield* known.ask([0], "futures");
  search.add(0, 1);
  let decided = certain;
  while (search.open.length > 0) {
    const words = search.takeLikeliest(decided ? search.open.length : STRIDE);
    yield* known.ask(
      words.map(({ node }) => node),
      "futures",
    );
    for (const word of words) if (search.join(word)) return "noisy";
    decided ||= search.equal > 0;
    if (search.equal === 0 && search.joined >= (certain ? LONG_PROBE : PROBE)) return "noisy";
    if (!certain && search.joined >= MANY && search.equal < FEW * search.joined) return "noisy";
    if (search.size > most) return "endless";
  }
  return search.equal > 0 || certain || search.size === 1 ? search.result() : "noisy";
}

/** The word of an arc that waits to be looked at. */
interface OpenArc {
  readonly arc: number;
  readonly node: number;
  readonly probability: number;
}

class RowSearch {
  /** How many words were joined to a state or became one, and how many of them had the row of an earlier one. */
  joined = 0;
  equal = 0;
  open: OpenArc[] = [];
  readonly #known: KnownRows;
  readonly #longest: number;
  readonly #access: number[] = [];
  readonly #target: number[] = [];

  constructor(known: KnownRows, longest: number) {
    this.#known = known;
    this.#longest = longest;
  }

  get size(): number {
    return this.#access.length;
  }

  add(node: number, probability: number): number {
    const { tree, letters, values } = this.#known;
    const state = this.#access.push(node) - 1;
    const row = this.#known.at(node);
    for (let letter = 0; letter < letters; letter++) {
      const arc = this.#target.push(0) - 1;
      const p = values[row + letter];
      if (p === 0 || tree.depth(node) >= this.#longest) continue;
      this.open.push({ arc, node: tree.extend(node, letter), probability: probability * p });
    }
    return state;
  }

  takeLikeliest(count: number): OpenArc[] {
    this.open.sort((a, b) => b.probability - a.probability);
    return this.open.splice(0, count);
  }

  /** Joins a word to the state with its row, or makes it one. Returns true if the row is nearly, but not quite, that of a state. */
  join({ arc, node, probability }: OpenArc): boolean {
    this.joined++;
    let nearest = Number.POSITIVE_INFINITY;
    for (let state = 0; state < this.#access.length; state++) {
      const variation = this.#known.variation(node, this.#access[state]);
      if (variation <= EQUAL) {
        this.equal++;
        this.#target[arc] = state;
        return false;
      }
      nearest = Math.min(nearest, variation);
    }
    this.#target[arc] = this.add(node, probability);
    return nearest < NOISE;
  }

  result(): Point {
    const { letters } = this.#known;
    const rows = new Float64Array(this.size * (letters + 1));
    this.#access.forEach((node, state) => {
      rows.set(this.#known.row(node), state * (letters + 1));
    });
    const pdfa = { size: this.size, letters, target: Int32Array.from(this.#target), rows };
    const distances = this.#target.map(() => 0);
    return { pdfa, access: this.#access, suffixes: [], distances, radius: 0 };
  }
}
