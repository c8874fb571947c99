import type { Command } from "commander";

/**
 * Gives a command its arguments, options, help and action. The action says how it went through `exit`, when the
 * answer is not simply "done".
 */
export type Define = (command: Command, exit: (code: number) => void) => void;
