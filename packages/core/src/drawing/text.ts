/** How much room texts take. */

/** The size of the names of states, of all other texts, and the distance of two lines. */
export const NAME_SIZE = 14;
export const LABEL_SIZE = 12;
export const LINE = 15;

const NARROW = /[iljtfrI.,:;'"`|!()[\]{} /\\-]/u;
const BROAD = /[mwMW@%…—]/u;
const WIDE = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60\u{1f000}-\u{3ffff}]/u;

/** About how wide a text is in a font like Helvetica; rather too wide than too narrow. */
export function textWidth(text: string, size: number): number {
  let width = 0;
  for (const character of text) {
    if (WIDE.test(character)) width += 1.05;
    else if (NARROW.test(character)) width += 0.36;
    else if (BROAD.test(character)) width += 0.95;
    else width += /[A-Z]/u.test(character) ? 0.72 : 0.58;
  }
  return width * size;
}

/** A label has no more characters than this. */
export const LONGEST_LABEL = 22;

/**
 * A text, or its beginning.
 *
 * @example
 * console.log(brief("a very long label of an arc", 12)); // a very long…
 */
export function brief(text: string, most = LONGEST_LABEL): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join("")}…`;
}

/** More lines than this are not drawn. */
const MOST_LINES = 6;
/** Symbols without weights share a line up to this many characters. */
const SHARED = 16;

/** The lines of text of some labels: short ones share a line, long ones and those beyond a few are shortened. */
export function linesOf(labels: readonly string[]): string[] {
  const texts = labels.map((label) => brief(label));
  const areShort = texts.every((text) => text.length <= 4 && !/[\s/]/u.test(text));
  const groups: string[][] = [];
  let width = Infinity;
  for (const text of texts) {
    width += text.length + 2;
    if (areShort && width <= SHARED) groups[groups.length - 1].push(text);
    else {
      groups.push([text]);
      width = text.length;
    }
  }
  const isCut = groups.length > MOST_LINES;
  const drawn = isCut ? groups.slice(0, MOST_LINES - 1) : groups;
  const lines = drawn.map((group, i) => group.join(", ") + (areShort && i + 1 < groups.length ? "," : ""));
  return isCut ? [...lines, `… ${labels.length - drawn.flat().length} more`] : lines;
}

/** How much room some lines take. */
export function roomOf(lines: readonly string[]): { readonly width: number; readonly height: number } {
  const width = Math.max(0, ...lines.map((line) => textWidth(line, LABEL_SIZE)));
  return { width, height: lines.length * LINE };
}
