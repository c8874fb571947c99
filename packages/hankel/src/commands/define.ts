import type { Command } from "commander";

/**
 * Gives a command its arguments, options, help and action. The action calls `exit` with
 * an exit code when it is not 0. A command with a target gets the program that stood after `--`.
 */
export type Define = (command: Command, exit: (code: number) => void, program: readonly string[]) => void;
