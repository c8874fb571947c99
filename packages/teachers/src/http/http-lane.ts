import { foreignText, HankelError, messageOf, shown } from "@hankel/core";
import type { Announcement, Report } from "../box.ts";
import { LaneFailure, ProtocolLane } from "../pool/lane.ts";
import { parseAnnouncement } from "../wire/announcement.ts";
import { parseReply, type Reply, type Request } from "../wire/messages.ts";
import type { HttpClient, HttpReply } from "./http-client.ts";
import { type Circumstances, excerpt, patientPost } from "./patient-post.ts";

/** Sends one request at a time to a server, and retries after overload and broken connections. */
export class HttpLane extends ProtocolLane {
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
