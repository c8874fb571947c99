/**
 * Learning from samples, where there is nobody to ask: how good, and how fast.
 *
 *     npm run bench -- logs --dir FOLDER [--only pautomac,stamina,machines,sessions,speed] [--peer-seconds N] [--keep-peers] [--quick]
 *
 * The folder holds PAutomaC-competition_sets/ and staminadata/, as FlexFringe's repository has them in data/, and machines in DOT, anywhere. AALpy
 * is found where bench/peers/setup puts it, or by HANKEL_AALPY_PYTHON; FlexFringe by HANKEL_FLEXFRINGE, its program. With --keep-peers they need not
 * be installed for stamina and speed: their figures are those of the last results, and on speed only who did not end in time is tried again.
 */

import { join } from "node:path";
import { infer, type Word, wordPerplexity } from "@hankel/core";
import type { EdsmDone } from "./jobs/edsm.ts";
import { type Kept, keptFigures, keptNote } from "./logs/kept.ts";
import { asText, judged, mealyOf, ours, theirs, walks } from "./logs/machines.ts";
import { aalpy, flexfringe, type PeerResult } from "./logs/peers.ts";
import { abbadingo, observed, type StaminaProblem, staminaProblem } from "./logs/samples.ts";
import { found, randomMealy, session } from "./logs/session.ts";
import { findSubjects } from "./models/subjects.ts";
import { problemsIn, readSampleSet } from "./spectral/problem.ts";
import { inChild } from "./support/child.ts";
import type { Cell, Goal } from "./support/result.ts";
import {
  type Findings,
  progress,
  runSections,
  type Section,
  type Settings,
  WrongInput,
} from "./support/section.ts";

