import { HankelError } from "@hankel/core";
import type { BlackBox, Report } from "../box.ts";
import { abortable } from "../pool/abortable.ts";
import { LaneFailure } from "../pool/lane.ts";
import { poolBox } from "../pool/pool-box.ts";
import { DEFAULT_TIMEOUT } from "../process/process-box.ts";
import { type VocabularyOptions, vocabularyOf } from "../wire/vocabulary.ts";
import { HttpLane } from "./http-lane.ts";
import { poster } from "./post.ts";

/** Options of a box behind a URL. */
export interface HttpBoxOptions extends VocabularyOptions {
  readonly url: string;
  /** How many requests at once; 4 unless given. */
  readonly workers?: number | undefined;
  /** How long one may take, in seconds; 60 unless given. */
  readonly timeout?: number | undefined;
  /** Sent as a bearer token. Read it from the environment: it is written nowhere. */
  readonly token?: string | undefined;
  /** How many words a request holds at most; 1000 unless given. */
  readonly batch?: number | undefined;
  /** Gives up opening it when it aborts. */
  readonly signal?: AbortSignal | undefined;
  readonly report?: Report;
}

/** A server that takes the bodies of docs/teachers.md by POST. */
export async function openUrl(options: HttpBoxOptions): Promise<BlackBox<unknown>> {
  const { workers = 4, timeout = DEFAULT_TIMEOUT, token, report = () => {} } = options;
  const url = parseUrl(options.url);
  const requests = poster(url, { connections: workers, timeout: timeout * 1000, token });
  const lanes = Array.from({ length: workers }, () => new HttpLane(requests, report));
  // A password in the address is the user's secret as much as a token is.
  const name = `${url.origin}${url.pathname}`;
  try {
    const announcement = await abortable(lanes[0].open(), options.signal);
    const vocabulary = vocabularyOf(announcement, options);
    for (const lane of lanes) lane.use(vocabulary);
    return poolBox(name, vocabulary, announcement, lanes, { largestRequest: options.batch });
  } catch (error) {
    requests.close();
    if (!(error instanceof LaneFailure)) throw error;
    throw new HankelError("teacher", `${name} did not introduce itself: ${error.message}`, { cause: error });
  }
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === "http:" || url?.protocol === "https:") return url;
  throw new HankelError(
    "usage",
    `expected an address such as http://localhost:8000/, not ${JSON.stringify(text)}`,
  );
}
