export { type ClassedTeacher, classed, IMPOSSIBLE } from "./classed.ts";
export { bins, type Classes, parseClasses, topRanks } from "./classes.ts";
export { type Distribution, distributionOf } from "./distribution.ts";
export { guided } from "./guided.ts";
export { type NextTeacher, nextTeacherOf } from "./next-teacher.ts";
