/** What the sessions of both protocols share: values, outputs, the steps of a reset, and what `hankel try` shows. */

import { spawn } from "node:child_process";
import { countOf, quote, shortened } from "@hankel/core";
import { LaneFailure } from "../pool/lane.ts";
import { sleep } from "../pool/sleep.ts";
import { environmentOfPrograms } from "../process/environment.ts";
import type { Condition, OutputRule, ResetStep, ValueRule } from "./mapper.ts";
import { type Groups, Reply } from "./pattern.ts";
import type { Inserted, Lookup, Template } from "./template.ts";

/** Something that happened on the way, for those who watch. */
export interface WireEvent {
  readonly kind: "connected" | "ran" | "input" | "sent" | "received" | "silence" | "closed" | "output";
  /** The bytes that were sent or received. */
  readonly bytes?: Uint8Array;
  /** What was connected to, the command that was run, the input, the output. */
  readonly text?: string;
  /** Was there no pattern for the reply, so that it is the output itself? */
  readonly unmatched?: true;
}

export type OnWire = (event: WireEvent) => void;

/** What a reply is made of. */
export interface Received {
  /** All that patterns on it look at. */
  readonly body: Reply;
  readonly status?: Reply;
  /** A header, by its name in small letters. */
  readonly header?: (name: string) => string | undefined;
}

/** The most bytes of one reply. */
export const LONGEST_REPLY = 2 ** 20;

/** One word after another is run in a session of its own, from a reset to its end. */
export interface Session {
  /** Brings the server to its first state. Rejects with a `LaneFailure` if that fails. */
  reset(): Promise<void>;
  /** Sends what stands for an input, and returns the output. */
  step(input: string): Promise<string>;
  close(): Promise<void>;
}

/** What was noticed that makes answers unreliable. */
export interface Signs {
  /** How often bytes came after a reply was taken to be over. */
  late: number;
  /** The longest time, as a share of its limit, after which a reply came all the same. */
  slowest: number;
  /** How often a reply did not end as `until` says, and was taken as it was when the time was over. */
  unfinished: number;
  /** Replies that no pattern was for. */
  unmatched: number;
}

export function noSigns(): Signs {
  return { late: 0, slowest: 0, unfinished: 0, unmatched: 0 };
}

/** What every session has. */
export interface SessionOptions {
  /** A name that no other word has. */
  readonly run: string;
  /** Limits commands and replies that never end, in milliseconds. */
  readonly limit: number;
  readonly signs: Signs;
  readonly onWire: OnWire;
  readonly signal: AbortSignal;
}

const EMPTY: Groups = new Map();

/** The values of a word, and what replies make of them. */
export class Values {
  readonly #rules: readonly ValueRule[];
  readonly #known = new Map<string, Inserted>();
  /** How many inputs were sent. */
  steps = 0;
  readonly #run: string;

  constructor(rules: readonly ValueRule[], run: string) {
    this.#rules = rules;
    this.#run = run;
  }

