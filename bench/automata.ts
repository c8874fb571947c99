/**
 * Whole commands against OpenFst's, on the same files.
 *
 *     npm run bench -- automata [--quick] [--only start,openfst,semifields]
 *
 * OpenFst compiles a text file and then works on it; `hankel` reads the same file, works and writes text again. Times
 * are the processor's: other work on the machine does not change them much.
 */

import { closeSync, openSync, writeSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  Alphabet,
  attChunks,
  type GroupWithZero,
  Random,
  randomAutomaton,
  rational,
  tropical,
  Wdfsa,
} from "@hankel/core";
import { missingCommand } from "../scripts/openfst.ts";
import { Bench, inTurns, missingTime } from "./support/command.ts";
import type { Cell, Goal } from "./support/result.ts";
import { type Findings, progress, runSections, type Section, type Settings } from "./support/section.ts";

const HANKEL = [
  process.execPath,
  fileURLToPath(new URL("../packages/hankel/bin/hankel.js", import.meta.url)),
];
/** Symbols are the labels of OpenFst themselves, so that neither needs a table. */
const ALPHABET = new Alphabet(["1", "2", "3", "4"]);

/** An automaton with every state twice, and weights moved along arcs: half of the states are needed. */
function doubled<W>(algebra: GroupWithZero<W>, states: number, weight: (random: Random) => W): Wdfsa<W> {
  const half = randomAutomaton({
    algebra,
    states: states / 2,
    letters: ALPHABET,
    shape: "dense",
    seed: 1,
    weight,
  });
  const random = new Random(1, states);
  const { size, target } = half;
  const width = ALPHABET.size;
  const shift = Array.from({ length: 2 * size }, (_, state) => (state === 0 ? algebra.one : weight(random)));
  const newTarget = new Int32Array(2 * size * width).fill(-1);
  const arcWeight = algebra.array(2 * size * width);
  const finalWeight = algebra.array(2 * size);
  for (let state = 0; state < 2 * size; state++) {
    const back = algebra.inverse(shift[state]);
    finalWeight[state] = algebra.times(back, half.finalWeight[state % size]);
    for (let letter = 0; letter < width; letter++) {
      const old = (state % size) * width + letter;
      if (target[old] < 0) continue;
      const to = target[old] + size * random.below(2);
      newTarget[state * width + letter] = to;
      arcWeight[state * width + letter] = algebra.times(algebra.times(back, half.arcWeight[old]), shift[to]);
    }
  }
  const parts = { algebra, alphabet: ALPHABET, target: newTarget, arcWeight, finalWeight };
  return new Wdfsa({ ...parts, initialWeight: algebra.one });
}

/** The same automaton with its states, but for the first, in another order. */
function shuffled<W>({ algebra, size, target, arcWeight, finalWeight, initialWeight }: Wdfsa<W>): Wdfsa<W> {
  const random = new Random(2, size);
  const place = Int32Array.from({ length: size }, (_, state) => state);
  for (let i = size - 1; i > 1; i--) {
    const j = 1 + random.below(i);
    [place[i], place[j]] = [place[j], place[i]];
  }
  const width = ALPHABET.size;
  const newTarget = new Int32Array(size * width).fill(-1);
  const arcs = algebra.array(size * width);
  const finals = algebra.array(size);
  for (let state = 0; state < size; state++) {
    finals[place[state]] = finalWeight[state];
    for (let letter = 0; letter < width; letter++) {
      const [from, to] = [state * width + letter, place[state] * width + letter];
      if (target[from] < 0) continue;
      newTarget[to] = place[target[from]];
      arcs[to] = arcWeight[from];
    }
  }
  const parts = { algebra, alphabet: ALPHABET, target: newTarget, arcWeight: arcs, finalWeight: finals };
  return new Wdfsa({ ...parts, initialWeight });
}

function write<W>(path: string, automaton: Wdfsa<W>): void {
  const file = openSync(path, "w");
  for (const chunk of attChunks(automaton)) writeSync(file, chunk);
  closeSync(file);
}

/** A question to both: the commands of OpenFst, and one of Hankel. */
interface Contest {
  readonly operation: string;
  readonly openfst: readonly (readonly string[])[];
  readonly hankel: readonly string[];
}

const compiled = (name: string) => ["fstcompile", "--acceptor", `${name}.fst.txt`, `${name}.fst`];

