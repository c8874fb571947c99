import { quote } from "../errors.ts";

const NUMBER = /^[+-]?\d+(?:\.\d*)?(?:e[+-]?\d+)?$/iu;
const DATE =
  /^(\d{4})[-/](\d\d?)[-/](\d\d?)(?:[T ]+(\d\d?):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?)? ?(Z|UTC|[+-]\d\d:?(?:\d\d)?)?$/iu;

/**
 * The moment that a text names, as a number that grows with time: a number as it is, or a date, in milliseconds. A date without
 * a time zone is one of UTC, which is the same order. NaN for any other text.
 */
export function momentOf(text: string): number {
  const trimmed = text.trim();
  if (NUMBER.test(trimmed)) return Number(trimmed);
  const found = DATE.exec(trimmed);
  if (found === null) return Number.NaN;
  const [, year, month, day, hour = "0", minute = "0", second = "0", fraction = "0", zone = "Z"] = found;
  const moment = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  );
  return moment + 1000 * Number(`0.${fraction}`) - offset(zone);
}

/** How far a time zone is ahead of UTC, in milliseconds. */
function offset(zone: string): number {
  const found = /^([+-])(\d\d):?(\d\d)?$/u.exec(zone);
  if (found === null) return 0;
  const minutes = 60 * Number(found[2]) + Number(found[3] ?? 0);
  return (found[1] === "-" ? -1 : 1) * minutes * 60_000;
}

/** What a reader says of a text that names no moment. */
export function notAMoment(text: string): string {
  return `expected a time, a number or a date such as 2026-11-18T14:15:00Z, found ${quote(text)}`;
}
