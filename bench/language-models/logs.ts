/** What a log of its own words saves where a language model is learned. */

import {
  drawWords,
  type NextTeacher,
  nextTeacherOf,
  runLearnerAsync,
  SoftLearner,
  softTeacher,
  type Word,
} from "@hankel/core";
import type { Cell, Column } from "../support/result.ts";
import { type Findings, progress, type Section, type Settings } from "../support/section.ts";
import { findNetworks, openNetworkFile } from "./networks.ts";
import { automatonOfRows } from "./peer-automaton.ts";
import { countingTeacher, type PdfaShape, randomPdfa } from "./random-pdfa.ts";

/** Words of a long log and of a short one. */
const OF_NETWORKS = [3000, 300] as const;
const OF_AUTOMATA = [30_000, 3000] as const;

const shapes: readonly PdfaShape[] = [
  { states: 20, letters: 4, zeros: 0 },
  { states: 20, letters: 10, zeros: 0 },
  { states: 50, letters: 2, zeros: 0 },
  { states: 100, letters: 4, zeros: 0 },
  { states: 100, letters: 10, zeros: 0.9 },
];

/** The learner was changed with the seeds 1 to 4 in view. */
const SEED = 11;
/** Words are drawn to their end, all but surely. */
const LONGEST = 400;

interface Target {
  readonly name: string;
  readonly next: NextTeacher;
  readonly sizes: readonly [long: number, short: number];
  close?(): Promise<void>;
}

async function* targetsOf({ quick, seeds, dir = "examples/models" }: Settings): AsyncGenerator<Target> {
  for (const { name, path } of findNetworks(dir).filter(({ taughtBy }) => taughtBy !== undefined)) {
    const network = await openNetworkFile(path);
    yield { name, next: network.teacher(true), sizes: OF_NETWORKS, close: network.close };
    if (quick) break;
  }
  for (const shape of quick ? shapes.slice(0, 1) : shapes) {
    for (let seed = SEED; seed < SEED + seeds; seed++) {
      const rows = randomPdfa(shape, seed);
      const next = nextTeacherOf(automatonOfRows(rows, countingTeacher(rows).alphabet));
      yield {
        name: `${shape.states} × ${shape.letters}${shape.zeros > 0 ? ", mostly zeros" : ""}, seed ${seed}`,
        next,
        sizes: OF_AUTOMATA,
      };
    }
  }
}

/** Learns, with or without a log: how many words were asked, of how many different prefixes rows became known, and the number of states. */
async function learnt({ next }: Target, log?: readonly Word[]) {
  let words = 0;
  const counting: NextTeacher = {
    ...next,
    next(asked) {
      words += asked.length;
      return next.next(asked);
    },
  };
  const { alphabet, prefixes = false, longest } = next;
  const learner = new SoftLearner(alphabet, { log }, { prefixes, ...(longest !== undefined && { longest }) });
  const { automaton } = await runLearnerAsync(learner, softTeacher(counting), {});
  return {
    words,
    distributions: learner.observations.nodes.length,
    states: automaton.size,
    fault: learner.logFault,
  };
}

async function measure(settings: Settings): Promise<Findings> {
  const rows: Cell[][] = [];
  let [measured, dearer, cheaper, otherwise, faults] = [0, 0, 0, 0, 0];
  for await (const target of targetsOf(settings)) {
    progress(target.name);
    const { tree, nodes } = await drawWords(target.next, {
      words: target.sizes[0],
      seed: SEED,
      maxLength: LONGEST,
    });
    const log = nodes.map((node) => tree.word(node));
    const plain = await learnt(target);
    const ratios: Cell[] = [];
    let same = 0;
    for (const size of target.sizes) {
      const helped = await learnt(target, log.slice(0, size));
      ratios.push(helped.words / plain.words, helped.distributions / plain.distributions);
      measured++;
      if (helped.words > plain.words) dearer++;
      if (helped.words < plain.words) cheaper++;
      if (helped.states === plain.states) same++;
      else otherwise++;
      if (helped.fault !== undefined) faults++;
    }
    rows.push([
      target.name,
      plain.states,
      plain.words,
      plain.distributions,
      ...ratios,
      `${same} of ${target.sizes.length}`,
    ]);
    await target.close?.();
  }
  const ratios = ["long", "short"].flatMap((log): Column[] => [
    { name: `words, ${log} log`, digits: 3 },
    { name: `distributions, ${log} log`, digits: 3 },
  ]);
  return {
    columns: [
      { name: "target" },
      { name: "states" },
      { name: "words" },
      { name: "distributions" },
      ...ratios,
      { name: "as many states" },
    ],
    rows,
    goals: [
      {
        goal: "a log makes it fewer words on every target, with every log",
        found: `${cheaper} of ${measured}`,
        met: cheaper === measured,
      },
      {
        goal: "a log never makes it more words",
        found: `${measured - dearer} of ${measured}`,
        met: dearer === 0,
      },
      {
        goal: "as many states with a log as without",
        found: `${measured - otherwise} of ${measured}`,
        met: otherwise === 0,
      },
      {
        goal: "no log is said to be of another model",
        found: `${measured - faults} of ${measured}`,
        met: faults === 0,
      },
    ],
  };
}

export const logs: Section = {
  name: "logs",
  title: "With a log",
  about:
    "Learning without options with a log of words that the target itself has written, 3,000 and 300 of a network and 30,000 and 3,000 of an automaton, as multiples of the words asked, and of the different distributions told, without a log: the networks of `examples/models`, whose answers tell all prefixes, and random probabilistic automata (states × letters), whose answers tell one. The seeds are others than those by which the learner was changed.",
  measure,
};
