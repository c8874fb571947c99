/**
 * What the answers of a teacher are: weights of an algebra, or something else that can be compared and written down. This
 * is all that a memory, a journal and a recheck need. Every `GroupWithZero` is one.
 */
export interface AnswerType<A> {
  readonly name: string;
  /** Are equal answers identical? Otherwise equality is nearness. */
  readonly exact: boolean;
  equals(a: A, b: A): boolean;
  /** Is this value such an answer, in its normal form? */
  isWeight(value: unknown): value is A;
  /** Reads its notation; throws a `parse` error for anything else. */
  parse(text: string): A;
  /** The inverse of `parse`. */
  format(answer: A): string;
}
