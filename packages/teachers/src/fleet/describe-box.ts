import { type Distribution, type FreeWord, freeLetters, type Word } from "@hankel/core";
import type { BlackBox } from "../box.ts";

/** The longest word of the probe. */
const LONGEST_PROBE = 8;

/** What a worker announces about its box: the announcement of docs/teachers.md, and what only Hankel's own boxes know. */
export function describeBox(box: BlackBox<unknown>): Record<string, unknown> {
  const { algebra, alphabet, machine, next, longest, tests } = box;
  const kind =
    next !== undefined
      ? { next: true, prefixes: next.prefixes, normalized: true }
      : machine === undefined
        ? { semifield: algebra.name }
        : { machine };
  return {
    hankel: 1,
    ...kind,
    alphabet: alphabet.symbols,
    // The conjecture of a machine has a notation of its own, which only programs read.
    counterexamples: box.finds !== "none" && machine === undefined,
    samples: box.draws,
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
export function writeAnswers(box: BlackBox<unknown>, answers: readonly unknown[]): string {
  if (box.next !== undefined) {
    const width = box.next.prefixes ? box.alphabet.size + 1 : undefined;
    const rows = answers.map((answer) => rowsOf(answer as Distribution, width));
    return `"distributions":${JSON.stringify(rows)}`;
  }
  if (box.machine !== undefined) {
    const runs = answers.map((answer) => freeLetters(answer as FreeWord).map(({ name }) => name));
    return `"outputs":${JSON.stringify(runs)}`;
  }
  const { algebra } = box;
  const weights = answers.map((answer) => {
    if (typeof answer === "boolean") return answer;
    return !algebra.exact && Number.isFinite(answer) ? answer : algebra.format(answer);
  });
  return `"weights":${JSON.stringify(weights)}`;
}

/** One row, or one for each prefix. */
function rowsOf(answer: Distribution, width: number | undefined): unknown {
  if (width === undefined) return Array.from(answer);
  return Array.from({ length: answer.length / width }, (_, i) =>
    Array.from(answer.subarray(i * width, (i + 1) * width)),
  );
}
