/** What a mapper file says once it is read: how the inputs of a machine are sent to a server, and its replies become outputs. */

import type { Pattern } from "./pattern.ts";
import type { Template } from "./template.ts";

/** How long something is waited for, in milliseconds. */
export interface Waiting {
  /** No byte within this time is the output `timeout`. */
  readonly timeout: number;
  /** A reply is over when nothing more has come for this time, unless `until` says it. */
  readonly quiet: number;
  /** A reply is over as soon as this fits. */
  readonly until: Pattern | undefined;
}

/** Bytes that are sent, and how their reply is waited for. */
export interface Sending {
  /** Nothing is sent where there is none: the server is listened to. */
  readonly bytes: Template | undefined;
  readonly waiting: Waiting;
  /** No reply is waited for. */
  readonly silent: boolean;
  /** The connection is closed from this side afterwards. */
  readonly closes: boolean;
}

/** A tree of JSON with templates for texts. */
export type JsonTemplate =
  | Template
  | number
  | boolean
  | null
  | readonly JsonTemplate[]
  | { readonly [name: string]: JsonTemplate };

export type Fields = readonly (readonly [name: string, value: Template])[];

/** What the body of a request is made of. */
export type RequestBody =
  | { readonly kind: "form"; readonly fields: Fields }
  | { readonly kind: "json"; readonly value: JsonTemplate }
  | { readonly kind: "bytes"; readonly bytes: Template };

/** A request of HTTP. */
export interface Requesting {
  readonly method: string;
  readonly path: Template;
  readonly query: Fields;
  readonly headers: Fields;
  readonly body: RequestBody | undefined;
  readonly timeout: number;
}

/** Where a pattern looks. */
export type Part = "reply" | "status" | "body" | { readonly header: string };

export interface Condition {
  readonly part: Part;
  readonly pattern: Pattern;
}

/** A value that replies hold and that is sent back. */
export interface ValueRule extends Condition {
  readonly name: string;
  /** What stands for it until it has been seen. */
  readonly otherwise: Template | undefined;
}

/** Replies where all conditions hold become this output. */
export interface OutputRule {
  readonly conditions: readonly Condition[];
  readonly output: Template;
}

/** What happens before each word. */
export type ResetStep<A> =
  | { readonly kind: "run"; readonly command: readonly Template[] }
  | { readonly kind: "pause"; readonly milliseconds: number }
  | { readonly kind: "ask"; readonly action: A; readonly expect: readonly Condition[] };

/** What both protocols have. */
interface Common<A> {
  readonly inputs: ReadonlyMap<string, A>;
  readonly values: readonly ValueRule[];
  readonly outputs: readonly OutputRule[];
  readonly reset: readonly ResetStep<A>[];
  /** Time limits for the connection, in milliseconds. */
  readonly connect: number;
}

export interface TcpMapper extends Common<Sending> {
  readonly protocol: "tcp";
  /** A reply in which this fits ends the connection, whatever the server does. */
  readonly closed: Pattern | undefined;
}

export interface HttpMapper extends Common<Requesting> {
  readonly protocol: "http";
  /** Are cookies kept, as a browser does? */
  readonly cookies: boolean;
  /** Are redirections followed? */
  readonly follow: boolean;
}

/** A mapper file that was read, for `openMapped`. */
export type Mapper = TcpMapper | HttpMapper;

/** The outputs that no reply gives. */
export const TIMEOUT_OUTPUT = "timeout";
export const CLOSED_OUTPUT = "closed";
/** After an input whose reply is not waited for. */
export const SILENT_OUTPUT = "sent";
