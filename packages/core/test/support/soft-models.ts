/** Models of next symbols that are written down, and a part of the soft learner that runs on one. */

import { Alphabet, type Distribution, type Pdfa, rowsOver, type Word } from "@hankel/core";
import { KnownRows, type SoftAsking } from "../../src/learning/soft/known-rows.ts";

export type Model = (word: Word) => readonly number[];

/** Runs a part of the learner on a model; the batches that it asks are kept. */
export function driven<T>(part: SoftAsking<T>, model: Model, asked: string[] = []): T {
  let step = part.next();
  while (step.done !== true) {
    const question = step.value;
    if (question.kind !== "weigh") throw new Error("a part asks for rows only");
    asked.push(question.batch.words.map((word) => word.join("") || "ε").join(" "));
    const weights = question.batch.words.map((word): Distribution => Float64Array.from(model(word)));
    step = part.next({ kind: "weights", weights });
  }
  return step.value;
}

export const rowsOf = (letters: number, prefixes = false, longest?: number) =>
  new KnownRows(
    rowsOver(Alphabet.letters(letters), { prefixes }).answers(Alphabet.letters(letters)),
    longest,
  );
export const pdfaOf = (letters: number, target: number[], ...rows: number[][]): Pdfa => ({
  size: rows.length,
  letters,
  target: Int32Array.from(target),
  rows: Float64Array.from(rows.flat()),
});

export const EVEN = [0.5, 0.25, 0.25];
export const ODD = [0.25, 0.5, 0.25];
/** Over two letters: after an even number of a's, a is likely; else b is. */
export const parity: Model = (word) => (word.filter((letter) => letter === 0).length % 2 === 0 ? EVEN : ODD);
export const parityPdfa = pdfaOf(2, [1, 0, 0, 1], EVEN, ODD);

/** All words of up to two letters are known, shortest first; longer ones than `longest` cannot be asked. */
export function explored(model: Model, longest?: number) {
  const known = rowsOf(2, false, longest);
  const words: Word[] = [[], [0], [1], [0, 0], [0, 1], [1, 0], [1, 1]];
  const nodes = words.map((word) => known.tree.insert(word));
  driven(known.ask(nodes, "futures"), model);
  return { known, nodes };
}
