/** Neural networks in ONNX files as teachers, in Node and in browsers; the runtime is passed in. */

export {
  ACCEPTOR_TESTS,
  Acceptor,
  checkDescription,
  type Feed,
  findByUncertainty,
  LanguageModel,
  type Network,
  type NetworkDescription,
  type OnnxRuntime,
  type OnState,
  openNetwork,
  openSession,
  type Pause,
  type Port,
  parseDescription,
  type RunOptions,
  type Session,
  SIDE_FILE_EXAMPLE,
  type Tensor,
} from "@hankel/networks";
