/**
 * Every installed peer on one target, as a table:
 *
 *     node --import tsx bench/peers/try.ts TARGET.json [SECONDS]
 */
import { readFileSync } from "node:fs";
import { findPeers, type Kind, type PeerFailure, type PeerResult, runPeer } from "./peers.ts";

const COLUMNS = ["queries", "distinct", "maximal", "answers", "symbols", "cost", "equivalences"] as const;

function row(result: PeerResult | PeerFailure): string {
  if ("error" in result) {
    return result.error;
  }
  const counts = COLUMNS.map((name) => `${result[name]}`.padStart(14));
  const times = [result.seconds, result.equivalenceSeconds].map((time) => time.toFixed(3).padStart(10));
  return `${counts.join("")}${times.join("")}  ${result.correct ? "correct" : `WRONG, ${result.states} states`}`;
}

async function tryAll(targetFile: string, seconds: number): Promise<void> {
  const { kind } = JSON.parse(readFileSync(targetFile, "utf8")) as { kind: Kind };
  const head = [...COLUMNS.map((name) => name.padStart(14)), "seconds".padStart(10), "equiv. s".padStart(10)];
  console.log(`${kind.padEnd(36)}${head.join("")}`);
  for (const peer of findPeers()) {
    if (peer.missing !== null) {
      console.log(`${peer.name.padEnd(36)}${peer.missing}`);
      continue;
    }
    for (const algorithm of peer.algorithms[kind]) {
      const result = await runPeer(peer, algorithm, targetFile, { seconds });
      console.log(`${`${peer.name} ${peer.version} ${algorithm}`.padEnd(36)}${row(result)}`);
    }
  }
}

const [targetFile, seconds] = process.argv.slice(2);
if (targetFile === undefined) {
  console.error("usage: try.ts TARGET.json [SECONDS]");
  process.exitCode = 2;
} else {
  await tryAll(targetFile, Number(seconds ?? 60));
}