function folderOf({ dir }: Settings, inside: string): string {
  if (dir === undefined)
    throw new WrongInput(
      "--dir FOLDER names the folder with the data; the comment at the top of bench/logs.ts says what it holds",
    );
  return join(dir, inside);
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const geometric = (values: readonly number[]) => Math.exp(mean(values.map(Math.log)));

/** What something returns, and the seconds of the processor that it takes. */
function timed<T>(work: () => T): { result: T; seconds: number } {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return { result, seconds: (user + system) / 1e6 };
}

/** Measured in an earlier run on the same problems, FlexFringe with the settings of its repository. */
const FLEXFRINGE_ALERGIA = 1.021;
const WITTEN_BELL = 1.027;

const pautomac: Section = {
  name: "pautomac",
  title: "Distributions: PAutomaC",
  about:
    "The problems of the PAutomaC competition, with default options. *Ratio* is the perplexity on the test words over that of the true probabilities, 1 at best. " +
    "The constants of the code were chosen on the problems with odd numbers, those with even numbers judge them. *s* are seconds of the processor. Measured in an earlier run on the same " +
    "problems: FlexFringe with ALERGIA 1.021 and with its likelihood ratio 1.076, a 5-gram model after Witten and Bell 1.027.",
  measure(settings: Settings): Findings {
    const problems = problemsIn(folderOf(settings, "PAutomaC-competition_sets"));
    const rows: (string | number | null)[][] = [];
    for (const { name, train, test, truth } of settings.quick ? problems.slice(0, 4) : problems) {
      progress(name);
      const { alphabet, words } = readSampleSet(train);
      const sample = { kind: "words", ...observed(alphabet, words) } as const;
      const { result, seconds } = timed(() => infer(sample));
      const { automaton, measure } = result;
      const weights = readSampleSet(test).words.map((word) => automaton.weigh(word));
      const ratio = wordPerplexity(truth, weights) / wordPerplexity(truth, truth, 0);
      rows.push([Number.parseInt(name, 10), sample.letters.length, ratio, measure, automaton.size, seconds]);
    }
    const ratios = (odd: number) =>
      rows.filter(([n]) => Number(n) % 2 === odd).map(([, , ratio]) => Number(ratio));
    const [chosen, unseen] = [geometric(ratios(1)), geometric(ratios(0))];
    const all = geometric([...ratios(0), ...ratios(1)]);
    const found = `${all.toFixed(4)} (odd numbers ${chosen.toFixed(4)}, even numbers ${unseen.toFixed(4)})`;
    return {
      columns: [
        { name: "problem" },
        { name: "events" },
        { name: "ratio", digits: 4 },
        { name: "chosen" },
        { name: "states" },
        { name: "s", digits: 1 },
      ],
      rows,
      goals: [
        { goal: "a geometric mean of at most 1.015", found, met: all <= 1.015 && unseen <= 1.015 },
        {
          goal: "less than FlexFringe with ALERGIA, and than 5-grams",
          found,
          met: all < Math.min(FLEXFRINGE_ALERGIA, WITTEN_BELL),
        },
      ],
    };
  },
};

/** The balanced rate of a labelling on test words. */
function balanced(test: StaminaProblem["test"], accepts: (word: Word) => boolean): number {
  const [right, total] = [
    [0, 0],
    [0, 0],
  ];
  for (const { word, label } of test) {
    total[label]++;
    if (accepts(word) === (label === 1)) right[label]++;
  }
  return mean(right.map((count, label) => count / total[label]));
}

function balancedOf(result: PeerResult, { test }: StaminaProblem): number | undefined {
  if (typeof result === "string") return undefined;
  const arcs = result.states.map((state) => new Map(state.arcs.map(([letter, to]) => [Number(letter), to])));
  return balanced(test, (word) => {
    const end = word.reduce((state, letter) => (state < 0 ? -1 : (arcs[state].get(letter) ?? -1)), 0);
    return end >= 0 && result.states[end].label;
  });
}

/** The winner of the competition by sparsity, on its own tests. */
const WINNER = [0.995, 0.987, 0.815, 0.75];

/** Five problems with the same alphabet and sparsity: the rates of ours and of the peers, NaN where a peer did not end. */
interface StaminaCell {
  readonly name: string;
  readonly sparsity: number;
  readonly numbers: number[];
  readonly we: number[];
  readonly peers: Readonly<Record<StaminaPeer, number[]>>;
  readonly seconds: number[];
}

type StaminaPeer = "AALpy" | "FlexFringe";

const stamina: Section = {
  name: "stamina",
  title: "Languages: StaMinA",
  about:
    "The 100 problems of the StaMinA competition, five for each alphabet and sparsity, with default options, but without figures on held-out words: these take as long again, and the automaton is the same. A fifth of the different words is held out before anybody " +
    "learns; the figures are the mean of the rates on accepted and on rejected ones. Everybody has the same words. *Odd* and *even* are ours on the problems with such numbers: the constants of the search were chosen on odd ones. *AALpy* is its EDSM, *FlexFringe* its `edsm.ini`; in brackets how many " +
    "problems ended in time, where not all did, and then only those count. *Winner* is what the winner had on the competition's own tests, by sparsity. *s* are seconds of the processor.",
  measure(settings: Settings): Findings {
    const folder = folderOf(settings, "staminadata");
    const numbers = settings.quick ? [1, 41, 81] : Array.from({ length: 100 }, (_, i) => i + 1);
    const kept = settings.keepPeers ? keptFigures("stamina") : undefined;
    const cells = new Map<string, StaminaCell>();
    for (const number of numbers) {
      progress(`problem ${number}`);
      const problem = staminaProblem(folder, number);
      const name = `${problem.letters} letters, ${["100 %", "50 %", "25 %", "12.5 %"][problem.sparsity]}`;
      const cell: StaminaCell = cells.get(name) ?? {
        name,
        sparsity: problem.sparsity,
        numbers: [],
        we: [],
        peers: { AALpy: [], FlexFringe: [] },
        seconds: [],
      };
      cells.set(name, cell);
      const { result, seconds } = timed(() => infer(problem.train, { heldOut: 0 }));
      const { automaton } = result;
      cell.numbers.push(number);
      cell.seconds.push(seconds);
      cell.we.push(balanced(problem.test, (word) => automaton.weigh(word)));
      if (kept !== undefined) continue;
      const text = abbadingo(problem.train);
      const { AALpy, FlexFringe } = cell.peers;
      AALpy.push(balancedOf(aalpy("edsm", text, settings.peerSeconds), problem) ?? Number.NaN);
      FlexFringe.push(balancedOf(flexfringe("edsm", text, settings.peerSeconds), problem) ?? Number.NaN);
    }
    const list = [...cells.values()];
    const winning = (odd?: number) =>
      list.filter((cell) => mean(ratesOf(cell, odd)) >= WINNER[cell.sparsity]).length;
    return {
      columns: ["sample", "ours", "odd", "even", "AALpy", "FlexFringe", "winner", "s"].map((name) => ({
        name,
        ...(name === "sample" ? {} : { digits: name === "s" ? 1 : 3 }),
      })),
      rows: list.map((cell) => [
        cell.name,
        mean(cell.we),
        mean(ratesOf(cell, 1)),
        settings.quick ? null : mean(ratesOf(cell, 0)),
        figureOf(cell, "AALpy", kept),
        figureOf(cell, "FlexFringe", kept),
        WINNER[cell.sparsity],
        mean(cell.seconds),
      ]),
      goals: [
        { goal: "above AALpy in every cell", ...against(list, "AALpy", kept) },
        { goal: "above FlexFringe in every cell", ...against(list, "FlexFringe", kept) },
        {
          goal: "at least the winner's in fifteen of twenty",
          found: `${winning()} of ${list.length}; ${winning(1)} on the problems with odd numbers, ${winning(0)} on the others`,
          met: winning() >= 15,
        },
      ],
      notes:
        kept === undefined
          ? [`Each peer had ${settings.peerSeconds} s of the processor for a problem.`]
          : [
              keptNote(kept),
              "Where a peer did not end all problems of a cell, its mean is compared with that of ours on all five.",
            ],
    };
  },
};

/** Ours on the problems of a cell with odd or even numbers, or all. */
function ratesOf({ we, numbers }: StaminaCell, odd?: number): number[] {
  return odd === undefined ? we : we.filter((_, i) => numbers[i] % 2 === odd);
}

/** What a peer has in a cell. */
function figureOf({ name, peers }: StaminaCell, peer: StaminaPeer, kept: Kept | undefined): Cell {
  return kept === undefined ? shown(peers[peer]) : kept.cell(name, peer);
}

/** In how many cells ours are better than a peer, of those in which it ended any. */
function against(list: readonly StaminaCell[], peer: StaminaPeer, kept: Kept | undefined) {
  const ended = list.filter((cell) => figureOf(cell, peer, kept) !== null);
  const better = ended.filter((cell) =>
    kept === undefined
      ? beaten(cell.we, cell.peers[peer])
      : mean(cell.we) > Number.parseFloat(String(figureOf(cell, peer, kept))),
  ).length;
  return {
    found: `${better} of ${ended.length} cells in which it ended problems in time`,
    met: ended.length > 0 && better === ended.length,
  };
}

/** Are ours better in the mean, on the problems that the peer ended? */
function beaten(we: readonly number[], they: readonly number[]): boolean {
  const ended = they.flatMap((rate, i) => (Number.isNaN(rate) ? [] : [[we[i], rate]]));
  return mean(ended.map(([rate]) => rate)) > mean(ended.map(([, rate]) => rate));
}

function shown(rates: readonly number[]): string | null {
  const ended = rates.filter((rate) => !Number.isNaN(rate));
  if (ended.length === 0) return null;
  return `${mean(ended).toFixed(3)}${ended.length < rates.length ? ` (${ended.length} of ${rates.length})` : ""}`;
}

const machines: Section = {
  name: "machines",
  title: "Machines: random walks",
  about:
    "Mealy machines of a folder of DOT files; Moore machines as Mealy machines. Random walks of 10, 100 and 1,000 times as many steps as the minimal machine has arcs, each of 2 · states + 10 steps. *Right* is the share of " +
    "the machine's arcs that are learned, *wrong* the mean number of learned arcs that are not: their output differs, or they lead to a state whose first word leads elsewhere. AALpy's `run_GSM` has the same walks.",
  measure(settings: Settings): Findings {
    const targets = findSubjects(folderOf(settings, ".")).subjects.map(({ machine }) => mealyOf(machine));
    const rows: (string | number | null)[][] = [];
    const goals: Goal[] = [];
    for (const factor of settings.quick ? [10] : [10, 100, 1000]) {
      const we: { right: number; wrong: number }[] = [];
      const they: { right: number; wrong: number }[] = [];
      const both: number[] = [];
      targets.forEach((machine, i) => {
        progress(`${factor} times the arcs, machine ${i + 1} of ${targets.length}`);
        const sample = walks(machine, factor * machine.target.length, 1);
        const own = judged(machine, ours(sample));
        we.push(own);
        const peer = aalpy("gsm", asText(sample), settings.peerSeconds);
        if (typeof peer === "string") return;
        both.push(i);
        they.push(judged(machine, theirs(peer, sample)));
      });
      const of = (list: readonly { right: number; wrong: number }[]) =>
        list.length === 0
          ? [null, null]
          : [100 * mean(list.map(({ right }) => right)), mean(list.map(({ wrong }) => wrong))];
      const same = both.map((i) => we[i]);
      rows.push([factor, targets.length, ...of(we), both.length, ...of(same), ...of(they)]);
      if (they.length > 0) {
        const [right, theirRight] = [mean(same.map((one) => one.right)), mean(they.map((one) => one.right))];
        goals.push({
          goal: `as much of the machines as AALpy, from ${factor} times the arcs`,
          found: `${(100 * right).toFixed(1)} % and ${(100 * theirRight).toFixed(1)} %`,
          met: right >= theirRight,
        });
      }
    }
    const columns = [
      "steps per arc",
      "machines",
      "right, %",
      "wrong",
      "ended by AALpy",
      "ours on those: right, %",
      "wrong",
      "AALpy: right, %",
      "wrong",
    ];
    return {
      columns: columns.map((name, i) => ({ name, ...([2, 3, 5, 6, 7, 8].includes(i) ? { digits: 1 } : {}) })),
      rows,
      goals,
    };
  },
};

/** States, inputs and outputs. */
const SHAPES = [
  [10, 2, 2],
  [10, 5, 5],
  [30, 2, 2],
  [20, 3, 2],
  [30, 3, 2],
  [30, 3, 3],
] as const;

/** Of longer runs blue-fringe merging alone makes so many states that it takes minutes. */
const LONG_RUN = 10_000;

/** Constants of the code were chosen on other machines, those of seeds from 1 on. */
const FIRST_SEED = 101;

const sessions: Section = {
  name: "sessions",
  title: "Machines: one long session",
  about:
    "Random Mealy machines, of each size as many as there are seeds, and one random walk of 30, 100 and 300 times as many steps as the machine has arcs: a device that nobody resets. *Found* is how many machines are " +
    "found exactly, as far as the walk has used them; which state the walk began in, it often leaves open, so any that writes what was seen is right. *States* is the median. *EDSM* is the median of its states, where the walk has at most 10,000 steps. " +
    "*AALpy* is its `run_GSM`. The constants of the code were chosen on machines of other seeds.",
  measure(settings: Settings): Findings {
    const rows: (string | number | null)[][] = [];
    let [right, peers, ended, dense, denseRight] = [0, 0, 0, 0, 0];
    for (const [states, letters, outputs] of settings.quick ? SHAPES.slice(0, 1) : SHAPES) {
      for (const factor of [30, 100, 300]) {
        progress(`${states} states, ${letters} inputs, ${outputs} outputs, ${factor} times the arcs`);
        const we: { found: boolean; states: number; before: number; seconds: number }[] = [];
        const they: { found: boolean; states: number }[] = [];
        for (let seed = FIRST_SEED; seed < FIRST_SEED + settings.seeds; seed++) {
          const machine = randomMealy(states, letters, outputs, seed);
          const sample = session(machine, factor * machine.target.length, seed);
          const { result: own, seconds } = timed(() => ours(sample));
          const before =
            sample.letters.length > LONG_RUN ? Number.NaN : infer(sample, { measure: "edsm" }).automaton.size;
          we.push({ found: found(machine, own, sample), states: own.size, before, seconds });
          const peer = aalpy("gsm", asText(sample), settings.peerSeconds);
          if (typeof peer === "string") continue;
          const learned = theirs(peer, sample);
          they.push({ found: found(machine, learned, sample), states: learned.size });
        }
        const count = (list: readonly { found: boolean }[]) => list.filter((one) => one.found).length;
        // Where the peer came to its end with all of them.
        if (they.length === we.length)
          [right, peers, ended] = [right + count(we), peers + count(they), ended + they.length];
        if (factor >= 100) [dense, denseRight] = [dense + we.length, denseRight + count(we)];
        rows.push([
          `${states} states, ${letters} inputs, ${outputs} outputs`,
          factor,
          `${count(we)} of ${we.length}`,
          median(we.map((one) => one.states)),
          we.some(({ before }) => Number.isNaN(before)) ? null : median(we.map(({ before }) => before)),
          mean(we.map((one) => one.seconds)),
          they.length === 0 ? null : `${count(they)} of ${they.length}`,
          they.length === 0 ? null : median(they.map((one) => one.states)),
        ]);
      }
    }
    const columns = ["machine", "steps per arc", "found", "states", "EDSM", "s", "AALpy: found", "states"];
    return {
      columns: columns.map((name) => ({ name, ...(name === "s" ? { digits: 1 } : {}) })),
      rows,
      goals: [
        {
          goal: "from 100 steps an arc on, nine of ten machines are found",
          found: `${denseRight} of ${dense}`,
          met: denseRight >= 0.9 * dense,
        },
        {
          goal: "more than AALpy finds, where it came to its end",
          found: `${right} and ${peers} of ${ended}`,
          met: right > peers,
        },
      ],
      notes: [`AALpy had ${settings.peerSeconds} s for a machine; those that it did not end do not count.`],
    };
  },
};

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
}

