export { type Anomalies, type Anomaly, anomalies, type ScoreKind, type Surprise } from "./anomalies.ts";
export { asKind, type KindOfSample, type LearnedKind } from "./as-kind.ts";
export { type LogColumns, type NamedColumns, type Role } from "./columns.ts";
export { hearLog } from "./hear.ts";
export {
  judgeLog,
  type LanguageFigures,
  type LogFigures,
  type MachineFigures,
  type WeightFigures,
} from "./judge-log.ts";
export type { Log, LogKind } from "./log-builder.ts";
export { type LogFormat, logFormats } from "./log-format.ts";
export { type LogOptions, LogReader } from "./log-reader.ts";
export { type LogTest, refuted, type Saying, testByLog } from "./log-test.ts";
export { guessBy, guessFrom } from "./model-guesses.ts";
export type { DateOrder } from "./time.ts";
export { understood } from "./understood.ts";
