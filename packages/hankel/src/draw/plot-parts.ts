/** What pictures of curves share: colours, styles, and numbers as labels. */

export const COLOURS = {
  ink: "#1f2933",
  faint: "#5f6c7b",
  grid: "#e4e7eb",
  line: "#2b6cb0",
  chosen: "#c05621",
};

export const TITLE = `font-size="19" font-weight="bold" fill="${COLOURS.ink}"`;
export const LABEL = `font-size="13" fill="${COLOURS.ink}"`;
export const TICK = `font-size="12" fill="${COLOURS.faint}"`;

/** The first of some numbers, and then round ones, at most about twelve. */
export function countTicks(first: number, last: number): number[] {
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((size) => (last - first) / size <= 12) ?? last;
  const ticks = [first];
  for (let tick = step; tick <= last; tick += step) if (tick > first) ticks.push(tick);
  return ticks;
}

/**
 * Powers of ten between two exponents, at most about eight; where there are few of them, twice and five times as much too. None is
 * below `least`.
 */
export function powerTicks(low: number, high: number, least: number): number[] {
  const factors = high - low > 3 ? [1] : [1, 2, 5];
  const step = Math.ceil((high - low) / 8);
  const ticks: number[] = [];
  for (let exponent = Math.floor(high); exponent >= low - 1; exponent -= step) {
    for (const factor of factors) {
      const tick = factor * 10 ** exponent;
      if (tick >= Math.max(least, 10 ** low) && tick <= 10 ** high) ticks.push(tick);
    }
  }
  return ticks;
}

export function text(x: number, y: number, content: string, attributes: string): string {
  return `<text x="${at(x)}" y="${at(y)}" ${attributes}>${content}</text>`;
}

/** A coordinate with few digits. */
export function at(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** Two digits are enough for a label. */
export function short(value: number): string {
  return String(Number(value.toPrecision(2)));
}

/** One, two or five times a power of ten, as people write it. */
export function decimal(value: number): string {
  const [digit, exponent] = value.toExponential(0).split("e").map(Number);
  if (exponent >= -4) return String(Number(value.toPrecision(1)));
  return `${digit === 1 ? "" : `${digit}·`}10${superscript(exponent)}`;
}

function superscript(exponent: number): string {
  return String(exponent).replaceAll(/./gu, (sign) => (sign === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(sign)]));
}
