/** Everybody on every network of a folder: one run serves all tables. */

import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { progress, type Settings } from "../support/section.ts";
import { askPeers, type Contest, contest } from "./contest.ts";
import { keptEntry, keptNote } from "./kept.ts";
import { type LanguagePeer, missing, quant, weiss } from "./network-peers.ts";
import { findNetworks } from "./networks.ts";

export interface Tournament {
  readonly contests: readonly Contest[];
  readonly missing: readonly LanguagePeer[];
  /** If the peers did not run and their figures are those of the last results: when they did. */
  readonly kept: readonly string[];
  /** Is the folder the one that the document shows? */
  readonly shown: boolean;
}

const peers: readonly LanguagePeer[] = [weiss, quant];

/** How long a peer may look for states of one network. */
const PEER_SECONDS = 100;

const examples = fileURLToPath(new URL("../../examples/models", import.meta.url));

let played: Promise<Tournament> | undefined;

export function tournament(settings: Settings): Promise<Tournament> {
  played ??= play(settings);
  return played;
}

async function play({ dir = examples, quick, peerSeconds, keepPeers }: Settings): Promise<Tournament> {
  const networks = findNetworks(dir).slice(0, quick ? 2 : undefined);
  const contests: Contest[] = [];
  const names = peers.map(({ name }) => name);
  // Before anything is written down.
  const kept = keepPeers ? [keptNote("networks", names)] : [];
  for (const network of networks) {
    progress(`${network.name}: ${names.join(" and ")}`);
    const reports = keepPeers
      ? names.map((name) => keptEntry(network.name, name))
      : await askPeers(network, peers, quick ? peerSeconds : PEER_SECONDS);
    contests.push(await contest(network, peers, reports));
  }
  return {
    contests,
    missing: keepPeers ? [] : peers.filter((peer) => missing(peer) !== undefined),
    kept,
    shown: resolve(dir) === resolve(examples),
  };
}
