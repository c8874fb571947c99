import { setMaxListeners } from "node:events";
import type { ConnectionOptions } from "node:tls";
import {
  Alphabet,
  type FreeWord,
  freeWord,
  HankelError,
  messageOf,
  quote,
  runsOf,
  type Word,
} from "@hankel/core";
import type { OpenBox, Report } from "../box.ts";
import { type Lane, LaneFailure, type LaneQuestion } from "../pool/lane.ts";
import { Pool } from "../pool/pool.ts";
import { type LanesOptions, TIMEOUT } from "../pool/pool-box.ts";
import { sleep } from "../pool/sleep.ts";
import { PATIENCE } from "../pool/time.ts";
import { isUnreachable } from "../pool/unreachable.ts";
import type { AnsweredWords } from "../wire/messages.ts";
import { type Endpoint, endpointOf } from "./endpoint.ts";
import { HttpSession } from "./http-session.ts";
import type { Mapper } from "./mapper.ts";
import { TIMEOUT_OUTPUT } from "./mapper.ts";
import {
  noSigns,
  type OnWire,
  type Session,
  type SessionOptions,
  type Signs,
  type WireEvent,
} from "./session.ts";
import { TcpSession } from "./tcp-session.ts";

/** Options of a server that is spoken to by a mapper. */
export interface MappedBoxOptions extends LanesOptions {
  /** `tcp://host:port`, `tls://host:port`, `http://host` or `https://host`. */
  readonly url: string;
  readonly mapper: Mapper;
  /** Only these inputs, in this order. */
  readonly alphabet?: readonly string[] | undefined;
  /** So many first words are run twice, and a difference ends the run; none unless given. */
  readonly twice?: number | undefined;
  /** Is told what happens on the wire, every byte of it. Then nothing that fails is tried again. */
  readonly onWire?: ((event: WireEvent) => void) | undefined;
  /** The certificates that the server's is checked against, and one's own, as Node's TLS takes them. */
  readonly certificates?: Pick<ConnectionOptions, "ca" | "cert" | "key"> | undefined;
}

/** The pause before a server that is away is tried again, in milliseconds; it doubles each time. */
const FIRST_PAUSE = 200;
const LONGEST_PAUSE = 10_000;

/**
 * A server as a Mealy machine: the mapper says what is sent for each input, and what outputs the replies are. Each word is a
 * session of its own.
 *
 * @example
 * const server = createServer((socket) => socket.on("data", () => socket.write("PONG\n"))).listen(0);
 * const { port } = Object(server.address());
 * const mapper = await readMapper('{"mapper": "tcp", "inputs": {"PING": "PING"}, "until": "PONG"}');
 * const box = await openMapped({ url: `tcp://localhost:${port}`, mapper });
 * console.log(...(await box.weigh([box.alphabet.parse("PING PING")]))); // PONG PONG
 * await box.close();
 * server.close();
 */
export async function openMapped(options: MappedBoxOptions): Promise<OpenBox<FreeWord>> {
  const {
    mapper,
    workers = 1,
    timeout = TIMEOUT,
    patience = PATIENCE,
    report = () => {},
    twice = 0,
    onWire,
  } = options;
  const endpoint = endpointOf(options.url, mapper, options.certificates);
  const alphabet = alphabetOf(mapper, options.alphabet);
  const kind = runsOf("mealy");
  const runner = new Runner(endpoint, mapper, { limit: timeout * 1000, patience, report, onWire });
  let left = twice;
  const ask = async (word: Word, signal: AbortSignal | undefined) => {
    const inputs = alphabet.spell(word);
    const outputs = await runner.run(inputs, signal);
    if (left > 0 && left-- > 0) {
      const again = await runner.run(inputs, signal);
      refuseDifference(inputs, [outputs, again], runner.signs, mapper);
    }
    return freeWord(...outputs);
  };
  const lanes = Array.from({ length: workers }, () => new MappedLane(ask, () => runner.close()));
  const pool = new Pool<FreeWord>(lanes, alphabet, { wish: 1, terms: kind.terms });
  return {
    name: endpoint.name,
    kind,
    alphabet,
    weigh: (words, asked) => pool.weigh(words, asked),
    suspicion: () => `; ${causes(runner.signs, mapper)}`,
    close: () => pool.close(),
  };
}

