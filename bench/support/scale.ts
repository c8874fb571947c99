/** Places of values along an axis, and the values that get a line. */

export interface Axis {
  readonly label: string;
  readonly log: boolean;
}

export interface Scale {
  readonly ticks: readonly number[];
  place(value: number): number;
}

/** Free space at both ends of a logarithmic axis, as a share of it, so that no mark is on the frame. */
const PADDING = 0.04;
/** The least span of a logarithmic axis, in decades, so that figures that nearly agree look that way. */
const LEAST = 0.3;

export function scale({ log }: Axis, values: readonly number[], from: number, to: number): Scale {
  const [low, high] = log ? decades(values) : [0, top(Math.max(...values))];
  const ticks = log ? logarithmic(low, high) : steps(high);
  const measure = (value: number) => (log ? Math.log10(value) : value);
  const place = (value: number) => round(from + ((measure(value) - low) / (high - low)) * (to - from));
  return { ticks, place };
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function decades(values: readonly number[]): [number, number] {
  const logs = values.map((value) => Math.log10(value));
  const [least, most] = [Math.min(...logs), Math.max(...logs)];
  const span = Math.max(most - least, LEAST);
  const middle = (least + most) / 2;
  return [middle - (0.5 + PADDING) * span, middle + (0.5 + PADDING) * span];
}

/** Powers of ten; 2 and 5 between them where there are few; more where the axis is shorter than one decade. */
function logarithmic(low: number, high: number): number[] {
  const span = high - low;
  const digits = span > 3 ? [1] : span > 0.8 ? [1, 2, 5] : [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8];
  const marks: number[] = [];
  for (let decade = Math.floor(low); decade <= Math.ceil(high); decade++) {
    for (const digit of digits) marks.push(Number((digit * 10 ** decade).toPrecision(6)));
  }
  return marks.filter((mark) => Math.log10(mark) >= low && Math.log10(mark) <= high);
}

function step(most: number): number {
  const decade = 10 ** Math.floor(Math.log10(most));
  return [0.2, 0.5, 1, 2].map((factor) => factor * decade).find((size) => most / size <= 6) ?? 2 * decade;
}

/** From zero to the next step above the values. */
function top(most: number): number {
  return Math.ceil(most / step(most) - 1e-9) * step(most);
}

function steps(high: number): number[] {
  const size = step(high);
  return Array.from({ length: Math.round(high / size) + 1 }, (_, i) => Number((i * size).toPrecision(6)));
}
