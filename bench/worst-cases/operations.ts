/** The operations of the toolkit, what their comments promise, and the inputs that are tried on each. */

import {
  type AnyAlgebra,
  bestPaths,
  boolean,
  canonicalScale,
  closure,
  compare,
  concat,
  determinize,
  difference,
  expectedLength,
  formatByName,
  formatExpression,
  fromExpression,
  heaviestWords,
  intersect,
  log,
  minimize,
  parseExpression,
  primeField,
  push,
  removeEpsilon,
  reverse,
  sample,
  shortestDistance,
  splittingTree,
  toExpression,
  totalWeight,
  trim,
  tropical,
  twins,
  union,
} from "@hankel/core";
import { deterministic, type Family, nondeterministic, silent, table, weighted } from "./graphs.ts";

/** Inputs that grow: `make` prepares one of about this size, which is not measured, and returns what is. */
export interface Attack {
  readonly name: string;
  make(size: number): () => unknown;
}

export interface Operation {
  readonly name: string;
  /** The exponent that the comment of the operation promises, logs aside, in the size of its input. */
  readonly promised: number;
  readonly attacks: readonly Attack[];
}

const field = primeField(101);
/** Weights that differ from arc to arc and do not grow. */
const residue = (arc: number) => 1 + ((arc * 7919) % 100);
const cost = (arc: number) => (arc * 7919) % 1000;

const each = (
  families: Readonly<Record<string, Family>>,
  attack: (family: Family) => (size: number) => () => unknown,
): Attack[] => Object.entries(families).map(([name, family]) => ({ name, make: attack(family) }));

const all = { ...deterministic, ...nondeterministic };
const acyclic = Object.fromEntries(
  Object.entries(all).filter(([name]) => !/cycle|loop|complete|random|initial/u.test(name)),
);

const comparisons: Attack[] = [
  ...each(deterministic, (family) => (size) => {
    const [a, b] = [0, 1].map(() => table(field, family(size), residue));
    return () => compare(a, b);
  }),
  ...each(deterministic, (family) => (size) => {
    const graph = family(size);
    // Letter 0 weighs the same in both, the others clash.
    const weight = (letter: number) => (letter === 0 ? 1 : 2 + (letter % 90));
    const a = table(field, graph, (arc) => weight(graph.arcs[arc][1]));
    const b = table(field, graph, (arc) => {
      const letter = graph.arcs[arc][1];
      return letter === 0 ? 1 : weight(graph.letters - letter);
    });
    return () => compare(a, b);
  }).map((attack) => ({ ...attack, name: `${attack.name}, ratios clash` })),
  ...each(deterministic, (family) => (size) => {
    const graph = family(size);
    const a = table(field, graph);
    const b = table(field, { ...graph, arcs: graph.arcs.filter(([, letter]) => letter === 0) });
    return () => [compare(a, b), compare(b, a)];
  }).map((attack) => ({ ...attack, name: `${attack.name}, other letters missing` })),
  ...each(deterministic, (family) => (size) => {
    const graph = family(size);
    const a = table(boolean, graph);
    const b = table(boolean, { ...graph, arcs: graph.arcs.filter(([, letter]) => letter === 0) });
    return () => [compare(a, b), compare(b, a)];
  }).map((attack) => ({ ...attack, name: `Boolean ${attack.name}, other letters missing` })),
  ...each(deterministic, (family) => (size) => {
    const graph = family(size);
    const a = table(field, graph);
    const b = table(field, graph, (arc) => (arc === graph.arcs.length - 1 ? 2 : 1));
    return () => compare(a, b);
  }).map((attack) => ({ ...attack, name: `${attack.name}, the last weight differs` })),
];

const distances = (work: (automaton: ReturnType<typeof weighted<number>>) => unknown) => [
  ...each(acyclic, (family) => (size) => {
    const automaton = weighted(log, family(size), () => 0.5);
    return () => work(automaton);
  }),
];

const texts = (pieces: Readonly<Record<string, (size: number) => string>>): Attack[] =>
  Object.entries(pieces).map(([name, write]) => ({
    name,
    make: (size) => {
      const text = write(size);
      return () => parseExpression(text, tropical);
    },
  }));

/** A fifth of the size, and not deeper than an expression may be. */
const depth = (size: number) => Math.min(900, Math.ceil(size / 5));

