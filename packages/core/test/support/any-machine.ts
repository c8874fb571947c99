import { Alphabet, type Machine, type MachineKind } from "@hankel/core";
import * as fc from "fast-check";
import { anyText } from "./named-automata.ts";

const texts = fc.oneof(
  anyText,
  fc.constantFrom(
    "",
    "x",
    "a/b",
    "/",
    " x",
    "x ",
    "a b",
    'say "hi"',
    '"',
    '"x"',
    "\\",
    "\\n",
    "\n",
    "ε",
    "é😀",
    "{a|b}",
  ),
  fc.constantFrom(
    "<b>",
    "label",
    "a -> b",
    "__start0",
    "&amp;",
    "&",
    "d:0.9",
    "\u202e",
    "1",
    "0",
    "a  b",
    "\\ ",
    "}",
  ),
);

/** Machines whose states are all reachable, with any texts for inputs, outputs and names. */
export function machines(kinds: readonly MachineKind[] = ["mealy", "moore"]): fc.Arbitrary<Machine> {
  return fc
    .record({
      kind: fc.constantFrom(...kinds),
      symbols: fc.uniqueArray(texts, { minLength: 1, maxLength: 3 }),
      size: fc.integer({ min: 1, max: 4 }),
      output: fc.array(texts, { minLength: 12, maxLength: 12 }),
      to: fc.array(fc.nat(3), { minLength: 12, maxLength: 12 }),
      names: fc.option(fc.array(texts, { minLength: 4, maxLength: 4 }), { nil: undefined }),
    })
    .map(({ kind, symbols, size, output, to, names }): Machine => {
      const width = symbols.length;
      // The first letter leads through all states, in their order.
      const target = Array.from({ length: size * width }, (_, arc) =>
        arc % width === 0 ? (arc / width + 1) % size : to[arc] % size,
      );
      return {
        kind,
        alphabet: new Alphabet(symbols),
        target,
        output: output.slice(0, kind === "mealy" ? target.length : size),
        ...(names && { names: names.slice(0, size) }),
      };
    });
}
