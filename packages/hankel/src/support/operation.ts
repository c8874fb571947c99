import type { Automaton } from "@hankel/core";
import type { Command } from "commander";
import { readingOptions, writingOptions } from "../options/files.ts";
import { type Reading, readAny, readPair } from "./input.ts";
import { checkFormat, destination, type Writing, writeAutomaton } from "./output.ts";

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
export function binary<O>(
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
