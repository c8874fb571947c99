import type { Wdfsa } from "@hankel/core";

/** Arcs with a smaller share of all steps were hardly shown to a network. */
const RARE = 2e-4;
/** Words are followed for so many steps. */
const STEPS = 200;

/** How an automaton agrees with the one that taught a network. */
export interface Agreement {
  /** Arcs of the teacher that are used, and how many of them lead to another state. */
  readonly arcs: number;
  readonly wrong: number;
  /** The same states, and none of these arcs is wrong. */
  readonly same: boolean;
}

/**
 * Compares an automaton with a teacher, on the arcs that have at least a share of 2·10⁻⁴ of the steps of the teacher's
 * words. States are matched from the initial ones on; two states of one may not be matched with the same state of the other.
 */
export function agreement(teacher: Wdfsa<number>, learned: Wdfsa<number>): Agreement {
  const letters = teacher.alphabet.size;
  const letterOf = teacher.alphabet.symbols.map((symbol) => learned.alphabet.letter(symbol));
  const shares = arcShares(teacher);
  const partner = new Map([[0, 0]]);
  const taken = new Set([0]);
  let [arcs, wrong] = [0, 0];
  for (const [state, other] of partner) {
    for (let letter = 0; letter < letters; letter++) {
      const arc = state * letters + letter;
      if (shares[arc] < RARE) continue;
      arcs++;
      const to = teacher.target[arc];
      const there = learned.target[other * learned.alphabet.size + letterOf[letter]];
      const known = partner.get(to);
      if (known === undefined && there >= 0 && !taken.has(there)) {
        partner.set(to, there);
        taken.add(there);
      } else if (known !== there || there < 0) wrong++;
    }
  }
  return { arcs, wrong, same: wrong === 0 && learned.size === partner.size };
}

/** The share of all steps, ends included, of words drawn from the automaton that each arc has. */
export function arcShares({ alphabet, size, target, arcWeight }: Wdfsa<number>): Float64Array {
  const letters = alphabet.size;
  const visits = new Float64Array(size);
  let current = new Float64Array(size);
  current[0] = 1;
  for (let step = 0; step < STEPS; step++) {
    const next = new Float64Array(size);
    current.forEach((mass, state) => {
      visits[state] += mass;
      for (let arc = state * letters; arc < (state + 1) * letters; arc++) {
        if (target[arc] >= 0) next[target[arc]] += mass * arcWeight[arc];
      }
    });
    current = next;
  }
  const steps = visits.reduce((sum, visit) => sum + visit, 0);
  return Float64Array.from(arcWeight, (p, arc) => (visits[Math.floor(arc / letters)] * p) / steps);
}
