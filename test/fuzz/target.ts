import type { ErrorCode } from "@hankel/core";

/** Something that reads what others wrote. */
export interface Target {
  /** Letters and dashes; `a/b` is a variant of `a`. */
  readonly name: string;
  /** Valid inputs. Others are made from them. */
  readonly seeds: readonly string[];
  /** Inputs that once were not handled as they should be. */
  readonly found: readonly string[];
  /** Fragments of the syntax. */
  readonly scraps: readonly string[];
  /** Is an input JSON, or does it consist of lines of JSON? */
  readonly json: "whole" | "lines" | "no";
  /** The codes of the errors that it may throw. */
  readonly codes: readonly ErrorCode[];
  /** Do its errors have a place in the input? */
  readonly placed: boolean;
  /** Do line ends of Windows, a byte order mark and a missing last line end make no difference? */
  readonly anyLineEnds: boolean;
  /** Is a valid input without its end never valid? */
  readonly needsEnd: boolean;
  /** Reads an input, writes the value and reads it again. The text stands for the value. */
  read(input: Uint8Array): string | Promise<string>;
}

/** How a target reads and writes. */
export interface Definition<V> extends Partial<Omit<Target, "read">> {
  readonly name: string;
  readonly seeds: readonly string[];
  read(input: Uint8Array): V | Promise<V>;
  /** The value as an input, which must be read back as an equal value; undefined if it cannot be written. */
  write?(value: V): string | undefined;
  /** A text that stands for a value: equal values have equal texts. By default, what is written. */
  show?(value: V, written: string | undefined): string;
}

/** A value was written, but read back as another value, or not at all. */
export class BrokenRoundTrip extends Error {
  override readonly name = "BrokenRoundTrip";
}

const encoder = new TextEncoder();

/** Makes a target, with the usual answers to what the definition leaves open. */
export function target<V>(definition: Definition<V>): Target {
  const { read, show, write, ...rest } = definition;
  const textFor = (value: V, written: string | undefined) => show?.(value, written) ?? written ?? "";
  const readAgain = (value: V): string | Promise<string> => {
    const written = write?.(value);
    const shown = textFor(value, written);
    if (written === undefined) return shown;
    const compared = (again: V) => {
      const found = textFor(again, write?.(again));
      if (found === shown) return shown;
      throw new BrokenRoundTrip(`${shown} was written as ${written} and read back as ${found}`);
    };
    const refused = (cause: unknown) => {
      throw new BrokenRoundTrip(`${shown} was written as ${written} and refused: ${String(cause)}`, {
        cause,
      });
    };
    let again: V | Promise<V>;
    try {
      again = read(encoder.encode(written));
    } catch (cause) {
      return refused(cause);
    }
    return again instanceof Promise ? again.then(compared, refused) : compared(again);
  };
  return {
    found: [],
    scraps: [],
    json: "no",
    codes: ["parse"],
    placed: false,
    anyLineEnds: false,
    needsEnd: false,
    ...rest,
    read(input) {
      const value = read(input);
      return value instanceof Promise ? value.then(readAgain) : readAgain(value);
    },
  };
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Stands for half of a surrogate pair, which UTF-8 cannot hold but a string can. */
export const HALF_PAIR = "\uf8ff";

/** An input as text. Bytes that are not UTF-8 become U+FFFD. */
export function textOf(input: Uint8Array): string {
  return decoder.decode(input).replaceAll(HALF_PAIR, "\ud800");
}
