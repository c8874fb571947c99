export { nextTeacherOf } from "./automaton-teacher.ts";
export { type Distribution, distanceOfRows, distributionOf, distributions, showRow } from "./distribution.ts";
export { type NextTeacher, type SyncNextTeacher, softTeacher } from "./next-teacher.ts";
export { type DistributionNotation, readDistributions } from "./read-distributions.ts";
export { weightsOfNext } from "./weights-of-next.ts";
