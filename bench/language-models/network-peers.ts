/** Other people's learners of language models: Weiss's weighted L*, and QuaNT of pyModelExtractor. */

import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { finished } from "../peers/peers.ts";
import type { Rows } from "./peer-automaton.ts";

export interface LanguagePeer {
  /** The name in tables. */
  readonly name: string;
  readonly adapter: string;
  /** Its folder in bench/peers/.installed. */
  readonly folder: string;
}

export const weiss: LanguagePeer = {
  name: "Weiss, t = 0.1",
  adapter: "weighted_lstar_adapter.py",
  folder: "weighted-lstar",
};
export const quant: LanguagePeer = { name: "QuaNT, 10 bins", adapter: "quant_adapter.py", folder: "quant" };

/** What an adapter reports. */
export interface PeerReport extends Rows {
  /** Words that tell all it asked, if a word tells what follows each of its prefixes. */
  readonly words: number;
  readonly distributions: number;
  readonly seconds: number;
  /** Why it ended early, or null. */
  readonly stopped: string | null;
}

/** A learner may take so much longer than its limit to make an automaton of what it has. */
const PATIENCE = 3;

const installed = (path: string) => fileURLToPath(new URL(`../peers/.installed/${path}`, import.meta.url));

/** Why a peer cannot run, or undefined. */
export function missing({ folder }: LanguagePeer): string | undefined {
  if (existsSync(installed(`${folder}.version`))) return undefined;
  const failure = installed(`${folder}.failed`);
  return existsSync(failure) ? readFileSync(failure, "utf8").trim() : "not set up: run bench/peers/setup";
}

/** Runs a peer on a network or an automaton in a file; what goes wrong is said in words. */
export async function runLanguagePeer(
  peer: LanguagePeer,
  file: string,
  seconds: number,
): Promise<PeerReport | string> {
  const why = missing(peer);
  if (why !== undefined) return why;
  const adapter = fileURLToPath(new URL(`../peers/${peer.adapter}`, import.meta.url));
  const args = [adapter, file, installed(peer.folder), `${seconds}`];
  const { output, complaints, how } = await finished(
    installed("python/bin/python"),
    args,
    PATIENCE * seconds,
  );
  try {
    return JSON.parse(output) as PeerReport;
  } catch {
    if (how.startsWith("stopped")) return how;
    return `${how}. ${complaints.trim().split("\n").at(-1) ?? ""}`.trim();
  }
}
