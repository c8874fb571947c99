import type { Word } from "../words/word.ts";

/** The result of checking a certificate. */
export interface CertificateReport<W> {
  /** The language has at least this many states, or at least this rank, as its own answers show. */
  readonly atLeast: number;
  /** Set if the certificate is about the rank. */
  readonly rank?: true;
  /** How many words were asked. */
  readonly questions: number;
  /** A word that automaton and language weigh differently, if one was found. */
  readonly difference: { readonly word: Word; readonly automaton: W; readonly language: W } | undefined;
}
