import { quote } from "../errors.ts";

const LABELS: ReadonlyMap<string, number> = new Map([
  ...["1", "+", "true", "yes", "accept", "accepted", "positive"].map((text) => [text, 1] as const),
  ...["0", "-", "false", "no", "reject", "rejected", "negative"].map((text) => [text, 0] as const),
  ...["", "?", "unknown", "null"].map((text) => [text, -1] as const),
]);

/** The label that a text is: 1 if the word is in the language, 0 if not, -1 if that is unknown. */
export function labelOf(text: string, fail: (message: string) => never): number {
  return (
    LABELS.get(text.trim().toLowerCase()) ??
    fail(
      `expected a label, 1 or 0, true or false, yes or no, accept or reject, + or -, and ? for an unknown one; found ${quote(text)}`,
    )
  );
}
