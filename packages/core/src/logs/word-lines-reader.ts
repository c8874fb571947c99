import { isBlank } from "../formats/bytes.ts";
import { failAt, type Line, LineReader, textOf } from "../formats/lines.ts";
import { labelIn } from "./labels.ts";
import type { LogBuilder } from "./log-builder.ts";
import { spell, symbolsIn } from "./row-sink.ts";

/** How the lines of a file are words. */
export interface WordLines {
  /** Is every character a symbol? */
  readonly letters?: boolean | undefined;
  /** Where each line has its label, if it has one: in front, as a sign that stands before the first symbol, or behind the word. */
  readonly label?: LabelPlace | undefined;
  /** Is each symbol an input with its output, as in `coin/ok`? */
  readonly pairs?: boolean | undefined;
}

/** Where the label of a line stands: in front, in front without a blank behind it, or behind. */
export type LabelPlace = "front" | "attached" | "behind";

/** A line in two: its label, and its word. Undefined if there is no label. */
export function labelled(
  text: string,
  at: LabelPlace,
): { readonly label: number; readonly word: string } | undefined {
  const pattern = {
    front: /^(\S+)(?:\s+(.*))?$/su,
    attached: /^([+\-?])(.*)$/su,
    behind: /^(?:(.*)\s+)?(\S+)$/su,
  }[at];
  const found = pattern.exec(text.trim());
  if (found === null) return undefined;
  const [first, second] = [found[1] ?? "", found[2] ?? ""];
  const [sign, word] = at === "behind" ? [second, first] : [first, second];
  const label = labelIn(sign);
  return label === undefined ? undefined : { label, word };
}

const BRACKET = 0x5b;

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
    const { label, pairs } = this.#how;
    const isPlain = label === undefined && pairs !== true;
    if (isPlain && !this.#log.skips) return this.#word(line);
    this.#log.orSkip(() => {
      // A line that is left out must not leave half a word behind.
      const text = textOf(line);
      if (isPlain) this.#word(line);
      else if (pairs === true) this.#pairs(line);
      else if (text.trim() !== "") this.#labelled(line, label ?? "front");
    });
  }

  protected result(): void {
    if (this.#words > 1 && this.#single === this.#words && !this.#how.letters)
      this.#log.remark(
        "every line has one symbol, so every word has one letter: with --letters each character is a symbol; if the lines are the events of one session, put them on one line",
      );
  }

  #word(line: Line): void {
    const before = this.#log.events;
    if (this.#how.letters) this.#texts([...textOf(line)].filter((character) => character.trim() !== ""));
    else if (line.bytes[line.start] === BRACKET)
      this.#texts(symbolsIn(textOf(line), (message) => failAt(line, line.start, message)));
    else this.#symbols(line);
    this.#end(line, before);
  }

  #labelled(line: Line, at: LabelPlace): void {
    const before = this.#log.events;
    const fail = (message: string) => failAt(line, line.start, message);
    const found =
      labelled(textOf(line), at) ??
      fail(
        `expected a label, + or - or ?, ${at === "behind" ? "behind" : "in front of"} the word; --format words takes signs as symbols`,
      );
    this.#texts(
      this.#how.letters
        ? [...found.word].filter((character) => character.trim() !== "")
        : symbolsIn(found.word, fail),
    );
    this.#end(line, before, found.label);
  }

  /** Inputs with their outputs; of a symbol without one, the output is not known. */
  #pairs(line: Line): void {
    const before = this.#log.events;
    const fail = (message: string) => failAt(line, line.start, message);
    const pairs = symbolsIn(textOf(line), fail).map((pair) => {
      const at = pair.lastIndexOf("/");
      return at <= 0
        ? { input: pair, output: undefined }
        : { input: pair.slice(0, at), output: pair.slice(at + 1) };
    });
    spell(
      this.#log,
      line.number,
      pairs.map(({ input }) => input),
      pairs.map(({ output }) => output),
      {},
      fail,
    );
    this.#count(before);
  }

  #symbols(line: Line): void {
    const { bytes, start, end } = line;
    const { symbols } = this.#log;
    for (let at = start; ; ) {
      while (at < end && isBlank(bytes[at])) at++;
      if (at >= end) return;
      const from = at;
      while (at < end && !isBlank(bytes[at])) at++;
      this.#log.letter(symbols.ofBytes(line, bytes, from, at));
    }
  }

  #texts(symbols: readonly string[]): void {
    for (const symbol of symbols) this.#log.letter(this.#log.symbols.ofText(symbol));
  }

  #end(line: Line, before: number, label?: number): void {
    this.#log.word(line.number, { label });
    this.#count(before);
  }

  #count(before: number): void {
    this.#words++;
    if (this.#log.events - before === 1) this.#single++;
  }
}
