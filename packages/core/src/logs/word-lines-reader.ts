import { isBlank } from "../formats/bytes.ts";
import { failAt, type Line, LineReader, textOf } from "../formats/lines.ts";
import type { LogBuilder } from "./log-builder.ts";
import { symbolsIn } from "./row-sink.ts";

/** How the lines of a file are words. */
export interface WordLines {
  /** Is every character a symbol? */
  readonly letters?: boolean | undefined;
  /** Does each line begin with a label, +, - or ?, as the files of StaMinA's competition do? */
  readonly labelled?: boolean | undefined;
}

const BRACKET = 0x5b;
/** The signs in front of labelled words, and what they mean. */
const SIGNS: ReadonlyMap<number, number> = new Map([
  [0x2b, 1],
  [0x2d, 0],
  [0x3f, -1],
]);

/** Is this a line of a labelled word: a sign, and behind it a blank or nothing? */
export function hasSign({ bytes, start, end }: Pick<Line, "bytes" | "start" | "end">): boolean {
  return start < end && SIGNS.has(bytes[start]) && (start + 1 === end || isBlank(bytes[start + 1]));
}

/** Reads a word on each line: symbols between blanks, or a JSON array of them. An empty line is the empty word. */
export class WordLinesReader extends LineReader<void> {
  readonly #log: LogBuilder;
  readonly #how: WordLines;
  /** How many words have one symbol, and how many there are. */
  #single = 0;
  #words = 0;

  constructor(log: LogBuilder, how: WordLines = {}) {
    super();
    this.#log = log;
    this.#how = how;
  }

  protected line(line: Line): void {
    const { letters, labelled } = this.#how;
    const label = labelled ? SIGNS.get(line.bytes[line.start]) : undefined;
    if (labelled && !hasSign(line))
      failAt(line, line.start, "expected a label, + or - or ?, in front of the word");
    const start = labelled ? line.start + 1 : line.start;
    const before = this.#log.events;
    if (letters) this.#characters(line, start);
    else if (line.bytes[start] === BRACKET) this.#array(line, start);
    else this.#symbols(line, start);
    this.#words++;
    if (this.#log.events - before === 1) this.#single++;
    this.#log.word(line.number, { label });
  }

  protected result(): void {
    if (this.#words > 1 && this.#single === this.#words && !this.#how.letters)
      this.#log.remark(
        "every line has one symbol, so every word has one letter: with --letters each character is a symbol; if the lines are the events of one session, put them on one line",
      );
  }

  #symbols(line: Line, start: number): void {
    const { bytes, end } = line;
    const { symbols } = this.#log;
    for (let at = start; ; ) {
      while (at < end && isBlank(bytes[at])) at++;
      if (at >= end) return;
      const from = at;
      while (at < end && !isBlank(bytes[at])) at++;
      this.#log.letter(symbols.ofBytes(line, bytes, from, at));
    }
  }

  #characters(line: Line, start: number): void {
    for (const character of textOf(line, start)) {
      if (character.trim() !== "") this.#log.letter(this.#log.symbols.ofText(character));
    }
  }

  #array(line: Line, start: number): void {
    const fail = (message: string) => failAt(line, start, message);
    for (const symbol of symbolsIn(textOf(line, start), fail))
      this.#log.letter(this.#log.symbols.ofText(symbol));
  }
}
