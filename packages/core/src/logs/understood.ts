import { grouped } from "../errors.ts";
import type { Log } from "./log-builder.ts";

/**
 * What was understood of a log, in one sentence, and what is to be said about it.
 *
 * @example
 * const logs = new LogReader();
 * logs.read("log.csv", "session,event\n1,open\n2,open\n1,close\n");
 * console.log(understood(logs.end())[0]); // read 3 events in 2 sessions over 2 symbols
 */
export function understood({ sample, events, sessions, remarks }: Log): string[] {
  const outputs =
    sample.kind === "mealy" || sample.kind === "moore"
      ? ` and ${several(sample.outputs.size, "output")}`
      : "";
  const labels = sample.kind === "labelled" ? `, ${labelsOf(sample.labels)}` : "";
  const words = several(sample.starts.length - 1, sessions ? "session" : "word");
  const over = several(sample.alphabet.size, "symbol");
  return [`read ${several(events, "event")} in ${words} over ${over}${outputs}${labels}`, ...remarks];
}

const several = (count: number, noun: string) => `${grouped(count)} ${count === 1 ? noun : `${noun}s`}`;

function labelsOf(labels: Int8Array): string {
  const [inside, outside, unknown] = [1, 0, -1].map((label) => labels.filter((one) => one === label).length);
  const rest = unknown === 0 ? "" : `, ${grouped(unknown)} without a label`;
  return `${grouped(inside)} labelled 1, ${grouped(outside)} labelled 0${rest}`;
}
