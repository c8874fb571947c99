export { ArpaReader, type ArpaWriteOptions, writeArpa } from "./arpa.ts";
export { type AttOptions, AttReader, FRAME } from "./att.ts";
export { type AttWriteOptions, attChunks, attSymbols, writeAtt } from "./att-write.ts";
export { readCertificate, writeCertificate } from "./certificate-json.ts";
export { readDaut, readDautDocument, writeDaut } from "./daut.ts";
export {
  type AutomatonDocument,
  type DocumentArcs,
  documentToAutomaton,
  documentToWdfsa,
  documentToWfsa,
  type Section,
  type WeightedStates,
} from "./document.ts";
export { type DotWriteOptions, writeDot } from "./dot.ts";
export { type DotOptions, type DrawnKind, readDot, readDotDocument } from "./dot-read.ts";
export { readHankel, readHankelDocument, writeHankel } from "./hankel-json.ts";
export { readJflap, readJflapDocument, writeJflap } from "./jflap.ts";
export {
  type Fingerprint,
  formatJournalHeader,
  formatJournalLine,
  type JournalHeader,
  type JournalLine,
  type KindHeader,
  kindMembers,
  type NextAnswers,
  parseJournalHeader,
  parseJournalLine,
} from "./journal-lines.ts";
export { JournalSums } from "./journal-sums.ts";
export { JsonReader } from "./json.ts";
export { type ChunkReader, readWhole } from "./lines.ts";
export { PautomacReader, writePautomac } from "./pautomac.ts";
export {
  type Format,
  formatByEnding,
  formatByName,
  formats,
  type PlannedAutomaton,
  type ReadOptions,
  readFormat,
  readFormatDocument,
  type WriteOptions,
} from "./registry.ts";
export {
  type SampleKind,
  type SampleSet,
  SampleSetReader,
  sampleSetHead,
  sampleSetLine,
  sampleSetToDocument,
  writeSampleSet,
} from "./sample-set.ts";
export { readSymbols, SymbolReader, SymbolTable } from "./symbols.ts";
