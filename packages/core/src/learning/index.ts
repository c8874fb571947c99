export { type Advice, adviceOn, adviceOnGrowth, adviceOnRank, adviser } from "./advice.ts";
export { ApartLearner, type ApartOptions, type FrontierWord } from "./apart/apart.ts";
export { type DriveOptions, Driver, searchCounterexample, type TeacherQuestion } from "./driver.ts";
export { type Evidence, type GrowthPoint, gatherEvidence } from "./evidence.ts";
export { deterministicForm, type Form, linearForm } from "./form.ts";
export { IntegralLearner, type IntegralOptions } from "./integral.ts";
export {
  type AnyLearnerName,
  createLearner,
  type FieldLearnerName,
  type FieldLearnOptions,
  fieldLearners,
  LEARNER_OPTION_NAMES,
  type LearnerName,
  type LearnerSetting,
  type LearnOptions,
  learn,
  learners,
  requireKnown,
  type SoftLearnerName,
  softLearners,
  type TolerantLearnerName,
  tolerantLearners,
} from "./learn.ts";
export {
  type Budget,
  type Costs,
  type Learned,
  MAX_MEMORY,
  type Outcome,
  RunFailed,
  type Statistics,
  unlessFailed,
  wasStopped,
} from "./learned.ts";
export { type LimitOptions, timePassed } from "./limits.ts";
export { type KnownArc, MachineLearner, type MachineOptions } from "./machine/machine.ts";
export { BlockWords } from "./multiplicity/block-words.ts";
export { MultiplicityLearner, type MultiplicityOptions } from "./multiplicity/multiplicity.ts";
export { checkPrices, costOf, defaultPrices, type Prices } from "./prices.ts";
export {
  type Answer,
  type AsyncTeacher,
  answerOf,
  type Examination,
  type ExaminationQuestion,
  type FindingTeacher,
  type Learner,
  type LearnerRun,
  type Purpose,
  type Question,
  type Reason,
  type StateVector,
  type Teacher,
  type TeacherBase,
  type Weighed,
} from "./protocol.ts";
export { headerOptionsOf } from "./replay/learner-options.ts";
export {
  conjectureHash,
  doesNotFit,
  type JournalContent,
  openReplay,
  parseJournal,
  type Replay,
  replayJournal,
  storeOf,
  textDigest,
} from "./replay/replay.ts";
export { type AsyncDriveOptions, runLearner, runLearnerAsync } from "./run.ts";
export {
  type CurvePoint,
  type Family,
  type Grounds,
  type Judged,
  NONE_STANDS_OUT,
  type SoftOptions,
  toleranceRange,
} from "./soft/choice.ts";
export { type LogFault } from "./soft/log-evidence.ts";
export { MOST_SYMBOLS, SoftLearner } from "./soft/soft.ts";
export { type CounterexampleUse, TableLearner, type TableOptions } from "./table/table.ts";
export type { Agreement, Disagreement } from "./tolerant/agreement.ts";
export { TolerantLearner, type TolerantOptions, type TolerantPoint } from "./tolerant/tolerant.ts";
export { DEAD, DiscriminationTree } from "./tree/discrimination-tree.ts";
export { TreeLearner, type TreeOptions } from "./tree/tree.ts";
export { ALGORITHM_VERSION } from "./version.ts";
