import { HankelError } from "@hankel/core";

/** The error of a reader with its code and place, as one text; "none" if it reads everything. */
export function complaint(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (!(error instanceof HankelError)) throw error;
    return `${error.code} ${error.place?.line}:${error.place?.column}: ${error.message}`;
  }
  return "none";
}
