/** Language models: teachers that say what comes next after a word, as distributions, and what learners make of them. */

export {
  type AnswerType,
  type Distribution,
  type DistributionNotation,
  distributionOf,
  distributions,
  type NextAnswers,
  type NextTeacher,
  nextTeacherOf,
  readDistributions,
  type SoftLearnerName,
  type SoftOptions,
  type SyncNextTeacher,
  softLearners,
  softTeacher,
  weightsOfNext,
} from "@hankel/core";
