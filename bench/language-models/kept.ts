import { readResults } from "../support/documents.ts";
import type { Cell, Result } from "../support/result.ts";
import type { Entry } from "./contest.ts";
import type { PeerReport } from "./network-peers.ts";

const last = (section: string): Result | undefined =>
  readResults().find(({ id }) => id === `models-lm/${section}`);

/** What somebody made of a network in the last results: the words that judge are the same in every run. */
export function keptEntry(network: string, who: string): Entry | string {
  const result = last("networks");
  const row = result?.rows.find((cells) => cells[0] === network && cells[1] === who);
  if (row === undefined) {
    const failed = `${network}, no result: ${who}: `;
    const why = result?.notes.find((note) => note.startsWith(failed));
    return why?.slice(failed.length) ?? "not in the last results";
  }
  const [states, words, distributions, seconds, variation, divergence, wordErrorRate, ndcg] = row
    .slice(2)
    .map(Number);
  const stopped = row[10] === "" ? null : `${row[10]}`;
  const asked = { words, distributions, seconds, stopped };
  return { who, states, ...asked, variation, margin: null, divergence, wordErrorRate, ndcg };
}

/** What QuaNT made of a random automaton of a shape in the last results. */
export function keptQuant(
  shape: string,
): Pick<PeerReport, "distributions" | "states" | "seconds"> | undefined {
  const row = last("pdfas")?.rows.find(([name]) => name === shape);
  const told: readonly Cell[] = row?.slice(7, 10) ?? [];
  if (!told.every((cell) => typeof cell === "number") || told.length === 0) return undefined;
  const [distributions, states, seconds] = told;
  return { distributions, states, seconds };
}

/** Says when those were measured whose figures are kept: on the day of the last results, unless these kept them, too. */
export function keptNote(section: string, names: readonly string[]): string {
  const result = last(section);
  const before = result?.notes.map((note) => /^measured on (\S+), before/u.exec(note)?.[1]).find(Boolean);
  return `measured on ${before ?? result?.measured}, before the others, on the same targets: ${names.join("; ")}`;
}
