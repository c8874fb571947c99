/** How wide texts are on a terminal. */

/** Combining marks, and the parts of Korean syllables that join the part before them, take no column. */
const NONE = /[\p{Mn}\p{Me}\p{Cf}\u1160-\u11ff\ud7b0-\ud7fb]/u;
/** East Asian characters and emoji take two columns. */
const TWO =
  /[\p{Emoji_Presentation}\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]/u;
/** Makes an emoji of the character before it, so that both take two columns. */
const MAKES_EMOJI = "\ufe0f";
const ESCAPE = "\u001b";
const STYLE_OR_CHARACTER = new RegExp(`${ESCAPE}\\[\\d+m|.`, "gsu");

/** How many columns of a terminal a text takes. Where terminals differ, as for flags and joined emoji, it is the most. */
export function width(text: string): number {
  let total = 0;
  for (const character of text) total += columnsOf(character);
  return total;
}

function columnsOf(character: string): number {
  if (character <= "~" || character === MAKES_EMOJI) return 1;
  if (NONE.test(character)) return 0;
  return TWO.test(character) ? 2 : 1;
}

/** The beginning of a text that fits into so many columns. All of its styles stay, so that none lasts beyond it. */
export function fitted(text: string, most: number): string {
  let [kept, total] = ["", 0];
  for (const [part] of text.matchAll(STYLE_OR_CHARACTER)) {
    const isStyle = part.length > 1 && part.startsWith(ESCAPE);
    if (!isStyle) total += columnsOf(part);
    if (isStyle || total <= most) kept += part;
  }
  return kept;
}
