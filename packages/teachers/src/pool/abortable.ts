import { HankelError } from "@hankel/core";

/** Rejects as soon as the signal aborts. The caller then closes what it has opened. */
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
    // After an abort the promise may still reject, and no one awaits it.
    promise.catch(() => {});
  }
}
