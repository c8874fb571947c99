import { randomWeight } from "../algebra/random-weight.ts";
import type { GroupWithZero, Weights } from "../algebra/semifield.ts";
import { HankelError, shown } from "../errors.ts";
import { Random } from "../random.ts";
import { Alphabet } from "../words/alphabet.ts";
import { grouped } from "./arcs.ts";
import { MAX_ARCS, Wdfsa } from "./wdfsa.ts";

/**
 * The shapes: the share of all possible arcs, and the share of states that are final.
 *
 * @example
 * console.log(Object.keys(shapes).join(" ")); // dense sparse acyclic all-final few-final chain
 */
export const shapes = {
  dense: { arcs: 1, finals: 0.5, about: "every arc, half of the states final" },
  sparse: { arcs: 0.3, finals: 0.5, about: "about a third of the arcs, half of the states final" },
  acyclic: { arcs: 0.7, finals: 0.3, about: "arcs only lead to later states: a finite language" },
  "all-final": { arcs: 1, finals: 1, about: "every arc, every state final" },
  "few-final": { arcs: 1, finals: 0.02, about: "every arc, one state in fifty final" },
  chain: { arcs: 0, finals: 0, about: "one long word: the longest access words there are" },
} as const;

/** The name of a shape of random automata. */
export type Shape = keyof typeof shapes;

/** What `randomAutomaton` draws. */
export interface RandomOptions<W> {
  readonly algebra: GroupWithZero<W>;
  readonly states: number;
  /** The number of letters, or the alphabet. */
  readonly letters: number | Alphabet;
  readonly shape?: Shape;
  readonly seed?: number;
  /** The probability of an arc besides those that make every state reachable. Default: that of the shape. */
  readonly arcs?: number;
  /** The probability that a state is final. Default: that of the shape. */
  readonly finals?: number;
  /** Draws a non-zero weight; needed for an algebra that is not one of Hankel's own. */
  readonly weight?: (random: Random) => W;
}

/**
 * A random trim automaton with exactly this many states; the same options and seed give the same automaton.
 *
 * Every state after the first gets an arc from a random earlier state on a random free letter, so that all are reachable;
 * then the other arcs are drawn; at last, states that lead to no final state are made final. The result is usually, but
 * not always, minimal.
 *
 * @example
 * const automaton = randomAutomaton({ algebra: tropical, states: 100, letters: 3, shape: "sparse", seed: 7 });
 * console.log(automaton.size, automaton.alphabet.size); // 100 3
 */
export function randomAutomaton<W>(options: RandomOptions<W>): Wdfsa<W> {
  const { algebra, states, shape = "dense", seed = 1 } = options;
  const alphabet = typeof options.letters === "number" ? Alphabet.letters(options.letters) : options.letters;
  check(options, alphabet);
  if (states === 0) return Wdfsa.zero(algebra, alphabet);
  const width = alphabet.size;
  const random = new Random(seed, states, width);
  const draw = options.weight ?? ((source: Random) => randomWeight(algebra, source));

  const target = new Int32Array(states * width).fill(-1);
  plantTree(target, states, width, shape, random);
  const chance = options.arcs ?? shapes[shape].arcs;
  for (let arc = 0; arc < target.length; arc++) {
    if (target[arc] >= 0 || chance === 0 || random.real() >= chance) continue;
    const from = Math.floor(arc / width);
    const lowest = shape === "acyclic" ? from + 1 : 0;
    if (lowest < states) target[arc] = lowest + random.below(states - lowest);
  }
  const arcWeight = algebra.array(target.length);
  for (let arc = 0; arc < target.length; arc++) if (target[arc] >= 0) arcWeight[arc] = draw(random);
  const finalWeight = algebra.array(states);
  const share = options.finals ?? shapes[shape].finals;
  for (let state = 0; state < states; state++) if (random.real() < share) finalWeight[state] = draw(random);
  const parts = { algebra, alphabet, target, arcWeight, initialWeight: draw(random), finalWeight };
  reviveDeadStates(parts, () => draw(random));
  return new Wdfsa(parts);
}

/** Gives every state after the first an arc that leads to it from an earlier state. */
function plantTree(target: Int32Array, states: number, width: number, shape: Shape, random: Random): void {
  if (shape === "chain") {
    for (let state = 1; state < states; state++) target[(state - 1) * width + random.below(width)] = state;
    return;
  }
  // The free slots of the states so far; all of them are equally likely.
  const free = new Int32Array(states * width);
  let count = 0;
  for (let state = 0; state < states; state++) {
    if (state > 0) {
      const chosen = random.below(count);
      target[free[chosen]] = state;
      free[chosen] = free[--count];
    }
    for (let letter = 0; letter < width; letter++) free[count++] = state * width + letter;
  }
}

/** Makes states that lead to no final state final, from the last one on, until none is left. */
function reviveDeadStates<W>(
  {
    algebra,
    target,
    finalWeight,
  }: { algebra: GroupWithZero<W>; target: Int32Array; finalWeight: Weights<W> },
  draw: () => W,
): void {
  const states = finalWeight.length;
  const width = target.length / states;
  const { start, places } = grouped(target, states);
  const live = new Uint8Array(states);
  const revive = (state: number) => {
    const stack = [state];
    live[state] = 1;
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      for (let i = start[at]; i < start[at + 1]; i++) {
        const from = Math.floor(places[i] / width);
        if (live[from] === 1) continue;
        live[from] = 1;
        stack.push(from);
      }
    }
  };
  for (let state = 0; state < states; state++) {
    if (live[state] === 0 && !algebra.isZero(finalWeight[state])) revive(state);
  }
  for (let state = states - 1; state >= 0; state--) {
    if (live[state] === 1) continue;
    finalWeight[state] = draw();
    revive(state);
  }
}

function check<W>(options: RandomOptions<W>, alphabet: Alphabet): void {
  const { states, shape = "dense" } = options;
  const fail = (message: string): never => {
    throw new HankelError("usage", message);
  };
  if (!Object.hasOwn(shapes, shape)) {
    fail(`unknown shape ${shown(shape)}; known are ${Object.keys(shapes).join(", ")}`);
  }
  if (!Number.isSafeInteger(states) || states < 0)
    fail(`the number of states must be 0 or more, not ${states}`);
  if (states * Math.max(1, alphabet.size) > MAX_ARCS) {
    fail(`${states} states × ${alphabet.size} letters is more than ${MAX_ARCS} arcs`);
  }
  if (states > 1 && alphabet.size === 0) fail("more than one state cannot be reached without letters");
  for (const share of [options.arcs, options.finals]) {
    if (share !== undefined && !(share >= 0 && share <= 1))
      fail(`a share lies between 0 and 1, not ${share}`);
  }
}
