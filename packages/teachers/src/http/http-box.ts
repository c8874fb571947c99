import { addressWithoutSecrets, foreignText, HankelError, messageOf, quote, shown } from "@hankel/core";
import type { Announcement, OpenBox, Report } from "../box.ts";
import { LaneFailure, ProtocolLane } from "../pool/lane.ts";
import { openLanes, type ProtocolOptions, TIMEOUT } from "../pool/pool-box.ts";
import { parseAnnouncement } from "../wire/announcement.ts";
import { parseReply, type Reply, type Request } from "../wire/messages.ts";
import {
  type HttpClient,
  type HttpOptions,
  type HttpReply,
  httpClient,
  warnUnencrypted,
} from "./http-client.ts";
import { type Circumstances, excerpt, patientPost } from "./patient-post.ts";

/** Options of a box behind a URL. */
export interface HttpBoxOptions extends ProtocolOptions, HttpOptions {
  readonly url: string;
}

/** Connects to a server that answers the messages of docs/protocol.md by POST. */
export async function openUrl(options: HttpBoxOptions): Promise<OpenBox<unknown>> {
  const { workers = 4, timeout = TIMEOUT, token, maxMemory, report = () => {} } = options;
  const url = parseUrl(options.url);
  const client = httpClient(url, { connections: workers, timeout: timeout * 1000, token, maxMemory });
  warnUnencrypted(url, token, report);
  // Leaves out user and password: they are as secret as the token.
  return boxOverClient(client, `${url.origin}${url.pathname}`, { ...options, workers, report });
}

/** The same over a client that is there. */
export async function boxOverClient(
  client: HttpClient,
  name: string,
  options: ProtocolOptions & { readonly workers: number; readonly report: Report },
  circumstances: Circumstances = {},
): Promise<OpenBox<unknown>> {
  const { workers: length, report } = options;
  const lanes = Array.from({ length }, () => new HttpLane(client, report, circumstances));
  try {
    return await openLanes(name, lanes, { ...options, clock: circumstances.clock });
  } catch (error) {
    const message = client.redact(messageOf(error));
    // Without its cause, which may repeat a secret: whoever prints an error prints its cause too.
    if (error instanceof HankelError) throw new HankelError(error.code, message);
    if (!(error instanceof LaneFailure)) throw error;
    throw new HankelError("teacher", `${name} did not announce itself: ${message}`, { cause: error });
  }
}

/** An address of a server. */
export function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === "http:" || url?.protocol === "https:") {
    if (isEscaped(url.username) && isEscaped(url.password)) return url;
    throw new HankelError(
      "usage",
      "the user or the password in the address has a % that begins no escape; write %25 for a %",
    );
  }
  throw new HankelError(
    "usage",
    `expected an address such as http://localhost:8000/, not ${quote(addressWithoutSecrets(text))}`,
  );
}

/** Can this part of an address be read? */
function isEscaped(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Sends one request at a time to a server, and retries after overload and broken connections. */
class HttpLane extends ProtocolLane {
  readonly depth = 1;
  readonly reason = "";
  readonly #client: HttpClient;
  readonly #report: Report;
  readonly #circumstances: Circumstances;
  readonly #closed = new AbortController();
  #nextId = 1;

  constructor(httpClient: HttpClient, report: Report, circumstances: Circumstances = {}) {
    super();
    this.#client = httpClient;
    this.#report = report;
    this.#circumstances = circumstances;
  }

  get state(): "ready" | "dead" {
    return this.#closed.signal.aborted ? "dead" : "ready";
  }

  /** Asks the server for its announcement. */
  open(): Promise<Announcement> {
    return this.#exchange('{"hankel":1}', parseAnnouncement);
  }

  async close(): Promise<void> {
    this.#closed.abort();
    this.#client.close();
  }

  protected request<T>(request: Request<T>, signal?: AbortSignal): Promise<T> {
    const id = this.#nextId++;
    return this.#exchange(request.body(id), (reply) => request.decode(matching(reply, id)), signal);
  }

  async #exchange<T>(body: string, decode: (reply: Reply) => T, signal?: AbortSignal): Promise<T> {
    const waiting = { ...this.#circumstances, closed: this.#closed.signal, signal, report: this.#report };
    const reply = await patientPost(this.#client, body, waiting);
    return read(reply, decode, (message) => this.#client.redact(message));
  }
}

/** A reply, if it answers the request with this id: a cache or a muddled server may send that of another one. */
function matching(reply: Reply, id: number): Reply {
  if (reply["id"] === id) return reply;
  const found = reply["id"] === undefined ? "no id" : `the id ${shown(reply["id"])}`;
  throw new HankelError("teacher", `asked with the id ${id}, got a reply with ${found}`);
}

function read<T>(
  { status, text }: HttpReply,
  decode: (reply: Reply) => T,
  redact: (message: string) => string,
): T {
  if (status !== 200) throw new LaneFailure(`status ${status}${excerpt(text)}`, { final: true });
  let failure: string;
  try {
    const reply = parseReply(text);
    if (reply["error"] === undefined) return decode(reply);
    failure = `it says: ${foreignText(reply["error"])}`;
  } catch (error) {
    failure = messageOf(error);
  }
  throw new LaneFailure(redact(failure));
}
