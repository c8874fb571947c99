export { nextTeacherOf } from "./automaton-teacher.ts";
export { type ClassedTeacher, classed, IMPOSSIBLE } from "./classed.ts";
export { bins, type Classes, parseClasses, topRanks } from "./classes.ts";
export { type Distribution, distanceOfRows, distributionOf, distributions, showRow } from "./distribution.ts";
export { guided, restriction } from "./guided.ts";
export { type NextTeacher, type SyncNextTeacher, softTeacher } from "./next-teacher.ts";
export { type DistributionNotation, readDistributions } from "./read-distributions.ts";
export { weightsOfNext } from "./weights-of-next.ts";