function alphabetOf({ inputs }: Mapper, wanted: readonly string[] | undefined): Alphabet {
  for (const symbol of wanted ?? []) {
    if (!inputs.has(symbol))
      throw new HankelError(
        "usage",
        `the symbol ${quote(symbol)} is no input of the mapper; it has ${[...inputs.keys()].join(", ")}`,
      );
  }
  return new Alphabet(wanted ?? [...inputs.keys()]);
}

interface Running {
  readonly limit: number;
  /** How long a server that was there before is waited for, in seconds. */
  readonly patience: number;
  readonly report: Report;
  readonly onWire: OnWire | undefined;
}

/** The names of words are those of no other process. */
let words = Math.floor(Math.random() * 36 ** 6) * 36 ** 3;

/** Runs words on one server, each in a session of its own. */
class Runner {
  readonly signs: Signs = noSigns();
  readonly #endpoint: Endpoint;
  readonly #mapper: Mapper;
  readonly #running: Running;
  readonly #closed = new AbortController();
  /** Has the server ever been there? Until then its address may be wrong, and nobody waits. */
  #known = false;
  #advised = false;

  constructor(endpoint: Endpoint, mapper: Mapper, running: Running) {
    this.#endpoint = endpoint;
    this.#mapper = mapper;
    this.#running = running;
  }

  close(): void {
    this.#closed.abort();
  }

  /** The outputs of a word. Rejects with a `LaneFailure`. */
  async run(inputs: readonly string[], signal?: AbortSignal): Promise<string[]> {
    const since = performance.now();
    for (let attempt = 0; ; attempt++) {
      try {
        const outputs = await this.#once(inputs, signal);
        this.#known = true;
        this.#adviseUntil();
        return outputs;
      } catch (error) {
        if (error instanceof LaneFailure && !error.final) {
          if (this.#running.onWire !== undefined) throw new LaneFailure(error.message, { final: true });
          // What makes a reset fail may pass: another session that is still open.
          await this.#pause(FIRST_PAUSE, signal);
        }
        if (error instanceof LaneFailure || error instanceof HankelError) throw error;
        await this.#wait(error, attempt, since, signal);
      }
    }
  }

  /** A pattern that never fits makes every reply take its whole time limit. */
  #adviseUntil(): void {
    if (this.#advised || this.signs.unfinished === 0) return;
    this.#advised = true;
    this.#running.report(
      "until did not fit a reply, which was taken as it was after the whole timeout: hankel try shows the bytes, if that is not meant",
    );
  }

  async #once(inputs: readonly string[], signal: AbortSignal | undefined): Promise<string[]> {
    const end = new AbortController();
    const stop = () => end.abort();
    for (const one of [this.#closed.signal, signal]) {
      if (one === undefined) continue;
      if (one.aborted) stop();
      // As many may wait as there are workers; Node would warn of eleven.
      setMaxListeners(0, one);
      one.addEventListener("abort", stop, { once: true });
    }
    const run = (words++).toString(36).padStart(9, "0").slice(-9);
    const { limit, onWire = () => {} } = this.#running;
    const session = sessionOf(this.#endpoint, this.#mapper, {
      run,
      limit,
      signs: this.signs,
      onWire,
      signal: end.signal,
    });
    try {
      await session.reset();
      const outputs: string[] = [];
      for (const input of inputs) outputs.push(await session.step(input));
      return outputs;
    } finally {
      await session.close();
      for (const one of [this.#closed.signal, signal]) one?.removeEventListener("abort", stop);
    }
  }

  /** Waits for a server that is away; throws if it is not waited for any longer. */
  async #wait(
    error: unknown,
    attempt: number,
    since: number,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const { patience, report } = this.#running;
    const { name } = this.#endpoint;
    const stopped = this.#closed.signal.aborted || signal?.aborted === true;
    if (stopped) throw new LaneFailure("the run was stopped", { suspect: false, final: true });
    const message = messageOf(error).trim();
    const isAway = isUnreachable(error);
    if (!isAway || !this.#known || performance.now() - since > patience * 1000) {
      throw new LaneFailure(`${name} cannot be reached: ${this.#explained(message)}`, { final: true });
    }
    const pause = Math.min(FIRST_PAUSE * 2 ** attempt, LONGEST_PAUSE);
    report(`the server: ${message}; trying again in ${(pause / 1000).toFixed(1)} s`);
    await this.#pause(pause, signal);
  }

