import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { foreignText, HankelError, messageOf, quote } from "@hankel/core";
import type { Report } from "../box.ts";
import type { Secrets } from "../http/secrets.ts";
import type { Load } from "../optional-package.ts";
import { atMost } from "../pool/sleep.ts";
import { abortable, GRACE } from "../pool/time.ts";
import {
  accessOptions,
  type FleetAccess,
  fleetSecrets,
  LOGIN,
  loadNats,
  type NatsConnection,
  type NatsMessage,
  serverName,
} from "./fleet-access.ts";

/** The largest message, in bytes. A server may allow less. */
const LARGEST = 2 ** 20;
/** The pause before a lost connection is tried again, in milliseconds, and by how much it varies. */
const PAUSE = 250;
const JITTER = 100;
/** How often a silent connection is tried, in milliseconds. After two tries without an answer it counts as lost. */
const PING = 10_000;
/** How long one try to connect may take, in milliseconds. */
const CONNECT = 5000;
/** The server says this of a message that nobody listens to. */
const NOBODY = 503;

export interface CarrierOptions extends FleetAccess {
  /** The name of the fleet. */
  readonly name: string;
  /** Wait for a server that is not there yet, rather than fail. */
  readonly patient?: boolean | undefined;
  /** Ends the attempt to connect. */
  readonly signal?: AbortSignal | undefined;
  readonly report?: Report | undefined;
  /** Loads the client; tests use one that is not there. */
  readonly load?: Load | undefined;
}

/** Is told what becomes of the connection. */
export interface CarrierListener {
  /** The connection is lost, or back. */
  changed?(connected: boolean): void;
  /** It is over: the server refused something that the fleet needs, or closed the connection for good. */
  failed?(error: HankelError): void;
}

/** A connection to the server of a fleet, which sends and receives JSON objects. */
export class Carrier {
  readonly subjects: ReturnType<typeof subjectsOf>;
  /** The server, for messages. */
  readonly server: string;
  listener: CarrierListener = {};
  connected = true;
  closed = false;
  readonly #connection: NatsConnection;
  readonly #report: Report;
  readonly #secrets: Secrets;

  constructor(connection: NatsConnection, options: CarrierOptions) {
    this.#connection = connection;
    this.#report = options.report ?? (() => {});
    this.subjects = subjectsOf(options.name);
    this.server = serverName(options);
    this.#secrets = fleetSecrets(options);
    void this.#watch();
    void connection.closed().then((reason) => this.#ended(reason));
  }

  /** The most bytes of a message. */
  get largest(): number {
    return Math.min(LARGEST, this.#connection.info?.max_payload ?? LARGEST);
  }

  /** Sends a text. While there is no connection it is lost, and so is one that is larger than the server allows. */
  send(subject: string, text: string, reply?: string): void {
    if (!this.connected || this.closed || Buffer.byteLength(text) > this.largest) return;
    this.#connection.publish(subject, text, reply === undefined ? {} : { reply });
  }

  /** Hands over what arrives at a subject, until the returned function is called. */
  receive(subject: string, message: (message: NatsMessage) => void): () => void {
    const callback = (error: Error | null, arrived: NatsMessage) => {
      if (error !== null) this.#refused(error);
      else if (!this.closed && arrived.data.length <= LARGEST) message(arrived);
    };
    const subscription = this.#connection.subscribe(subject, { callback });
    return () => subscription.unsubscribe();
  }

  /**
   * An inbox for messages to one receiver. The server says there, at once, that nobody listens. The name of the inbox is random, so
   * that only the receiver could pretend that.
   */
  watch(nobody: () => void): { readonly inbox: string; readonly end: () => void } {
    const inbox = this.subjects.inbox(randomName());
    const end = this.receive(inbox, ({ data, headers }) => {
      if (data.length === 0 && headers?.code === NOBODY) nobody();
    });
    return { inbox, end };
  }

  /** Answers a message, if it expects that at an inbox of the fleet. */
  answer({ reply }: NatsMessage, message: object): void {
    if (reply !== undefined && this.subjects.isInbox(reply)) this.send(reply, JSON.stringify(message));
  }

  /** Sends what is on its way, and disconnects. */
  async close(): Promise<void> {
    if (this.connected && !this.closed && !this.#connection.isClosed())
      await atMost(GRACE, this.#connection.flush());
    this.abandon();
  }

  /** Disconnects at once, without a word to anyone. */
  abandon(): void {
    if (this.closed) return;
    this.closed = true;
    void this.#connection.close().catch(() => {});
  }

  async #watch(): Promise<void> {
    for await (const { type, error } of this.#connection.status()) {
      if (this.closed) return;
      if (type === "disconnect") this.#become(false);
      else if (type === "reconnect") this.#become(true);
      else if (type === "error" && error !== undefined) this.#refused(error);
    }
  }

  #become(connected: boolean): void {
    if (this.connected === connected) return;
    this.connected = connected;
    this.#report(
      connected
        ? `the server ${this.server} is back`
        : `the connection to ${this.server} is lost; waiting until the server is back`,
    );
    this.listener.changed?.(connected);
  }

  /** The server refuses a subject. Who asks who is there must not disturb the work. */
  #refused(error: Error): void {
    if (!/permission/iu.test(`${error.name} ${error.message}`)) return;
    const message = `the server ${this.server} refuses a subject of the fleet: ${this.#secrets.redact(error.message)}`;
    if (error.message.includes(`${this.subjects.inboxes}.`) || error.message.includes(this.subjects.who)) {
      this.#report(message);
    } else this.listener.failed?.(new HankelError("teacher", message, { cause: error }));
  }