const CONTESTS: readonly Contest[] = [
  {
    operation: "minimize",
    openfst: [compiled("a"), ["fstminimize", "a.fst", "m.fst"]],
    hankel: ["minimize", "-q", "a.fst.txt", "-o", "m.fst.txt"],
  },
  {
    operation: "equivalent",
    openfst: [compiled("a"), compiled("b"), ["fstequivalent", "a.fst", "b.fst"]],
    hankel: ["compare", "-q", "a.fst.txt", "b.fst.txt"],
  },
  {
    operation: "determinize",
    openfst: [compiled("a"), ["fstdeterminize", "a.fst", "d.fst"]],
    hankel: ["determinize", "a.fst.txt", "-o", "d.fst.txt"],
  },
  {
    operation: "info",
    openfst: [compiled("a"), ["fstinfo", "a.fst"]],
    hankel: ["info", "a.fst.txt"],
  },
  {
    operation: "convert",
    openfst: [compiled("a"), ["fstprint", "--acceptor", "a.fst", "p.fst.txt"]],
    hankel: ["convert", "a.fst.txt", "c.fst.txt"],
  },
];

/** Small files are measured so often. */
const TURNS = 9;

/** What a small file may take: so many times as long as OpenFst. */
const MOST_TIMES = 2;

/** A folder with the automaton of so many states, and its shuffled copy. */
function withFiles<T>(states: number, work: (bench: Bench) => T): T {
  const bench = new Bench();
  try {
    files(tropical, states, (random) => random.below(1000))(bench);
    return work(bench);
  } finally {
    bench.remove();
  }
}

function refuseMissing(): void {
  const missing = missingCommand() ?? missingTime();
  if (missing !== undefined) throw new Error(`${missing}; OpenFst is apt-get install libfst-tools`);
}

const NODE = [process.execPath, "-e", "0"];

const start: Section = {
  name: "start",
  title: "What Node leaves for small files",
  about:
    "Milliseconds of processor time with 10,000 states, the least of several runs that take turns. *Node alone* is `node -e 0`, below which no " +
    "command of Hankel can be. *Left* is what it leaves of twice OpenFst's time, and *needed* what the command takes beyond it. Memory is the " +
    "peak beyond that of Node alone.",
  measure({ quick }: Settings): Findings {
    refuseMissing();
    return withFiles(10_000, (bench) => {
      const attempts = CONTESTS.flatMap(({ openfst: theirs, hankel: ours }) => [
        theirs,
        [[...HANKEL, ...ours]],
      ]);
      const [node, ...all] = inTurns(bench, [[NODE], ...attempts], quick ? 3 : 2 * TURNS);
      const milliseconds = (seconds: number) => 1000 * seconds;
      const rows = CONTESTS.map(({ operation }, i): Cell[] => {
        const [theirs, ours] = [all[2 * i], all[2 * i + 1]];
        return [
          operation,
          milliseconds(theirs.cpu),
          milliseconds(node.cpu),
          milliseconds(MOST_TIMES * theirs.cpu - node.cpu),
          milliseconds(ours.cpu - node.cpu),
          ours.peakMebibytes - node.peakMebibytes,
        ];
      });
      const columns = ["operation", "OpenFst", "Node alone", "left", "needed", "MiB"].map((name) => ({
        name,
      }));
      return { columns, rows };
    });
  },
};

