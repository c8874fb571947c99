export { type Distribution, distributionOf } from "./distribution.ts";
export { type NextTeacher, nextTeacherOf } from "./next-teacher.ts";
