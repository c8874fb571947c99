import { HankelError, messageOf } from "@hankel/core";

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

/** Loads a package by its name. */
export type Load = (name: string) => Promise<unknown>;

const PACKAGE = "@nats-io/transport-node";

/** Loads the client, which is an optional dependency. */
export async function loadNats(load: Load = (name) => import(name)): Promise<NatsClient> {
  try {
    const loaded = (await load(PACKAGE)) as NatsClient & { readonly default?: NatsClient };
    // A CommonJS package arrives as the default export.
    return typeof loaded.connect === "function" ? loaded : (loaded.default as NatsClient);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_MODULE_NOT_FOUND") {
      throw new HankelError(
        "usage",
        `fleets need the package ${PACKAGE}, which is not installed: npm install ${PACKAGE} (with --global if hankel is installed globally)`,
      );
    }
    throw new HankelError("system", `${PACKAGE} is installed but cannot be loaded: ${messageOf(error)}`, {
      cause: error,
    });
  }
}
