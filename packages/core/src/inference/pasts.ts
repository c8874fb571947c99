import { lookUp } from "../interruption.ts";
import type { SampleTree } from "./sample-tree.ts";

/** Nodes of a prefix tree whose last steps are the same: they may be one state. */
export interface SamePast {
  /** How many bits the outputs of these steps are worth. */
  readonly weight: number;
  /** The nodes: order[from] … order[to - 1]. */
  readonly from: number;
  readonly to: number;
}

export interface Pasts {
  readonly order: Int32Array;
  /** The groups of two nodes and more; those with the most weight come first. */
  readonly groups: readonly SamePast[];
}

/** Longer pasts are not told apart. */
const LONGEST = 64;

/**
 * How many bits an output after each letter is worth that agrees: the logarithm of how often two of them agree by chance. Of states that have outputs themselves there is one
 * number, at 0.
 */
export function worthOfOutputs({
  nodes,
  width,
  letter,
  output,
  outputs,
  visits,
  mealy,
}: SampleTree): Float64Array {
  const rows = mealy ? width : 1;
  const counts = new Float64Array(rows * outputs);
  const totals = new Float64Array(rows);
  for (let node = mealy ? 1 : 0; node < nodes; node++) {
    if (output[node] < 0) continue;
    const row = mealy ? letter[node] : 0;
    counts[row * outputs + output[node]] += visits[node];
    totals[row] += visits[node];
  }
  return totals.map((total, row) => {
    let agree = 0;
    for (let one = 0; one < outputs; one++) agree += counts[row * outputs + one] ** 2;
    // One more output that agrees: few of them say little.
    return -Math.log2((agree + total) / (total * total + total) || 1);
  });
}

/** The groups of nodes with the same past, from the last step back. The beginning of a word ends a past: it is a past of its own. */
export function pastsOf(tree: SampleTree, worth: Float64Array): Pasts {
  const { nodes, parent, letter, output, outputs, mealy } = tree;
  const order = Int32Array.from({ length: nodes }, (_, node) => node);
  const at = order.slice();
  const groups: SamePast[] = [];
  const open = [{ from: 0, to: nodes, weight: 0, depth: 0 }];
  for (let group = open.pop(); group !== undefined; group = open.pop()) {
    const { from, to, depth } = group;
    if (depth > 0) groups.push(group);
    if (depth === LONGEST) continue;
    lookUp(to - from);
    const parts = new Map<number, number[]>();
    for (let place = from; place < to; place++) {
      const node = order[place];
      const step = at[node];
      const seen = step <= 0 ? -1 : mealy ? output[step] : output[parent[step]];
      const key = step <= 0 ? -1 : letter[step] * (outputs + 1) + seen + 1;
      const part = parts.get(key);
      if (part === undefined) parts.set(key, [node]);
      else part.push(node);
      at[node] = step <= 0 ? -1 : parent[step];
    }
    let begin = from;
    for (const [key, part] of parts) {
      order.set(part, begin);
      const end = begin + part.length;
      if (key >= 0 && part.length > 1) {
        const known = key % (outputs + 1) > 0;
        const bits = known ? worth[mealy ? Math.floor(key / (outputs + 1)) : 0] : 0;
        open.push({ from: begin, to: end, weight: group.weight + bits, depth: depth + 1 });
      }
      begin = end;
    }
  }
  groups.sort((one, other) => other.weight - one.weight || one.from - other.from || one.to - other.to);
  return { order, groups };
}
