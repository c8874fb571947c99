import { messageOf, quote } from "@hankel/core";
import type { Announcement, Report } from "../box.ts";
import { LaneFailure } from "../pool/lane.ts";
import { ProtocolLane } from "../pool/protocol-lane.ts";
import { parseAnnouncement } from "../wire/announcement.ts";
import { parseReply, type Request } from "../wire/messages.ts";
import type { Vocabulary } from "../wire/vocabulary.ts";
import type { HttpClient, HttpReply } from "./http-client.ts";

/** How often a request is sent before it fails. */
const TRIES = 6;
/** The pause before the next try, in milliseconds; it doubles each time. */
const FIRST_PAUSE = 200;
const LONGEST_PAUSE = 30_000;
/** A longer Retry-After, in seconds, fails the request. */
const LONGEST_RETRY_AFTER = 600;

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

  protected async request<T>(request: Request<T>): Promise<T> {
    const body = request.body(this.#nextId++);
    for (let attempt = 1; ; attempt++) {
      const reply = await this.#client.post(body).catch((error: Error) => error);
      const problem = reply instanceof Error ? reply.message : retryable(reply);
      if (problem === undefined) return decode(request, reply as HttpReply);
      if (this.#closed.signal.aborted)
        throw new LaneFailure("it was closed", { suspect: false, final: true });
      if (attempt >= TRIES) throw new LaneFailure(`${problem}, ${TRIES} times in a row`, { final: true });
      const pause = pauseBefore(attempt, reply instanceof Error ? undefined : reply.retryAfter);
      this.#report(`the server: ${problem}; trying again in ${(pause / 1000).toFixed(1)} s`);
      await this.#sleep(pause);
    }
  }

  #sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const { signal } = this.#closed;
      const timer = setTimeout(done, milliseconds);
      function done() {
        clearTimeout(timer);
        signal.removeEventListener("abort", done);
        resolve();
      }
      signal.addEventListener("abort", done);
    });
  }
}

/** The problem when the server is overloaded or failing, so that a retry may help; otherwise undefined. */
function retryable({ status, text }: HttpReply): string | undefined {
  return status === 429 || status >= 500 ? `status ${status}${excerpt(text)}` : undefined;
}

function excerpt(text: string): string {
  return text.trim() === "" ? "" : ` (${quote(text.trim())})`;
}

/** The pause that the server asks for, or one that doubles. Jitter keeps lanes from retrying at the same moment. */
function pauseBefore(attempt: number, retryAfter: string | undefined): number {
  const asked = retryAfter === undefined ? Number.NaN : secondsOf(retryAfter);
  if (asked > LONGEST_RETRY_AFTER) {
    throw new LaneFailure(`the server asks to wait ${asked} seconds before a retry (Retry-After)`, {
      final: true,
    });
  }
  const pause = Math.min(FIRST_PAUSE * 2 ** (attempt - 1), LONGEST_PAUSE) * (0.5 + Math.random());
  return asked >= 0 ? asked * 1000 + Math.random() * FIRST_PAUSE : pause;
}

/** The seconds in a Retry-After header, which holds seconds or a date. */
function secondsOf(text: string): number {
  if (/^\d+$/u.test(text)) return Number(text);
  return Math.max(0, (Date.parse(text) - Date.now()) / 1000);
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
