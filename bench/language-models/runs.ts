/** How fast networks run: by the words of a run, with one session and two, and beside what Hankel itself takes. */

import { availableParallelism } from "node:os";
import { createLearner, type Distribution, Random, type Word } from "@hankel/core";
import { type BlackBox, learnLive, openOnnx } from "@hankel/teachers";
import type { Cell, Column } from "../support/result.ts";
import { scratchFile } from "../support/scratch.ts";
import { type Findings, progress, type Section, type Settings } from "../support/section.ts";
import { writeLstm } from "./random-lstm.ts";

/** Networks of different sizes: trained ones, and LSTMs with random weights. */
const networks: readonly { readonly name: string; path(): string }[] = [
  ...["random-12", "transformer-6"].map((name) => ({ name, path: () => `examples/models/${name}.onnx` })),
  ...[
    { letters: 50, hidden: 256 },
    { letters: 1000, hidden: 512 },
  ].map((shape) => {
    const name = `LSTM of ${shape.hidden}, ${shape.letters.toLocaleString("en-US")} symbols`;
    return { name, path: () => writeLstm(scratchFile(`lstm-${shape.hidden}`), shape) };
  }),
];

/** One that is no machine of a few states, and is learned to the end. */
const ENGLISH = { name: "english", path: () => "examples/models/english.onnx", most: 10_000 };

const SIZES = [1, 4, 16, 64, 256] as const;
const USUAL = 64;
/** So near to the fastest size is as fast. */
const AS_FAST = 0.9;
/** Our share of the network's time. */
const SHARE = 0.2;
const LETTERS = 9;
/** So many questions are asked where it is measured what is not the network. */
const QUESTIONS = 600;
/** Measured so often, in turns; the least counts. */
const ROUNDS = 5;

type Box = BlackBox<number, Distribution>;

/** What was used by this process, in milliseconds. */
function cpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function timed(work: () => Promise<unknown>): Promise<{ cpu: number; wall: number }> {
  const [used, start] = [cpu(), performance.now()];
  await work();
  return { cpu: cpu() - used, wall: performance.now() - start };
}

function someWords(letters: number, count: number): Word[] {
  const random = new Random(7);
  return Array.from({ length: count }, () => Array.from({ length: LETTERS }, () => random.below(letters)));
}

/** For each of some boxes, the least that it takes for the same words, measured in turns. */
async function inTurns(boxes: readonly Box[], count: (box: Box) => number, rounds: number) {
  const least = boxes.map(() => ({ cpu: Number.POSITIVE_INFINITY, wall: Number.POSITIVE_INFINITY }));
  for (let round = 0; round <= rounds; round++) {
    for (const [i, box] of boxes.entries()) {
      const words = someWords(box.alphabet.size, count(box));
      const took = await timed(() => box.weigh(words));
      // The first round warms up.
      if (round === 0) continue;
      least[i].cpu = Math.min(least[i].cpu, took.cpu);
      least[i].wall = Math.min(least[i].wall, took.wall);
    }
  }
  return least;
}

/** So many words take a good part of a second. */
const wordsFor = ({ alphabet }: Box) => (alphabet.size > 100 ? 256 : 1024);

async function measureSizes({ quick }: Settings): Promise<Findings> {
  const rows: Cell[][] = [];
  for (const { name, path } of networks) {
    progress(name);
    const file = path();
    const boxes = await Promise.all(SIZES.map((batch) => openOnnx({ path: file, batch }) as Promise<Box>));
    const took = await inTurns(boxes, wordsFor, quick ? 1 : ROUNDS);
    rows.push([name, ...boxes.map((box, i) => wordsFor(box) / took[i].cpu)]);
    for (const box of boxes) await box.close?.();
  }
  const slow = rows.filter((row) => {
    const rates = row.slice(1).map(Number);
    return rates[SIZES.indexOf(USUAL)] < AS_FAST * Math.max(...rates);
  });
  return {
    columns: [{ name: "network" }, ...SIZES.map((size): Column => ({ name: `${size} a run`, digits: 2 }))],
    rows,
    goals: [
      {
        goal: `${USUAL} words a run, the default, are within ${Math.round(100 * (1 - AS_FAST))} % of the fastest size`,
        found: `${rows.length - slow.length} of ${rows.length}`,
        met: slow.length === 0,
      },
    ],
  };
}

async function measureSessions({ quick }: Settings): Promise<Findings> {
  const rows: Cell[][] = [];
  for (const { name, path } of networks) {
    progress(name);
    const file = path();
    const boxes = await Promise.all(
      [1, 2].map((workers) => openOnnx({ path: file, workers }) as Promise<Box>),
    );
    const [one, two] = await inTurns(boxes, wordsFor, quick ? 1 : ROUNDS);
    const words = someWords(boxes[0].alphabet.size, 100);
    const [first, second] = await Promise.all(boxes.map((box) => box.weigh(words)));
    const same = first.every((answer, i) => answer.every((p, at) => Object.is(p, second[i][at])));
    rows.push([name, one.wall / two.wall, two.cpu / one.cpu, same ? "yes" : "no"]);
    for (const box of boxes) await box.close?.();
  }
  const same = rows.filter((row) => row[3] === "yes").length;
  const faster = rows.filter((row) => Number(row[1]) >= 1.5).length;
  return {
    columns: [
      { name: "network" },
      { name: "by the clock, times as fast", digits: 2 },
      { name: "CPU, times as much", digits: 2 },
      { name: "the same bits" },
    ],
    rows,
    goals: [
      {
        goal: "two sessions give the same bits",
        found: `${same} of ${rows.length}`,
        met: same === rows.length,
      },
      {
        goal: "two sessions are 1.5 times as fast by the clock",
        found: `${faster} of ${rows.length}`,
        met: faster === rows.length,
      },
    ],
    notes: [`the machine had ${availableParallelism()} cores, and other work on them`],
  };
}

