import { setTimeout } from "node:timers/promises";
import { breadthFirst, functionTeacher, type Rational, rational, rationalToNumber } from "../index.ts";
import { createLearner, defaultPrices, runLearnerAsync } from "../learning.ts";
import { showAutomaton } from "../show/automaton.ts";
import { narrate } from "../show/narrator.ts";
import { paintFor } from "../show/paint.ts";
import { showStatistics, withProcess } from "../show/statistics.ts";
import { print } from "../support/output.ts";
import { standardOutput } from "../support/terminal.ts";
import type { Define } from "./define.ts";

/**
 * The black box: how likely is this weather? After a dry day it rains with probability 1/4, after a wet one with 1/2,
 * and never three days in a row.
 */
function chanceOfWeather(days: readonly string[]): Rational {
  let chance = rational.one;
  let wetDays = 0;
  for (const day of days) {
    const rain = rational.parse(["1/4", "1/2", "0"][wetDays]);
    const sun = rational.plus(rational.one, rational.parse(["-1/4", "-1/2", "0"][wetDays]));
    chance = rational.times(chance, day === "r" ? rain : sun);
    wetDays = day === "r" ? Math.min(wetDays + 1, 2) : 0;
  }
  return chance;
}

const TEST_LENGTH = 8;

/** How long the demonstration pauses between steps on a terminal, in milliseconds. A pipe gets everything at once. */
const PAUSE = 350;

export const demo: Define = (command) => {
  command
    .option("--fast", "do not pause between the steps")
    .action((options: { fast?: true }) => tellDemo(options.fast === true ? 0 : PAUSE));
  command.addHelpText("after", "\nWhat npm start runs. Colours on a terminal, unless NO_COLOR is set.");
};

async function tellDemo(pause: number): Promise<void> {
  const paint = paintFor(standardOutput);
  const pauseOnTerminal = async () => {
    if (standardOutput.isTerminal && pause > 0) await setTimeout(pause);
  };
  const teacher = functionTeacher({
    algebra: rational,
    alphabet: "sr",
    weigh: chanceOfWeather,
    equivalence: breadthFirst(TEST_LENGTH),
  });
  await print(`${paint.bold("Learning an automaton from a black box")}

The box is a plain function: give it a word of s (sun) and r (rain), a letter per day, and it
says how likely that weather is, as an exact fraction. The learner does not see inside. It asks
for the weights of words, arranges them in the Hankel matrix (a row per prefix, a column per
suffix), and calls two prefixes the same state when their rows are proportional.

`);
  const learner = createLearner(teacher, { learner: "table" });
  const lines: string[] = [];
  const flush = async () => {
    if (lines.length === 0) return;
    await print(lines.splice(0).join(""));
    await pauseOnTerminal();
  };
  const started = performance.now();
  const { automaton, statistics } = await runLearnerAsync(learner, teacher, {
    ...narrate(learner, paint, (line) => lines.push(`${line}\n`)),
    slice: 0,
    pause: flush,
  });
  await flush();

  const month = Array.from({ length: 30 }, (_, day) => (day % 5 < 2 ? "r" : "s"));
  const word = teacher.alphabet.word(month);
  const [learned, real] = [automaton.weigh(word), chanceOfWeather(month)];
  const agree = rational.equals(learned, real) ? "they agree to the last digit" : "they differ";
  const table = showAutomaton(automaton, paint).map((line) => `  ${line}\n`);
  await print(`${paint.bold("Learned")}  the minimal automaton: its states are 0, 1 and 2 wet days in a row
${table.join("")}
${paint.bold("Check")}  a month never asked about: ${teacher.alphabet.show(word)}
  automaton  ${rational.format(learned)}
  black box  ${rational.format(real)}
  ${agree} (about ${rationalToNumber(real).toExponential(2)}). A conjecture was tested on all words of up to
  ${TEST_LENGTH} days; against a target given as an automaton, hankel learn answers exactly.

${paint.bold("Statistics")}  ${showStatistics(withProcess(statistics, started), defaultPrices, teacher.kind.terms)}

${paint.bold("Try next")}
  npx hankel random --states 5 --out target.json   make something to learn
  npx hankel learn target.json --show              and learn it
  npx hankel learn target.json --out learned.dot   or draw what was learned
  npx hankel --help                                everything else
`);
}
