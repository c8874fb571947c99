import { styleMark, type Terminal } from "../support/terminal.ts";

/** Colours on a terminal, plain text elsewhere. */
export interface Paint {
  bold(text: string): string;
  faint(text: string): string;
  /** States and rows that belong together have the same number, and so the same colour. */
  group(number: number, text: string): string;
}

/** The same, and colours for what has changed between two versions. */
export interface ChangePaint extends Paint {
  change(kind: "same" | "new" | "gone" | "changed", text: string): string;
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

const CHANGES = { same: 90, new: 32, gone: 31, changed: 33 } as const;

/** Colours for a listing of changes: green, red and amber. */
export function changePaintFor(output: Pick<Terminal, "isCapable">): ChangePaint {
  const paint = paintFor(output);
  return { ...paint, change: (kind, text) => (paint === plain ? text : styled(CHANGES[kind], text, 39)) };
}

/** Colours for an output: only on a terminal that supports them, and not if `NO_COLOR` is set (no-color.org). */
export function paintFor(output: Pick<Terminal, "isCapable">): Paint {
  const wanted = output.isCapable && (process.env["NO_COLOR"] ?? "") === "";
  return wanted ? coloured : plain;
}
