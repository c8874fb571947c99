/** Runs a subject's sections one after the other, prints each as it ends, and writes it down if the run is a full one. */

import { mkdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { replace, root, writeDocuments } from "./documents.ts";
import { asText, type Result } from "./result.ts";

export interface Settings {
  /** Small sizes, one seed, nothing written. */
  readonly quick: boolean;
  readonly seeds: number;
  /** How long a peer may take for one target. */
  readonly peerSeconds: number;
  /** A folder of machines in DOT, or of networks, where one is given. */
  readonly dir: string | undefined;
  /** Do not run the peers: their figures are those of the last results. Only models-lm and logs can do this. */
  readonly keepPeers: boolean;
}

export type Findings = Pick<Result, "columns" | "rows"> &
  Partial<Pick<Result, "shown" | "goals" | "notes">> & {
    /** Why this run is only part of what the document shows, so that it is not written down. */
    readonly incomplete?: string;
  };

export interface Section {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  measure(settings: Settings): Findings | Promise<Findings>;
}

/** What was given on the command line cannot be measured: the message says why, and no other section would fare better. */
export class WrongInput extends Error {}

const SEEDS = 3;
const PEER_SECONDS = 60;

/**
 * Runs the sections that the arguments ask for. Each is written down, and put into its page, as soon as it is done; a
 * file is written under another name and then renamed. So a run that is stopped half-way keeps what was done, sections that
 * were not asked for keep their results, and one that fails does not stop the others.
 */
export async function runSections(
  subject: string,
  sections: readonly Section[],
  args: readonly string[],
): Promise<void> {
  const { settings, only, full } = read(args);
  const unknown = only.filter((name) => !sections.some((section) => section.name === name));
  if (unknown.length > 0) {
    const names = sections.map(({ name }) => name).join(", ");
    throw new Error(`${subject} has no section ${unknown.join(", ")}; it has ${names}`);
  }
  for (const section of sections.filter(({ name }) => only.length === 0 || only.includes(name))) {
    try {
      await runSection(subject, section, settings, full);
    } catch (failure) {
      if (failure instanceof WrongInput) {
        console.error(failure.message);
        process.exitCode = 2;
        return;
      }
      console.error(`${subject}/${section.name} has no result`, failure);
      process.exitCode = 1;
    }
  }
  if (!full) console.log("Nothing was written: only a full run is.");
}

async function runSection(
  subject: string,
  section: Section,
  settings: Settings,
  full: boolean,
): Promise<void> {
  progress(`${subject}/${section.name}`);
  const { name, title, about } = section;
  const start = performance.now();
  const { incomplete, ...found } = await section.measure(settings);
  const seconds = Math.round((performance.now() - start) / 1000);
  const head = {
    id: `${subject}/${name}`,
    title,
    about,
    node: process.version,
    measured: new Date().toISOString().slice(0, 10),
    cores: availableParallelism(),
    seeds: settings.seeds,
    seconds,
  };
  const result: Result = { goals: [], notes: [], ...head, ...found };
  progress("");
  console.log(`${asText(result)}\n(${seconds} s)\n`);
  if (incomplete !== undefined) console.log(`${result.id} was not written: ${incomplete}\n`);
  if (!full || incomplete !== undefined) return;
  write(result);
  writeDocuments();
}

function read(args: readonly string[]): { settings: Settings; only: string[]; full: boolean } {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: "boolean", default: false },
      seeds: { type: "string" },
      only: { type: "string", default: "" },
      "peer-seconds": { type: "string" },
      dir: { type: "string" },
      "keep-peers": { type: "boolean", default: false },
    },
  });
  const { quick } = values;
  const seeds = whole(values.seeds, quick ? 1 : SEEDS);
  const peerSeconds = whole(values["peer-seconds"], quick ? 10 : PEER_SECONDS);
  const only = values.only.split(",").filter((name) => name !== "");
  const settings = { quick, seeds, peerSeconds, dir: values.dir, keepPeers: values["keep-peers"] };
  return { settings, only, full: !quick && seeds >= SEEDS };
}

function whole(text: string | undefined, otherwise: number): number {
  const value = text === undefined ? otherwise : Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`expected a whole number from 1, not ${text}`);
  return value;
}

/** Says on standard error what is being done: on a terminal in one line that is overwritten. */
export function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
  else if (text !== "") process.stderr.write(`${text}\n`);
}

function write(result: Result): void {
  mkdirSync(root("bench/results"), { recursive: true });
  const { columns, rows, ...rest } = result;
  // One row per line, so that a change of one figure is a change of one line.
  const lines = rows.map((row) => `    ${JSON.stringify(row)}`).join(",\n");
  const body = JSON.stringify({ ...rest, columns, rows: [] }, null, 2);
  replace(`bench/results/${result.id.replace("/", "-")}.json`, `${body.slice(0, -4)}[\n${lines}\n  ]\n}\n`);
}
