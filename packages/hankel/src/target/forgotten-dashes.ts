import { access, constants, open, stat } from "node:fs/promises";
import type { Command } from "commander";
import { formatByEnding, HankelError } from "../index.ts";
import { parseTarget } from "./target.ts";

/** What runs a file with this ending. */
const INTERPRETERS: Readonly<Record<string, string>> = {
  py: "python3",
  cjs: "node",
  sh: "bash",
  rb: "ruby",
  pl: "perl",
  lua: "lua",
  jl: "julia",
};

/** How the names of logs end. */
const LOG = /\.(?:txt|log|csv|tsv|tab|jsonl|ndjson|xes|dat)(?:\.gz)?$/iu;

/** What to do about a log in the place of a target. */
function logAdvice(path: string, isLog: boolean): string {
  const line = `hankel infer ${quoted(path)}`;
  return isLog
    ? `A log cannot be asked; to learn from it: ${line}`
    : `If it is a log, which cannot be asked: ${line}`;
}

/** What to do about a program that stands in the place of the target, without `--`; undefined if there is none. */
export async function dashesAdvice(
  command: Command,
  args: readonly string[],
  before: number,
): Promise<string | undefined> {
  const at = operandAfter(command, args, before);
  if (at < 0) return undefined;
  const rest = args.slice(at);
  if (!mayBeProgram(rest[0])) return undefined;
  const isLog = LOG.test(rest[0]);
  if (isLog || (await isData(rest[0])))
    return command.name() === "learn" ? logAdvice(rest[0], isLog) : undefined;
  const program = rest.length === 1 ? runnable(rest[0]) : rest;
  const line = ["hankel", ...args.slice(0, at), "--", ...program].map(quoted).join(" ");
  return `To ${command.name() === "learn" ? "learn from" : "ask"} a program, put -- in front of it: ${line}`;
}

/** Is this none of the other targets? An address, above all, may hold a password. */
function mayBeProgram(argument: string): boolean {
  if (argument === "-" || /^\w+:/u.test(argument) || formatByEnding(argument) !== undefined) return false;
  return parseTarget(argument, []).kind === "file";
}

/** Is this a file that nothing says how to run? */
async function isData(path: string): Promise<boolean> {
  if (interpreterOf(path) !== undefined) return false;
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() !== true) return false;
  const executable = await access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
  return !executable && !(await namesInterpreter(path));
}

/** Does the file begin with `#!`? */
async function namesInterpreter(path: string): Promise<boolean> {
  const file = await open(path).catch(() => undefined);
  try {
    const { buffer, bytesRead } = (await file?.read(Buffer.alloc(2), 0, 2, 0)) ?? {};
    return buffer?.toString("latin1", 0, bytesRead) === "#!";
  } finally {
    await file?.close();
  }
}

function interpreterOf(file: string): string | undefined {
  return INTERPRETERS[/\.(\w+)$/u.exec(file)?.[1] ?? ""];
}

/** The same error with the advice, if it is about an argument that may be a program. */
export function withAdvice(error: unknown, advice: string | undefined): unknown {
  if (!(error instanceof HankelError) || advice === undefined) return error;
  if (error.code !== "parse" && error.code !== "usage") return error;
  const { code, message, place } = error;
  return new HankelError(code, `${message}. ${advice}`, { ...(place && { place }), cause: error });
}

/** The index of the argument that is no option, nor the value of one, behind so many others. */
function operandAfter(command: Command, args: readonly string[], before: number): number {
  let left = before;
  for (let at = args.indexOf(command.name()) + 1; at < args.length; at++) {
    if (!args[at].startsWith("-") || args[at] === "-") {
      if (left-- === 0) return at;
      continue;
    }
    const [flag, value] = args[at].split("=", 2);
    const option = command.options.find(({ long, short }) => flag === long || flag === short);
    // What stands behind an unknown option may be its value.
    if (option === undefined && flag.startsWith("--") && flag !== "--help") return -1;
    if (option?.required === true && value === undefined) at++;
  }
  return -1;
}

/** How a file is run as a program. One that is named by a path can start itself. */
function runnable(file: string): readonly string[] {
  const interpreter = file.includes("/") ? undefined : interpreterOf(file);
  return interpreter === undefined ? [file] : [interpreter, file];
}

/** An argument as a shell reads it. */
function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/u.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
