import { Alphabet, compare, machineOf, machineToWdfsa, readJflap, Wdfsa, writeJflap } from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { machines } from "../support/any-machine.ts";

describe("a machine in JFLAP", () => {
  test("comes back equal", () => {
    const characters = fc.constantFrom("a", "b", "<", "é");
    fc.assert(
      fc.property(machines(), fc.uniqueArray(characters, { minLength: 3, maxLength: 3 }), (any, symbols) => {
        const visible = any.output.map((output) => output.replaceAll(/[\p{Cc}\p{Cs}\s]/gu, ""));
        const machine = {
          ...any,
          names: undefined,
          output: visible,
          alphabet: new Alphabet(symbols.slice(0, any.alphabet.size)),
        };
        const again = readJflap(writeJflap(machineToWdfsa(machine))) as Wdfsa<string>;
        expect(machineOf(again)?.kind).toBe(machine.kind);
        expect(compare(again, machineToWdfsa(machine))).toBeUndefined();
      }),
    );
  });

  test("with an output that ends in a blank is refused", () => {
    const automaton = machineToWdfsa({
      kind: "moore",
      alphabet: new Alphabet("a"),
      target: [0],
      output: ["x "],
    });
    expect(() => writeJflap(automaton)).toThrow(/the output "x ", with blanks at its ends/u);
  });
});