  /** A message about TLS in words that say what to do. */
  #explained(message: string): string {
    if (!this.#endpoint.secure) return message;
    if (/wrong.version|packet.length/u.test(message))
      return "it does not speak TLS: tcp:// or http:// may be right";
    const isUnknown = /self.signed|unable to (?:verify|get)|altnames/u.test(message);
    return isUnknown
      ? `${message}; --with tls-ca=FILE names a certificate that it is checked against`
      : message;
  }

  #pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
    return sleep(milliseconds, [this.#closed.signal, signal]);
  }
}

function sessionOf(endpoint: Endpoint, mapper: Mapper, options: SessionOptions): Session {
  return mapper.protocol === "tcp"
    ? new TcpSession(endpoint, mapper, options)
    : new HttpSession(endpoint, mapper, options);
}

/** Runs one word at a time. */
class MappedLane implements Lane<FreeWord> {
  readonly depth = 1;
  readonly reason = "it was closed";
  state: "ready" | "dead" = "ready";
  onChange: () => void = () => {};
  readonly #ask: (word: Word, signal: AbortSignal | undefined) => Promise<FreeWord>;
  readonly #end: () => void;

  constructor(ask: (word: Word, signal: AbortSignal | undefined) => Promise<FreeWord>, end: () => void) {
    this.#ask = ask;
    this.#end = end;
  }

  async weigh(words: readonly Word[], { signal }: LaneQuestion): Promise<AnsweredWords<FreeWord>> {
    const weights: FreeWord[] = [];
    for (const word of words) weights.push(await this.#ask(word, signal));
    return { weights };
  }

  async close(): Promise<void> {
    this.state = "dead";
    this.#end();
  }
}

/** Throws if a word had other outputs when it was run again. */
function refuseDifference(
  inputs: readonly string[],
  [first, again]: readonly [readonly string[], readonly string[]],
  signs: Signs,
  mapper: Mapper,
): void {
  const at = first.findIndex((output, i) => output !== again[i]);
  if (at < 0) return;
  const before = at === 0 ? "at the beginning" : `after ${inputs.slice(0, at).map(quote).join(" ")}`;
  throw new HankelError(
    "teacher",
    `the server does not answer the same twice: ${before}, the input ${quote(inputs[at])} gave ${quote(first[at])}, and, when the same word was ` +
      `run again, ${quote(again[at])}; ${causes(signs, mapper, [first[at], again[at]])}`,
  );
}

/** What usually makes the answers of a server differ, the likeliest first. */
function causes(
  { late, slowest, unmatched }: Signs,
  mapper: Mapper,
  outputs: readonly string[] = [],
): string {
  const isTcp = mapper.protocol === "tcp";
  const found: string[] = [];
  if (outputs.includes(TIMEOUT_OUTPUT) || slowest > 0.5)
    found.push("a reply that comes later than timeout allows (make it longer)");
  if (isTcp && late > 0)
    found.push(
      `a reply that is cut in two (${late === 1 ? "once" : `${late} times`} more bytes came after a reply was taken to be over: say with until when it is, or make quiet longer)`,
    );
  if (unmatched > 0)
    found.push(
      "a reply that holds something new each time, such as a date or a session id, and no pattern in outputs that leaves it out",
    );
  const usual = [
    "state that outlives the reset, such as an account, a lock or a file that an earlier word has left (let reset undo it, or put {{run}} into the name)",
    "several words at once (--workers 1)",
    ...(outputs.length === 0 && found.length === 0
      ? ["a timeout that is shorter than the slowest reply"]
      : []),
  ];
  return `usual causes: ${[...found, ...usual].join("; ")}. hankel try shows the bytes`;
}
