/// <reference types="node" preserve="true" />

/** What needs Node: live black boxes, runs that survive a crash, journals, automata in files. */

import type { Automaton } from "./index.ts";
import { type Reading, readAny } from "./support/input.ts";
import { destination, type Writing, writeAutomaton } from "./support/output.ts";

export {
  type Announcement,
  type AskFleetOptions,
  askFleet,
  automatonBox,
  type BlackBox,
  type Clock,
  type Conflict,
  type Connect,
  type Connection,
  type ConnectionsOptions,
  cannot,
  classBox,
  type FleetAccess,
  type FleetBoxOptions,
  type FleetFacts,
  findsOf,
  guideBox,
  type HttpBoxOptions,
  isNextBox,
  Journal,
  type JournalReading,
  journalHeader,
  type Listener,
  type LiveCounts,
  type LiveEvent,
  type LiveOptions,
  type LiveResult,
  learnLive,
  type MappedBoxOptions,
  type Mapper,
  type MergeConflict,
  type ModuleBoxOptions,
  mergeJournals,
  type NamedJournal,
  type NextBox,
  nameOf,
  nextBox,
  nextOfBox,
  type OnEvent,
  type OnnxBox,
  type OnnxBoxOptions,
  type OnStates,
  type OpenAiBoxOptions,
  type OpenBox,
  openConnections,
  openFleet,
  openMapped,
  openModule,
  openOnnx,
  openOpenAi,
  openPerson,
  openProcess,
  openUrl,
  type PersonBoxOptions,
  type ProcessBoxOptions,
  type Report,
  readJournal,
  readMapper,
  restBox,
  runWorker,
  type TokenUsage,
  type WeighOptions,
  type WireEvent,
  type WorkerFacts,
  type WorkerOptions,
  type WorkerResult,
  weightsBox,
} from "@hankel/teachers";

/**
 * Reads an automaton from a file of any format; the ending of its name says which. The options are those of the
 * command line, for what the file does not say.
 *
 * @example
 * const target = await readAutomatonFile("examples/models/random-5.teacher.json");
 * console.log(target.size); // 5
 */
export async function readAutomatonFile(path: string, reading: Reading = {}): Promise<Automaton<unknown>> {
  return readAny(path, reading);
}

/**
 * Writes an automaton to a file, the whole of it or nothing; the ending of its name says the format.
 *
 * @example
 * const folder = await mkdtemp(join(tmpdir(), "hankel-"));
 * await writeAutomatonFile(join(folder, "even.dot"), minimize(fromExpression("(aa)*", boolean)));
 * console.log((await readAutomatonFile(join(folder, "even.dot"))).size); // 2
 * await rm(folder, { recursive: true });
 */
export async function writeAutomatonFile<W>(
  path: string,
  automaton: Automaton<W>,
  writing: Omit<Writing, "out"> = {},
): Promise<void> {
  await writeAutomaton(automaton, await destination(path, writing));
}