  readonly lookup: Lookup = (name) => {
    if (name === "step") return plain(String(this.steps));
    if (name === "run") return plain(this.#run);
    if (name.startsWith("env.")) return environment(name.slice("env.".length));
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const otherwise = this.#rules.find((rule) => rule.name === name)?.otherwise;
    return { bytes: otherwise?.bytes(this.lookup) ?? Buffer.alloc(0), binary: false };
  };

  /** Keeps the values that a reply holds. */
  take(received: Received): void {
    for (const rule of this.#rules) {
      const groups = groupsOf(rule, received);
      const value = groups?.get("1") ?? groups?.get("0");
      if (value !== undefined) this.#known.set(rule.name, value);
    }
  }
}

function plain(text: string): Inserted {
  return { bytes: Buffer.from(text), binary: false };
}

function environment(name: string): Inserted {
  const value = process.env[name];
  if (value !== undefined) return plain(value);
  throw new LaneFailure(`the mapper needs the environment variable ${name}, which is not set`, {
    final: true,
  });
}

/** The groups of a condition, where it holds. */
function groupsOf({ part, pattern }: Condition, { body, status, header }: Received): Groups | undefined {
  if (part === "body" || part === "reply") return pattern.in(body);
  if (part === "status") return status === undefined ? undefined : pattern.in(status);
  const text = header?.(part.header);
  return text === undefined ? undefined : pattern.in(new Reply(Buffer.from(text)));
}

/** The first condition that does not hold. */
export function failed(conditions: readonly Condition[], received: Received): Condition | undefined {
  return conditions.find((condition) => groupsOf(condition, received) === undefined);
}

/** The output of the first rule that a reply fits; undefined if it fits none. */
export function outputOf(
  rules: readonly OutputRule[],
  received: Received,
  lookup: Lookup,
): string | undefined {
  for (const { conditions, output } of rules) {
    let groups: Groups | undefined = EMPTY;
    for (const condition of conditions) {
      const found = groupsOf(condition, received);
      // The numbers are those of the last pattern that has any.
      groups = found === undefined ? undefined : new Map([...(groups ?? EMPTY), ...found]);
      if (groups === undefined) break;
    }
    if (groups === undefined) continue;
    const known = groups;
    return text(output, (name) => {
      if (name === "status" && received.status !== undefined) return plain(received.status.text);
      return known.get(name) ?? lookup(name);
    });
  }
  return undefined;
}

/** Bytes of a capture on hex are shown as hex. */
function text(output: Template, lookup: Lookup): string {
  return output.text((name) => {
    const value = lookup(name);
    return value.binary ? plain(value.bytes.toString("hex")) : value;
  });
}

/** The most characters of a reply that is an output itself. */
const LONGEST_OUTPUT = 200;

/** A reply as an output, where no pattern is for it. */
export function asOutput(bytes: Buffer): string {
  const decoded = bytes.toString("utf8");
  const readable = !/[^\P{Cc}\t\r\n]|\ufffd/u.test(decoded);
  const shown = readable ? decoded.trim().replaceAll(/\s*\r?\n\s*/gu, " / ") : bytes.toString("hex");
  return shortened(shown, LONGEST_OUTPUT);
}

/** What does a session know to ask in a reset? */
interface Resetting<A> {
  readonly steps: readonly ResetStep<A>[];
  readonly values: Values;
  /** Asks, and returns what came; a text instead says why nothing did. */
  readonly ask: (action: A) => Promise<Received | string>;
}

/** Takes the steps of a reset. */
export async function reset<A>(
  { steps, values, ask }: Resetting<A>,
  { onWire, signal, limit }: SessionOptions,
): Promise<void> {
  for (const step of steps) {
    if (step.kind === "pause") await sleep(step.milliseconds, [signal]);
    else if (step.kind === "run") {
      const command = step.command.map((word) => word.text(values.lookup));
      onWire({
        kind: "ran",
        text: command.at(-1) === command[2] && command[1] === "-c" ? command[2] : command.join(" "),
      });
      await run(command, limit, signal);
    } else {
      const received = await ask(step.action);
      if (typeof received === "string") {
        if (step.expect.length > 0) throw new LaneFailure(`the reset failed: ${received}`);
        continue;
      }
      const broken = failed(step.expect, received);
      if (broken !== undefined) {
        throw new LaneFailure(
          `the reset failed: expected ${shownPattern(broken)}, got ${quote(asOutput(received.body.bytes))}${received.status === undefined ? "" : ` with the status ${received.status.text}`}`,
        );
      }
    }
  }
}

function shownPattern({ part, pattern }: Condition): string {
  const where =
    typeof part === "string" ? (part === "status" ? "a status" : "a reply") : `a header ${part.header}`;
  return `${where} that fits ${quote(pattern.regex.source)}`;
}

/** Runs a command, which must end with 0. */
async function run([command, ...args]: readonly string[], limit: number, signal: AbortSignal): Promise<void> {
  const options = {
    stdio: ["ignore", "ignore", "pipe"] as const,
    env: environmentOfPrograms(),
    timeout: limit,
  };
  const child = spawn(command, args, { ...options, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (piece: string) => {
    said = (said + piece).slice(-2000);
  });
  const kill = () => child.kill("SIGKILL");
  signal.addEventListener("abort", kill);
  const ended = await new Promise<string>((resolve) => {
    child.on("error", (error) => resolve(error.message));
    child.on("close", (code, name) =>
      resolve(code === 0 ? "" : code === null ? `ended by ${name}` : `exit code ${code}`),
    );
  });
  signal.removeEventListener("abort", kill);
  if (ended === "") return;
  const more = said.trim() === "" ? "" : `: ${said.trim()}`;
  throw new LaneFailure(
    `the reset failed: the command ${quote([command, ...args].join(" "))}: ${ended}${more}`,
  );
}

/** The failure of a server that never stops sending. */
export function flooding(bytes: number): LaneFailure {
  return new LaneFailure(
    `the server sent ${countOf(bytes, "byte")} for one input, more than are read of a reply`,
    { final: true },
  );
}
