import { HankelError } from "@hankel/core";
import { type Load, loadOptional } from "../optional-package.ts";

/** A message as it arrives. */
export interface NatsMessage {
  readonly subject: string;
  readonly data: Uint8Array;
  /** Where an answer is expected, if anywhere. */
  readonly reply?: string | undefined;
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
  ): unknown;
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

const PACKAGE = "@nats-io/transport-node";

/** Loads the client, which is an optional dependency. */
export async function loadNats(load?: Load): Promise<NatsClient> {
  const client = await loadOptional<NatsClient>(PACKAGE, "connect", load);
  if (client !== undefined) return client;
  throw new HankelError(
    "usage",
    `fleets need the package ${PACKAGE}, which is not installed: npm install ${PACKAGE} (with --global if hankel is installed globally)`,
  );
}