interface Runtime {
  readonly InferenceSession: {
    create(...given: readonly unknown[]): Promise<{ run(...given: readonly unknown[]): Promise<unknown> }>;
  };
}

/** The runs of a network: how often it was asked, and what it was given and gave each time. */
interface Recording {
  readonly asked: (readonly unknown[])[];
  readonly found: unknown[];
  /** How many of them opened the network, and what they took when they were recorded. */
  opening: number;
  cpu: number;
  run?: (...asked: readonly unknown[]) => Promise<unknown>;
}

/** Learns once, from the network or from what it gave before. Returns how much CPU time that took in all, its opening left out. */
async function learnOnce(path: string, questions: number, recording: Recording, recorded: boolean) {
  let next = 0;
  const load = async (wanted: string) => {
    const runtime = (await import(wanted)) as Runtime;
    const create = async (...given: readonly unknown[]) => {
      const session = await runtime.InferenceSession.create(...given);
      const run = session.run.bind(session);
      recording.run ??= run;
      session.run = async (...asked: readonly unknown[]) => {
        if (recorded) return recording.found[next++];
        const used = cpu();
        const found = await run(...asked);
        recording.cpu += cpu() - used;
        recording.asked.push(asked);
        recording.found.push(found);
        return found;
      };
      return session;
    };
    return { ...runtime, InferenceSession: { create } };
  };
  const box = (await openOnnx({ path, load })) as Box;
  if (!recorded) recording.opening = recording.asked.length;
  const before = recording.cpu;
  const used = cpu();
  const { statistics } = await learnLive(box, {
    createLearner: (setting) => createLearner<number, Distribution>(setting),
    tests: [],
    maxQuestions: questions,
  });
  const whole = cpu() - used;
  return { ours: whole - (recording.cpu - before), asked: statistics.questions, close: () => box.close?.() };
}

/** What the network takes for the same runs by itself, and what is left of learning without it. */
async function shareOf(path: string, questions: number, rounds: number) {
  const recording: Recording = { asked: [], found: [], opening: 0, cpu: 0 };
  // The first run of all is that of a compiler that is not warm.
  const first = await learnOnce(path, questions, recording, false);
  let network = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const took = await timed(async () => {
      for (const asked of recording.asked.slice(recording.opening)) await recording.run?.(...asked);
    });
    network = Math.min(network, took.cpu);
  }
  await first.close();
  const ours: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const again = await learnOnce(path, questions, recording, true);
    ours.push(again.ours);
    await again.close();
  }
  return { network, asked: first.asked, first: first.ours, second: ours[0], least: Math.min(...ours) };
}

async function measureShare({ quick }: Settings): Promise<Findings> {
  const rows: Cell[][] = [];
  const measured: readonly ((typeof networks)[number] & { readonly most?: number })[] = [
    ...networks,
    ENGLISH,
  ];
  for (const { name, path, most = QUESTIONS } of measured) {
    progress(name);
    const file = path();
    const questions = quick ? 300 : most;
    const { network, asked, first, second, least } = await shareOf(file, questions, quick ? 2 : ROUNDS);
    rows.push([name, asked, network, first / network, second / network, least / network]);
  }
  const few = rows.filter((row) => Number(row[4]) < SHARE);
  return {
    columns: [
      { name: "network" },
      { name: "questions" },
      { name: "CPU of the network, ms" },
      { name: "ours, first run", digits: 2 },
      { name: "ours, second run", digits: 2 },
      { name: "ours, best run", digits: 2 },
    ],
    rows,
    goals: [
      {
        goal: `our own share is below ${100 * SHARE} % of the network's`,
        found: `${few.length} of ${rows.length}`,
        met: few.length === rows.length,
      },
    ],
  };
}

export const runs: readonly Section[] = [
  {
    name: "runs",
    title: "Networks: words a run",
    about: `Words of ${LETTERS + 1} tokens in a millisecond of CPU time, by the most words of a run (\`--with batch=N\`); onnxruntime-web in one thread unless onnxruntime-node is installed. The LSTMs have random weights. The sizes are measured in turns, ${ROUNDS} times each, and the fastest time counts.`,
    measure: measureSizes,
  },
  {
    name: "sessions",
    title: "Networks: one session and two",
    about:
      "`--workers 2` beside one session, on the same words in turns: how many times as fast by the clock, and how many times as much CPU time it takes.",
    measure: measureSessions,
  },
  {
    name: "share",
    title: "Networks: what Hankel itself takes",
    about:
      `Learning without options from a network until ${QUESTIONS} questions are asked, and from \`english\`, which is no machine of a few states, to the end: ` +
      "the CPU time of the runs of the network by themselves, of which the least of " +
      ROUNDS +
      " times counts, and that of all the rest as a multiple of it. In the first run " +
      "what the runs of the network take is subtracted; all others are given what the network said then, so that nothing of it is in them. The best is of " +
      ROUNDS +
      " more runs in the same process.",
    measure: measureShare,
  },
];
