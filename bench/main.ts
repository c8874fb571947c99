/**
 * The benchmarks:
 *
 *     npm run bench                          the subjects, and a quick pass of the first
 *     npm run bench -- SUBJECT [OPTIONS]     one of them
 *
 * A subject is a file of this folder with a function `run(args)`; those not installed here are left out.
 */

import { existsSync } from "node:fs";

const subjects: Readonly<Record<string, string>> = {
  core: "weigh, compare, minimize and the table learner: issue 2's goals",
  questions: "how many questions each learner asks, and the peers beside them: issue 3's goals",
  speed: "time and memory of the tree learner, growth, and LearnLib beside it",
  automata: "whole commands against OpenFst's on the same files: issue 4's goals",
  teachers: "questions per second through each kind of black box",
  docs: "draws the tables and plots of docs/benchmarks.md anew from bench/results, measuring nothing",
};

const file = (subject: string) => new URL(`./${subject}.ts`, import.meta.url);
const known = Object.keys(subjects).filter((subject) => existsSync(file(subject)));

async function run(subject: string, args: readonly string[]): Promise<void> {
  const module = (await import(file(subject).href)) as { run(args: readonly string[]): Promise<void> };
  await module.run(args);
}

function list(): string {
  const rows = known.map((subject) => `  ${subject.padEnd(12)}${subjects[subject]}`);
  return `npm run bench -- SUBJECT [--quick] [--seeds N] [--only SECTION,…]\n\n${rows.join("\n")}\n`;
}

const [subject, ...args] = process.argv.slice(2);
if (subject === undefined) {
  console.log(list());
  await run("core", ["--quick"]);
} else if (known.includes(subject)) await run(subject, args);
else {
  console.error(`there is no subject ${JSON.stringify(subject)}\n\n${list()}`);
  process.exitCode = 2;
}
