/**
 * The benchmarks:
 *
 *     npm run bench                              the subjects, and a quick pass of the first
 *     npm run bench -- SUBJECT,… [OPTIONS]       some of them, one after the other
 *
 * A subject is a file of this folder with a function `run(args)`. A file that is not there is left out.
 */

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const subjects: Readonly<Record<string, string>> = {
  core: "weigh, compare, minimize and the table learner",
  questions: "what each learner asks and what that costs, and the peers beside them",
  models: "what everybody spends on real machines, from a folder of DOT files: --dir FOLDER",
  "models-lm":
    "language models: networks in ONNX and random probabilistic automata, ours and the peers: --dir FOLDER",
  "soft-learner":
    "what each step of the learner for language models brings: changed in one place after the other: --dir FOLDER",
  natural:
    "models that are no machines: KL at 10 to 300 states, beside n-grams, suffix automata, ALERGIA and spectral learning: --dir FOLDER",
  acceptors:
    "networks that accept words and err, and simulated machines that err: are they found, and at what cost: --dir FOLDER",
  regression: "tests of conjectures by regression on the states of networks, beside plain tests",
  multiplicity: "automata over fields: questions per degree of freedom, time, and the tree learner beside it",
  spectral: "spectral learning from samples, beside scikit-splearn; problems of PAutomaC: --dir FOLDER",
  "default-tests": "do the default tests of machines find the right one, and at what cost: --dir FOLDER",
  adaptive:
    "machines from the models of older versions and from logs, beside AALpy's adaptive L#: --dir FOLDER",
  logs: "learning from samples by merging states, beside AALpy and FlexFringe: --dir FOLDER",
  speed: "time and memory of the tree learner, growth, and LearnLib beside it",
  "worst-cases": "a search for inputs on which an operation takes longer than its comment promises",
  automata: "whole commands against OpenFst's on the same files",
  teachers: "questions per second through each kind of black box",
  fleet: "words per second through fleets of 1 to 8 workers, beside local workers; needs nats-server",
  "fleet-simulation": "how far fleets of up to 1,000 workers help, on the rounds of real runs: --dir FOLDER",
  guard: "short jobs beside a stored release, in turns: names what takes more than 15 % longer",
  startup: "what it costs to start the command line",
  pages:
    "how soon and how large the pages of the site and the studio are in a browser; after npm run build:site",
  drawing: "how automata are drawn, by our layout and by Graphviz",
  docs: "draws the tables and plots of the documents from bench/results; measures nothing",
};

const file = (subject: string) => new URL(`./${subject}.ts`, import.meta.url);
const known = Object.keys(subjects).filter((subject) => existsSync(file(subject)));

async function run(subject: string, args: readonly string[]): Promise<void> {
  const module = (await import(file(subject).href)) as { run(args: readonly string[]): Promise<void> };
  await module.run(args);
}

function list(): string {
  const rows = known.map((subject) => `  ${subject.padEnd(18)}${subjects[subject]}`);
  return `npm run bench -- SUBJECT,… [--quick] [--seeds N] [--only SECTION,…] [--dir FOLDER]\n\n${rows.join("\n")}\n`;
}

/** Each in a process of its own, so that what one leaves in memory, or dies of, does not touch the next. */
function runApart(chosen: readonly string[], args: readonly string[]): void {
  for (const subject of chosen) {
    const command = [...process.execArgv, fileURLToPath(import.meta.url), subject, ...args];
    const { status } = spawnSync(process.execPath, command, { stdio: "inherit" });
    if (status !== 0) process.exitCode = 1;
  }
}

const [subject, ...args] = process.argv.slice(2);
const chosen = subject?.split(",") ?? [];
const unknown = chosen.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`there is no subject ${unknown.join(", ")}\n\n${list()}`);
  process.exitCode = 2;
} else if (chosen.length > 1) runApart(chosen, args);
else if (chosen.length === 1) await run(chosen[0], args);
else {
  console.log(list());
  await run("core", ["--quick"]);
}
