/** Times as logs have them: how they are written is found from some of them, and must be the same in all. */

import { quote } from "../errors.ts";

/** Which number of a date such as 3/4/2026 is the day: the first or the second, or the year is in front. */
export type DateOrder = "dmy" | "mdy" | "ymd";

/** A way to write times. */
interface TimeFormat {
  readonly pattern: RegExp;
  /** The order of the numbers of a date, where another one is possible. */
  readonly order?: DateOrder;
  /** What a time does not say, which makes another order of events possible. */
  readonly lacks?: "date" | "year";
}

const CLOCK =
  "(?<hour>\\d\\d?):(?<minute>\\d\\d)(?::(?<second>\\d\\d)(?:[.,](?<fraction>\\d+))?)?(?: ?(?<half>[ap])\\.?m\\.?)?";
const ZONE = "(?: ?(?<zone>Z|UTC|GMT|[+-]\\d\\d:?(?:\\d\\d)?))?(?: \\([A-Z]+\\))?";
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH = `(?<name>${MONTHS.join("|")})[a-z]*\\.?`;
const WEEKDAY = "(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? )?";

/** A date, and perhaps a time of the day behind it. */
const dated = (date: string, between = "(?:[T ]+|, )"): RegExp =>
  new RegExp(`^${date}(?:${between}${CLOCK})?${ZONE}$`, "iu");

const FORMATS: readonly TimeFormat[] = [
  { pattern: /^(?<number>[+-]?\d+(?:\.\d*)?(?:e[+-]?\d+)?)$/iu },
  { pattern: dated("(?<year>\\d{4})[-/.](?<month>\\d\\d?)[-/.](?<day>\\d\\d?)") },
  {
    pattern: new RegExp(
      "^(?<year>\\d{4})(?<month>\\d\\d)(?<day>\\d\\d)[T ](?<hour>\\d\\d)(?<minute>\\d\\d)(?:(?<second>\\d\\d)" +
        `(?:[.,](?<fraction>\\d+))?)?${ZONE}$`,
      "iu",
    ),
  },
  // Where there are dots, the day is in front.
  { pattern: dated("(?<day>\\d\\d?)\\.(?<month>\\d\\d?)\\.(?<year>\\d{4})") },
  { pattern: dated("(?<day>\\d\\d?)[-/](?<month>\\d\\d?)[-/](?<year>\\d{4})"), order: "dmy" },
  { pattern: dated("(?<month>\\d\\d?)[-/](?<day>\\d\\d?)[-/](?<year>\\d{4})"), order: "mdy" },
  { pattern: dated("(?<day>\\d\\d?)[-/.](?<month>\\d\\d?)[-/.](?<year>\\d\\d)"), order: "dmy" },
  { pattern: dated("(?<month>\\d\\d?)[-/.](?<day>\\d\\d?)[-/.](?<year>\\d\\d)"), order: "mdy" },
  { pattern: dated("(?<year>\\d\\d)[-/.](?<month>\\d\\d?)[-/.](?<day>\\d\\d?)"), order: "ymd" },
  {
    pattern: dated(
      `${WEEKDAY}(?<day>\\d\\d?)(?:st|nd|rd|th)?[-/. ]+${MONTH},?[-/ ](?<year>\\d{4})`,
      "(?:[T: ]+|, )",
    ),
  },
  { pattern: dated(`${WEEKDAY}${MONTH} +(?<day>\\d\\d?)(?:st|nd|rd|th)?,? (?<year>\\d{4})`) },
  { pattern: new RegExp(`^${WEEKDAY}${MONTH} +(?<day>\\d\\d?) +${CLOCK}${ZONE} (?<year>\\d{4})$`, "iu") },
  { pattern: new RegExp(`^${MONTH} +(?<day>\\d\\d?) +${CLOCK}$`, "iu"), lacks: "year" },
  { pattern: new RegExp(`^${CLOCK}$`, "iu"), lacks: "date" },
];

