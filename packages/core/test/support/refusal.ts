import { HankelError } from "@hankel/core";

/** The error that this raises, as `code: message`; "none" where it raises none. Any other kind is thrown on. */
export function refusal(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof HankelError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return "none";
}
