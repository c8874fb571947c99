import { HankelError } from "@hankel/core";

/** The HankelError of an action as `code: message`, or "none". Rethrows other errors. */
export function refusal(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof HankelError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return "none";
}
