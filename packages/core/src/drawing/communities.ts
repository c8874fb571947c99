import type { Link } from "./ranks.ts";

/** A graph without directions: for each node its neighbours and how many links lead there. */
type Neighbours = readonly ReadonlyMap<number, number>[];

/**
 * Groups of nodes that have many links among them, by Louvain's method: each node joins the group of its neighbours that gains
 * most modularity, then the groups are the nodes of a smaller graph. Returns the group of each node; groups are numbered by their first
 * nodes.
 */
export function communities(size: number, links: readonly Link[]): number[] {
  let graph = neighboursOf(size, links);
  let groups = Array.from({ length: size }, (_, node) => node);
  while (true) {
    const joined = numbered(join(graph));
    const count = Math.max(-1, ...joined) + 1;
    if (count === graph.length) return numbered(groups);
    groups = groups.map((group) => joined[group]);
    graph = merged(graph, joined, count);
  }
}

function neighboursOf(size: number, links: readonly Link[]): Map<number, number>[] {
  const graph = Array.from({ length: size }, () => new Map<number, number>());
  for (const [from, to] of links) {
    if (from === to) continue;
    graph[from].set(to, (graph[from].get(to) ?? 0) + 1);
    graph[to].set(from, (graph[to].get(from) ?? 0) + 1);
  }
  return graph;
}

const ROUNDS = 20;

function join(graph: Neighbours): number[] {
  const degree = graph.map((near) => [...near.values()].reduce((sum, count) => sum + count, 0));
  const all = degree.reduce((sum, each) => sum + each, 0) || 1;
  const group = [...graph.keys()];
  const total = [...degree];
  for (let round = 0, moved = true; moved && round < ROUNDS; round++) {
    moved = false;
    for (const node of graph.keys()) {
      const own = group[node];
      const to = new Map([[own, 0]]);
      for (const [other, count] of graph[node]) {
        if (other !== node) to.set(group[other], (to.get(group[other]) ?? 0) + count);
      }
      total[own] -= degree[node];
      let [best, most] = [own, (to.get(own) ?? 0) - (total[own] * degree[node]) / all];
      for (const [candidate, count] of to) {
        const gain = count - (total[candidate] * degree[node]) / all;
        if (gain > most + 1e-9) [best, most] = [candidate, gain];
      }
      total[best] += degree[node];
      group[node] = best;
      moved ||= best !== own;
    }
  }
  return group;
}

function merged(graph: Neighbours, groups: readonly number[], count: number): Map<number, number>[] {
  const smaller = Array.from({ length: count }, () => new Map<number, number>());
  graph.forEach((near, node) => {
    for (const [other, links] of near) {
      const [a, b] = [groups[node], groups[other]];
      smaller[a].set(b, (smaller[a].get(b) ?? 0) + links);
    }
  });
  return smaller;
}

function numbered(groups: readonly number[]): number[] {
  const numbers = new Map<number, number>();
  return groups.map((group) => {
    const number = numbers.get(group) ?? numbers.size;
    numbers.set(group, number);
    return number;
  });
}
