/** How commands are defined, above all those on automaton files. */

import type { Command } from "commander";
import type { Automaton } from "../index.ts";
import { readingOptions, writingOptions } from "../options/files.ts";
import { type Reading, readAny } from "../support/input.ts";
import { checkFormat, destination, type Writing, writeAutomaton } from "../support/output.ts";

/**
 * Gives a command its arguments, options, help and action. The action calls `exit` with
 * an exit code when it is not 0. A command with a target gets the program that stood after `--`.
 */
export type Define = (command: Command, exit: (code: number) => void, program: readonly string[]) => void;

/** The command reads an automaton; it has its own options already. */
export function onAutomaton<O>(
  command: Command,
  run: (automaton: Automaton<unknown>, options: O & Reading) => Promise<void>,
): void {
  command.argument("<automaton>", "a file, or - for standard input");
  command.action(async (file: string, options: O & Reading) => run(await readAny(file, options), options));
  readingOptions(command);
}

/** The command turns an automaton into another, and may say something about the two. */
export function unary<O>(
  command: Command,
  apply: (automaton: Automaton<unknown>, options: O) => Automaton<unknown>,
  say?: (automaton: Automaton<unknown>, result: Automaton<unknown>, options: O) => void,
): void {
  command.argument("<automaton>", "a file, or - for standard input");
  command.action(async (file: string, options: O & Reading & Writing) => {
    const out = await destination(options.out, options);
    const automaton = await readAny(file, options);
    checkFormat(automaton, out);
    const result = apply(automaton, options);
    await writeAutomaton(result, out);
    say?.(automaton, result, options);
  });
  writingOptions(readingOptions(command));
}