const expressions: Readonly<Record<string, (size: number) => string>> = {
  "a long word": (size) => "a".repeat(size),
  "a long sum": (size) => Array.from({ length: size }, () => "a").join("|"),
  "many weights": (size) => "<1/2>a".repeat(Math.ceil(size / 6)),
  "one long weight": (size) => `<1/1${"0".repeat(Math.min(size, 4000))}>a`,
  spaces: (size) => `a${" ".repeat(size)}b`,
  "nested stars": (size) =>
    `${"(".repeat(depth(size))}${"ab".repeat(depth(size))}${")*".repeat(depth(size))}`,
  "nested stars of sums": (size) =>
    `${"(".repeat(depth(size))}${"a|".repeat(depth(size))}b${")*".repeat(depth(size))}`,
  "many quoted symbols": (size) => '"a b"'.repeat(Math.ceil(size / 5)),
};

const writers = ["hankel", "att", "dot", "daut"] as const;

function written(format: (typeof writers)[number], family: Family, size: number): () => string {
  const automaton = weighted(tropical, family(size), cost);
  const { write } = formatByName(format);
  return () => (write as NonNullable<typeof write>)(automaton);
}

function read(format: (typeof writers)[number], family: Family, size: number): () => unknown {
  const text = written(format, family, size)();
  const { read: whole, stream } = formatByName(format);
  const options = { algebra: tropical as AnyAlgebra };
  return () => {
    if (whole !== undefined) return whole(text, options);
    const reader = (stream as NonNullable<typeof stream>)(options);
    reader.push(new TextEncoder().encode(text));
    return reader.end();
  };
}

