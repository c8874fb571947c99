/** In which column each state stands, counted from the start. */

/** The ends of a line, as places in the list of states. */
export type Link = readonly [from: number, to: number];

/** Several ways to put the states into columns, among which the best drawing is chosen. Loops are left out. */
export function rankings(size: number, links: readonly Link[], starts: readonly number[]): number[][] {
  const next = Array.from({ length: size }, (): number[] => []);
  for (const [from, to] of links) if (from !== to) next[from].push(to);
  const roots = [...starts, ...next.keys()];
  const distance = distances(next, roots);
  const byDistance = ([from, to]: Link) =>
    distance[from] < distance[to] || (distance[from] === distance[to] && from < to);
  const finished = finishing(next, roots);
  const byDepth = ([from, to]: Link) => finished[from] > finished[to];
  const ways = [distance, longest(size, links, byDistance), longest(size, links, byDepth)];
  return ways.filter((way, i) => ways.findIndex((other) => String(other) === String(way)) === i);
}

/** The least number of arcs from the first roots; what they do not reach begins anew. */
export function distances(next: readonly (readonly number[])[], roots: readonly number[]): number[] {
  const distance = next.map(() => -1);
  for (const root of roots) {
    if (distance[root] >= 0) continue;
    distance[root] = 0;
    const queue = [root];
    for (const state of queue) {
      for (const to of next[state]) {
        if (distance[to] >= 0) continue;
        distance[to] = distance[state] + 1;
        queue.push(to);
      }
    }
  }
  return distance;
}

/** When a search in depth leaves each state: later for earlier states, except along arcs that lead back. */
function finishing(next: readonly (readonly number[])[], roots: readonly number[]): number[] {
  const finished = next.map(() => -1);
  const entered = new Set<number>();
  let time = 0;
  for (const root of roots) {
    if (entered.has(root)) continue;
    entered.add(root);
    const path: { state: number; tried: number }[] = [{ state: root, tried: 0 }];
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const to = next[top.state][top.tried++];
      if (to === undefined) {
        finished[top.state] = time++;
        path.pop();
      } else if (!entered.has(to)) {
        entered.add(to);
        path.push({ state: to, tried: 0 });
      }
    }
  }
  return finished;
}

/** The longest way along the links that lead forward, which have no cycle; then states move where their links are short. */
function longest(size: number, links: readonly Link[], isForward: (link: Link) => boolean): number[] {
  const ahead = links
    .filter(([from, to]) => from !== to)
    .map((link): Link => (isForward(link) ? link : [link[1], link[0]]));
  const forward = links.filter((link) => link[0] !== link[1] && isForward(link));
  const [before, after] = [neighbours(size, forward, 1), neighbours(size, forward, 0)];
  const rank = new Array<number>(size).fill(0);
  const waiting = before.map(({ length }) => length);
  const queue = [...rank.keys()].filter((state) => waiting[state] === 0);
  for (const state of queue) {
    for (const to of after[state]) {
      rank[to] = Math.max(rank[to], rank[state] + 1);
      if (--waiting[to] === 0) queue.push(to);
    }
  }
  const degree = new Array<number>(size).fill(0);
  for (const [from, to] of ahead) {
    degree[from]--;
    degree[to]++;
  }
  for (let round = 0; round < 4; round++) {
    for (const state of round % 2 === 0 ? queue.toReversed() : queue) {
      if (before[state].length === 0 || after[state].length === 0) continue;
      if (degree[state] < 0) rank[state] = Math.min(...after[state].map((to) => rank[to])) - 1;
      else if (degree[state] > 0) rank[state] = Math.max(...before[state].map((from) => rank[from])) + 1;
    }
  }
  return rank;
}

function neighbours(size: number, links: readonly Link[], end: 0 | 1): number[][] {
  const lists = Array.from({ length: size }, (): number[] => []);
  for (const link of links) lists[link[end]].push(link[1 - end]);
  return lists;
}
