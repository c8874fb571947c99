/** Runs that are cut off after any byte of their journal and resumed. */

import { type Automaton, type JournalHeader, type JournalLine, parseJournal, type Wdfsa } from "@hankel/core";
import { type BlackBox, Journal, type LiveOptions, type LiveResult, learnLive } from "@hankel/teachers";
import { expect } from "vitest";
import { kindlessHeader } from "./bare-header.ts";
import { MemoryStorage } from "./memory-storage.ts";

/** A run that can be repeated. */
export interface Scenario<W, A = W, H extends Automaton<W> = Wdfsa<W>> {
  /** The black box as it is after a run that left these lines. */
  box(lines: readonly JournalLine[]): BlackBox<W, A>;
  /** The options of each run; the journal is added to them. */
  options(): LiveOptions<W, A, H>;
}

/** Runs to the end on a journal of which these bytes are left. */
export async function resume<W, A, H extends Automaton<W>>(
  scenario: Scenario<W, A, H>,
  bytes: Uint8Array = new Uint8Array(0),
): Promise<{ readonly result: LiveResult<W, A, H>; readonly text: string }> {
  const main = new MemoryStorage(bytes);
  const whole = main.text.slice(0, main.text.lastIndexOf("\n") + 1);
  const box = scenario.box(whole === "" ? [] : parseJournal(whole).lines);
  const journal = new Journal("j", headerOf(box), { main, early: new MemoryStorage() });
  const result = await learnLive(box, { ...scenario.options(), journal });
  journal.close();
  return { result, text: main.text };
}

function headerOf<W, A>({ kind, alphabet }: BlackBox<W, A>): JournalHeader {
  return {
    ...kindlessHeader,
    learner: "any",
    ...kind.header,
    alphabet: alphabet.symbols,
  };
}

/** Every so many lines, the journal is also cut in the middle of the line. */
const TORN = 3;

/**
 * Cuts the journal of a run after each of its lines, and within some of them, and resumes. Every resumed run must end with
 * the same journal, byte for byte. Returns the journal and the result of the whole run.
 */
export async function expectSameAfterEveryCut<W, A, H extends Automaton<W>>(
  scenario: Scenario<W, A, H>,
): Promise<{ readonly result: LiveResult<W, A, H>; readonly text: string }> {
  const whole = await resume(scenario);
  const bytes = new TextEncoder().encode(whole.text);
  for (let line = 1, start = 0; start < bytes.length; line++) {
    const end = bytes.indexOf(0x0a, start) + 1;
    for (const cut of line % TORN === 0 ? [(start + end) >> 1, end] : [end]) {
      const { text } = await resume(scenario, bytes.slice(0, cut));
      if (text !== whole.text) expect.fail(`cut in line ${line}: ${difference(text, whole.text)}`);
    }
    start = end;
  }
  return whole;
}

/** The first line that differs. */
function difference(found: string, expected: string): string {
  const [lines, wanted] = [found.split("\n"), expected.split("\n")];
  const at = lines.findIndex((line, i) => line !== wanted[i]);
  return `line ${at + 1}: ${lines[at]} instead of ${wanted[at]}`;
}
