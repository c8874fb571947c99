import { connect as connectTcp, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { messageOf } from "@hankel/core";
import { LaneFailure } from "../pool/lane.ts";
import type { Endpoint } from "./endpoint.ts";
import {
  CLOSED_OUTPUT,
  type Sending,
  SILENT_OUTPUT,
  type TcpMapper,
  TIMEOUT_OUTPUT,
  type Waiting,
} from "./mapper.ts";
import { Reply } from "./pattern.ts";
import {
  asOutput,
  flooding,
  LONGEST_REPLY,
  outputOf,
  type Received,
  reset,
  type Session,
  type SessionOptions,
  Values,
} from "./session.ts";

/** How long the server may take to close its side once this one is closed, in milliseconds. */
const GOODBYE = 50;

/** What came of waiting. */
type Heard = Reply | "silence" | "closed";

/** A connection to a server that speaks bytes. */
export class TcpSession implements Session {
  readonly #endpoint: Endpoint;
  readonly #mapper: TcpMapper;
  readonly #options: SessionOptions;
  readonly #values: Values;
  #socket: Socket | undefined;
  /** The bytes that nobody has looked at yet. */
  #pending: Buffer = Buffer.alloc(0);
  #closed = false;
  /** The word is over, and this side closes the connection. */
  #leaving = false;
  #wake: () => void = () => {};

  constructor(endpoint: Endpoint, mapper: TcpMapper, options: SessionOptions) {
    this.#endpoint = endpoint;
    this.#mapper = mapper;
    this.#options = options;
    this.#values = new Values(mapper.values, options.run);
  }

  async reset(): Promise<void> {
    const { reset: steps } = this.#mapper;
    await reset({ steps, values: this.#values, ask: (action) => this.#ask(action) }, this.#options);
    await this.#connected();
  }

  async step(input: string): Promise<string> {
    const action = this.#mapper.inputs.get(input) as Sending;
    const { signs, onWire } = this.#options;
    onWire({ kind: "input", text: input });
    this.#values.steps++;
    if (this.#closed && this.#pending.length === 0) return this.#told(CLOSED_OUTPUT);
    if (this.#pending.length > 0) signs.late++;
    const heard = await this.#exchange(action);
    if (heard === "closed") return this.#told(CLOSED_OUTPUT);
    if (heard === "silence") return this.#told(action.silent ? SILENT_OUTPUT : TIMEOUT_OUTPUT);
    const received = { body: heard };
    this.#values.take(received);
    const output = outputOf(this.#mapper.outputs, received, this.#values.lookup);
    if (this.#mapper.closed?.fits(heard)) this.#end();
    if (output !== undefined) return this.#told(output);
    signs.unmatched++;
    return this.#told(asOutput(heard.bytes), true);
  }

  async close(): Promise<void> {
    const socket = this.#socket;
    if (socket === undefined) return;
    if (!socket.destroyed && !this.#closed) {
      // The server hears of it before the next word begins.
      this.#leaving = true;
      socket.end();
      await this.#pause(GOODBYE, () => this.#closed);
    }
    socket.destroy();
  }

  #told(output: string, isUnmatched = false): string {
    this.#options.onWire({ kind: "output", text: output, ...(isUnmatched && { unmatched: true }) });
    return output;
  }

  /** The same for a step of the reset. */
  async #ask(action: Sending): Promise<Received | string> {
    await this.#connected();
    const heard = await this.#exchange(action);
    if (heard === "closed") return "the server closed the connection";
    if (heard === "silence") return `no reply within ${action.waiting.timeout / 1000} s`;
    const received = { body: heard };
    this.#values.take(received);
    return received;
  }

  async #exchange({ bytes, waiting, silent, closes }: Sending): Promise<Heard> {
    const socket = await this.#connected();
    const { onWire } = this.#options;
    if (bytes !== undefined) {
      const sent = bytes.bytes(this.#values.lookup);
      onWire({ kind: "sent", bytes: sent });
      socket.write(sent);
    }
    if (closes) {
      socket.end();
      await this.#pause(waiting.timeout, () => this.#closed);
      this.#end();
      return this.#pending.length > 0 ? this.#take() : "closed";
    }
    if (silent) return "silence";
    return this.#reply(waiting);
  }

  /** Waits until a reply is over. */
  async #reply({ timeout, quiet, until }: Waiting): Promise<Heard> {
    const { onWire, signs, limit, signal } = this.#options;
    const begun = performance.now();
    const left = (of: number) => of - (performance.now() - begun);
    for (;;) {
      if (signal.aborted) throw new LaneFailure("the run was stopped", { suspect: false, final: true });
      const size = this.#pending.length;
      if (size > LONGEST_REPLY) throw flooding(size);
      if (size > 0 && until?.fits(new Reply(this.#pending, true))) return this.#take();
      if (this.#closed) return size > 0 ? this.#take() : "closed";
      const isEnding = size > 0 && until === undefined;
      const wait = isEnding ? Math.min(quiet, left(limit)) : left(timeout);
      if (await this.#pause(wait, () => this.#closed || this.#pending.length > size)) {
        if (size === 0) signs.slowest = Math.max(signs.slowest, 1 - left(timeout) / timeout);
        continue;
      }
      if (isEnding) return this.#take();
      onWire({ kind: "silence", ...(size > 0 && { text: "until does not fit" }) });
      if (size === 0) return "silence";
      signs.unfinished++;
      return this.#take();
    }
  }

  #take(): Reply {
    const reply = new Reply(this.#pending);
    this.#pending = Buffer.alloc(0);
    return reply;
  }

  /** From here on the connection counts as closed. */
  #end(): void {
    this.#closed = true;
    this.#socket?.destroy();
  }

  /** Waits for so long, or until something holds after a sign of the server; says whether it does. */
  async #pause(milliseconds: number, holds: () => boolean): Promise<boolean> {
    if (holds()) return true;
    const end = performance.now() + milliseconds;
    for (let left = milliseconds; left > 0; left = end - performance.now()) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      if (holds()) return true;
      if (this.#options.signal.aborted) return false;
    }
    return false;
  }

  async #connected(): Promise<Socket> {
    if (this.#socket !== undefined) return this.#socket;
    const { onWire, signal } = this.#options;
    const socket = await connected(this.#endpoint, this.#mapper.connect, signal);
    this.#socket = socket;
    onWire({ kind: "connected", text: this.#endpoint.name });
    socket
      .on("data", (bytes: Buffer) => {
        onWire({ kind: "received", bytes });
        this.#pending = Buffer.concat([this.#pending, bytes]);
        this.#wake();
      })
      .on("error", () => {})
      .on("end", () => this.#hungUp())
      .on("close", () => this.#hungUp());
    signal.addEventListener("abort", () => this.#wake(), { once: true });
    return socket;
  }

  #hungUp(): void {
    if (!this.#closed && !this.#leaving) this.#options.onWire({ kind: "closed" });
    this.#closed = true;
    this.#wake();
  }
}

/** Opens a connection, encrypted or not. */
export function connected(endpoint: Endpoint, timeout: number, signal: AbortSignal): Promise<Socket> {
  const { host, port, secure } = endpoint;
  return new Promise((resolve, reject) => {
    const socket = secure
      ? connectTls({ host, port, servername: isIp(host) ? "" : host, ...endpoint.certificates })
      : connectTcp({ host, port });
    const fail = (error: Error) => {
      settle();
      socket.destroy();
      reject(new Error(messageOf(error), { cause: error }));
    };
    const late = () => fail(new Error(`no connection within ${timeout / 1000} s`));
    const timer = setTimeout(late, timeout);
    const stop = () => fail(new Error("the run was stopped"));
    const settle = () => {
      clearTimeout(timer);
      socket.removeListener("error", fail);
      signal.removeEventListener("abort", stop);
    };
    signal.addEventListener("abort", stop);
    socket.setNoDelay(true);
    socket.on("error", fail);
    socket.once(secure ? "secureConnect" : "connect", () => {
      settle();
      resolve(socket);
    });
  });
}

function isIp(host: string): boolean {
  return /^[\d.]+$|:/u.test(host);
}
