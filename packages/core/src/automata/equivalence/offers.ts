/** Which entries of the offers count, and their order. */
interface Order {
  stands(entry: number, length: number): boolean;
  precedes(one: number, other: number): boolean;
}

/**
 * Numbers by the lengths of what they offer. Only those of the least length are put in order, in a heap; their order never changes.
 * An entry that offers something else by now stays until it is met.
 */
export class Offers {
  readonly #order: Order;
  readonly #byLength: number[][] = [];
  /** No entry has a smaller length. */
  #least = 0;
  /** The length whose entries are in a heap, or -1. */
  #heaped = -1;
  #count = 0;

  constructor(order: Order) {
    this.#order = order;
  }

  get count(): number {
    return this.#count;
  }

  clear(): void {
    this.#byLength.length = 0;
    this.#least = 0;
    this.#heaped = -1;
    this.#count = 0;
  }

  add(entry: number, length: number): void {
    while (this.#byLength.length <= length) this.#byLength.push([]);
    const entries = this.#byLength[length];
    this.#count++;
    this.#least = Math.min(this.#least, length);
    entries.push(entry);
    if (length === this.#heaped) this.#rise(entries, entries.length - 1);
  }

  /** Drops all entries that do not count. */
  clean(): void {
    this.#count = 0;
    this.#heaped = -1;
    this.#byLength.forEach((entries, length) => {
      const standing = new Set(entries.filter((entry) => this.#order.stands(entry, length)));
      this.#byLength[length] = [...standing];
      this.#count += standing.size;
    });
  }

  /** The entry that offers the least word, or -1. */
  first(): number {
    for (; this.#least < this.#byLength.length; this.#least++) {
      const entries = this.#byLength[this.#least];
      if (entries.length > 0 && this.#heaped !== this.#least) this.#heap(entries);
      while (entries.length > 0) {
        if (this.#order.stands(entries[0], this.#least)) return entries[0];
        this.#removeFirst(entries);
      }
    }
    return -1;
  }

  #heap(entries: number[]): void {
    this.#heaped = this.#least;
    let standing = 0;
    for (const entry of entries) if (this.#order.stands(entry, this.#least)) entries[standing++] = entry;
    this.#count -= entries.length - standing;
    entries.length = standing;
    for (let at = (standing >> 1) - 1; at >= 0; at--) this.#sink(entries, at);
  }

  #removeFirst(entries: number[]): void {
    const last = entries.pop() as number;
    this.#count--;
    if (entries.length === 0) return;
    entries[0] = last;
    this.#sink(entries, 0);
  }

  #rise(entries: number[], from: number): void {
    const entry = entries[from];
    let at = from;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!this.#order.precedes(entry, entries[above])) break;
      entries[at] = entries[above];
      at = above;
    }
    entries[at] = entry;
  }

  #sink(entries: number[], from: number): void {
    const entry = entries[from];
    const { length } = entries;
    let at = from;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= length) break;
      if (below + 1 < length && this.#order.precedes(entries[below + 1], entries[below])) below++;
      if (!this.#order.precedes(entries[below], entry)) break;
      entries[at] = entries[below];
      at = below;
    }
    entries[at] = entry;
  }
}
