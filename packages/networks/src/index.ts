export {
  checkDescription,
  type NetworkDescription,
  parseDescription,
  SIDE_FILE_EXAMPLE,
} from "./description.ts";
export type { OnState } from "./hidden-states.ts";
export { ACCEPTOR_TESTS, Acceptor, LanguageModel, type Network, openNetwork } from "./networks.ts";
export { type Feed, type OnnxRuntime, openSession, type Port, type Session, type Tensor } from "./session.ts";
export { findByUncertainty } from "./uncertain-words.ts";
export type { Pause, RunOptions } from "./word-reader.ts";
