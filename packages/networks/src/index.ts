export { Acceptor } from "./acceptor.ts";
export {
  checkDescription,
  type NetworkDescription,
  parseDescription,
  SIDE_FILE_EXAMPLE,
} from "./description.ts";
export type { OnState } from "./hidden-states.ts";
export { LanguageModel } from "./language-model.ts";
export { type Network, openNetwork } from "./open-network.ts";
export { type Feed, type OnnxRuntime, openSession, type Port, type Session, type Tensor } from "./session.ts";
export { findByUncertainty } from "./uncertain-words.ts";
export type { Pause, RunOptions } from "./word-runner.ts";
