/** Do other programs read the machines that we learned as they are? */

import { writeFileSync } from "node:fs";
import { type Wdfsa, writeDot } from "@hankel/core";
import { findPeers, type Peer } from "../peers/peers.ts";
import { type MachineKind, READERS, type ReadMachine, readDots } from "../peers/read-dots.ts";
import { oneLine } from "../support/dot-models.ts";
import type { OutputMachine } from "../support/output-machine.ts";
import { scratchFile } from "../support/scratch.ts";
import type { Findings } from "../support/section.ts";
import { missingNotes } from "./tables.ts";
import type { Contest, Tournament } from "./tournament.ts";

interface Sheet {
  readonly name: string;
  readonly machine: OutputMachine;
  readonly file: string;
}

const kindOf = ({ first }: OutputMachine): MachineKind => (first === undefined ? "mealy" : "moore");

/** Every reader that is installed, on every machine that our learner learned. */
export async function readBack({ contests, missing }: Tournament): Promise<Findings> {
  const sheets = contests.flatMap(writeDown);
  const rows: (string | number)[][] = [];
  const notes: string[] = [];
  for (const peer of findPeers()) {
    for (const kind of READERS[peer.name] ?? []) {
      const own = sheets.filter(({ machine }) => kindOf(machine) === kind);
      if (peer.missing !== null || own.length === 0) continue;
      const complaints = await complaintsOf(peer, kind, own);
      rows.push([`${peer.name} ${peer.version}`, kind, own.length, own.length - complaints.length]);
      notes.push(...complaints.map((complaint) => `${peer.name}: ${complaint}`));
    }
  }
  const [read, equal] = [2, 3].map((column) => rows.reduce((sum, row) => sum + Number(row[column]), 0));
  return {
    columns: [{ name: "reader" }, { name: "kind" }, { name: "machines" }, { name: "read back equal" }],
    rows,
    goals:
      read === 0
        ? []
        : [{ goal: "all are read back equal", found: `${equal} of ${read}`, met: equal === read }],
    notes: [...notes, ...missingNotes(missing.filter(({ name }) => name in READERS))],
  };
}

function writeDown({ subject, learned }: Contest, index: number): Sheet[] {
  if (learned === undefined) return [];
  const file = scratchFile(`${index}.dot`);
  writeFileSync(file, writeDot(learned as Wdfsa<string>));
  return [{ name: subject.name, machine: subject.machine, file }];
}

async function complaintsOf(peer: Peer, kind: MachineKind, sheets: readonly Sheet[]): Promise<string[]> {
  const files = sheets.map(({ file }) => file);
  const all = await readDots(peer, kind, files);
  return sheets.flatMap(({ name, machine }, i) => {
    const read = all[i];
    const complaint = "error" in read ? read.error : differenceOf(machine, read);
    return complaint === undefined ? [] : [`${name} (${oneLine(complaint)})`];
  });
}

/** Where a machine that was read behaves differently, in words; undefined if nowhere. */
export function differenceOf(machine: OutputMachine, read: ReadMachine): string | undefined {
  const { symbols, target, output, first } = machine;
  const follow = new Map(read.arcs.map((arc) => [JSON.stringify([arc[0], arc[1]]), arc]));
  if (
    new Set(read.arcs.map(([from]) => from)).size * symbols.length !== follow.size ||
    follow.size !== read.arcs.length
  ) {
    return `${read.arcs.length} arcs, which are not one for each state and letter`;
  }
  const begins = first === undefined ? undefined : read.outputs[read.initial];
  if (begins !== first) return `begins with ${JSON.stringify(begins)}, not ${JSON.stringify(first)}`;
  const pairs = [{ ours: 0, theirs: read.initial, word: "" }];
  const met = new Set([`0 ${read.initial}`]);
  for (const { ours, theirs, word } of pairs) {
    for (const [letter, symbol] of symbols.entries()) {
      const arc = ours * symbols.length + letter;
      const found = follow.get(JSON.stringify([theirs, symbol]));
      const after = `${word}${JSON.stringify(symbol)} `;
      if (found === undefined) return `no arc for ${after}`;
      const written = first === undefined ? found[2] : read.outputs[found[3]];
      if (written !== output[arc])
        return `${after}writes ${JSON.stringify(written)}, not ${JSON.stringify(output[arc])}`;
      const next = `${target[arc]} ${found[3]}`;
      if (!met.has(next)) pairs.push({ ours: target[arc], theirs: found[3], word: after });
      met.add(next);
    }
  }
  return undefined;
}
