import { formatExpression, fromExpression, semifieldByName, toExpression } from "../index.ts";
import { file, READING, WRITING } from "../options/files.ts";
import { misuse } from "../support/failures.ts";
import { readAny } from "../support/input.ts";
import { destination, print, writeAutomaton } from "../support/output.ts";
import { define } from "./define.ts";

export const regex = define({
  operands: [["[expression]", "a weighted regular expression"]],
  options: { of: file("<automaton>", "print an expression for this automaton instead", "read") },
  reads: READING,
  writes: WRITING,
  more: `Expressions, over --semifield (boolean unless given):
  ab         one after the other         a|b     one or the other
  a*  a+     any number, at least one    a?      one or none
  (a|b)*     for grouping                ()      or ε: the empty word
  <1/2>a     a weight, then a            "a b"   a symbol of several characters, as JSON; \\a any character`,
  examples: [
    "hankel regex 'a(a|b)*b' | hankel minimize - -o ab.json",
    "hankel regex --semifield rational '<1/3>(<2/3>t)*' -o coin.json",
    "hankel regex --of coin.json",
  ],
  async run([expression], options) {
    const { of } = options;
    if (of !== undefined && expression === undefined) {
      const automaton = await readAny(of, options);
      return print(`${formatExpression(toExpression(automaton), automaton.algebra)}\n`);
    }
    if (of !== undefined || expression === undefined)
      throw misuse("expected either an expression, or an automaton with --of");
    const out = await destination(options.out, options);
    await writeAutomaton(fromExpression(expression, semifieldByName(options.semifield ?? "boolean")), out);
  },
});
