export { Acceptor } from "./acceptor.ts";
export { Classifier } from "./classifier.ts";
export {
  checkDescription,
  type NetworkDescription,
  type Notify,
  parseDescription,
  SIDE_FILE_EXAMPLE,
} from "./description.ts";
export { externalFiles, shortWeights } from "./external-data.ts";
export type { OnState } from "./hidden-states.ts";
export { LanguageModel } from "./language-model.ts";
export { ACCEPTOR_TESTS, type Network, openNetwork, suggestDescription } from "./networks.ts";
export {
  type ExternalData,
  type Feed,
  type OnnxRuntime,
  openSession,
  type Port,
  type Session,
  type Tensor,
  withoutWeights,
} from "./session.ts";
export { teamOf } from "./team.ts";
export { findByUncertainty } from "./uncertain-words.ts";
export type { Pause, RunOptions } from "./word-reader.ts";
