/** A worker, as the facts about it are shown. */
export interface LaneFacts {
  readonly answered: number;
  /** Words per second of the time that it had something to do. */
  readonly rate: number;
  readonly leases: readonly { readonly id: number; readonly words: number; readonly seconds: number }[];
  /** Seconds since it was heard of. */
  readonly silence: number;
  readonly want: number;
}
