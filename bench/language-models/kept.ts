import { readResults } from "../support/documents.ts";
import type { Entry } from "./contest.ts";

/** What somebody made of a network in the last results: the words that judge are the same in every run. */
export function keptEntry(network: string, who: string): Entry | string {
  const last = readResults().find(({ id }) => id === "models-lm/networks");
  const row = last?.rows.find((cells) => cells[0] === network && cells[1] === who);
  if (row === undefined) {
    const failed = `${network}, no result: ${who}: `;
    const why = last?.notes.find((note) => note.startsWith(failed));
    return why?.slice(failed.length) ?? "not in the last results";
  }
  const [states, words, distributions, seconds, variation, divergence, wordErrorRate, ndcg] = row
    .slice(2)
    .map(Number);
  const stopped = row[10] === "" ? null : `${row[10]}`;
  const asked = { words, distributions, seconds, stopped };
  return { who, states, ...asked, variation, margin: null, divergence, wordErrorRate, ndcg };
}
