import { quote } from "../errors.ts";

/** Words that say yes, and at the same places what says no. */
const YES =
  "1 + true t yes y accept accepted positive pos pass passed ok success good normal benign normal".split(" ");
const NO =
  "0 - false f no n reject rejected negative neg fail failed error failure bad abnormal malicious attack".split(
    " ",
  );
const LABELS: ReadonlyMap<string, number> = new Map([
  ...YES.map((text) => [text, 1] as const),
  ...NO.map((text) => [text, 0] as const),
  ...["", "?", "unknown", "null"].map((text) => [text, -1] as const),
]);

/** The label that a text is: 1 if the word is in the language, 0 if not, -1 if that is not known; undefined if it is no label. */
export function labelIn(text: string): number | undefined {
  return LABELS.get(text.trim().toLowerCase());
}

/** The same; a text that is no label is refused. */
export function labelOf(text: string, fail: (message: string) => never): number {
  return (
    labelIn(text) ??
    fail(
      `expected a label, 1 or 0, true or false, yes or no, accept or reject, + or -, and ? for an unknown one; found ${quote(text)}`,
    )
  );
}

/** Are these two labels that are written in the same way, of which one says yes and the other no? */
export function areOpposite(one: string, other: string): boolean {
  const [first, second] = [one.toLowerCase(), other.toLowerCase()];
  return YES.some((yes, i) => (first === yes && second === NO[i]) || (second === yes && first === NO[i]));
}