  #ended(reason: unknown): void {
    if (this.closed) return;
    this.connected = false;
    const why = reason instanceof Error ? `: ${this.#secrets.redact(reason.message)}` : "";
    this.listener.failed?.(
      new HankelError("teacher", `the server ${this.server} closed the connection${why}`),
    );
  }
}

/** Connects to the server of a fleet. */
export async function openCarrier(options: CarrierOptions): Promise<Carrier> {
  checkName(options.name, "a fleet");
  const { signal, report = () => {} } = options;
  const server = serverName(options);
  const client = await loadNats(options.load);
  const settings = {
    ...accessOptions(options, client),
    name: `hankel ${options.name}`,
    inboxPrefix: subjectsOf(options.name).inboxes,
    maxReconnectAttempts: -1,
    reconnectTimeWait: PAUSE,
    reconnectJitter: JITTER,
    reconnectJitterTLS: JITTER,
    pingInterval: PING,
    timeout: CONNECT,
  };
  for (let tries = 1; ; tries++) {
    try {
      const connection = await connected(client.connect(settings), signal);
      if (tries > 1) report(`the server ${server} is there`);
      return new Carrier(connection, options);
    } catch (cause) {
      if (signal?.aborted === true) throw cause;
      const { reason, final } = troubleOf(cause);
      const problem = `cannot connect to the server ${server}: ${fleetSecrets(options).redact(reason)}`;
      if (options.patient !== true || final) throw new HankelError("teacher", problem, { cause });
      if (tries === 1) report(`${problem}; waiting until the server is there`);
      await abortable(pause(PAUSE), signal);
    }
  }
}

/** The connection. If the signal aborts first, it is closed as soon as it is there, so that nothing stays behind. */
async function connected(
  connecting: Promise<NatsConnection>,
  signal: AbortSignal | undefined,
): Promise<NatsConnection> {
  try {
    return await abortable(connecting, signal);
  } catch (error) {
    void connecting.then((connection) => connection.close()).catch(() => {});
    throw error;
  }
}

/** Why there is no connection and what to do, and whether it is pointless to try again. */
function troubleOf(error: unknown): { readonly reason: string; readonly final: boolean } {
  const causes = error instanceof Error ? [error, error.cause] : [];
  const names = causes.map((cause) => {
    const { name = "", code = "" } = (cause ?? {}) as { readonly name?: string; readonly code?: unknown };
    return `${name} ${foreignText(code)}`;
  });
  const message = messageOf(error);
  const about = `${names.join(" ")} ${message}`;
  if (about.includes("ECONNREFUSED"))
    return { reason: "nothing listens there (is nats-server running?)", final: false };
  if (/Authorization|Authentication/u.test(about))
    return { reason: `${message} (log in with ${LOGIN})`, final: true };
  if (/SIGNED|VERIFY|ISSUER/u.test(about)) {
    const advice = "--with tls-ca=FILE names the authority that signed the server's certificate";
    return { reason: `${message} (${advice})`, final: true };
  }
  return { reason: message, final: /CERT|'tls'|credentials/u.test(about) };
}

/** A random name for a worker, a learner or an inbox. */
export function randomName(): string {
  return randomBytes(8).toString("hex");
}

/** Names of fleets and of workers: they are parts of subjects. */
const NAME = /^[A-Za-z0-9_-]{1,64}$/u;

/** The subjects of a fleet (docs/fleet.md). All of them have one prefix, so that a server can confine its users to it. */
export function subjectsOf(name: string) {
  const prefix = `hankel.${checkName(name, "a fleet")}`;
  const inboxes = `${prefix}.inbox`;
  return {
    hello: `${prefix}.hello`,
    who: `${prefix}.who`,
    everyWorker: `${prefix}.from.*`,
    inboxes,
    /** Where a worker speaks, and where it listens. */
    from: (worker: string) => `${prefix}.from.${worker}`,
    to: (worker: string) => `${prefix}.to.${worker}`,
    /** An inbox for answers. */
    inbox: (id: string) => `${inboxes}.${id}`,
    isInbox: (subject: string) =>
      subject.startsWith(`${inboxes}.`) && NAME.test(subject.slice(inboxes.length + 1)),
    /** The worker that speaks at this subject; undefined if the name is not one of a worker. */
    workerAt(subject: string): string | undefined {
      const worker = subject.slice(`${prefix}.from.`.length);
      return NAME.test(worker) ? worker : undefined;
    },
  };
}

export function checkName(name: string, what: string): string {
  if (NAME.test(name)) return name;
  throw new HankelError(
    "usage",
    `the name of ${what} has 1 to 64 letters, digits, - and _, unlike ${quote(name)}`,
  );
}
