import { formatExpression, fromExpression, semifieldByName, toExpression } from "../index.ts";
import { helpBelow, readingOptions, writingOptions } from "../options/files.ts";
import { misuse } from "../support/failures.ts";
import { type Reading, readAny } from "../support/input.ts";
import { destination, print, type Writing, writeAutomaton } from "../support/output.ts";
import type { Define } from "./define.ts";

interface Options extends Reading, Writing {
  readonly of?: string;
}

export const regex: Define = (command) => {
  command
    .argument("[expression]", "a weighted regular expression")
    .option("--of <automaton>", "print an expression for this automaton instead")
    .action(async (expression: string | undefined, options: Options) => {
      if ((expression === undefined) === (options.of === undefined)) {
        throw misuse("expected either an expression, or an automaton with --of");
      }
      if (options.of !== undefined) {
        const automaton = await readAny(options.of, options);
        await print(`${formatExpression(toExpression(automaton), automaton.algebra)}\n`);
        return;
      }
      const out = await destination(options.out, options);
      const algebra = semifieldByName(options.semifield ?? "boolean");
      await writeAutomaton(fromExpression(expression as string, algebra), out);
    });
  writingOptions(readingOptions(command));
  helpBelow(
    command,
    `Expressions, over --semifield (boolean unless given):
  ab         one after the other         a|b     one or the other
  a*  a+     any number, at least one    a?      one or none
  (a|b)*     for grouping                ()      or ε: the empty word
  <1/2>a     a weight, then a            "a b"   a symbol of several characters, as JSON; \\a any character`,
    [
      "hankel regex 'a(a|b)*b' | hankel minimize - -o ab.json",
      "hankel regex --semifield rational '<1/3>(<2/3>t)*' -o coin.json",
      "hankel regex --of coin.json",
    ],
  );
};
