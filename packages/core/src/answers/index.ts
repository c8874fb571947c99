export { Answers, type Clash } from "./answers.ts";
export { Observations, RunObservations } from "./observations.ts";
export { type AnswerClash, AnswerStore, type StoredAnswer, type Verdict } from "./store.ts";
export { Told } from "./told.ts";
