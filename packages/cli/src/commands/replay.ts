import { readJournal, replayJournal } from "@hankel/teachers";
import { narrate } from "../live/narrate.ts";
import { counted } from "../show/columns.ts";
import { EXIT } from "../support/failures.ts";
import { examples, outOption } from "../support/options.ts";
import { destination, print, writeAutomaton } from "../support/output.ts";
import type { Define } from "./define.ts";

interface Options {
  readonly out?: string;
  readonly show?: true;
  readonly json?: true;
}

export const replay: Define = (command, exit) => {
  command
    .argument("<journal>", "the journal of a run, finished or not")
    .addOption(outOption())
    .option("--show", "tell what happened: questions, matrix, hypotheses (on standard error)")
    .option("--json", "print the facts as a JSON object; the automaton goes to --out only")
    .action(async (path: string, options: Options) => {
      const out = await destination(options.out);
      const content = readJournal(path);
      const { result, answers, verdicts, finished } = await replayJournal(
        content,
        options.show ? { watch: narrate() } : {},
      );
      if (!options.json || options.out !== undefined) await writeAutomaton(result.automaton, out);
      const { states } = result.statistics;
      if (options.json)
        await print(`${JSON.stringify({ finished, answers, conjectures: verdicts, states })}\n`);
      else {
        const facts = `${counted(answers, "answer")}, ${counted(verdicts, "conjecture")}, ${counted(states, "state")}`;
        const end = finished
          ? "the run was finished"
          : "the run was not finished: this is its best automaton so far";
        process.stderr.write(`the journal holds together (${facts}); ${end}\n`);
      }
      if (!finished) exit(EXIT.negative);
    });
  command.addHelpText(
    "after",
    `
Runs the learner again on the answers in the journal, without the black box, and checks that each of its conjectures is
the recorded one. Exits with 0 when the run was finished, with 1 when not, with 2 when the journal does not fit.`,
  );
  examples(command, [
    "hankel replay run.jsonl --out learned.json     the automaton, from the journal alone",
    "hankel replay run.jsonl --show                 the story of the run",
  ]);
};
