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
  bold: (text) => `\u001b[1m${text}\u001b[22m`,
  faint: (text) => `\u001b[2m${text}\u001b[22m`,
  group: (number, text) => `\u001b[${GROUPS[number % GROUPS.length]}m${text}\u001b[39m`,
};

/** Colours for a stream: only on a terminal that supports them, and not if `NO_COLOR` is set (no-color.org). */
export function paintFor(stream: { readonly isTTY?: boolean }): Paint {
  const { NO_COLOR, TERM } = process.env;
  const wanted = stream.isTTY === true && (NO_COLOR ?? "") === "" && TERM !== "dumb";
  return wanted ? coloured : plain;
}
