import { HankelError } from "@hankel/core";
import { expect } from "vitest";

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

/** The same of a reader whose errors are all of the kind "parse", without the kind. */
export function parseComplaint(read: () => unknown): string {
  const text = complaint(read);
  if (text === "none") return "no complaint";
  expect(text).toMatch(/^parse /u);
  return text.slice("parse ".length);
}
