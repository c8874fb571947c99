/** Runs OpenFst's own commands (Debian's libfst-tools) beside ours, on the same files. */

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  AttReader,
  type Automaton,
  attSymbols,
  documentToAutomaton,
  FRAME,
  type GroupWithZero,
  readSymbols,
  readWhole,
  writeAtt,
} from "@hankel/core";

/** Every command that is used. */
const COMMANDS = [
  "fstcompile",
  "fstprint",
  "fstdeterminize",
  "fstminimize",
  "fstequivalent",
  "fstpush",
  "fstshortestdistance",
];

/** The first command that is missing, or `undefined` when all are there. */
export function missingCommand(): string | undefined {
  return COMMANDS.find((command) => spawnSync(command, ["--help"]).error !== undefined);
}

/** Must the tools be there? The continuous build says so. */
export const required = process.env["HANKEL_REQUIRE_OPENFST"] === "1";

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Did it have to be stopped? */
  readonly timedOut: boolean;
}

/** A folder with automata as OpenFst sees them; remove it afterwards. */
export class OpenFst {
  readonly folder = mkdtempSync(join(tmpdir(), "hankel-openfst-"));

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /**
   * Writes an automaton as text and compiles it, framed unless told otherwise: OpenFst has no initial weights. State
   * numbers stay; the frame's state is the last. The name stands for it afterwards.
   */
  compile<W>(
    name: string,
    automaton: Automaton<W>,
    options: { framed?: boolean; arcType?: string } = {},
  ): string {
    const { framed = true, arcType = "standard" } = options;
    const frame = framed ? FRAME : undefined;
    writeFileSync(this.path(`${name}.txt`), writeAtt(automaton, { frame, withTable: true }));
    writeFileSync(this.path(`${name}.syms`), attSymbols(automaton, frame).toString());
    const flags = [
      "--acceptor",
      "--keep_state_numbering",
      `--isymbols=${name}.syms`,
      `--arc_type=${arcType}`,
    ];
    this.expect("fstcompile", [...flags, `${name}.txt`, `${name}.fst`]);
    return name;
  }

  /** Applies a command that makes an automaton of one. */
  apply(command: string, flags: readonly string[], from: string, to: string): Ended {
    return this.run(command, [...flags, `${from}.fst`, `${to}.fst`]);
  }

  /** What a compiled automaton is, as text. `like` is one that was compiled here and has its symbols. */
  print(name: string, like: string): string {
    return this.expect("fstprint", ["--acceptor", `--isymbols=${like}.syms`, `${name}.fst`]);
  }

  /** The same as an automaton of ours, without its frame. */
  read<W>(name: string, like: string, algebra: GroupWithZero<W>, framed = true): Automaton<W> {
    const frame = framed ? FRAME : undefined;
    const symbols = readSymbols(readFileSync(this.path(`${like}.syms`), "utf8"));
    return documentToAutomaton(readWhole(new AttReader({ algebra, frame, symbols }), this.print(name, like)));
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  run(command: string, args: readonly string[], timeout = 60_000): Ended {
    const { status, stdout, stderr, error } = spawnSync(command, args, {
      cwd: this.folder,
      encoding: "utf8",
      timeout,
      maxBuffer: 2 ** 28,
    });
    const timedOut = (error as NodeJS.ErrnoException | undefined)?.code === "ETIMEDOUT";
    if (error !== undefined && !timedOut) throw error;
    return { code: status, stdout: stdout ?? "", stderr: stderr ?? "", timedOut };
  }

  /** Runs a command that has to work, and returns what it printed. */
  expect(command: string, args: readonly string[]): string {
    const { code, stdout, stderr } = this.run(command, args);
    if (code !== 0) throw new Error(`${command} ${args.join(" ")}: exit ${code}: ${stderr}`);
    return stdout;
  }
}
