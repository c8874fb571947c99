/** The weight of a word, and the single answers behind it if there were several. */
export interface StoredAnswer<W> {
  readonly weight: W;
  readonly answers?: readonly W[];
}