export const operations: readonly Operation[] = [
  { name: "compare", promised: 1, attacks: comparisons },
  {
    name: "minimize",
    promised: 1,
    attacks: [
      ...each(deterministic, (family) => (size) => {
        const automaton = table(boolean, family(size));
        return () => minimize(automaton);
      }),
      ...each(deterministic, (family) => (size) => {
        const automaton = table(field, family(size), residue);
        return () => minimize(automaton);
      }).map((attack) => ({ ...attack, name: `${attack.name}, weighted` })),
      ...each(deterministic, (family) => (size) => {
        const automaton = table(log, family(size), (arc) => residue(arc) / 7);
        return () => minimize(automaton);
      }).map((attack) => ({ ...attack, name: `${attack.name}, rounded weights` })),
    ],
  },
  {
    name: "canonicalScale",
    promised: 1,
    attacks: each(deterministic, (family) => (size) => {
      const automaton = table(field, family(size), residue);
      return () => canonicalScale(automaton);
    }),
  },
  {
    name: "push, without cycles",
    promised: 1,
    attacks: distances((automaton) => push(automaton)),
  },
  {
    name: "determinize without twins, of results as large as the input",
    promised: 1,
    attacks: [
      ...each(
        {
          ...Object.fromEntries(
            Object.entries(nondeterministic).filter(([name]) => !name.startsWith("every")),
          ),
          chain: deterministic["chain"],
          tree: deterministic["tree of two letters"],
        },
        (family) => (size) => {
          const automaton = weighted(tropical, family(size), cost);
          return () => determinize(automaton, { askTwins: false });
        },
      ),
      ...each(silent, (family) => (size) => {
        const automaton = weighted(tropical, family(size), cost);
        return () => determinize(automaton, { askTwins: false });
      }),
    ],
  },
  {
    name: "twins",
    promised: 2,
    attacks: each(all, (family) => (size) => {
      const automaton = weighted(tropical, family(size), cost);
      return () => twins(union(automaton, automaton), { maxPairs: 1e9 });
    }),
  },
  {
    name: "trim",
    promised: 1,
    attacks: each(all, (family) => (size) => {
      const automaton = weighted(tropical, { ...family(size), finals: [0] });
      return () => trim(automaton);
    }),
  },
  {
    name: "union, concat, closure, reverse",
    promised: 1,
    attacks: each(all, (family) => (size) => {
      const automaton = weighted(tropical, family(size), cost);
      return () => [
        union(automaton, automaton),
        concat(automaton, automaton),
        closure(automaton),
        reverse(automaton),
      ];
    }),
  },
  {
    name: "intersect",
    promised: 2,
    attacks: each(all, (family) => (size) => {
      const automaton = weighted(tropical, family(size), cost);
      return () => intersect(automaton, automaton, { maxStates: 1e8 });
    }),
  },
  {
    name: "difference",
    promised: 2,
    attacks: each(deterministic, (family) => (size) => {
      const automaton = weighted(tropical, family(size), cost);
      const other = table(boolean, family(size));
      return () => difference(automaton, other, { maxStates: 1e8 });
    }),
  },
  {
    name: "removeEpsilon, without cycles, of results as large as the input",
    promised: 1,
    attacks: each(silent, (family) => (size) => {
      const automaton = weighted(tropical, family(size), cost);
      return () => removeEpsilon(automaton, { maxEntries: 1e10 });
    }),
  },
  {
    name: "shortestDistance and total, without cycles",
    promised: 1,
    attacks: distances((automaton) => [shortestDistance(automaton), totalWeight(automaton)]),
  },
  {
    name: "shortestDistance, idempotent, no heavier than 1",
    promised: 1,
    attacks: each(all, (family) => (size) => {
      const automaton = weighted(tropical, family(size), cost);
      return () => shortestDistance(automaton);
    }),
  },
  {
    name: "shortestDistance, idempotent, some heavier than 1",
    promised: 2,
    attacks: each(all, (family) => (size) => {
      const graph = family(size);
      // Costs of both signs from potentials: every cycle costs something.
      const potential = (state: number) => (state * 31) % 17;
      const automaton = weighted(tropical, graph, (arc) => {
        const [from, , to] = graph.arcs[arc];
        return 1 + potential(from) - potential(to);
      });
      return () => shortestDistance(automaton, { maxProducts: 1e10 });
    }),
  },
  {
    name: "shortestDistance, cycles that add up",
    promised: 3,
    attacks: each(all, (family) => (size) => {
      const graph = family(size);
      const leaving = new Int32Array(graph.states);
      for (const [from] of graph.arcs) leaving[from]++;
      const automaton = weighted(log, graph, (arc) => Math.log(leaving[graph.arcs[arc][0]] / 0.9));
      return () => shortestDistance(automaton, { maxProducts: 1e10 });
    }),
  },
  {
    name: "expectedLength, without cycles",
    promised: 1,
    attacks: distances((automaton) => expectedLength(automaton)),
  },
  {
    name: "bestPaths, ten",
    promised: 1,
    attacks: each(all, (family) => (size) => {
      const automaton = weighted(tropical, family(size), cost);
      return () => bestPaths(automaton, 10, { maxNodes: 1e9 });
    }),
  },
  {
    name: "heaviestWords, ten",
    promised: 1,
    attacks: each(all, (family) => (size) => {
      const automaton = weighted(tropical, family(size), (arc) => 1 + (arc % 2));
      return () => heaviestWords(automaton, 10, { maxNodes: 1e9 });
    }),
  },
  {
    name: "sample, without cycles",
    promised: 1,
    attacks: distances((automaton) => sample(automaton, { count: 1 })),
  },
  {
    name: "splittingTree",
    promised: 3,
    attacks: each(deterministic, (family) => (size) => {
      const automaton = minimize(table(boolean, family(size)));
      return () => splittingTree(automaton);
    }),
  },
  { name: "parseExpression", promised: 1, attacks: texts(expressions) },
  {
    name: "fromExpression",
    promised: 3,
    attacks: Object.entries(expressions).map(([name, write]) => ({
      name,
      make: (size) => {
        const parsed = parseExpression(write(size), tropical);
        return () => fromExpression(parsed, tropical, { maxArcs: 1e9 });
      },
    })),
  },
  {
    name: "toExpression, of expressions as large as the input",
    promised: 1,
    attacks: each(
      {
        chain: deterministic["chain"],
        backwards: deterministic["chain, numbered backwards"],
        cycle: deterministic["cycle"],
        "parallel arcs": nondeterministic["parallel arcs"],
        fan: nondeterministic["fan of one letter"],
        tree: deterministic["tree of two letters"],
        loops: deterministic["chain with two loops at each state"],
      },
      (family) => (size) => {
        const automaton = weighted(boolean, family(size));
        return () => formatExpression(toExpression(automaton, { maxSymbols: 1e9 }), boolean);
      },
    ),
  },
  ...writers.flatMap((format): Operation[] => [
    {
      name: `writing ${format}`,
      promised: 1,
      attacks: each(all, (family) => (size) => written(format, family, size)),
    },
    {
      name: `reading ${format}`,
      promised: 1,
      attacks: each(all, (family) => (size) => read(format, family, size)),
    },
  ]),
];
