export { automatonBox, fieldBox } from "./automaton-box.ts";
export {
  type Announcement,
  type BlackBox,
  cannot,
  findsOf,
  nameOf,
  type OnStates,
  type OpenBox,
  type Report,
  type TokenUsage,
  type WeighOptions,
} from "./box.ts";
export { type AskFleetOptions, askFleet, type FleetFacts, type WorkerFacts } from "./fleet/ask-fleet.ts";
export { type FleetBoxOptions, openFleet } from "./fleet/fleet.ts";
export type { FleetAccess } from "./fleet/fleet-access.ts";
export { runWorker, type WorkerOptions, type WorkerResult } from "./fleet/worker.ts";
export { withoutReset } from "./homing/homing-box.ts";
export { type HttpBoxOptions, openUrl } from "./http/http-box.ts";
export { Journal, type JournalReading, journalHeader, journalOf, readJournal } from "./journal/journal.ts";
export { unlockJournal } from "./journal/lock.ts";
export { type MergeConflict, mergeJournals, type NamedJournal } from "./journal/merge.ts";
export { learnLive } from "./learn-live.ts";
export { type MappedBoxOptions, openMapped } from "./mapped/mapped-box.ts";
export type { Mapper } from "./mapped/mapper.ts";
export { readMapper } from "./mapped/read-mapper.ts";
export type { WireEvent } from "./mapped/session.ts";
export { availableMemory, defaultMaxMemory, HEAP_SHARE, memoryMeter } from "./memory-meter.ts";
export { type ModuleBoxOptions, openModule } from "./module/module-box.ts";
export {
  classBox,
  guideBox,
  isNextBox,
  type NextBox,
  nextBox,
  nextOfBox,
  restBox,
  weightsBox,
} from "./next-boxes.ts";
export { type OnnxBox, type OnnxBoxOptions, openOnnx } from "./onnx/onnx-box.ts";
export { type OpenAiBoxOptions, openOpenAi } from "./openai/openai-box.ts";
export { openPerson, type PersonBoxOptions } from "./person/person-box.ts";
export type { Connect, Connection, Listener } from "./pool/copy-lane.ts";
export { abortable, type Clock } from "./pool/time.ts";
export {
  type ConnectionsOptions,
  openConnections,
  openProcess,
  type ProcessBoxOptions,
} from "./process/process-box.ts";
export type {
  Conflict,
  LiveCounts,
  LiveEvent,
  LiveOptions,
  LiveResult,
  OnEvent,
} from "./run/live-options.ts";
export { headerOf, namedTests, planRun, type RunPlan, usualTests } from "./run/plan.ts";
export { limitSentence } from "./run/present.ts";
export type { SuiteRunOptions } from "./run/run-suite.ts";
export { testHeaderOf } from "./test-target.ts";
