export { type Anomalies, type Anomaly, anomalies, type ScoreKind, type Surprise } from "./anomalies.ts";
export { type LogColumns, type NamedColumns, type Role } from "./columns.ts";
export { hearLog } from "./hear.ts";
export type { Log, LogKind } from "./log-builder.ts";
export { type LogFormat, type LogOptions, LogReader, logFormats } from "./log-reader.ts";
export { type LogTest, refuted, type Saying, testByLog } from "./log-test.ts";
export { guessBy } from "./model-guesses.ts";
export { understood } from "./understood.ts";
