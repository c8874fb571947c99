import type { Automaton } from "./index.ts";
import { type Reading, readAny } from "./support/input.ts";
import { destination, type Writing, writeAutomaton } from "./support/output.ts";

/**
 * Reads an automaton from a file of any format; the ending of its name says which. The options are those of the
 * command line, for what the file does not say.
 *
 *     const target = await readAutomatonFile("model.fst.txt", { semifield: "tropical" });
 */
export async function readAutomatonFile(path: string, reading: Reading = {}): Promise<Automaton<unknown>> {
  return readAny(path, reading);
}

/** Writes an automaton to a file, the whole of it or nothing; the ending of its name says the format. */
export async function writeAutomatonFile<W>(
  path: string,
  automaton: Automaton<W>,
  writing: Omit<Writing, "out"> = {},
): Promise<void> {
  await writeAutomaton(automaton, await destination(path, writing));
}