/** The moment that a text names, as a number that grows with time; NaN for what is not written so. Without a time zone it is one of UTC, which is the same order. */
function read({ pattern }: TimeFormat, text: string): number {
  const parts = pattern.exec(text.trim())?.groups;
  if (parts === undefined) return Number.NaN;
  const { number, year, name, half, fraction, zone } = parts as Partial<Record<string, string>>;
  if (number !== undefined) return Number(number);
  const of = (part: string, otherwise: number) => Number(parts[part] ?? otherwise);
  const month = name === undefined ? of("month", 1) : MONTHS.indexOf(name.toLowerCase()) + 1;
  const [day, minute, second] = [of("day", 1), of("minute", 0), of("second", 0)];
  const hour = half === undefined ? of("hour", 0) : hourOf(of("hour", 0), half);
  // A leap year stands for one that is not said.
  const full = year === undefined ? 2000 : Number(year) + (year.length === 2 ? 2000 : 0);
  const isOne =
    month >= 1 && month <= 12 && day >= 1 && day <= daysIn(month, full) && minute < 60 && second <= 60;
  if (!isOne || !(hour < 24 || (hour === 24 && minute === 0 && second === 0))) return Number.NaN;
  return (
    Date.UTC(full, month - 1, day, hour, minute, second) +
    1000 * Number(`0.${fraction ?? "0"}`) -
    offset(zone ?? "Z")
  );
}

function daysIn(month: number, year: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** The hour of 24 for one of 12; NaN if there is no such hour. */
function hourOf(hour: number, half: string): number {
  if (hour < 1 || hour > 12) return Number.NaN;
  return (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0);
}

/** How far a time zone is ahead of UTC, in milliseconds. */
function offset(zone: string): number {
  const found = /^([+-])(\d\d):?(\d\d)?$/u.exec(zone);
  if (found === null) return 0;
  const minutes = 60 * Number(found[2]) + Number(found[3] ?? 0);
  return (found[1] === "-" ? -1 : 1) * minutes * 60_000;
}

/** How the times of a log are read. */
export interface TimeReader {
  /** NaN for a text that is not written like the others. */
  readonly momentOf: (text: string) => number;
  /** One of them, for messages. */
  readonly example: string;
  readonly remark: string | undefined;
}

/** Why times cannot be read: the number of the text that is at fault, and what is wrong with it. */
export interface TimeProblem {
  readonly at: number;
  readonly problem: string;
}

/**
 * Finds how times are written from some of them: the one way in which all can be read, or at least this share of them. What may be read in two ways, such as
 * 3/4/2026, is refused unless `order` says which.
 */
export function timeReader(
  texts: readonly string[],
  order: DateOrder | undefined,
  share = 1,
): TimeReader | TimeProblem | undefined {
  const written = texts.flatMap((text, at) => (text.trim() === "" ? [] : [{ text, at }]));
  if (written.length === 0) return undefined;
  const possible = FORMATS.filter((format) => order === undefined || (format.order ?? order) === order);
  const fits = possible.map((format) => written.filter(({ text }) => isRead(format, text)).length);
  const most = Math.max(...fits);
  if (most === 0) return { at: written[0].at, problem: noTime(written[0].text) };
  const best = possible.filter((_, i) => fits[i] === most);
  // Of ways that fit equally well, that of the first time is meant.
  const ofFirst = best.filter((one) => isRead(one, written[0].text));
  const [format, ...others] = ofFirst.length > 0 ? ofFirst : best;
  const [{ text: example }] = written.filter(({ text }) => isRead(format, text));
  const other = written.find(({ text }) => !isRead(format, text));
  if (other !== undefined && most < share * written.length)
    return { at: other.at, problem: otherTime(example, other.text) };
  const readings = (text: string) => [format, ...others].filter((one) => isRead(one, text));
  const doubt = written.find(({ text }) => new Set(readings(text).map((one) => read(one, text))).size > 1);
  if (doubt !== undefined) {
    const meanings = readings(doubt.text).map(
      (each) => `${spelled(read(each, doubt.text))} (--dates ${each.order})`,
    );
    return { at: doubt.at, problem: `${quote(doubt.text)} may be ${meanings.join(" or ")}: say which` };
  }
  return {
    momentOf: (text) => read(format, text),
    example,
    remark:
      format.lacks === undefined
        ? undefined
        : `the times have no ${format.lacks}, as ${quote(example)}: events are sorted as if all were of one ${format.lacks === "date" ? "day" : "year"}`,
  };
}

const isRead = (format: TimeFormat, text: string) => !Number.isNaN(read(format, text));

const spelled = (moment: number) => new Date(moment).toISOString().slice(0, 10);

/** What a reader says of a text that names no moment. */
function noTime(text: string): string {
  return `expected a time, a number or a date such as 2026-11-18T14:15:00Z, found ${quote(text)}`;
}

/** What it says of one that is written in another way than the first one. */
export function otherTime(example: string, text: string): string {
  return `expected a time that is written like ${quote(example)}, found ${quote(text)}`;
}
