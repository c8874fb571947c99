export { type ClassedTeacher, classed, IMPOSSIBLE } from "./classed.ts";
export { bins, type Classes, parseClasses, topRanks } from "./classes.ts";
export { type Distribution, distanceOfRows, distributionOf, showRow } from "./distribution.ts";
export { guided } from "./guided.ts";
export {
  type Arriving,
  type FoldedAnswer,
  type FoldedRows,
  type GuessedWord,
  type NextTeacher,
  nextTeacherOf,
  type SyncNextTeacher,
  softTeacher,
} from "./next-teacher.ts";
export { ngramModel } from "./ngram.ts";
export { type Pdfa, pdfaToWdfsa, type Uses, usesOf } from "./pdfa.ts";
export type { DistributionNotation } from "./read-distributions.ts";
export { type WeightsOfNext, weightsOfNext } from "./weights-of-next.ts";
export { type RestTeacher, restSymbol, withRest } from "./with-rest.ts";
export { WordDraw, type WordDrawOptions } from "./word-draw.ts";
