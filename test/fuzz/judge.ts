import { HankelError } from "@hankel/core";
import { BrokenRoundTrip, type Target } from "./target.ts";

/** What is wrong with what a target did. */
export interface Failure {
  readonly kind: "crash" | "code" | "place" | "message" | "round trip" | "slow";
  /** For people. */
  readonly detail: string;
  /** The same for inputs that fail at the same place. */
  readonly key: string;
}

/** An input is read within this many milliseconds, and this many more for each mebibyte. */
const LIMIT = 1000;
const LIMIT_PER_MEBIBYTE = 500;
/** Messages are shorter than this many characters. */
const LONGEST_MESSAGE = 1000;
const LONGEST_KEY = 100;
/** A slow reading is repeated: code is compiled while it runs for the first time. */
const TRIALS = 3;

/** Lets a target read an input: it returns a value that survives a round trip, or refuses as it should. */
export async function judge(target: Target, input: Uint8Array): Promise<Failure | undefined> {
  const limit = LIMIT + (LIMIT_PER_MEBIBYTE * input.length) / 2 ** 20;
  let fastest = Number.POSITIVE_INFINITY;
  for (let trial = 0; trial < TRIALS; trial++) {
    // Other processes may take the time, so the processor's counts. Asking for it takes longer than most readings.
    const start = performance.now();
    const used = trial === 0 ? undefined : process.cpuUsage();
    const failure = await attempt(target, input);
    if (failure !== undefined) return failure;
    if (used === undefined && performance.now() - start <= limit) return undefined;
    const { user, system } = process.cpuUsage(used);
    if (used !== undefined) fastest = Math.min(fastest, (user + system) / 1000);
    if (fastest <= limit) return undefined;
  }
  return failed(target, "slow", `it took ${Math.round(fastest)} ms, more than ${Math.round(limit)}`, "");
}

async function attempt(target: Target, input: Uint8Array): Promise<Failure | undefined> {
  try {
    const value = target.read(input);
    // Waiting for what is there already would take longer than most readings.
    if (value instanceof Promise) await value;
    return undefined;
  } catch (error) {
    return complaint(target, error);
  }
}

/** What is wrong with an error, if anything is. */
function complaint(target: Target, error: unknown): Failure | undefined {
  if (error instanceof BrokenRoundTrip) {
    return failed(target, "round trip", error.message, error.cause === undefined ? "" : String(error.cause));
  }
  if (!(error instanceof HankelError)) {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return failed(target, "crash", stack, stack.split("\n").slice(0, 2).join());
  }
  const { code, place, message } = error;
  if (!target.codes.includes(code)) {
    const expected = target.codes.join(" or ");
    return failed(target, "code", `the code is ${code}, not ${expected}: ${message}`, message);
  }
  if (message.length >= LONGEST_MESSAGE) {
    return failed(target, "message", `a message of ${message.length} characters: ${message}`, message);
  }
  if (target.placed && code === "parse" && !(place && place.line > 0 && place.column > 0)) {
    return failed(target, "place", `no place: ${message}`, message);
  }
  return undefined;
}

function failed({ name }: Target, kind: Failure["kind"], detail: string, where: string): Failure {
  // Numbers, quoted texts and the like differ from input to input.
  const rough = where
    .replaceAll(/"(?:[^"\\]|\\.)*"/gu, '"…"')
    .replaceAll(/hankel-fuzz-\w+/gu, "…")
    .replaceAll(/\d+/gu, "0");
  return { kind, detail, key: `${name} ${kind} ${rough.slice(0, LONGEST_KEY)}`.trimEnd() };
}