const openfst: Section = {
  name: "openfst",
  title: "Whole commands against OpenFst 1.7.9",
  about:
    "Deterministic automata with 4 arcs a state and whole costs (tropical), every state twice, in OpenFst's text format. OpenFst: " +
    "`fstcompile` and the operation, which writes its binary format (`info`: `fstinfo`; `convert`: `fstprint`, which writes text). " +
    "Hankel: one command, which starts Node, reads the same text, " +
    "works exactly, and writes text. CPU seconds, the least of several runs that take turns; peak memory of the largest process.",
  measure({ quick }: Settings): Findings {
    refuseMissing();
    const rows: Cell[][] = [];
    const goals: Goal[] = [];
    for (const states of quick ? [10_000] : [10_000, 100_000, 1_000_000]) {
      withFiles(states, (bench) => {
        for (const { operation, openfst: theirs, hankel: ours } of CONTESTS) {
          progress(`${operation}, ${states} states`);
          const runs = states >= 1_000_000 ? 1 : states > 10_000 || quick ? 3 : TURNS;
          const [x, y] = inTurns(bench, [theirs, [[...HANKEL, ...ours]]], runs);
          rows.push([
            operation,
            states,
            x.cpu,
            y.cpu,
            y.cpu / x.cpu,
            x.wall,
            y.wall,
            x.peakMebibytes,
            y.peakMebibytes,
          ]);
          const most = states > 10_000 ? 1 : MOST_TIMES;
          const named = `${operation} of ${states.toLocaleString("en-US")} states`;
          goals.push(
            {
              goal: `${named} in at most ${most === 1 ? "" : `${most} times `}the CPU time of OpenFst's commands`,
              found: `${(y.cpu / x.cpu).toFixed(2)} times`,
              met: y.cpu <= most * x.cpu,
            },
            {
              goal: `${named} in no more memory than OpenFst's commands`,
              found: `${Math.round(y.peakMebibytes)} MiB against ${Math.round(x.peakMebibytes)} MiB`,
              met: y.peakMebibytes <= x.peakMebibytes,
            },
          );
        }
      });
    }
    return {
      columns: [
        { name: "operation" },
        { name: "states" },
        { name: "OpenFst, CPU s", digits: 3 },
        { name: "Hankel, CPU s", digits: 3 },
        { name: "times", digits: 2 },
        { name: "OpenFst, wall s", digits: 2 },
        { name: "Hankel, wall s", digits: 2 },
        { name: "OpenFst, MiB" },
        { name: "Hankel, MiB" },
      ],
      rows,
      goals,
      notes: [
        `The arrays of the automaton have ${ARRAY_BYTES} bytes a state. Hankel's times and memory include Node, its modules and its heap.`,
      ],
    };
  },
};

/** Four arcs with a target and a weight each, and a final weight. */
const ARRAY_BYTES = 4 * (4 + 8) + 8;

const semifields: Section = {
  name: "semifields",
  title: "Rational weights against tropical ones",
  about:
    "The same commands and the same arcs, with whole costs, with costs in thousandths, and with fractions n/d of numbers below 100 over the " +
    "rationals. CPU seconds of the whole command; *times* is the ratio to whole costs.",
  measure({ quick }: Settings): Findings {
    const missing = missingTime();
    if (missing !== undefined) throw new Error(missing);
    const states = quick ? 10_000 : 100_000;
    const rows: Cell[][] = [];
    const families: readonly [string, string, (bench: Bench) => void][] = [
      ["tropical, whole", "tropical", files(tropical, states, (random) => random.below(1000))],
      [
        "tropical, thousandths",
        "tropical",
        files(tropical, states, (random) => tropical.parse(`${random.below(100_000)}/1000`)),
      ],
      [
        "rational",
        "rational",
        files(rational, states, (random) =>
          rational.parse(`${1 + random.below(99)}/${1 + random.below(99)}`),
        ),
      ],
    ];
    const first = new Map<string, number>();
    for (const [name, semifield, make] of families) {
      const bench = new Bench();
      try {
        make(bench);
        const reading = ["--semifield", semifield];
        for (const [operation, args] of Object.entries({
          minimize: ["minimize", "-q", "a.fst.txt", "-o", "m.fst.txt"],
          equivalent: ["compare", "-q", "a.fst.txt", "b.fst.txt"],
        })) {
          progress(`${operation}, ${name}`);
          const { cpu, peakMebibytes } = bench.measure([...HANKEL, ...args, ...reading], 3);
          if (!first.has(operation)) first.set(operation, cpu);
          rows.push([operation, name, states, cpu, cpu / (first.get(operation) as number), peakMebibytes]);
        }
      } finally {
        bench.remove();
      }
    }
    return {
      columns: [
        { name: "operation" },
        { name: "weights" },
        { name: "states" },
        { name: "CPU s", digits: 2 },
        { name: "times", digits: 2 },
        { name: "MiB" },
      ],
      rows,
    };
  },
};

/** Writes an automaton and its shuffled copy. */
function files<W>(
  algebra: GroupWithZero<W>,
  states: number,
  weight: (random: Random) => W,
): (bench: Bench) => void {
  return (bench) => {
    const automaton = doubled(algebra, states, weight);
    write(bench.path("a.fst.txt"), automaton);
    write(bench.path("b.fst.txt"), shuffled(automaton));
  };
}

export function run(args: readonly string[]): Promise<void> {
  return runSections("automata", [start, openfst, semifields], args);
}
