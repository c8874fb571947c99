import { HankelError } from "@hankel/core";

/** The same promise, unless the signal comes first: then it rejects, and whoever waited closes what was opened. */
export async function abortable<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  let abort: (() => void) | undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    abort = () => reject(new HankelError("cancelled", "cancelled"));
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort);
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    if (abort !== undefined) signal.removeEventListener("abort", abort);
    // Nobody listens to it any more.
    promise.catch(() => {});
  }
}
