import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { foreignText, HankelError, messageOf } from "@hankel/core";
import type { Report } from "../box.ts";
import type { Secrets } from "../http/secrets.ts";
import { abortable, atMost, GRACE } from "../pool/abortable.ts";
import { accessOptions, type FleetAccess, fleetSecrets, LOGIN, serverName } from "./fleet-access.ts";
import { type Load, loadNats, type NatsConnection, type NatsMessage } from "./nats-client.ts";
import { checkName, Subjects } from "./subjects.ts";

/** The largest message, in bytes. A server may allow less. */
const LARGEST = 2 ** 20;
/** The pause before a lost connection is tried again, in milliseconds, and by how much it varies. */
const PAUSE = 250;
const JITTER = 100;
/** How often a silent connection is tried, in milliseconds. After two tries without an answer it counts as lost. */
const PING = 10_000;
/** How long one try to connect may take, in milliseconds. */
const CONNECT = 5000;

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
  readonly subjects: Subjects;
  /** The server, for messages. */
  readonly server: string;
  listener: CarrierListener = {};
  readonly #connection: NatsConnection;
  readonly #report: Report;
  readonly #secrets: Secrets;
  #connected = true;
  #closing = false;

  constructor(connection: NatsConnection, options: CarrierOptions) {
    this.#connection = connection;
    this.#report = options.report ?? (() => {});
    this.subjects = new Subjects(options.name);
    this.server = serverName(options);
    this.#secrets = fleetSecrets(options);
    void this.#watch();
    void connection.closed().then((reason) => this.#ended(reason));
  }

  get connected(): boolean {
    return this.#connected;
  }

  /** Was it closed? */
  get closed(): boolean {
    return this.#closing;
  }

  /** The most bytes of a message. */
  get largest(): number {
    return Math.min(LARGEST, this.#connection.info?.max_payload ?? LARGEST);
  }

  /** Sends a text. While there is no connection it is lost. */
  send(subject: string, text: string, reply?: string): void {
    if (!this.#connected || this.#closing) return;
    this.#connection.publish(subject, text, reply === undefined ? {} : { reply });
  }

  /** Hands over what arrives at a subject. */
  receive(subject: string, message: (message: NatsMessage) => void): void {
    const callback = (error: Error | null, arrived: NatsMessage) => {
      if (error !== null) this.#refused(error);
      else if (!this.#closing && arrived.data.length <= LARGEST) message(arrived);
    };
    this.#connection.subscribe(subject, { callback });
  }

  /** Sends what is on its way, and disconnects. */
  async close(): Promise<void> {
    if (this.#connected && !this.#closing && !this.#connection.isClosed())
      await atMost(GRACE, this.#connection.flush());
    this.abandon();
  }

  /** Disconnects at once, without a word to anyone. */
  abandon(): void {
    if (this.#closing) return;
    this.#closing = true;
    void this.#connection.close().catch(() => {});
  }

  async #watch(): Promise<void> {
    for await (const { type, error } of this.#connection.status()) {
      if (this.#closing) return;
      if (type === "disconnect") this.#become(false);
      else if (type === "reconnect") this.#become(true);
      else if (type === "error" && error !== undefined) this.#refused(error);
    }
  }

  #become(connected: boolean): void {
    if (this.#connected === connected) return;
    this.#connected = connected;
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
    if (this.#closing) return;
    this.#connected = false;
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
    inboxPrefix: new Subjects(options.name).inboxes,
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
      const problem = `cannot connect to the server ${server}: ${fleetSecrets(options).redact(reasonOf(cause))}`;
      if (options.patient !== true || isFinal(cause)) throw new HankelError("teacher", problem, { cause });
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

/** What an error of the client is about. */
type Trouble = "nobody" | "login" | "authority" | "settings" | "other";

function troubleOf(error: unknown): Trouble {
  const causes = error instanceof Error ? [error, error.cause] : [];
  const names = causes.map((cause) => {
    const { name = "", code = "" } = (cause ?? {}) as { readonly name?: string; readonly code?: unknown };
    return `${name} ${foreignText(code)}`;
  });
  const about = `${names.join(" ")} ${messageOf(error)}`;
  if (about.includes("ECONNREFUSED")) return "nobody";
  if (/Authorization|Authentication/u.test(about)) return "login";
  if (/SIGNED|VERIFY|ISSUER/u.test(about)) return "authority";
  return /CERT|'tls'|credentials/u.test(about) ? "settings" : "other";
}

/** Is it pointless to try again? */
function isFinal(error: unknown): boolean {
  return !["nobody", "other"].includes(troubleOf(error));
}

/** Why there is no connection, and what to do. */
function reasonOf(error: unknown): string {
  const message = messageOf(error);
  switch (troubleOf(error)) {
    case "nobody":
      return "nothing listens there (is nats-server running?)";
    case "login":
      return `${message} (log in with ${LOGIN})`;
    case "authority":
      return `${message} (--with tls-ca=FILE names the authority that signed the server's certificate)`;
    default:
      return message;
  }
}

/** A random name for a worker, a learner or an inbox. */
export function randomName(): string {
  return randomBytes(8).toString("hex");
}
