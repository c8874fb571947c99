/** Many numbers as a short text: 32 bits each, in base64. */

/** How such a text begins; no number does. */
const MARK = "f32:";

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const VALUES = new Int8Array(128).fill(-1);
for (let i = 0; i < DIGITS.length; i++) VALUES[DIGITS.charCodeAt(i)] = i;

/** Is a text such a one? */
export function isPacked(text: string): boolean {
  return text.startsWith(MARK);
}

/** The text of numbers that 32 bits hold, which `Math.fround` leaves as they are; others are rounded. */
export function packNumbers(numbers: ArrayLike<number>): string {
  const bytes = new Uint8Array(4 * numbers.length);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < numbers.length; i++) view.setFloat32(4 * i, numbers[i], true);
  const pieces: string[] = [MARK];
  let piece = "";
  for (let at = 0; at < bytes.length; at += 3) {
    const [second, third] = [bytes[at + 1] ?? 0, bytes[at + 2] ?? 0];
    const bits = (bytes[at] << 16) | (second << 8) | third;
    piece += DIGITS[bits >> 18] + DIGITS[(bits >> 12) & 63];
    piece += at + 1 < bytes.length ? DIGITS[(bits >> 6) & 63] : "=";
    piece += at + 2 < bytes.length ? DIGITS[bits & 63] : "=";
    if (piece.length < 2 ** 12) continue;
    pieces.push(piece);
    piece = "";
  }
  return pieces.join("") + piece;
}

/** The numbers of such a text; undefined if it is none. */
export function unpackNumbers(text: string): Float64Array | undefined {
  if (!isPacked(text) || (text.length - MARK.length) % 4 !== 0) return undefined;
  const end = text.endsWith("==") ? text.length - 2 : text.endsWith("=") ? text.length - 1 : text.length;
  const length = Math.floor(((end - MARK.length) * 3) / 4);
  if (length % 4 !== 0) return undefined;
  const bytes = new Uint8Array(length);
  let [bits, held, byte] = [0, 0, 0];
  for (let at = MARK.length; at < end; at++) {
    const value = VALUES[text.charCodeAt(at)] ?? -1;
    if (value < 0) return undefined;
    bits = ((bits << 6) | value) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes[byte++] = (bits >> held) & 0xff;
  }
  const view = new DataView(bytes.buffer);
  return Float64Array.from({ length: length / 4 }, (_, i) => view.getFloat32(4 * i, true));
}
