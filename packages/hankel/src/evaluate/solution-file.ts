import { HankelError, quote } from "@hankel/core";
import { readText } from "../support/input.ts";

/** Reads a solution file of PAutomaC: the number of words, then the probability of each, one on a line. */
export async function readSolution(path: string): Promise<number[]> {
  const lines = (await readText(path)).split(/\r?\n/u).map((line) => line.trim());
  const filled = lines.flatMap((text, i) => (text === "" ? [] : [{ text, line: i + 1 }]));
  const [head, ...rest] = filled.map(({ text, line }) => ({ value: Number(text), text, line }));
  if (head === undefined || !Number.isSafeInteger(head.value) || head.value < 0) {
    throw new HankelError("parse", `${path}:1: expected the number of words`);
  }
  const wrong = rest.find(({ value }) => !(value >= 0 && Number.isFinite(value)));
  if (wrong !== undefined) {
    throw new HankelError("parse", `${path}:${wrong.line}: ${quote(wrong.text)} is no probability`);
  }
  if (rest.length !== head.value) {
    throw new HankelError(
      "parse",
      `${path}: ${head.value} probabilities are announced, but there are ${rest.length}`,
    );
  }
  return rest.map(({ value }) => value);
}
