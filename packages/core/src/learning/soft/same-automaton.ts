import { type Pdfa, usesOf } from "../../next/pdfa.ts";

/** Are two automata the same, up to the names of states, on arcs that have at least this share of all steps? */
export function isSame(a: Pdfa, b: Pdfa, rare: number): boolean {
  if (a.size !== b.size) return false;
  const { letters } = a;
  const { arcs } = usesOf(a);
  const partner = new Map([[0, 0]]);
  const open = [0];
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    for (let letter = 0; letter < letters; letter++) {
      if (arcs[state * letters + letter] < rare) continue;
      const to = a.target[state * letters + letter];
      const other = b.target[(partner.get(state) as number) * letters + letter];
      const known = partner.get(to);
      if (known !== undefined && known !== other) return false;
      if (known !== undefined) continue;
      partner.set(to, other);
      open.push(to);
    }
  }
  return true;
}
