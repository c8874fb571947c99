import type { Command } from "commander";

/**
 * Gives a command its arguments, options, help and action. The action says how it went through `exit`, when the
 * answer is not simply "done". A command that runs programs is given what stood behind `--`.
 */
export type Define = (command: Command, exit: (code: number) => void, program: readonly string[]) => void;
