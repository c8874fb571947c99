import { addressWithoutSecrets, foreignText, HankelError, messageOf, quote, shown } from "@hankel/core";
import type { Announcement, OpenBox, Report } from "../box.ts";
import { LaneFailure, ProtocolLane } from "../pool/lane.ts";
import { openLanes, type ProtocolOptions, TIMEOUT } from "../pool/pool-box.ts";
import { parseAnnouncement } from "../wire/announcement.ts";
import { problemIn, type Reply, type Request } from "../wire/messages.ts";
import { type Circumstances, type Exchanges, exchangesWith } from "./exchanges.ts";
import { type HttpClient, type HttpOptions, httpClient, noteProxy, warnUnencrypted } from "./http-client.ts";
import { decoded } from "./secrets.ts";

/** Options of a box behind a URL. */
export interface HttpBoxOptions extends ProtocolOptions, HttpOptions {
  readonly url: string;
}

/**
 * Connects to a server that answers the messages of docs/protocol.md by POST.
 *
 * @example
 * // Not run here: it needs a server that speaks the protocol.
 * const box = await openUrl({ url: "http://localhost:8000" });
 * console.log(box.alphabet.symbols.join(" "));
 * await box.close();
 */
export async function openUrl(options: HttpBoxOptions): Promise<OpenBox<unknown>> {
  const { workers = 4, timeout = TIMEOUT, token, maxMemory, report = () => {} } = options;
  const url = parseUrl(options.url);
  const client = httpClient(url, { connections: workers, timeout: timeout * 1000, token, maxMemory });
  warnUnencrypted(url, token, report);
  noteProxy(url, report);
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
  const { workers: length, report, patience } = options;
  const exchanges = exchangesWith(client, report, { patience, ...circumstances });
  const lanes = Array.from({ length }, () => new HttpLane(exchanges));
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
    if (decoded(url.username) !== undefined && decoded(url.password) !== undefined) return url;
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

/** Sends one request at a time to a server. */
class HttpLane extends ProtocolLane {
  readonly depth = 1;
  readonly reason = "";
  readonly #exchanges: Exchanges;
  #nextId = 1;

  constructor(exchanges: Exchanges) {
    super();
    this.#exchanges = exchanges;
  }

  get state(): "ready" | "dead" {
    return this.#exchanges.closed ? "dead" : "ready";
  }

  /** Asks the server for its announcement. */
  open(): Promise<Announcement> {
    return this.#exchanges.ask('{"hankel":1}', (reply) => parseAnnouncement(answering(reply)), {});
  }

  async close(): Promise<void> {
    this.#exchanges.close();
  }

  protected request<T>(request: Request<T>, signal?: AbortSignal): Promise<T> {
    const id = this.#nextId++;
    const decode = (reply: Reply) => request.decode(answering(reply, id));
    return this.#exchanges.ask(request.body(id), decode, { signal });
  }
}

/** A reply, if it is no error and has this id: a cache or a muddled server may send the reply to another request. */
function answering(reply: Reply, id?: number): Reply {
  const problem = problemIn(reply);
  if (problem !== undefined) throw new HankelError("teacher", `it says: ${foreignText(problem)}`);
  if (id === undefined || reply["id"] === id) return reply;
  const found = reply["id"] === undefined ? "no id" : `the id ${shown(reply["id"])}`;
  throw new HankelError("teacher", `asked with the id ${id}, got a reply with ${found}`);
}
