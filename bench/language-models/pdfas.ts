/** Random probabilistic automata as teachers that say what comes next, as in the tables of QuaNT's authors. */

import { writeFileSync } from "node:fs";
import {
  compare,
  createLearner,
  type Distribution,
  minimize,
  runLearner,
  type SoftOptions,
  softTeacher,
} from "@hankel/core";
import type { Cell, Goal } from "../support/result.ts";
import { scratchFile } from "../support/scratch.ts";
import { type Findings, progress, type Section, type Settings } from "../support/section.ts";
import { keptNote, keptQuant } from "./kept.ts";
import { type PeerReport, quant, runLanguagePeer } from "./network-peers.ts";
import { automatonOfRows, type Rows } from "./peer-automaton.ts";
import { arcsOf, countingTeacher, type PdfaShape, randomPdfa } from "./random-pdfa.ts";

/** QuaNT's published seconds, by states, for 2 letters. */
const PUBLISHED: Readonly<Record<number, number>> = { 100: 0.28, 200: 1.15, 300: 2.7, 1000: 41, 2000: 209 };
/** Questions for each arc: at most this. */
const PER_ARC = 1.2;
/** How many times faster than what QuaNT's authors published, at 1,000 states. */
const FASTER = 100;

const shapes: readonly PdfaShape[] = [
  ...[100, 200, 300, 1000, 2000].map((states) => ({ states, letters: 2, zeros: 0 })),
  ...[4, 8, 16, 32].map((letters) => ({ states: 100, letters, zeros: 0 })),
  { states: 100, letters: 10, zeros: 0.9 },
  { states: 1000, letters: 10, zeros: 0.9 },
];

const ways: readonly { readonly name: string; readonly options: SoftOptions }[] = [
  { name: "tolerance 0", options: { tolerance: 0 } },
  { name: "no options", options: {} },
];

interface Run {
  readonly states: number;
  readonly arcs: number;
  readonly asked: number;
  readonly seconds: number;
  readonly exact: boolean;
}

function learnOnce(target: Rows, options: SoftOptions): Run {
  const counting = countingTeacher(target);
  const teacher = softTeacher(counting);
  const start = performance.now();
  const { automaton } = runLearner(createLearner<number, Distribution>(teacher, options), teacher, options);
  const seconds = (performance.now() - start) / 1000;
  const minimal = minimize(automatonOfRows(target, counting.alphabet));
  const exact = automaton.size === minimal.size && compare(automaton, minimal) === undefined;
  return { states: target.states, arcs: arcsOf(target), asked: counting.asked, seconds, exact };
}

const shapeName = ({ states, letters, zeros }: PdfaShape) =>
  `${states.toLocaleString("en-US")} × ${letters}${zeros === 0 ? "" : ", mostly zeros"}`;

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** QuaNT is given the first seed; probabilities of 0 are not given to it. */
async function askQuant(
  { zeros }: PdfaShape,
  target: Rows,
  seconds: number,
): Promise<PeerReport | string | null> {
  if (zeros > 0) return null;
  const file = scratchFile("pdfa.json");
  const { states: size, letters, target: to, rows } = target;
  writeFileSync(file, JSON.stringify({ size, letters, target: to, rows }));
  return runLanguagePeer(quant, file, seconds);
}

async function rowsOf(
  shape: PdfaShape,
  { seeds, peerSeconds, keepPeers }: Settings,
): Promise<{ rows: Cell[][]; notes: string[] }> {
  progress(shapeName(shape));
  const targets = Array.from({ length: seeds }, (_, i) => randomPdfa(shape, i + 1));
  const report = keepPeers ? null : await askQuant(shape, targets[0], peerSeconds);
  const ran = report === null || typeof report === "string" ? undefined : report;
  const told = keepPeers ? keptQuant(shapeName(shape)) : ran;
  const rows = ways.map(({ name, options }): Cell[] => {
    const runs = targets.map((target) => learnOnce(target, options));
    return [
      shapeName(shape),
      name,
      mean(runs.map(({ states }) => states)),
      mean(runs.map(({ arcs }) => arcs)),
      mean(runs.map(({ asked, arcs }) => asked / arcs)),
      mean(runs.map(({ seconds }) => seconds)),
      `${runs.filter(({ exact }) => exact).length} of ${runs.length}`,
      told?.distributions ?? null,
      told?.states ?? null,
      told?.seconds ?? null,
      shape.letters === 2 ? (PUBLISHED[shape.states] ?? null) : null,
    ];
  });
  const stopped = ran?.stopped ?? (typeof report === "string" ? report : null);
  return { rows, notes: stopped === null ? [] : [`QuaNT on ${shapeName(shape)}: ${stopped}`] };
}

async function measure(settings: Settings): Promise<Findings> {
  // The first run of all is that of a compiler that is not warm.
  learnOnce(randomPdfa(shapes[0], 0), {});
  const rows: Cell[][] = [];
  const notes = settings.keepPeers ? [keptNote("pdfas", [quant.name])] : [];
  for (const shape of shapes.filter(({ states }) => !settings.quick || states <= 300)) {
    const found = await rowsOf(shape, settings);
    rows.push(...found.rows);
    notes.push(...found.notes);
  }
  return {
    columns: [
      { name: "states × letters" },
      { name: "Hankel with" },
      { name: "states reached" },
      { name: "arcs" },
      { name: "next questions per arc", digits: 3 },
      { name: "seconds", digits: 3 },
      { name: "exact" },
      { name: "QuaNT: questions" },
      { name: "its states" },
      { name: "its seconds", digits: 2 },
      { name: "published", digits: 2 },
    ],
    rows,
    goals: goalsOf(rows, settings.keepPeers ? "in an earlier run" : "in the same run"),
    notes,
  };
}

function goalsOf(rows: readonly (readonly Cell[])[], when: string): Goal[] {
  const exact = rows.filter((row) => /^(\d+) of \1$/u.test(`${row[6]}`)).length;
  const most = Math.max(...rows.map((row) => Number(row[4])));
  const large = rows.filter((row) => row[0] === shapeName({ states: 1000, letters: 2, zeros: 0 }));
  const published = PUBLISHED[1000];
  return [
    { goal: "all are learned exactly", found: `${exact} of ${rows.length} rows`, met: exact === rows.length },
    {
      goal: `at most ${PER_ARC} next questions per arc`,
      found: `${most.toFixed(3)} at most`,
      met: most <= PER_ARC,
    },
    ...large.map((row) => ({
      goal: `1,000 states, ${row[1]}: ${FASTER} times faster than the ${published} s that QuaNT's authors published`,
      found: `${Math.round(published / Number(row[5]))} times, on another machine`,
      met: published / Number(row[5]) >= FASTER,
    })),
    ...large.flatMap((row) =>
      row[9] === null
        ? []
        : [
            {
              goal: `1,000 states, ${row[1]}: ${FASTER} times faster than QuaNT ${when}`,
              found: `${Math.round(Number(row[9]) / Number(row[5]))} times`,
              met: Number(row[9]) / Number(row[5]) >= FASTER,
            },
          ],
    ),
  ];
}

export const pdfas: Section = {
  name: "pdfas",
  title: "Random probabilistic automata",
  about:
    "Random automata as teachers that say what comes next, trimmed to the states that words reach; *exact* means equal to the minimal automaton of the target. *Mostly zeros*: each letter is excluded with probability 0.9, but one of them is left. QuaNT (pyModelExtractor, 10 bins) learns the quotient by bins, of the first seed, with a perfect equivalence oracle whose time does not count; *published* are the seconds in its authors' tables.",
  measure,
};
