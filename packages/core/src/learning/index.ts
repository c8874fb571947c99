export { ApartLearner, type ApartOptions } from "./apart/apart.ts";
export {
  type Budget,
  type Costs,
  type DriveOptions,
  drive,
  type Learned,
  MAX_QUESTIONS,
  type Outcome,
  runLearner,
  runLearnerAsync,
  type Statistics,
} from "./drive.ts";
export { createLearner, type LearnerName, type LearnOptions, learn, learnAsync, learners } from "./learn.ts";
export type { Answer, AsyncTeacher, Learner, LearnerRun, Question, Reason, Teacher } from "./protocol.ts";
export { type CounterexampleUse, TableLearner, type TableOptions } from "./table/table.ts";
export { DEAD, DiscriminationTree } from "./tree/discrimination-tree.ts";
export { type SavingName, savings } from "./tree/savings/index.ts";
export { Sifting } from "./tree/sifting.ts";
export { TreeLearner, type TreeOptions } from "./tree/tree.ts";
export { ALGORITHM_VERSION } from "./version.ts";
