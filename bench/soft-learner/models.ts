/** The models that the soft learner is judged by: networks in files, and random automata, exact and with noise. */

import { fileURLToPath } from "node:url";
import {
  type Distribution,
  drawWords,
  minimize,
  type NextTeacher,
  Random,
  type Wdfsa,
  type Word,
} from "@hankel/core";
import { type CountingTeacher, findNetworks, openNetworkFile, retold } from "../language-models/networks.ts";
import { automatonOfRows, type Rows } from "../language-models/peer-automaton.ts";
import { countingTeacher, randomPdfa } from "../language-models/random-pdfa.ts";

export interface Model {
  readonly name: string;
  readonly group: "networks" | "automata";
  /** Choices are made by figures of the even half, and judged by those of the odd one. */
  readonly half: "even" | "odd";
  open(): Promise<OpenModel>;
}

export interface OpenModel {
  readonly taughtBy: Wdfsa<number> | undefined;
  /** The words that everybody is judged by, and a teacher that knows them. */
  readonly judged: { readonly words: readonly Word[]; readonly teacher: NextTeacher };
  /** A teacher that counts from 0. */
  counting(): CountingTeacher;
  close(): Promise<void>;
}

const JUDGED = { words: 2000, seed: 2026, maxLength: 50 };

const examples = fileURLToPath(new URL("../../examples/models", import.meta.url));

/** Two letters that open, two that close, up to a depth: states that differ only later. */
function dyck(depth: number): Rows {
  const stacks = [""];
  for (const stack of stacks) if (stack.length < depth) stacks.push(`${stack}a`, `${stack}b`);
  const arcs = stacks.map((stack) => {
    const [open, close, end] = [
      stack.length < depth ? 0.4 : 0,
      stack === "" ? 0 : 0.4,
      stack === "" ? 0.4 : 0,
    ];
    const closed = (letter: string) => (stack.endsWith(letter) ? close : 0);
    const row = [0.6 * open, 0.4 * open, closed("a"), closed("b"), end];
    const to = [`${stack}a`, `${stack}b`, stack.slice(0, -1), stack.slice(0, -1)];
    const sum = row.reduce((total, p) => total + p, 0);
    return { row: row.map((p) => p / sum), to: to.map((next) => Math.max(0, stacks.indexOf(next))) };
  });
  const target = arcs.flatMap(({ to }) => to);
  return { states: stacks.length, letters: 4, target, rows: arcs.flatMap(({ row }) => row) };
}

/** Only so many different rows, so that states differ later, if at all. */
function withFewRows(rows: Rows, different: number): Rows {
  const width = rows.letters + 1;
  return { ...rows, rows: rows.rows.map((_, i) => rows.rows[i % (different * width)]) };
}

/** Random automata; the seeds stay what they were when the steps of the learner were chosen. */
function automata(): { readonly name: string; readonly rows: Rows; readonly noise: number }[] {
  const drawn = [
    [4, 2, 0],
    [6, 3, 0],
    [8, 4, 0.5],
    [10, 2, 0],
    [12, 5, 0.6],
    [15, 3, 0.3],
    [20, 4, 0.5],
    [20, 8, 0.8],
    [30, 3, 0.3],
    [30, 6, 0.6],
    [50, 4, 0.5],
    [50, 10, 0.8],
  ].flatMap(([states, letters, zeros]) =>
    [0, 0.01, 0.05].map((noise) => ({ shape: { states, letters, zeros }, noise })),
  );
  const later = [
    [6, 2, 2],
    [9, 3, 3],
    [12, 2, 3],
    [12, 4, 3],
    [16, 3, 4],
    [20, 4, 5],
  ].flatMap(([states, letters, different]) =>
    [0, 0.01, 0.03].map((noise) => ({ shape: { states, letters, zeros: 0 }, different, noise })),
  );
  return [
    ...drawn.map(({ shape, noise }, i) => ({ name: `random ${i}`, rows: randomPdfa(shape, 100 + i), noise })),
    ...later.map(({ shape, different, noise }, i) => ({
      name: `later ${i}`,
      rows: withFewRows(randomPdfa(shape, 300 + i), different),
      noise,
    })),
    ...[2, 3, 4].flatMap((depth) =>
      [0.01, 0.03].map((noise) => ({ name: `Dyck ${depth}, noise ${noise}`, rows: dyck(depth), noise })),
    ),
  ];
}

/** Noise that is a fixed function of the word. */
function disturbed(row: Distribution, word: Word, noise: number): Distribution {
  if (noise === 0) return row;
  const random = new Random(17, word.length, ...word);
  const other = row.map(() => random.real());
  const sum = other.reduce((total, p) => total + p, 0);
  return row.map((p, i) => (1 - noise) * p + (noise * other[i]) / sum);
}

async function openAutomaton(rows: Rows, noise: number): Promise<OpenModel> {
  const exact = countingTeacher(rows);
  const { alphabet } = exact;
  const counting = (): CountingTeacher => ({
    alphabet,
    prefixes: false,
    words: 0,
    next(words) {
      this.words += words.length;
      return exact.next(words).map((row, i) => disturbed(row, words[i], noise));
    },
  });
  const taughtBy = minimize(automatonOfRows(rows, alphabet));
  return { taughtBy, counting, judged: await judgedBy(counting()), close: () => Promise.resolve() };
}

async function openNetwork(path: string, taughtBy: Wdfsa<number> | undefined): Promise<OpenModel> {
  const open = await openNetworkFile(path);
  const known = new Map<string, Distribution>();
  /** Many learners ask the same words. */
  const counting = (): CountingTeacher => {
    const network = open.teacher(true);
    return {
      ...network,
      async next(words) {
        this.words += words.length;
        const missing = words.filter((word) => !known.has(String(word)));
        const answers = missing.length === 0 ? [] : await network.next(missing);
        missing.forEach((word, i) => known.set(String(word), answers[i]));
        return words.map((word) => known.get(String(word)) as Distribution);
      },
    };
  };
  return { taughtBy, counting, judged: await judgedBy(open.teacher(true)), close: open.close };
}

async function judgedBy(teacher: NextTeacher): Promise<OpenModel["judged"]> {
  const drawn = await drawWords(teacher, JUDGED);
  return { words: drawn.nodes.map((node) => drawn.tree.word(node)), teacher: retold(drawn, teacher) };
}

const halfOf = (index: number) => (index % 2 === 0 ? "even" : "odd");

/** The networks of examples/models, those of a folder, and the random automata. */
export function modelsOf(folder: string | undefined): Model[] {
  const folders = folder === undefined ? [examples] : [examples, folder];
  const groups = folders.map((path) =>
    findNetworks(path).map(
      ({ name, path: file, taughtBy }, i): Model => ({
        name,
        group: "networks",
        half: halfOf(i),
        open: () => openNetwork(file, taughtBy),
      }),
    ),
  );
  const random = automata().map(
    ({ name, rows, noise }, i): Model => ({
      name,
      group: "automata",
      half: halfOf(i),
      open: () => openAutomaton(rows, noise),
    }),
  );
  return [...groups.flat(), ...random];
}