/** The first runs of a process are slower: they are compiled meanwhile. */
const RUNS = 5;

/** The problems on which EDSM is timed, and those on which AALpy's is, too: it ends few of the others, however long it has. */
const TIMED = [1, 21, 23, 24, 42, 62, 82];
const TIMED_WITH_AALPY = [1, 23, 24];

/** How long AALpy has for problem 23: long enough. */
const LONG = 23;
const LONG_SECONDS = 250;

const speed: Section = {
  name: "speed",
  title: "Speed",
  about:
    "EDSM on four fifths of problems of StaMinA, seconds of the processor; AALpy without reading its file, and on three of the problems, FlexFringe with starting, reading and writing. " +
    `Ours is the least of ${RUNS} runs in a process, and the first of them, during which the compiler of Node works. *Default* is everything that \`infer\` does without options: ten models, the search for a shorter one, and both again without the words that measure. The last row is problem 47 of PAutomaC, a million events, with default options; *MiB* is the peak of this process after it.`,
  async measure(settings: Settings): Promise<Findings> {
    const folder = folderOf(settings, "staminadata");
    const kept = settings.keepPeers ? keptFigures("speed") : undefined;
    const rows: Cell[][] = [];
    const timesOfAalpy: { least: number; first: number; bound: boolean }[] = [];
    const slower: number[] = [];
    for (const number of settings.quick ? [1] : TIMED) {
      progress(`problem ${number}`);
      const { train } = staminaProblem(folder, number);
      const { value } = await inChild<EdsmDone>("edsm", { folder, number, runs: RUNS });
      const whole = timed(() => infer(train)).seconds;
      const name = `StaMinA ${number}`;
      const text = abbadingo(train);
      const limit = number === LONG && !settings.quick ? LONG_SECONDS : settings.peerSeconds;
      const ended = (peer: string) => {
        const cell = kept?.cell(name, peer);
        return typeof cell === "number" ? cell : undefined;
      };
      // Who did not end is tried again: there may be more time now.
      const aal = TIMED_WITH_AALPY.includes(number)
        ? (ended("AALpy, s") ?? secondsOf(aalpy("edsm", text, limit)))
        : null;
      const flex = ended("FlexFringe, s") ?? secondsOf(flexfringe("edsm", text, settings.peerSeconds));
      const least = secondsAtLeast(aal);
      if (least !== undefined)
        timesOfAalpy.push({
          least: least / value.least,
          first: least / value.first,
          bound: typeof aal === "string",
        });
      if (typeof flex === "number") slower.push(value.least / flex);
      rows.push([name, train.letters.length, value.least, value.first, whole, aal, flex, null]);
    }
    const problem = problemsIn(folderOf(settings, "PAutomaC-competition_sets")).at(settings.quick ? 0 : -2);
    let million = Number.NaN;
    if (problem !== undefined) {
      const { alphabet, words } = readSampleSet(problem.train);
      const sample = { kind: "words", ...observed(alphabet, words) } as const;
      million = timed(() => infer(sample)).seconds;
      rows.push([
        problem.name,
        sample.letters.length,
        null,
        null,
        million,
        null,
        null,
        Math.round(process.resourceUsage().maxRSS / 1024),
      ]);
    }
    const bounds = timesOfAalpy.filter(({ bound }) => bound).length;
    const fast = (goal: string, ratios: readonly number[]): Goal => ({
      goal,
      found:
        ratios.length === 0
          ? "not measured"
          : `${Math.min(...ratios).toFixed(0)} to ${Math.max(...ratios).toFixed(0)} times`,
      met: ratios.length > 0 && Math.min(...ratios) >= 50,
    });
    return {
      columns: [
        "sample",
        "events",
        "EDSM, s",
        "first run, s",
        "default, s",
        "AALpy, s",
        "FlexFringe, s",
        "MiB",
      ].map((name) => ({ name, ...(name.includes(", s") ? { digits: 2 } : {}) })),
      rows,
      goals: [
        fast(
          "at least 50 times as fast as AALpy",
          timesOfAalpy.map(({ least }) => least),
        ),
        fast(
          "at least 50 times as fast as AALpy, in a first run",
          timesOfAalpy.map(({ first }) => first),
        ),
        {
          goal: "no slower than FlexFringe",
          found:
            slower.length === 0
              ? "not measured"
              : `${Math.min(...slower).toFixed(2)} to ${Math.max(...slower).toFixed(2)} of its time`,
          met: slower.length > 0 && Math.max(...slower) <= 1,
        },
        { goal: "a million events in under 30 s", found: `${million.toFixed(1)} s`, met: million < 30 },
      ],
      notes: [
        ...(bounds > 0
          ? [
              `Where AALpy did not end, the time that it had counts: ours is faster by more than that (${bounds} of ${timesOfAalpy.length} problems).`,
            ]
          : []),
        ...(kept === undefined ? [] : [keptNote(kept, "FlexFringe, and AALpy where it had ended,")]),
      ],
    };
  },
};

/** The seconds of a peer, or why there are none. */
function secondsOf(result: PeerResult): number | string {
  return typeof result === "string" ? result : Number(result.seconds.toFixed(2));
}

/** What a peer took at least. */
function secondsAtLeast(cell: Cell): number | undefined {
  if (typeof cell === "number") return cell;
  const limit = /^over (\d+) s$/u.exec(cell ?? "")?.[1];
  return limit === undefined ? undefined : Number(limit);
}

export const run = (args: readonly string[]) =>
  runSections("logs", [pautomac, stamina, machines, sessions, speed], args);
