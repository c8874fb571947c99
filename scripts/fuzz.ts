/**
 * Feeds almost valid input to everything that reads what others wrote.
 *
 *     npm run fuzz -- --help
 */

import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { chosenTargets, describe, type Finding } from "../test/fuzz/campaign.ts";
import { Inputs } from "../test/fuzz/inputs.ts";
import { targets } from "../test/fuzz/targets/index.ts";
import type { Report, Work } from "./fuzz-worker.ts";

const HELP = `Feeds almost valid input to everything that reads what others wrote: files, answers, journals, links.
Each input must give a value that is read back as it was written, or an error of the documented kind with a short
message, within a second and without filling the memory. What fails is shown with the shortest input that was found,
and with the command that repeats it. Exit status: 0 if nothing failed, 1 otherwise.

  npm run fuzz                            a hundred thousand inputs
  npm run fuzz -- --inputs 1000000        more of them
  npm run fuzz -- --seconds 3600          as many as an hour allows
  npm run fuzz -- --only att,journal      some targets; a name stands for its variants too (att, att/framed, …)
  npm run fuzz -- --seed 7                other inputs
  npm run fuzz -- --only att --input 4711 one input of one target again
  npm run fuzz -- --list                  the names of the targets
`;

const OPTIONS = {
  help: { type: "boolean" },
  list: { type: "boolean" },
  inputs: { type: "string" },
  seconds: { type: "string" },
  only: { type: "string" },
  seed: { type: "string" },
  input: { type: "string" },
} as const;

/** A thread that has not finished an input after this many milliseconds is ended. */
const HANG = 20_000;
/** The memory of the whole process, in bytes, and of the objects of a thread, in mebibytes. */
const MOST_MEMORY = 1.5 * 2 ** 30;
const MOST_OBJECTS = 512;
const GLANCE = 100;
/** How often the command says how far it is, in milliseconds. */
const PROGRESS = 60_000;
const DEFAULT_INPUTS = 100_000;

/** A thread does not take over the loader of TypeScript, so it has to load it itself. */
const START = `import("tsx/esm/api").then(({ register }) => {
  register();
  return import(${JSON.stringify(new URL("./fuzz-worker.ts", import.meta.url).href)});
});`;

interface Plan {
  readonly chosen: readonly number[];
  readonly seed: number;
  readonly from: number;
  readonly count: number;
  readonly end: number;
}

/** How the work of a thread ended: all is done, or it had to be ended at an input. */
type Ending = "done" | { readonly kind: "hang" | "memory"; readonly at: number; readonly number: number };

function whole(text: string | undefined, otherwise: number, name: string): number {
  if (text === undefined) return otherwise;
  if (/^\d{1,15}$/u.test(text)) return Number(text);
  throw new Error(`--${name} takes a whole number, not ${JSON.stringify(text)}`);
}

function planOf(values: Partial<Record<"inputs" | "seconds" | "only" | "seed" | "input", string>>): Plan {
  const names = values.only?.split(",") ?? targets.map(({ name }) => name);
  const isOne = values.input !== undefined;
  const chosen = isOne ? targets.filter(({ name }) => names.includes(name)) : chosenTargets(targets, names);
  if (chosen === undefined || chosen.length === 0) {
    throw new Error(`--only ${values.only}: there is no such target; see --list`);
  }
  const seconds = whole(values.seconds, Number.POSITIVE_INFINITY, "seconds");
  const otherwise = seconds === Number.POSITIVE_INFINITY ? DEFAULT_INPUTS : Number.MAX_SAFE_INTEGER;
  return {
    chosen: chosen.map((target) => targets.indexOf(target)),
    seed: whole(values.seed, 1, "seed"),
    from: whole(values.input, 0, "input"),
    count: isOne ? 1 : Math.ceil(whole(values.inputs, otherwise, "inputs") / chosen.length),
    end: Date.now() + 1000 * seconds,
  };
}

/** Starts a thread and watches it until it is done or has to be ended. */
function work(
  plan: Plan,
  resume: Work["resume"],
  place: Float64Array,
  told: (finding: Finding) => void,
): Promise<Ending> {
  const workerData: Work = { ...plan, resume, place };
  const worker = new Worker(START, {
    eval: true,
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MOST_OBJECTS },
  });
  return new Promise((resolve, reject) => {
    const ended = (kind: "hang" | "memory") => finish({ kind, at: place[0], number: place[1] });
    const glance = setInterval(() => {
      if (Date.now() - place[2] > HANG) ended("hang");
      else if (process.memoryUsage.rss() > MOST_MEMORY) ended("memory");
    }, GLANCE);
    const finish = (ending: Ending) => {
      clearInterval(glance);
      void worker.terminate().then(() => resolve(ending));
    };
    worker.on("message", (report: Report) => {
      if ("finding" in report) told(report.finding);
      else finish("done");
    });
    worker.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ERR_WORKER_OUT_OF_MEMORY") ended("memory");
      else {
        clearInterval(glance);
        reject(error);
      }
    });
  });
}

async function fuzz(plan: Plan): Promise<number> {
  const start = Date.now();
  const place = new Float64Array(new SharedArrayBuffer(4 * Float64Array.BYTES_PER_ELEMENT));
  const counts = new Map<string, number>();
  const told = (finding: Finding) => {
    const { key } = finding.failure;
    if (!counts.has(key)) console.log(`\n${describe(finding)}`);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  };
  const progress = setInterval(() => console.error(`${place[3]} inputs`), PROGRESS);
  let resume: Work["resume"] = { at: 0, number: plan.from };
  for (;;) {
    place.set([0, 0, Number.POSITIVE_INFINITY]);
    const ending = await work(plan, resume, place, told);
    if (ending === "done") break;
    told(endedAt(plan, ending));
    resume = { at: ending.at, number: ending.number + 1 };
  }
  clearInterval(progress);
  const seconds = (Date.now() - start) / 1000;
  const rate = Math.round(place[3] / seconds);
  console.log(`\n${place[3]} inputs of ${plan.chosen.length} targets, seed ${plan.seed}: ${rate} a second`);
  for (const [key, count] of counts) console.log(`${count} × ${key}`);
  return counts.size === 0 ? 0 : 1;
}

function endedAt({ chosen, seed }: Plan, { kind, at, number }: Exclude<Ending, "done">): Finding {
  const target = targets[chosen[at]];
  const detail =
    kind === "hang"
      ? `it was not done after ${HANG / 1000} s`
      : "the memory of the process went beyond the bound";
  const failure = { kind: "slow", detail, key: `${target.name} ${kind}` } as const;
  return { target: target.name, seed, number, input: new Inputs(target).input(seed, number), failure };
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: OPTIONS });
  if (values.help === true) console.log(HELP);
  else if (values.list === true) console.log(targets.map(({ name }) => name).join("\n"));
  else return fuzz(planOf(values));
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(`fuzz: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 2;
}
