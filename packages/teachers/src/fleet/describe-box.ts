import type { Word } from "@hankel/core";
import type { BlackBox } from "../box.ts";

/** The longest word of the probe. */
const LONGEST_PROBE = 8;

/** What a worker announces about its box: the announcement of docs/teachers.md, and what only Hankel's own boxes know. */
export function describeBox(box: BlackBox<unknown>): Record<string, unknown> {
  const { kind, alphabet, longest, tests } = box;
  return {
    hankel: 1,
    ...kind.announced,
    alphabet: alphabet.symbols,
    counterexamples: box.findCounterexample !== undefined && kind.sendsConjectures,
    samples: box.draw !== undefined,
    ...(longest !== undefined && { longest }),
    ...(tests !== undefined && { tests }),
  };
}

/** Short words whose answers tell one model from another: ε, the first symbol, the last, and the first symbols in a row. */
export function probeWords({ alphabet, longest = LONGEST_PROBE }: BlackBox<unknown>): Word[] {
  const most = Math.min(alphabet.size, LONGEST_PROBE, longest);
  if (most === 0) return [[]];
  return [[], [0], [alphabet.size - 1], Array.from({ length: most }, (_, letter) => letter)];
}

/** The answers to words as a member of a JSON object: `"weights":[…]`, `"outputs":[…]` or `"distributions":[…]`. */
export function writeAnswers({ kind }: BlackBox<unknown>, answers: readonly unknown[]): string {
  return `"${kind.reply}":${JSON.stringify(answers.map((answer) => kind.write(answer)))}`;
}
