import { HankelError } from "@hankel/core";

const LONGEST_TIMER = 2 ** 31 - 1;

/** Aborts with the signal, or at the deadline by `performance.now`: then its reason is an error that says so. */
export function timeLimit(
  signal: AbortSignal,
  { deadline, reason }: { readonly deadline: number; readonly reason: string },
): AbortSignal {
  const left = deadline - performance.now();
  if (left > LONGEST_TIMER) return signal;
  const limited = new AbortController();
  const stop = () => limited.abort(signal.reason);
  if (signal.aborted) stop();
  else signal.addEventListener("abort", stop, { once: true });
  setTimeout(() => limited.abort(new HankelError("budget", reason)), Math.max(0, left)).unref();
  return limited.signal;
}
