/** How commands on files are defined: by what they read, write and say. Those with a target have the table of options. */

import type { Command } from "commander";
import type { Automaton } from "../index.ts";
import { addOptions, type Declarations, READING, type Values, WRITING } from "../options/files.ts";
import { StatusLine } from "../show/status-line.ts";
import { type Reading, readAny, readPair } from "../support/input.ts";
import { checkFormat, destination, type Writing, writeAutomaton } from "../support/output.ts";
import { standardError } from "../support/terminal.ts";

/** The action calls it with an exit code when that is not 0. */
type Exit = (code: number) => void;

/** Gives a command its arguments, options, help and action. A command with a target gets the program that stood after `--`. */
export type Define = (command: Command, exit: Exit, program: readonly string[]) => void;

/** A command in the list of all. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** Everything after `--` is a program and its arguments: the target, which so many arguments stand in front of. */
  readonly argumentsBeforeTarget: number | undefined;
  /** May it compute for long, with limits or signals to keep meanwhile? Then it runs in a thread, and another one watches it. */
  readonly supervised: boolean;
  /** Its file is loaded when it is the command to run. */
  readonly load: () => Promise<Define>;
}

/** The options of a command and what its help says below them; an example is `command   what it does`. */
interface Spoken<T extends Declarations> {
  readonly options?: T;
  readonly more?: string;
  readonly examples?: readonly string[];
}

interface FileCommand<T extends Declarations> extends Spoken<T> {
  readonly operands?: readonly (readonly [name: string, about: string, otherwise?: string])[];
  /** How it reads and writes automata, if it does. */
  readonly reads?: typeof READING;
  readonly writes?: Declarations;
  run(operands: readonly string[], options: Values<T> & Reading & Writing, exit: Exit): Promise<void>;
}

export function define<T extends Declarations>(defined: FileCommand<T>): Define {
  const { operands = [], options = {}, reads = {}, writes = {}, more, examples = [], run } = defined;
  return (command, exit) => {
    for (const [name, about, otherwise] of operands) command.argument(name, about, otherwise);
    addOptions(command, options);
    addOptions(command, reads, "Reading:");
    addOptions(command, writes, "Writing:");
    command.action(() => run(command.args, command.opts(), exit));
    if (more !== undefined) command.addHelpText("after", `\n${more}`);
    if (examples.length > 0) addExamples(command, examples);
  };
}

export function addExamples(command: Command, lines: readonly string[]): void {
  command.addHelpText("after", `\nExamples:\n${lines.map((line) => `  $ ${line}`).join("\n")}`);
}

export const AUTOMATON = ["<automaton>", "a file, or - for standard input"] as const;

export const PAIR = [
  ["<left>", "an automaton, or - for standard input"],
  ["<right>", "another one, over the same semifield"],
] as const;

/** A command that reads an automaton. */
export function onAutomaton<T extends Declarations>({
  run,
  ...told
}: Spoken<T> & {
  run(automaton: Automaton<unknown>, options: Values<T>, exit: Exit): Promise<void>;
}): Define {
  return define<T>({
    ...told,
    operands: [AUTOMATON],
    reads: READING,
    run: async ([file], options, exit) => run(await readAny(file, options), options, exit),
  });
}

/** A command that turns an automaton into another, and may say something about the two. */
export function unary<T extends Declarations>({
  apply,
  say,
  ...told
}: Spoken<T> & {
  /** `progress` shows how far it has come, now and then. */
  apply(
    automaton: Automaton<unknown>,
    options: Values<T>,
    progress: (text: () => string) => void,
  ): Automaton<unknown>;
  say?(automaton: Automaton<unknown>, result: Automaton<unknown>, options: Values<T>): void;
}): Define {
  return define<T>({
    ...told,
    operands: [AUTOMATON],
    reads: READING,
    writes: WRITING,
    async run([file], options) {
      const out = await destination(options.out, options);
      const automaton = await readAny(file, options);
      checkFormat(automaton, out);
      const status = new StatusLine(standardError, elapsed());
      const result = withEnd(status, () =>
        apply(automaton, options, (text) => status.update(text, elapsed())),
      );
      await writeAutomaton(result, out);
      say?.(automaton, result, options);
    },
  });
}

/** Milliseconds since the start. The clock of `performance` has to be loaded first, which takes as long as many a command. */
function elapsed(): number {
  return 1000 * process.uptime();
}

/** Removes the progress when something is done, or has failed. */
function withEnd<T>(status: StatusLine, work: () => T): T {
  try {
    return work();
  } finally {
    status.end();
  }
}

/** A command that makes an automaton of two others; both may be the same file. */
export function binary<T extends Declarations>({
  apply,
  ...told
}: Spoken<T> & {
  apply(left: Automaton<unknown>, right: Automaton<unknown>, options: Values<T>): Automaton<unknown>;
}): Define {
  return define<T>({
    ...told,
    operands: PAIR,
    reads: READING,
    writes: WRITING,
    async run([left, right], options) {
      const out = await destination(options.out, options);
      const pair = await readPair(left, right, options);
      await writeAutomaton(apply(...pair, options), out);
    },
  });
}
