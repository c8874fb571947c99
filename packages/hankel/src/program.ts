import { Command, CommanderError } from "commander";
import { beforeAction } from "./before-action.ts";
import { commands, groups, wantedCommand } from "./commands/index.ts";
import { EXIT, version } from "./support/process.ts";
import { plainAddresses, standardError, standardOutput } from "./support/terminal.ts";

/** What `hankel help` explains besides commands. Where a command has the same name, its own --help is the page of the command. */
const TOPICS = ["targets", "learners", "tests", "budgets", "networks", "logs", "fleets"];

const MORE = `Examples:
  $ hankel demo                               watch an automaton being learned
  $ hankel learn target.json                  learn an automaton from questions alone
  $ hankel learn -- python3 my_black_box.py   learn a program, a server or a model
Exit codes: 0 done, 1 a negative answer, 2 wrong usage or input, 3 the target failed or contradicted
  itself, 4 a limit was reached, 130 interrupted. After 3, 4, 130 learn writes the best it has.
More: hankel COMMAND --help, hankel help ${TOPICS.join("|")}
`;

/** The help of all commands, on one screen. */
function overview(): string {
  const lines = Object.entries(groups).flatMap(([heading, members]) => {
    if (/^(?:Operations|Words)/u.test(heading))
      return [`${heading} ${members.map(({ name }) => name).join(", ")}`];
    return [heading, ...members.map(({ name, summary }) => `  ${name.padEnd(13)}${summary}`)];
  });
  const about = "Learn, compare and minimize weighted automata, exactly.";
  return ["Usage: hankel COMMAND [options]", about, "", ...lines, "", MORE].join("\n");
}

/** Runs one command line and returns its exit code. */
export async function run(everything: readonly string[]): Promise<number> {
  const { args: given, behind } = split(everything);
  let args = given;
  const isTopic = TOPICS.includes(args[1]) || wantedCommand(args) === undefined;
  if (args[0] === "help" && args.length > 1 && isTopic) return explain(args[1]);
  const program = new Command("hankel");
  let exitCode: number = EXIT.done;
  let advise = (error: unknown) => error;
  program
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
    .hook("preAction", (_program, command) => beforeAction(command))
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
      (await entry.load())(command, exit, behind);
      if (entry.argumentsBeforeTarget !== undefined) {
        const { withoutShortForms } = await import("./options/short-forms.ts");
        args = withoutShortForms(command, args);
      }
      const before = entry.argumentsBeforeTarget;
      if (before !== undefined && behind.length === 0) advise = await adviser(command, args, before);
    }
  }
  // Commands have their own: what is set before they are made, they share.
  program.configureHelp({ formatHelp: overview });
  try {
    if (args.length === 0) program.help();
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw advise(error);
    return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  }
  return exitCode;
}

/** Adds to errors what to do about a program whose `--` was forgotten. */
async function adviser(
  command: Command,
  args: readonly string[],
  before: number,
): Promise<(error: unknown) => unknown> {
  const { dashesAdvice, withAdvice } = await import("./target/forgotten-dashes.ts");
  const advice = await dashesAdvice(command, args, before);
  if (advice !== undefined) command.showHelpAfterError(advice);
  return (error) => withAdvice(error, advice);
}

/** Prints the page of a topic. */
async function explain(topic: string): Promise<number> {
  const { topicPage } = await import("./options/help.ts");
  await standardOutput.text(topicPage(topic));
  return EXIT.done;
}

/** Hankel's own arguments, and the program after `--` for a command that runs one. */
function split(everything: readonly string[]): { args: readonly string[]; behind: readonly string[] } {
  const dashes = everything.indexOf("--");
  const runsProgram = wantedCommand(everything)?.argumentsBeforeTarget !== undefined;
  if (dashes < 0 || !runsProgram) return { args: everything, behind: [] };
  return { args: everything.slice(0, dashes), behind: everything.slice(dashes + 1) };
}
