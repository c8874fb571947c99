/** Time of the processor and of the clock. On a machine with other work only the former can be trusted. */

export interface Time {
  readonly wall: number;
  readonly cpu: number;
}

/** Seconds since the process began. */
export function now(): Time {
  const { user, system } = process.cpuUsage();
  return { wall: performance.now() / 1000, cpu: (user + system) / 1e6 };
}

export function since(start: Time): Time {
  const end = now();
  return { wall: end.wall - start.wall, cpu: end.cpu - start.cpu };
}

/** The least time of several runs; short ones are run more often. */
export function best(work: () => unknown, atLeast = 0.3, times = 3): Time {
  let wall = Infinity;
  let cpu = Infinity;
  for (let spent = 0, run = 0; run < times || spent < atLeast; run++) {
    const start = now();
    work();
    const time = since(start);
    wall = Math.min(wall, time.wall);
    cpu = Math.min(cpu, time.cpu);
    spent += time.wall;
  }
  return { wall, cpu };
}

/** The exponent b of y ≈ c·xᵇ, by least squares in logarithms. */
export function growth(points: readonly (readonly [x: number, y: number])[]): number {
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(y)] as const);
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [mx, my] = [mean(logs.map(([x]) => x)), mean(logs.map(([, y]) => y))];
  const over = mean(logs.map(([x, y]) => (x - mx) * (y - my)));
  return over / mean(logs.map(([x]) => (x - mx) ** 2));
}

export function average<K extends string>(
  rows: readonly Readonly<Record<K, number>>[],
  keys: readonly K[],
): Record<K, number> {
  const entries = keys.map((key) => [key, rows.reduce((sum, row) => sum + row[key], 0) / rows.length]);
  return Object.fromEntries(entries) as Record<K, number>;
}
