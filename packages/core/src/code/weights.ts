import { real, tropicalFloat64 } from "../algebra/float64.ts";
import { HankelError, messageOf, quote } from "../errors.ts";
import type { Weighs } from "./model.ts";

/** How weights are computed with in a program. */
export interface Arithmetic {
  /** How the weights of a path are put together. */
  readonly operation: "times" | "plus" | "modular";
  /** The modulus of a prime field. */
  readonly modulus: number;
  /** The weight of a word that is not accepted, in the notation of the semifield. */
  readonly zero: "0" | "Infinity" | "-Infinity";
  /** Are the weights fractions of any size? */
  readonly exact: boolean;
}

const SUM = { operation: "plus", modulus: 0 } as const;
const PRODUCT = { operation: "times", modulus: 0, zero: "0" } as const;

const semifields: Readonly<Record<string, Arithmetic>> = {
  rational: { ...PRODUCT, exact: true },
  viterbi: { ...PRODUCT, exact: true },
  real: { ...PRODUCT, exact: false },
  "viterbi-float64": { ...PRODUCT, exact: false },
  tropical: { ...SUM, zero: "Infinity", exact: true },
  arctic: { ...SUM, zero: "-Infinity", exact: true },
  log: { ...SUM, zero: "Infinity", exact: false },
  "tropical-float64": { ...SUM, zero: "Infinity", exact: false },
  "arctic-float64": { ...SUM, zero: "-Infinity", exact: false },
};

/** How the weights of a semifield are computed with; those that no language has numbers for are refused. */
export function arithmeticOf({ semifield }: Weighs, target: string): Arithmetic {
  const [name, parameter] = semifield.split(":");
  if (name === "prime-field")
    return { operation: "modular", modulus: Number(parameter), zero: "0", exact: true };
  const found = semifields[name];
  if (found !== undefined) return found;
  throw new HankelError(
    "unsupported",
    `${target} has no numbers for the weights of ${semifield}: mermaid and plantuml draw them`,
  );
}

/** The nearest double to a weight. */
export function doubleOf(text: string, { operation }: Arithmetic, target: string): number {
  try {
    return (operation === "times" ? real : tropicalFloat64).parse(text);
  } catch (error) {
    throw new HankelError(
      "unsupported",
      `the weight ${quote(text)} is not in the range of the numbers of ${target}: python computes exactly (${messageOf(error)})`,
    );
  }
}

/** Is a weight no double, so that a program that computes with doubles rounds it? */
export function isRounded(text: string | undefined): boolean {
  if (text === undefined) return false;
  if (text.includes("/")) {
    const denominator = Number(text.split("/")[1]);
    return !Number.isSafeInteger(Math.log2(denominator));
  }
  return /^-?\d+$/u.test(text) && !Number.isSafeInteger(Number(text));
}

/** The note of programs that compute with doubles. */
export function roundingNote(says: Weighs, { exact, operation }: Arithmetic): string[] {
  if (!exact || operation === "modular") return [];
  const all = [says.initial, ...says.arc, ...says.final];
  return all.some(isRounded)
    ? ["some weights are rounded to doubles: python computes with them exactly"]
    : [];
}
