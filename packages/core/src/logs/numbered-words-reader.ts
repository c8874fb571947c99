import type { Line } from "../formats/lines.ts";
import { NumberedWordsReader, type SampleKind } from "../formats/sample-set.ts";
import type { Word } from "../words/word.ts";
import type { LogBuilder } from "./log-builder.ts";

/** Reads the samples of PAutomaC and SPiCe, and labelled words as those of Abbadingo and StaMinA. */
export class NumberedLogReader extends NumberedWordsReader<void> {
  readonly #log: LogBuilder;
  /** The number that each symbol has in the log. */
  readonly #names: number[] = [];

  constructor(log: LogBuilder, kind: SampleKind) {
    super(kind);
    this.#log = log;
  }

  protected word(word: Word, label: number | undefined, { number }: Line): void {
    for (const letter of word) this.#log.letter(this.#name(letter));
    this.#log.word(number, { label });
  }

  /** Symbols that are announced belong to the alphabet also if no word has them. */
  protected finished(symbols: number): void {
    for (let letter = 0; letter < symbols; letter++) this.#name(letter);
  }

  #name(letter: number): number {
    return (this.#names[letter] ??= this.#log.symbols.ofText(String(letter)));
  }
}
