import type { Command } from "commander";

/**
 * Gives a command its arguments, options, help and action. The action calls `exit` with
 * an exit code when it is not 0. A command that runs a program gets what stood after `--`, and all arguments before it.
 */
export type Define = (
  command: Command,
  exit: (code: number) => void,
  program: readonly string[],
  args: readonly string[],
) => void;
