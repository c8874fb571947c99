/** How long a page is held up: shared by the tests of the studio and the benchmarks. */

import type { Browser, Page } from "@playwright/test";

/** What a trace of the browser says of a task, and of a thread. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** The processor time that it took, in microseconds. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** A trace with fewer events on the main thread has missed what was done. */
const LEAST = 20;

/**
 * The longest task on the main thread of a page while something is done, in milliseconds of processor time: what other programs do on
 * the machine meanwhile does not count.
 */
export async function longestTask(browser: Browser, page: Page, act: () => Promise<void>): Promise<number> {
  await browser.startTracing(page, { categories: ["toplevel", "disabled-by-default-devtools.timeline"] });
  await act();
  const trace = await browser.stopTracing();
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain")
      .map(threadOf),
  );
  const tasks = traceEvents.filter((event) => event.tdur !== undefined && main.has(threadOf(event)));
  if (tasks.length < LEAST) throw new Error(`the trace has only ${tasks.length} tasks of the page`);
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}
