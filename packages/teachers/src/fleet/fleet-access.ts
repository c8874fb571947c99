import { readFileSync } from "node:fs";
import { addressWithoutSecrets, HankelError, messageOf, quote } from "@hankel/core";
import { Secrets } from "../http/secrets.ts";
import { type Load, loadNeeded } from "../optional-package.ts";

/** How a fleet's server is reached. Secrets come from files and from the environment, never from a command line. */
export interface FleetAccess {
  /** The address, as in `nats://host:4222` or `tls://host:4222`; several are separated by commas. */
  readonly fleet: string;
  /** A file of certificates of authorities that the server's certificate is checked against. */
  readonly tlsCa?: string | undefined;
  /** The files of this side's own certificate and of its key, if the server asks for one. */
  readonly tlsCert?: string | undefined;
  readonly tlsKey?: string | undefined;
  /** A `.creds` file. */
  readonly creds?: string | undefined;
  /** Where user, password, token and the path of a `.creds` file are looked up; the process's own unless given. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

/** Names of variables in the environment. */
const USER = "HANKEL_NATS_USER";
const PASSWORD = "HANKEL_NATS_PASSWORD";
const TOKEN = "HANKEL_NATS_TOKEN";
const CREDS = "HANKEL_NATS_CREDS";

/** The ways to log in, for messages. */
export const LOGIN = `${USER} and ${PASSWORD}, or ${TOKEN}, in the environment, or a .creds file`;

/** The options of the client for these addresses, certificates and secrets. */
export function accessOptions(access: FleetAccess, client: NatsClient): Record<string, unknown> {
  const addresses = addressesOf(access);
  const encrypted = addresses.some(({ protocol }) => protocol === "tls:");
  return {
    servers: addresses.map(({ host }) => host),
    ...tlsOptions(access, encrypted),
    ...secrets(access, client),
  };
}

/** The addresses for messages. They hold no secrets. */
export function serverName(access: FleetAccess): string {
  return addressesOf(access)
    .map(({ protocol, host }) => `${protocol}//${host}`)
    .join(", ");
}

function addressesOf({ fleet }: FleetAccess): URL[] {
  return fleet.split(",").map((text) => addressOf(text.trim()));
}

function addressOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && (url.username !== "" || url.password !== "")) {
    throw new HankelError(
      "usage",
      "the address of a fleet must not hold a user, password or token: everyone on this machine can read a command " +
        `line. Log in with ${LOGIN}`,
    );
  }
  const known = url?.protocol === "nats:" || url?.protocol === "tls:";
  if (url !== undefined && known && url.host !== "" && /^\/?$/u.test(url.pathname)) return url;
  throw new HankelError(
    "usage",
    `expected the address of a NATS server such as nats://host:4222 or tls://host:4222, not ${quote(addressWithoutSecrets(text))}`,
  );
}

/** Encryption, if the address or an option asks for it. */
function tlsOptions({ tlsCa, tlsCert, tlsKey }: FleetAccess, wanted: boolean): Record<string, unknown> {
  if ((tlsCert === undefined) !== (tlsKey === undefined)) {
    throw new HankelError(
      "usage",
      "a certificate and its key belong together: give both of them, or neither",
    );
  }
  if (!wanted && tlsCa === undefined && tlsCert === undefined) return {};
  const file = (path: string | undefined, name: string) =>
    path === undefined ? {} : { [name]: readSecret(path).toString("utf8") };
  return { tls: { ...file(tlsCa, "ca"), ...file(tlsCert, "cert"), ...file(tlsKey, "key") } };
}

/** The way to log in; there is at most one. */
function secrets({ creds, env = process.env }: FleetAccess, client: NatsClient): Record<string, unknown> {
  const [user, pass, token] = [env[USER], env[PASSWORD], env[TOKEN]];
  const path = creds ?? env[CREDS];
  const ways = [
    user !== undefined && USER,
    token !== undefined && TOKEN,
    path !== undefined && (creds === undefined ? CREDS : "a .creds file"),
  ].filter((way) => typeof way === "string");
  if (ways.length > 1) throw new HankelError("usage", `there are two ways to log in: ${ways.join(" and ")}`);
  if ((user === undefined) !== (pass === undefined)) {
    throw new HankelError("usage", `${USER} and ${PASSWORD} belong together: set both of them, or neither`);
  }
  if (path !== undefined) return { authenticator: client.credsAuthenticator(readSecret(path)) };
  if (token !== undefined) return { token };
  return user === undefined ? {} : { user, pass };
}

/** What no message may hold: a server may repeat what it was sent. */
export function fleetSecrets({ creds, env = process.env }: FleetAccess): Secrets {
  const path = creds ?? env[CREDS];
  // The lines between the marks of a .creds file are its token and its seed.
  const lines = path === undefined ? [] : readSecret(path).toString("utf8").split(/\s+/u);
  return new Secrets([
    env[PASSWORD],
    env[TOKEN],
    ...lines.filter((line) => /^[\w.-]{20,}$/u.test(line) && !line.startsWith("--")),
  ]);
}

function readSecret(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    const reason =
      code === "ENOENT" ? "no such file" : code === "EACCES" ? "permission denied" : messageOf(cause);
    throw new HankelError("usage", `cannot read ${path}: ${reason}`, { cause });
  }
}

/** A message as it arrives. */
export interface NatsMessage {
  readonly subject: string;
  readonly data: Uint8Array;
  /** Where an answer is expected, if anywhere. */
  readonly reply?: string | undefined;
  /** What the server itself says with it: 503 if nobody listens where a message was sent. */
  readonly headers?: { readonly code: number } | undefined;
}

/** What the client says about its connection: `disconnect`, `reconnect`, `error` and others. */
export interface NatsStatus {
  readonly type: string;
  readonly error?: Error | undefined;
}

/** The part of a connection of `@nats-io/transport-node` that a fleet uses. */
export interface NatsConnection {
  readonly info?: { readonly max_payload: number } | undefined;
  publish(subject: string, payload: string, options?: { readonly reply?: string }): void;
  subscribe(
    subject: string,
    options: { readonly callback: (error: Error | null, message: NatsMessage) => void },
  ): { unsubscribe(): void };
  status(): AsyncIterable<NatsStatus>;
  flush(): Promise<void>;
  close(): Promise<void>;
  /** Resolves when it is closed for good, with the reason if it was not asked for. */
  closed(): Promise<unknown>;
  isClosed(): boolean;
}

/** The part of `@nats-io/transport-node` that a fleet uses. */
export interface NatsClient {
  connect(options: Readonly<Record<string, unknown>>): Promise<NatsConnection>;
  credsAuthenticator(creds: Uint8Array): unknown;
}

/** Loads the client, which is an optional dependency. */
export async function loadNats(load?: Load): Promise<NatsClient> {
  return loadNeeded<NatsClient>("fleets need", "@nats-io/transport-node", "connect", load);
}
