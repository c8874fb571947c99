/** Whole runs through black boxes that take a fixed time for a request, or a time for each word. */

import { fileURLToPath } from "node:url";
import { createLearner, parseEquivalence } from "@hankel/core";
import { type BlackBox, learnLive, openProcess } from "@hankel/teachers";
import { progress, type Section } from "../support/section.ts";

const BOX = fileURLToPath(new URL("slow-box.mjs", import.meta.url));

interface Box {
  readonly kind: "request" | "word";
  /** How long it takes for a request, or for a word. */
  readonly milliseconds: number;
  readonly workers: number;
}

interface Target {
  readonly states: number;
  readonly tests: string;
}

/** The language and its tests: slow words are few, so that a run ends within a minute. */
function targetFor({ kind, milliseconds }: Box): Target {
  const slow = kind === "word" && milliseconds >= 50;
  return slow ? { states: 5, tests: "walk:16" } : { states: 41, tests: "walk:200+random:300" };
}

interface Run {
  /** The sizes of the batches that were asked. */
  readonly batches: readonly number[];
  readonly requests: number;
  readonly seconds: number;
  /** How long the box has really slept: timers are late. */
  readonly slept: number;
}

async function learnThrough({ kind, milliseconds, workers }: Box, { states, tests }: Target): Promise<Run> {
  let [requests, slept] = [0, 0];
  const times = kind === "request" ? [milliseconds, 0] : [0, milliseconds];
  const opened = await openProcess({
    command: process.execPath,
    args: [BOX, String(states), ...times.map(String)],
    workers,
    onStderr: (line) => {
      requests++;
      slept += Number(line) / 1000;
    },
  });
  const { batches, watched } = watch(opened);
  const setting = { seed: 1, words: () => [], box: "none", samples: false } as const;
  const started = performance.now();
  const learned = await learnLive(watched, {
    createLearner: (setting) => createLearner(setting),
    tests: parseEquivalence(tests, setting),
  });
  const seconds = (performance.now() - started) / 1000;
  await opened.close();
  const { size } = learned.automaton;
  if (size !== states) throw new Error(`learned ${size} states, not ${states}`);
  return { batches, requests, seconds, slept };
}

function watch(box: BlackBox<unknown>) {
  const batches: number[] = [];
  const weigh: BlackBox<unknown>["weigh"] = (words, options) => {
    batches.push(words.length);
    return box.weigh(words, options);
  };
  return { batches, watched: { ...box, weigh } };
}

/** The least time in seconds that the box must sleep: one request a batch, or the words of each batch spread evenly over the workers. */
function least({ kind, workers }: Box, { batches, requests, slept }: Run): number {
  const unit = slept / (kind === "request" ? requests : sum(batches));
  return unit * sum(batches.map((words) => (kind === "request" ? 1 : Math.ceil(words / workers))));
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

export const pacing: Section = {
  name: "pacing",
  title: "Requests follow the wire",
  about:
    "Whole runs, in real time, that learn a language from a program that sleeps for each request, or for each word. *Least*: the " +
    "same run without sleep, and one request for each batch, or the words of each batch spread evenly over the workers. *One by one*: " +
    "what the sleep alone would take with a word in each request.",
  async measure({ quick }) {
    const times = quick ? [0, 5] : [0, 5, 50, 500];
    const rows: (string | number | null)[][] = [];
    const ratios: number[] = [];
    for (const kind of ["request", "word"] as const) {
      for (const milliseconds of times) {
        for (const workers of [1, 4]) {
          progress(`teachers/pacing ${milliseconds} ms a ${kind}, ${workers} workers`);
          const box = { kind, milliseconds, workers };
          const target = targetFor(box);
          const run = await learnThrough(box, target);
          const { batches, requests, seconds } = run;
          const awake = await learnThrough({ ...box, milliseconds: 0 }, target);
          const ideal = milliseconds === 0 ? null : awake.seconds + least(box, run);
          const words = sum(batches);
          const single =
            ideal && (milliseconds * sum(batches.map((size) => Math.ceil(size / workers)))) / 1000;
          const ratio = ideal === null ? null : seconds / ideal;
          if (ratio !== null) ratios.push(ratio);
          const name = `${milliseconds} ms a ${kind}`;
          rows.push([name, workers, words, batches.length, requests, seconds, ideal, ratio, single]);
        }
      }
    }
    const worst = Math.max(...ratios);
    return {
      columns: [
        { name: "box" },
        { name: "workers" },
        { name: "words", digits: 0 },
        { name: "batches", digits: 0 },
        { name: "requests", digits: 0 },
        { name: "seconds", digits: 2 },
        { name: "least", digits: 2 },
        { name: "of the least", digits: 2 },
        { name: "one by one", digits: 2 },
      ],
      rows,
      goals: [
        {
          goal: "at most 1.2 times the least",
          found: `at most ${worst.toFixed(2)} times`,
          met: worst <= 1.2,
        },
      ],
    };
  },
};
