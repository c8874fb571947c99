import { compare as compareAutomata } from "@hankel/core";
import { harmless } from "../show/columns.ts";
import { EXIT } from "../support/failures.ts";
import { inputName, readAutomaton } from "../support/input.ts";
import { examples } from "../support/options.ts";
import { print } from "../support/output.ts";
import type { Define } from "./define.ts";

export const compare: Define = (command, exit) => {
  command
    .argument("<left>", "an automaton, or - for standard input")
    .argument("<right>", "another one, over the same semifield")
    .option("--json", "print the answer as a JSON object")
    .option("-q, --quiet", "print nothing; the exit code answers")
    .action(async (leftFile: string, rightFile: string, options: { json?: true; quiet?: true }) => {
      const left = await readAutomaton(leftFile);
      const right = rightFile === leftFile ? left : await readAutomaton(rightFile);
      const { algebra } = left;
      const difference = compareAutomata(left, right);
      if (difference !== undefined) exit(EXIT.negative);
      if (options.quiet) return;
      if (difference === undefined) {
        await print(options.json ? `${JSON.stringify({ equal: true })}\n` : "equal\n");
        return;
      }
      const { word, alphabet } = difference;
      const weights = { left: algebra.format(difference.left), right: algebra.format(difference.right) };
      await print(
        options.json
          ? `${JSON.stringify({ equal: false, word: alphabet.spell(word), ...weights })}\n`
          : `different: ${harmless(alphabet.show(word))}\n` +
              `  ${inputName(leftFile)} weighs it ${weights.left}\n` +
              `  ${inputName(rightFile)} weighs it ${weights.right}\n`,
      );
    });
  command.addHelpText(
    "after",
    "\nExits with 0 when they are equal and with 1 when not; the word shown is a shortest one.",
  );
  examples(command, [
    "hankel compare target.json learned.json",
    "hankel minimize target.json | hankel compare target.json -",
    "hankel compare --quiet a.json b.json && echo the same language",
  ]);
};
