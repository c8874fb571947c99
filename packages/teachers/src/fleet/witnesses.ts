import { type Alphabet, Contradiction, type Kind, PrefixTree, shortened, type Word } from "@hankel/core";

/** The most words that wait for a second answer. */
const MOST = 100_000;

/** A machine that answers. */
export interface Host {
  readonly name: string;
  readonly host: string;
}

/** An answer, and the machine that gave it. */
interface Given {
  readonly answer: unknown;
  readonly machine: string;
}

/** Remembers who answered which word, first and last, and compares the answers of two machines to one word. */
export class Witnesses {
  readonly #kind: Kind<unknown>;
  readonly #alphabet: Alphabet;
  /** The machines that ever joined; a machine's number is its place, from 1 on. */
  readonly #machines: Host[] = [];
  readonly #tree: PrefixTree;
  /** At 2n and 2n + 1, the numbers of whoever answered the word of node n first, and last; 0 if nobody has. */
  #who = new Int32Array(32);
  /**
   * The words that may be answered twice, with the first answer when it is there: a word of a lease that ran out is
   * answered by another machine, and the first one may answer after all. Only such words are kept.
   */
  readonly #watched = new Map<string, Given | undefined>();

  constructor(kind: Kind<unknown>, alphabet: Alphabet) {
    this.#kind = kind;
    this.#alphabet = alphabet;
    this.#tree = new PrefixTree(alphabet.size);
  }

  /** A machine has answered words. */
  note(machine: Host, words: readonly Word[]): void {
    const known = this.#machines.findIndex(({ name }) => name === machine.name) + 1;
    const number = known > 0 ? known : this.#machines.push(machine);
    for (const word of words) {
      const at = 2 * this.#tree.insert(word);
      if (at >= this.#who.length) {
        const longer = new Int32Array(2 * at);
        longer.set(this.#who);
        this.#who = longer;
      }
      if (this.#who[at] === 0) this.#who[at] = number;
      this.#who[at + 1] = number;
    }
  }

  /** Who answered the word first, and who last; none if nobody has. */
  of(word: Word): readonly Host[] {
    const at = 2 * this.#tree.find(word);
    if (at < 0 || at >= this.#who.length || this.#who[at] === 0) return [];
    return [...new Set(this.#who.subarray(at, at + 2))].map((number) => this.#machines[number - 1]);
  }

  /** These words may be answered twice. */
  watch(words: readonly Word[]): void {
    for (const word of words) {
      if (this.#watched.size >= MOST) return;
      const key = word.join();
      if (!this.#watched.has(key)) this.#watched.set(key, undefined);
    }
  }

  /** Takes answers of a machine; returns an error that names the machines if another one said something else. */
  compare(machine: string, words: readonly Word[], answers: readonly unknown[]): Contradiction | undefined {
    if (this.#watched.size === 0) return undefined;
    for (let i = 0; i < words.length; i++) {
      const key = words[i].join();
      if (!this.#watched.has(key)) continue;
      const before = this.#watched.get(key);
      if (before === undefined) this.#watched.set(key, { answer: answers[i], machine });
      else if (before.machine !== machine) {
        this.#watched.delete(key);
        if (!this.#kind.equals(before.answer, answers[i]))
          return this.#contradiction(words[i], before, { answer: answers[i], machine });
      }
    }
    return undefined;
  }

  #contradiction(word: Word, before: Given, after: Given): Contradiction {
    const shown = this.#alphabet.show(word, this.#kind.terms);
    const [first, second] = [before, after].map(({ answer }) => shortened(this.#kind.format(answer)));
    return new Contradiction(
      `the workers ${before.machine} and ${after.machine} contradict each other: for ${shown} the first ` +
        `answers ${first}, the second ${second}; --repeat and --on-conflict say what to do about noise`,
    );
  }
}
