import { styleMark, type Terminal } from "../support/terminal.ts";

/** Colours on a terminal, plain text elsewhere. */
export interface Paint {
  bold(text: string): string;
  faint(text: string): string;
  /** States and rows that belong together have the same number, and so the same colour. */
  group(number: number, text: string): string;
}

const GROUPS = [36, 33, 35, 32, 34, 31];

const plain: Paint = {
  bold: (text) => text,
  faint: (text) => text,
  group: (_number, text) => text,
};

const coloured: Paint = {
  bold: (text) => styled(1, text, 22),
  faint: (text) => styled(2, text, 22),
  group: (number, text) => styled(GROUPS[number % GROUPS.length], text, 39),
};

function styled(on: number, text: string, off: number): string {
  return `${styleMark(on)}${text}${styleMark(off)}`;
}

/** Colours for an output: only on a terminal that supports them, and not if `NO_COLOR` is set (no-color.org). */
export function paintFor(output: Pick<Terminal, "isCapable">): Paint {
  const wanted = output.isCapable && (process.env["NO_COLOR"] ?? "") === "";
  return wanted ? coloured : plain;
}
