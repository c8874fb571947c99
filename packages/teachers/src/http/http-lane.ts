import { quote } from "@hankel/core";
import type { Announcement, Report } from "../box.ts";
import { LaneFailure } from "../pool/lane.ts";
import { SpeakingLane } from "../pool/speaking-lane.ts";
import { parseAnnouncement, parseReply, type Request } from "../wire/messages.ts";
import type { Vocabulary } from "../wire/vocabulary.ts";
import type { Posted, Poster } from "./post.ts";

/** So often a request is sent before it counts as failed. */
const TRIES = 6;
/** The pause before the next try, in milliseconds; it doubles each time. */
const FIRST_PAUSE = 200;
const LONGEST_PAUSE = 30_000;
/** A server that asks to be left alone for longer, in seconds, is not waited for. */
const MOST_PATIENCE = 600;

/** One request at a time to a server; overload and broken connections are waited out. */
export class HttpLane extends SpeakingLane {
  readonly depth = 1;
  readonly reason = "";
  readonly #poster: Poster;
  readonly #report: Report;
  readonly #closed = new AbortController();
  #vocabulary: Vocabulary | undefined;
  #nextId = 1;

  constructor(poster: Poster, report: Report) {
    super();
    this.#poster = poster;
    this.#report = report;
  }

  get state(): "ready" | "dead" {
    return this.#closed.signal.aborted ? "dead" : "ready";
  }

  protected get vocabulary(): Vocabulary {
    return this.#vocabulary as Vocabulary;
  }

  /** Asks the server to introduce itself. */
  open(): Promise<Announcement> {
    return this.request({ body: () => '{"hankel":1}', decode: parseAnnouncement });
  }

  use(vocabulary: Vocabulary): void {
    this.#vocabulary = vocabulary;
  }

  async close(): Promise<void> {
    this.#closed.abort();
    this.#poster.close();
  }

  protected async request<T>(request: Request<T>): Promise<T> {
    const body = request.body(this.#nextId++);
    for (let attempt = 1; ; attempt++) {
      const posted = await this.#poster.post(body).catch((error: Error) => error);
      const problem = posted instanceof Error ? posted.message : busy(posted);
      if (problem === undefined) return decode(request, posted as Posted);
      if (this.#closed.signal.aborted) throw new LaneFailure("it was closed", { guilty: false, final: true });
      if (attempt >= TRIES) throw new LaneFailure(`${problem}, ${TRIES} times in a row`, { final: true });
      const pause = pauseBefore(attempt, posted instanceof Error ? undefined : posted.retryAfter);
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

/** Is this an answer that asks for patience? Then what it says. */
function busy({ status, text }: Posted): string | undefined {
  return status === 429 || status >= 500 ? `status ${status}${excerpt(text)}` : undefined;
}

function excerpt(text: string): string {
  return text.trim() === "" ? "" : ` (${quote(text.trim())})`;
}

/** Doubling, with jitter, so that lanes that failed together do not come back together; or what the server asks for. */
function pauseBefore(attempt: number, retryAfter: string | undefined): number {
  const asked = retryAfter === undefined ? Number.NaN : secondsOf(retryAfter);
  if (asked > MOST_PATIENCE) {
    throw new LaneFailure(`the server asks to be left alone for ${asked} seconds`, { final: true });
  }
  const pause = Math.min(FIRST_PAUSE * 2 ** (attempt - 1), LONGEST_PAUSE) * (0.5 + Math.random());
  return asked >= 0 ? asked * 1000 + Math.random() * FIRST_PAUSE : pause;
}

/** Retry-After: seconds, or a date. */
function secondsOf(text: string): number {
  if (/^\d+$/u.test(text)) return Number(text);
  return Math.max(0, (Date.parse(text) - Date.now()) / 1000);
}

function decode<T>(request: Request<T>, { status, text }: Posted): T {
  if (status !== 200) throw new LaneFailure(`status ${status}${excerpt(text)}`, { final: true });
  let failure: string;
  try {
    const reply = parseReply(text);
    if (reply["error"] === undefined) return request.decode(reply);
    failure = `it says: ${String(reply["error"])}`;
  } catch (error) {
    failure = error instanceof Error ? error.message : String(error);
  }
  throw new LaneFailure(failure);
}
