export { breadthFirst, randomWords, type WordSource } from "./equivalence.ts";
export { exactTeacher } from "./exact.ts";
export { asyncFunctionTeacher, type FunctionTeacherOptions, functionTeacher } from "./function.ts";
export { type Counts, cached, counted } from "./wrappers.ts";
