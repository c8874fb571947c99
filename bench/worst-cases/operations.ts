/** The operations of the toolkit, what their comments promise, and the inputs that are tried on each. */

import {
  type AnyAlgebra,
  type Automaton,
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
import {
  deterministic,
  type Family,
  type Graph,
  nondeterministic,
  shortNames,
  silent,
  stochastic,
  table,
  weighted,
} from "./graphs.ts";

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

const oneInitial = Object.fromEntries(Object.entries(all).filter(([name]) => !name.startsWith("every")));

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

const tropicalCosts = (graph: Graph) => weighted(tropical, graph, cost);

/** The formats, with the automata that they can hold and the families of these. */
const writers = {
  hankel: { automaton: tropicalCosts, families: all },
  att: { automaton: tropicalCosts, families: all },
  dot: { automaton: tropicalCosts, families: all },
  daut: { automaton: tropicalCosts, families: all },
  jflap: { automaton: (graph: Graph) => shortNames(weighted(boolean, graph)), families: oneInitial },
  pautomac: { automaton: stochastic, families: all },
  // An ARPA file has an entry for every pair of symbols that can follow each other.
  arpa: { automaton: stochastic, families: fewLetters(deterministic) },
} as const;

type Written = keyof typeof writers;

/** The families with a bounded number of letters. */
function fewLetters(families: Readonly<Record<string, Family>>): Readonly<Record<string, Family>> {
  return Object.fromEntries(Object.entries(families).filter(([, family]) => family(1024).letters < 10));
}

function written(format: Written, family: Family, size: number): () => string {
  const automaton: Automaton<unknown> = writers[format].automaton(family(size));
  const { write } = formatByName(format);
  return () => (write as NonNullable<typeof write>)(automaton);
}

/** Texts that only a reader meets: samples of words, and n-gram models whose back-off is expanded. */
const texted: Readonly<Record<string, Readonly<Record<string, (size: number) => string>>>> = {
  samples: samples((word) => `${word.length} ${word.join(" ")}`.trim()),
  abbadingo: samples((word, i) => `${i % 2} ${word.length} ${word.join(" ")}`.trim()),
  arpa: {
    "many n-grams of two symbols": (size) => arpaOf(Math.max(1, Math.round(Math.log2(size)) - 4)),
  },
};

/** Samples of about so many symbols. */
function samples(line: (word: readonly number[], i: number) => string) {
  const of = (words: readonly (readonly number[])[], symbols: number) =>
    `${words.length} ${symbols}\n${words.map(line).join("\n")}\n`;
  const times = (count: number, word: (i: number) => readonly number[]) =>
    Array.from({ length: count }, (_, i) => word(i));
  return {
    "one long word": (size: number) => of([times(size, () => [1]).flat()], 2),
    "many empty words": (size: number) =>
      of(
        times(size, () => []),
        2,
      ),
    "many equal words": (size: number) =>
      of(
        times(Math.ceil(size / 8), () => [0, 1, 0, 1, 0, 1, 1, 0]),
        2,
      ),
    "every prefix of a word": (size: number) =>
      of(
        times(Math.ceil(Math.sqrt(2 * size)), (i) => times(i, () => [0]).flat()),
        2,
      ),
    "different symbols": (size: number) =>
      of(
        times(Math.ceil(size / 2), (i) => [i, 0]),
        Math.ceil(size / 2),
      ),
    "all words, shuffled": (size: number) =>
      of(
        times(Math.ceil(size / 16), (i) =>
          [...((i * 7919) % 65_536).toString(2).padStart(16, "0")].map(Number),
        ),
        2,
      ),
  };
}

/** A model of two symbols with every n-gram up to this length. */
function arpaOf(order: number): string {
  const counts = Array.from(
    { length: order },
    (_, n) => `ngram ${n + 1}=${2 ** (n + 1) + (n === 0 ? 2 : 0)}`,
  );
  const blocks = Array.from({ length: order }, (_, n) => {
    const grams = Array.from({ length: 2 ** (n + 1) }, (_, code) =>
      [...code.toString(2).padStart(n + 1, "0")].map((digit) => (digit === "0" ? "a" : "b")).join(" "),
    );
    const more = n === 0 ? ["-0.5\t</s>", "-99\t<s>\t0"] : [];
    const lines = grams.map((gram) => `-0.5\t${gram}${n + 1 < order ? "\t0" : ""}`);
    return `\\${n + 1}-grams:\n${[...lines, ...more].join("\n")}\n`;
  });
  return `\\data\\\n${counts.join("\n")}\n\n${blocks.join("\n")}\n\\end\\\n`;
}

function read(format: Written, family: Family, size: number): () => unknown {
  return parsed(format, written(format, family, size)());
}

function parsed(format: string, text: string): () => unknown {
  const { read: whole, stream } = formatByName(format);
  const algebra: AnyAlgebra | undefined = ["hankel", "att", "dot", "daut"].includes(format)
    ? tropical
    : undefined;
  const options = algebra === undefined ? {} : { algebra };
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
  ...(Object.keys(writers) as Written[]).flatMap((format): Operation[] => {
    const { families } = writers[format];
    return [
      {
        name: `writing ${format}`,
        promised: 1,
        attacks: each(families, (family) => (size) => written(format, family, size)),
      },
      {
        name: `reading ${format}`,
        promised: 1,
        attacks: each(families, (family) => (size) => read(format, family, size)),
      },
    ];
  }),
  ...Object.entries(texted).map(
    ([format, texts]): Operation => ({
      name: `reading ${format}${format === "arpa" ? ", many n-grams" : ""}`,
      promised: 1,
      attacks: Object.entries(texts).map(([name, write]) => ({
        name,
        make: (size) => parsed(format, write(size)),
      })),
    }),
  ),
];
