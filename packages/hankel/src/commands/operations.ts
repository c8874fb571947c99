/** The commands that make a language of others, or another automaton of the same language. */

import type { Command } from "commander";
import { support } from "../automata.ts";
import {
  type Automaton,
  closure as closureOf,
  concat as concatenate,
  determinize as determinizeAutomaton,
  difference as differenceOf,
  intersect as intersectionOf,
  reverse as reverseAutomaton,
  toWfsa,
  union as unionOf,
} from "../index.ts";
import { examples, readingOptions, writingOptions } from "../options/files.ts";
import { count } from "../options/values.ts";
import { type Reading, readAny, readPair } from "../support/input.ts";
import { checkFormat, destination, type Writing, writeAutomaton } from "../support/output.ts";
import type { Define } from "./define.ts";

/** Defines a command that turns one automaton into another: its argument, its options, and what it does. */
export function unary<O>(
  command: Command,
  apply: (automaton: Automaton<unknown>, options: O) => Automaton<unknown>,
): void {
  command.argument("<automaton>", "a file, or - for standard input");
  command.action(async (file: string, options: O & Reading & Writing) => {
    const out = await destination(options.out, options);
    const automaton = await readAny(file, options);
    checkFormat(automaton, out);
    await writeAutomaton(apply(automaton, options), out);
  });
  writingOptions(readingOptions(command));
}

/** The same for two automata; both may be the same file. */
function binary<O>(
  command: Command,
  apply: (left: Automaton<unknown>, right: Automaton<unknown>, options: O) => Automaton<unknown>,
): void {
  command
    .argument("<left>", "an automaton, or - for standard input")
    .argument("<right>", "another one, over the same semifield");
  command.action(async (leftFile: string, rightFile: string, options: O & Reading & Writing) => {
    const out = await destination(options.out, options);
    const [left, right] = await readPair(leftFile, rightFile, options);
    await writeAutomaton(apply(left, right, options), out);
  });
  writingOptions(readingOptions(command));
}

export const union: Define = (command) => {
  binary(command, (left, right) => unionOf(left, right));
  examples(command, [
    "hankel union a.json b.json -o sum.json",
    "hankel union a.json b.json | hankel determinize -",
  ]);
};

export const concat: Define = (command) => {
  binary(command, (left, right) => concatenate(left, right));
  examples(command, [
    "hankel concat first.json second.json -o both.json",
    "hankel concat a.json a.json | hankel determinize -",
  ]);
};

export const intersect: Define = (command) => {
  command.option("--max-states <n>", "give up when there are more (default: 1000000)", count(0));
  binary<{ maxStates?: number }>(command, (left, right, { maxStates }) =>
    intersectionOf(left, right, { maxStates }),
  );
  examples(command, [
    "hankel intersect model.json constraint.json -o product.json",
    "hankel intersect a.json b.json | hankel best -",
  ]);
};

export const difference: Define = (command) => {
  command.option("--max-states <n>", "give up when there are more (default: 1000000)", count(0));
  binary<{ maxStates?: number }>(command, (left, right, { maxStates }) => {
    const words = right.algebra.name === "boolean" ? (toWfsa(right) as Automaton<unknown>) : support(right);
    return differenceOf(left, words as Automaton<boolean>, { maxStates });
  });
  command.addHelpText(
    "after",
    "\nRemoves every word that the second automaton accepts, whatever it weighs there. The semifields may differ.",
  );
  examples(command, [
    "hankel difference model.json stopwords.json -o rest.json",
    "hankel difference a.json b.json | hankel best -",
  ]);
};

export const closure: Define = (command) => {
  command.option("--plus", "once or more, instead of any number of times");
  unary<{ plus?: true }>(command, (automaton, { plus }) => closureOf(automaton, plus ? "plus" : "star"));
  examples(command, [
    "hankel closure word.json -o words.json",
    "hankel closure --plus word.json | hankel determinize -",
  ]);
};

export const reverse: Define = (command) => {
  unary(command, (automaton) => reverseAutomaton(automaton));
  examples(command, [
    "hankel reverse a.json -o backwards.json",
    "hankel reverse a.json | hankel determinize - | hankel reverse - | hankel determinize -    Brzozowski's minimization",
  ]);
};

interface DeterminizeOptions {
  readonly maxStates?: number;
  readonly twins: boolean;
}

export const determinize: Define = (command) => {
  command
    .option("--max-states <n>", "give up when there are more (default: 100000)", count(0))
    .option("--no-twins", "do not check first that a deterministic automaton exists");
  unary<DeterminizeOptions>(command, (automaton, { maxStates, twins }) =>
    determinizeAutomaton(automaton, { maxStates, askTwins: twins }),
  );
  command.addHelpText(
    "after",
    "\nNot every language has a deterministic automaton; see hankel twins. Exits with 4 when a limit is reached.",
  );
  examples(command, [
    "hankel determinize nfa.json --out dfa.json",
    "hankel union a.json b.json | hankel determinize -",
    "hankel determinize lattice.fst.txt --semifield tropical -o tree.fst.txt",
  ]);
};
