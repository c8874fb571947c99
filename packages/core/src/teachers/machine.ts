import { type FreeWord, freeGroup } from "../algebra/free-group.ts";
import type { MachineKind } from "../automata/machine.ts";
import { HankelError, messageOf, shown } from "../errors.ts";
import { runsOf, runWeight } from "../kinds/runs.ts";
import { A_PROMISE, type FindingTeacher } from "../learning/protocol.ts";
import { Alphabet } from "../words/alphabet.ts";
import { functionTeacher } from "./function.ts";
import type { EquivalenceTests } from "./testing/equivalence-test.ts";

/** What `machineTeacher` needs: the kind of machine, the alphabet, the function, and how conjectures are tested. */
export interface MachineTeacherOptions {
  readonly kind: MachineKind;
  /** The inputs; a string stands for its characters. */
  readonly alphabet: Alphabet | Iterable<string>;
  /** The outputs for a word, from the initial state: one for each letter; a Moore machine's first output precedes them. */
  readonly run: (word: readonly string[]) => readonly string[];
  /** How a hypothesis is tested: one test, or a list of tests that run in turn. */
  readonly equivalence: EquivalenceTests;
}

/**
 * A Mealy or Moore machine as a teacher, given as a function from input words to output words.
 *
 * @example
 * const teacher = machineTeacher({
 *   kind: "mealy",
 *   alphabet: ["coin", "button"],
 *   run: (word) => word.map((input, i) => (input === "coin" ? "ok" : word[i - 1] === "coin" ? "coffee" : "")),
 *   equivalence: wpMethod(1),
 * });
 * const machine = requireMachine(learn(teacher).automaton);
 * console.log(runMachine(machine, ["coin", "button"]).join(" ")); // ok coffee
 */
export function machineTeacher(options: MachineTeacherOptions): FindingTeacher<FreeWord> {
  const { kind, run, equivalence } = options;
  if (kind !== "mealy" && kind !== "moore") {
    throw new HankelError("usage", `expected the kind "mealy" or "moore", not ${shown(kind)}`);
  }
  const alphabet = options.alphabet instanceof Alphabet ? options.alphabet : new Alphabet(options.alphabet);
  const weigh = (word: readonly string[]) => {
    try {
      const outputs: unknown = run(word);
      if (outputs instanceof Promise) throw new HankelError("teacher", A_PROMISE);
      return runWeight(kind, word.length, outputs);
    } catch (cause) {
      if (!(cause instanceof HankelError) || cause.code !== "teacher") throw cause;
      const shown = alphabet.show(alphabet.word(word));
      throw new HankelError("teacher", `the answer for ${shown}: ${messageOf(cause)}`, { cause });
    }
  };
  return { ...functionTeacher({ algebra: freeGroup, alphabet, weigh, equivalence }), kind: runsOf(kind) };
}
