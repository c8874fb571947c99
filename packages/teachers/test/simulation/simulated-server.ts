/** The server of a fleet in memory: messages take time, and are lost, doubled, spoiled and overtaken as a seed decides. */

import type { Random } from "@hankel/core";
import type { Clock } from "@hankel/teachers";
import { Carrier } from "../../src/fleet/carrier.ts";
import type { NatsConnection, NatsMessage, NatsStatus } from "../../src/fleet/fleet-access.ts";

export interface ServerFaults {
  /** The probability that a message is lost, doubled, spoiled or late. */
  readonly rate: number;
  /** The mean time between two tears of a connection, in milliseconds. */
  readonly tear: number;
  /** A message that is not late takes fewer milliseconds than this; 8 unless given. */
  readonly delay?: number;
}

type Callback = (error: Error | null, message: NatsMessage) => void;

/** The longest delay of a message that is late, in milliseconds. */
const LATE = 800;

export class SimulatedServer {
  readonly clock: Clock;
  readonly random: Random;
  readonly trace: (line: string) => void;
  readonly #faults: ServerFaults;
  readonly #connections = new Set<SimulatedConnection>();

  constructor(clock: Clock, random: Random, faults: ServerFaults, trace: (line: string) => void) {
    this.clock = clock;
    this.random = random;
    this.#faults = faults;
    this.trace = trace;
  }

  /** A connection for a process, which ends when the process is killed. */
  connect(fleet: string): { readonly carrier: Carrier; readonly cut: () => void } {
    const connection = new SimulatedConnection(this);
    this.#connections.add(connection);
    this.#tear(connection);
    const cut = () => {
      this.#connections.delete(connection);
      connection.drop();
    };
    return { carrier: new Carrier(connection, { fleet: "nats://simulated:4222", name: fleet }), cut };
  }

  /** Brings a message to everyone who listens there. */
  publish(message: NatsMessage): void {
    const { rate, delay: usual = 8 } = this.#faults;
    const { subject, reply } = message;
    const heard = [...this.#connections].some((connection) => connection.listeners(subject).length > 0);
    if (reply !== undefined && !heard)
      this.publish({ subject: reply, data: new Uint8Array(), headers: { code: 503 } });
    for (const connection of this.#connections) {
      for (const callback of connection.listeners(message.subject)) {
        const fault = this.random.real() < rate ? this.random.below(4) : -1;
        if (fault >= 0)
          this.trace(`the server: ${["lost", "doubled", "spoiled", "late"][fault]}: ${shown(message)}`);
        if (fault === 0) continue;
        const data =
          fault === 2
            ? message.data.slice(0, this.random.below(Math.max(message.data.length, 1)))
            : message.data;
        const delay = this.random.below(fault === 3 ? LATE : usual);
        for (let copies = fault === 1 ? 2 : 1; copies > 0; copies--) {
          this.clock.after(delay * copies, () => connection.deliver(callback, { ...message, data }));
        }
      }
    }
  }

  remove(connection: SimulatedConnection): void {
    this.#connections.delete(connection);
  }

  #tear(connection: SimulatedConnection): void {
    const { tear } = this.#faults;
    if (tear === Number.POSITIVE_INFINITY) return;
    this.clock.after(this.random.below(2 * tear), () => {
      if (!this.#connections.has(connection)) return;
      this.trace("the server: a connection is torn");
      connection.become(false);
      this.clock.after(this.random.below(300), () => connection.become(true));
      this.#tear(connection);
    });
  }
}

class SimulatedConnection implements NatsConnection {
  readonly info = { max_payload: 2 ** 20 };
  readonly #server: SimulatedServer;
  readonly #subscriptions = new Set<{ readonly subject: string; readonly callback: Callback }>();
  readonly #news: NatsStatus[] = [];
  #wake: () => void = () => {};
  #connected = true;
  #closed = false;

  constructor(server: SimulatedServer) {
    this.#server = server;
  }

  publish(subject: string, payload: string, options: { readonly reply?: string } = {}): void {
    if (this.#closed || !this.#connected) return;
    this.#server.publish({ subject, data: new TextEncoder().encode(payload), reply: options.reply });
  }

  subscribe(subject: string, { callback }: { readonly callback: Callback }) {
    const subscription = { subject, callback };
    this.#subscriptions.add(subscription);
    return { unsubscribe: () => void this.#subscriptions.delete(subscription) };
  }

  /** A connection that is torn hears nothing. */
  listeners(subject: string): Callback[] {
    if (!this.#connected) return [];
    const matches = (pattern: string) =>
      pattern.endsWith(".*") ? subject.startsWith(pattern.slice(0, -1)) : pattern === subject;
    return [...this.#subscriptions].filter((one) => matches(one.subject)).map(({ callback }) => callback);
  }

  deliver(callback: Callback, message: NatsMessage): void {
    if (this.#connected && !this.#closed) callback(null, message);
  }

  become(connected: boolean): void {
    if (this.#closed || connected === this.#connected) return;
    this.#connected = connected;
    this.#news.push({ type: connected ? "reconnect" : "disconnect" });
    this.#wake();
  }

  /** The process at this end is gone. */
  drop(): void {
    this.#closed = true;
  }

  async *status(): AsyncGenerator<NatsStatus> {
    while (!this.#closed) {
      const news = this.#news.shift();
      if (news !== undefined) yield news;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }

  async flush(): Promise<void> {}

  async close(): Promise<void> {
    this.#closed = true;
    this.#server.remove(this);
    this.#wake();
  }

  closed(): Promise<unknown> {
    return new Promise(() => {});
  }

  isClosed(): boolean {
    return this.#closed;
  }
}

function shown({ subject, data }: NatsMessage): string {
  return `${subject.split(".").slice(2).join(".")} ${new TextDecoder().decode(data).slice(0, 60)}`;
}
