/** Runs OpenFst's commands (Debian's libfst-tools) on our automata. */

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

/** The commands that we use. */
const COMMANDS = [
  "fstcompile",
  "fstprint",
  "fstdeterminize",
  "fstminimize",
  "fstequivalent",
  "fstpush",
  "fstshortestdistance",
];

/** The first missing command, or `undefined` if all are installed. */
export function missingCommand(): string | undefined {
  return COMMANDS.find((command) => spawnSync(command, ["--help"]).error !== undefined);
}

/** Must OpenFst be installed? Continuous integration sets this. */
export const required = process.env["HANKEL_REQUIRE_OPENFST"] === "1";

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Was it stopped at the time limit? */
  readonly timedOut: boolean;
}

/** A temporary folder with compiled automata; call `remove` afterwards. */
export class OpenFst {
  readonly folder = mkdtempSync(join(tmpdir(), "hankel-openfst-"));

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /**
   * Writes an automaton as text and compiles it under a name. It is framed by default, because OpenFst has no initial
   * weights. State numbers stay; the frame's state is the last.
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

  /** Applies a command that turns one automaton into another. */
  apply(command: string, flags: readonly string[], from: string, to: string): Ended {
    return this.run(command, [...flags, `${from}.fst`, `${to}.fst`]);
  }

  /** A compiled automaton as text. `like` names an automaton compiled here with the same symbols. */
  print(name: string, like: string): string {
    return this.expect("fstprint", ["--acceptor", `--isymbols=${like}.syms`, `${name}.fst`]);
  }

  /** A compiled automaton read back, without its frame. */
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
    const timedOut = error !== undefined && "code" in error && error.code === "ETIMEDOUT";
    if (error !== undefined && !timedOut) throw error;
    return { code: status, stdout: stdout ?? "", stderr: stderr ?? "", timedOut };
  }

  /** Runs a command that must succeed, and returns its output. */
  expect(command: string, args: readonly string[]): string {
    const { code, stdout, stderr } = this.run(command, args);
    if (code !== 0) throw new Error(`${command} ${args.join(" ")}: exit ${code}: ${stderr}`);
    return stdout;
  }
}
