/** DOT files as the peers' own readers read them. */

import { command, type End, finished, type Peer, type PeerFailure } from "./peers.ts";

/** A machine as a peer read it. */
export interface ReadMachine {
  readonly initial: number;
  /** The arcs of a Moore machine have no output. */
  readonly arcs: readonly (readonly [from: number, input: string, output: string | null, to: number])[];
  /** Of the states of a Moore machine. */
  readonly outputs: Readonly<Record<string, string>>;
}

export type MachineKind = "mealy" | "moore";

/** AALpy and AutomataLib write the outputs of Moore states in different ways; our DOT files follow AALpy's. */
export const READERS: Readonly<Partial<Record<Peer["name"], readonly MachineKind[]>>> = {
  aalpy: ["mealy", "moore"],
  learnlib: ["mealy"],
};

const SECONDS = 120;

/** What a peer reads in each file, in one process. It never throws: what goes wrong is an error in words. */
export async function readDots(
  peer: Peer,
  kind: MachineKind,
  files: readonly string[],
): Promise<(ReadMachine | PeerFailure)[]> {
  const [program, ...args] = command(peer.name, "ReadDot", "read_dot.py");
  const end = await finished(program, [...args, kind, ...files], SECONDS);
  const lines = end.output.trim().split("\n");
  return files.map((_, i) => parse(lines[i] ?? "", end));
}

function parse(line: string, end: End): ReadMachine | PeerFailure {
  try {
    return JSON.parse(line) as ReadMachine | PeerFailure;
  } catch {
    return { error: `${end.how}, no result. ${end.complaints.trim().split("\n").at(-1) ?? ""}`.trim() };
  }
}
