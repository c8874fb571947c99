/** Options of the learner for language models. */
export interface SoftOptions {
  /** How far apart the futures of words in one state may be, in expectation. */
  readonly tolerance?: number | undefined;
  /** The most states wanted: the result is the best automaton of so many. */
  readonly maxStates?: number | undefined;
  /** The seed of what is drawn at random. */
  readonly seed?: number | undefined;
}
