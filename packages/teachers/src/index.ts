export { automatonBox } from "./automaton-box.ts";
export type { Announcement, BlackBox, Report, WeighOptions } from "./box.ts";
export { type HttpBoxOptions, openUrl } from "./http/http-box.ts";
export { Journal, type JournalContent, readJournal } from "./journal/journal.ts";
export { type MergeConflict, mergeJournals, type NamedJournal } from "./journal/merge.ts";
export { type ModuleBoxOptions, openModule } from "./module/module-box.ts";
export { openPerson, type PersonBoxOptions } from "./person/person-box.ts";
export type { Clock } from "./pool/clock.ts";
export type { Connect, Connection, Listener } from "./process/connection.ts";
export {
  type ConnectionsOptions,
  openConnections,
  openProcess,
  type ProcessBoxOptions,
} from "./process/process-box.ts";
export type { Conflict } from "./run/asker.ts";
export { Book, type Settled, type Verdict } from "./run/book.ts";
export { combine, type OnConflict } from "./run/combine.ts";
export type { LiveCounts, LiveEvent, OnEvent, Purpose } from "./run/events.ts";
export type { Evidence } from "./run/evidence.ts";
export { learnLive } from "./run/live.ts";
export type { LiveOptions, LiveResult } from "./run/live-options.ts";
export { bookOf, type Replay, replayJournal } from "./run/replay.ts";
export { algebraOf } from "./wire/vocabulary.ts";
