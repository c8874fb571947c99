/** Fractions as other tools can read them. */

const RATIO = /^(-?\d+)\/(\d+)$/;

/**
 * The text of a weight for tools without fractions: `3/4` becomes `0.75`. A fraction without a finite decimal stays a
 * fraction, because a rounded one would be another weight.
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

/** The most decimals that are written. */
const MOST_PLACES = 60;

/** The number of decimals of 1/d, for d > 1; undefined if they do not end. */
function decimalPlaces(d: bigint): number | undefined {
  let [rest, twos, fives] = [d, 0, 0];
  while (rest % 2n === 0n && twos <= MOST_PLACES) [rest, twos] = [rest / 2n, twos + 1];
  while (rest % 5n === 0n && fives <= MOST_PLACES) [rest, fives] = [rest / 5n, fives + 1];
  const places = Math.max(twos, fives);
  return rest === 1n && places <= MOST_PLACES ? places : undefined;
}
