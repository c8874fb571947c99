import type { OpenBox } from "../box.ts";
import type { Connect } from "../pool/copy-lane.ts";
import { type CopiesOptions, openCopies } from "../pool/pool-box.ts";
import type { Clock } from "../pool/time.ts";
import { Account } from "../wire/account.ts";
import { parseReply } from "../wire/messages.ts";
import { childConnection } from "./child.ts";
import { LastWords } from "./last-words.ts";

/** Options of a box that is a program. */
export interface ProcessBoxOptions extends CopiesOptions {
  readonly command: string;
  readonly args?: readonly string[];
  readonly onStderr?: (line: string, worker: number) => void;
  /**
   * The memory that the run may take, in bytes, a gibibyte by default: a reply may have a sixteenth of it in characters, and the
   * replies that are under way may take half of it together.
   */
  readonly maxMemory?: number | undefined;
}

/** Runs copies of a program that speaks the JSON lines of docs/protocol.md. */
export async function openProcess(options: ProcessBoxOptions): Promise<OpenBox<unknown>> {
  const { command, args = [], maxMemory, onStderr = () => {} } = options;
  const account = new Account(maxMemory, options.workers);
  const words = new LastWords(onStderr);
  const connect = (worker: number) =>
    childConnection({ command, args, account, follow: () => words.follow(worker) });
  return openConnections(connect, { ...options, name: command, room: account.room });
}

/** Options of a box behind connections of any kind. */
export interface ConnectionsOptions extends CopiesOptions {
  readonly name: string;
  readonly clock?: Clock;
  /** The bytes that the values of a message may take. */
  readonly room?: number | undefined;
}

/** Like `openProcess`, for any kind of connection; tests use simulated ones. */
export function openConnections(
  connect: (worker: number) => Connect,
  options: ConnectionsOptions,
): Promise<OpenBox<unknown>> {
  return openCopies(connect, {
    ...options,
    write: (request, id) => `${request.body(id)}\n`,
    read: (line) => parseReply(line, options.room),
    failed: "the black box did not start",
  });
}
