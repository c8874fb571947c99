/** Nobody is there to answer, or this machine has no port left for now. */
const UNREACHABLE = new Set([
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETUNREACH",
  "ENETDOWN",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EADDRNOTAVAIL",
]);

/** Does an error, or its cause, say that a server cannot be reached? */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = "", cause }: NodeJS.ErrnoException = error;
  return UNREACHABLE.has(code) || isUnreachable(cause);
}
