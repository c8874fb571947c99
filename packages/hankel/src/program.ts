import { Command, CommanderError } from "commander";
import { type CommandEntry, commands } from "./commands/index.ts";
import { EXIT } from "./support/exit.ts";
import { plainAddresses } from "./support/plain-addresses.ts";
import { standardError, standardOutput } from "./support/terminal.ts";
import { version } from "./support/version.ts";

const EXAMPLES = `
Examples:
  $ hankel demo                                   watch an automaton being learned
  $ hankel random --states 5 --out target.json    make something to learn
  $ hankel learn target.json                      learn it from questions alone
  $ hankel learn -- python3 my_black_box.py       learn a program, a server or a model
  $ hankel spectral --sample words.txt            learn from words alone, with nobody to ask
  $ hankel weigh target.json "a b b"              the weight of a word
  $ hankel compare target.json learned.json       equal, or a shortest word that tells them apart

Exit codes:
  0  done                          3  the teacher failed or contradicted itself, or a float left its range
  1  a negative answer             4  a limit was reached
  2  wrong usage or input          130  interrupted (143: asked to end, 129: the terminal was closed)
After 3, 4 and a first signal, hankel learn still writes the best automaton so far.

Learn more about a command with hankel COMMAND --help.`;

/** Runs one command line and returns its exit code. */
export async function run(everything: readonly string[]): Promise<number> {
  const { args, behind } = split(everything);
  const program = new Command("hankel");
  let exitCode: number = EXIT.done;
  program
    .description("Learn, compare and minimize weighted automata, exactly.")
    .version(version(), "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .helpCommand("help [command]", "print the help of a command")
    .configureHelp({ helpWidth: Math.min(standardOutput.width ?? 100, 110) })
    .configureOutput({
      writeOut: (text) => void standardOutput.text(text),
      writeErr: (text) => void standardError.text(plainAddresses(text)),
      outputError: (text, write) => write(text.replace(/^error: /u, "hankel: ")),
    })
    .showSuggestionAfterError(true)
    .showHelpAfterError("See hankel --help.")
    .addHelpText("after", EXAMPLES)
    .hook("preAction", async (_program, command) => {
      const { checkFiles } = await import("./support/check-files.ts");
      await checkFiles(command);
    })
    .exitOverride();

  const wanted = wantedCommand(args);
  for (const entry of commands) {
    const command = program.command(entry.name).summary(entry.summary).description(entry.summary);
    command.showHelpAfterError(`See hankel ${entry.name} --help.`);
    // Only the command that runs is loaded, so that help and error messages appear at once.
    if (entry === wanted) {
      const exit = (code: number) => {
        exitCode = code;
      };
      (await entry.load())(command, exit, behind, args);
    }
  }
  try {
    if (args.length === 0) program.help();
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  }
  return exitCode;
}

/** Hankel's own arguments, and the program after `--` for a command that runs one. */
function split(everything: readonly string[]): { args: readonly string[]; behind: readonly string[] } {
  const dashes = everything.indexOf("--");
  const runsProgram = wantedCommand(everything)?.runsProgram === true;
  if (dashes < 0 || !runsProgram) return { args: everything, behind: [] };
  return { args: everything.slice(0, dashes), behind: everything.slice(dashes + 1) };
}

/** The command that the arguments name, also after `help`. */
function wantedCommand(args: readonly string[]): CommandEntry | undefined {
  const name = args.find((argument) => !argument.startsWith("-") && argument !== "help");
  return commands.find((entry) => entry.name === name);
}
