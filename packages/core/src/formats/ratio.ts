/** Fractions as other tools can read them. */

const RATIO = /^(-?\d+)\/(\d+)$/;

/**
 * The text of a weight for tools that know no fractions: `3/4` becomes `0.75`. A fraction whose decimals do not end
 * stays as it is, for a rounded one would be another weight.
 */
export function decimalWhereExact(text: string): string {
  const match = text.includes("/") ? RATIO.exec(text) : null;
  if (match === null) return text;
  const n = BigInt(match[1]);
  const d = BigInt(match[2]);
  const places = decimalPlaces(d);
  if (places === undefined) return text;
  const digits = String(((n < 0n ? -n : n) * 10n ** BigInt(places)) / d).padStart(places + 1, "0");
  return `${n < 0n ? "-" : ""}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** More decimals than this help nobody. */
const MOST_PLACES = 60;

/** How many decimals 1/d has, d being more than 1; undefined where they do not end. */
function decimalPlaces(d: bigint): number | undefined {
  let [rest, twos, fives] = [d, 0, 0];
  while (rest % 2n === 0n && twos <= MOST_PLACES) [rest, twos] = [rest / 2n, twos + 1];
  while (rest % 5n === 0n && fives <= MOST_PLACES) [rest, fives] = [rest / 5n, fives + 1];
  const places = Math.max(twos, fives);
  return rest === 1n && places <= MOST_PLACES ? places : undefined;
}
