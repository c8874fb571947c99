export { readCertificate, writeCertificate } from "./certificate-json.ts";
export type { Arcs, AutomatonDocument, Section, WeightedStates } from "./document.ts";
export { writeDot } from "./dot.ts";
export { readHankel, readHankelDocument, writeHankel } from "./hankel-json.ts";
export {
  formatJournalHeader,
  formatJournalLine,
  type JournalHeader,
  type JournalLine,
  parseJournalHeader,
  parseJournalLine,
} from "./journal-lines.ts";
export { type JsonKind, JsonReader } from "./json.ts";
export { type Format, formatByEnding, formatByName, formats } from "./registry.ts";
