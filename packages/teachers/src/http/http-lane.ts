import { messageOf } from "@hankel/core";
import type { Announcement, Report } from "../box.ts";
import { LaneFailure } from "../pool/lane.ts";
import { ProtocolLane } from "../pool/protocol-lane.ts";
import { parseAnnouncement } from "../wire/announcement.ts";
import { parseReply, type Request } from "../wire/messages.ts";
import type { Vocabulary } from "../wire/vocabulary.ts";
import type { HttpClient, HttpReply } from "./http-client.ts";
import { excerpt, patientPost } from "./patient-post.ts";

/** Sends one request at a time to a server, and retries after overload and broken connections. */
export class HttpLane extends ProtocolLane {
  readonly depth = 1;
  readonly reason = "";
  readonly #client: HttpClient;
  readonly #report: Report;
  readonly #closed = new AbortController();
  #vocabulary: Vocabulary | undefined;
  #nextId = 1;

  constructor(httpClient: HttpClient, report: Report) {
    super();
    this.#client = httpClient;
    this.#report = report;
  }

  get state(): "ready" | "dead" {
    return this.#closed.signal.aborted ? "dead" : "ready";
  }

  protected get vocabulary(): Vocabulary {
    return this.#vocabulary as Vocabulary;
  }

  /** Asks the server for its announcement. */
  open(): Promise<Announcement> {
    return this.request({ body: () => '{"hankel":1}', decode: parseAnnouncement });
  }

  use(vocabulary: Vocabulary): void {
    this.#vocabulary = vocabulary;
  }

  async close(): Promise<void> {
    this.#closed.abort();
    this.#client.close();
  }

  protected async request<T>(request: Request<T>, signal?: AbortSignal): Promise<T> {
    const body = request.body(this.#nextId++);
    const waiting = { closed: this.#closed.signal, signal, report: this.#report };
    return decode(request, await patientPost(this.#client, body, waiting));
  }
}

function decode<T>(request: Request<T>, { status, text }: HttpReply): T {
  if (status !== 200) throw new LaneFailure(`status ${status}${excerpt(text)}`, { final: true });
  let failure: string;
  try {
    const reply = parseReply(text);
    if (reply["error"] === undefined) return request.decode(reply);
    failure = `it says: ${String(reply["error"])}`;
  } catch (error) {
    failure = messageOf(error);
  }
  throw new LaneFailure(failure);
}
