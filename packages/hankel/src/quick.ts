/**
 * The entry of the commands that only read and write files. Starting takes most of the time of these, so they are bundled into
 * one script with all that they need, which `bin/hankel.js` compiles from a cache. A command line that is not plain (help, a
 * mistake, a comparison of other targets) is left to `main.ts`, which knows what to say.
 */

import { Command, InvalidArgumentError } from "commander";
import { beforeAction } from "./before-action.ts";
import { type Define, define } from "./commands/define.ts";
import { READING } from "./options/files.ts";
import { endSoon, prepareProcess } from "./own-process.ts";
import { reported } from "./run-to-end.ts";
import { EXIT } from "./support/process.ts";
import { parseTarget } from "./target/target.ts";

/** Only the code of the command that runs is executed. */
const definitions: Readonly<Record<string, () => Promise<Define>>> = {
  compare: comparison,
  convert: async () => (await import("./commands/convert.ts")).convert,
  info: async () => (await import("./commands/info.ts")).info,
  weigh: async () => (await import("./commands/weigh.ts")).weigh,
  minimize: async () => (await import("./commands/operations.ts")).minimize,
  determinize: async () => (await import("./commands/operations.ts")).determinize,
  twins: async () => (await import("./commands/operations.ts")).twins,
  push: async () => (await import("./commands/operations.ts")).push,
  reverse: async () => (await import("./commands/operations.ts")).reverse,
  union: async () => (await import("./commands/operations.ts")).union,
  concat: async () => (await import("./commands/operations.ts")).concat,
  intersect: async () => (await import("./commands/operations.ts")).intersect,
  difference: async () => (await import("./commands/operations.ts")).difference,
  closure: async () => (await import("./commands/operations.ts")).closure,
  total: async () => (await import("./commands/words.ts")).total,
  best: async () => (await import("./commands/words.ts")).best,
  sample: async () => (await import("./commands/words.ts")).sample,
};

/** `compare` with two files; other targets are no plain command line. */
async function comparison(): Promise<Define> {
  const { compareFiles, OF_FILES } = await import("./commands/compare-files.ts");
  const defined = define({
    operands: [
      ["<target>", ""],
      ["<target>", ""],
    ],
    options: OF_FILES,
    reads: READING,
    run: ([left, right], options, exit) => compareFiles([left, right], options, exit),
  });
  return (command, exit, program) => {
    defined(command, exit, program);
    for (const argument of command.registeredArguments) argument.argParser(fileOnly);
  };
}

function fileOnly(target: string): string {
  if (parseTarget(target, []).kind === "file") return target;
  throw new InvalidArgumentError("no file");
}

/** The commands that have a chance here. */
export const quickCommands: readonly string[] = Object.keys(definitions);

/** Runs a command line whose command is one of these; false if it is not plain, and nothing is done yet. */
export async function runQuickly(args: readonly string[]): Promise<boolean> {
  // Behind `--` there is a program, or words that look like options.
  if (args.includes("--")) return false;
  const [name] = args;
  let exitCode: number = EXIT.done;
  let begun = false;
  const program = new Command("hankel")
    .exitOverride()
    .configureOutput({ writeOut() {}, writeErr() {}, outputError() {} })
    .helpCommand(false)
    .hook("preAction", async (_program, command) => {
      begun = true;
      prepareProcess((code) => process.exit(code));
      await beforeAction(command);
    });
  const exit = (code: number) => {
    exitCode = code;
  };
  try {
    (await definitions[name]())(program.command(name), exit, []);
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    if (!begun) return false;
    exitCode = await reported(error);
  }
  endSoon(exitCode);
  return true;
}
