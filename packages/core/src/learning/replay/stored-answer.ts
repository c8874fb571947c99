/** The weight of a word, or another kind of answer, and the single answers behind it if there were several. */
export interface StoredAnswer<A> {
  readonly weight: A;
  readonly answers?: readonly A[];
}
