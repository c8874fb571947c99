import { addressWithoutSecrets, HankelError, messageOf, quote } from "@hankel/core";
import type { OpenBox, Report } from "../box.ts";
import { abortable } from "../pool/abortable.ts";
import { LaneFailure } from "../pool/lane.ts";
import { poolBox } from "../pool/pool-box.ts";
import { DEFAULT_TIMEOUT } from "../process/process-box.ts";
import { type VocabularyOptions, vocabularyOf } from "../wire/vocabulary.ts";
import { type HttpClient, httpClient, warnUnencrypted } from "./http-client.ts";
import { HttpLane } from "./http-lane.ts";
import type { Circumstances } from "./patient-post.ts";

/** Options of a box behind a URL. */
export interface HttpBoxOptions extends VocabularyOptions {
  readonly url: string;
  /** How many requests run at once; 4 by default. */
  readonly workers?: number | undefined;
  /** The time limit for a request, in seconds; 60 by default. */
  readonly timeout?: number | undefined;
  /** Sent as a bearer token and never logged. Read it from the environment. */
  readonly token?: string | undefined;
  /** The words in one request, where there are so many; by default they follow the measured times, up to 1000. */
  readonly batch?: number | undefined;
  /** The memory that the run may take, in bytes, a gibibyte by default: a reply may have a sixteenth of it in characters. */
  readonly maxMemory?: number | undefined;
  /** Aborts the opening. */
  readonly signal?: AbortSignal | undefined;
  readonly report?: Report;
}

/** Connects to a server that answers the messages of docs/teachers.md by POST. */
export async function openUrl(options: HttpBoxOptions): Promise<OpenBox<unknown>> {
  const { workers = 4, timeout = DEFAULT_TIMEOUT, token, maxMemory, report = () => {} } = options;
  const url = parseUrl(options.url);
  const client = httpClient(url, { connections: workers, timeout: timeout * 1000, token, maxMemory });
  warnUnencrypted(url, token, report);
  // Leaves out user and password: they are as secret as the token.
  return boxOverClient(client, `${url.origin}${url.pathname}`, { ...options, workers, timeout, report });
}

/** The same over a client that is there. */
export async function boxOverClient(
  client: HttpClient,
  name: string,
  options: Omit<HttpBoxOptions, "url"> & {
    readonly workers: number;
    readonly timeout: number;
    readonly report: Report;
  },
  circumstances: Circumstances = {},
): Promise<OpenBox<unknown>> {
  const { workers, timeout, report } = options;
  const lanes = Array.from({ length: workers }, () => new HttpLane(client, report, circumstances));
  try {
    const announcement = await abortable(lanes[0].open(), options.signal);
    const vocabulary = vocabularyOf(announcement, options);
    for (const lane of lanes) lane.use(vocabulary);
    return poolBox(name, vocabulary, announcement, lanes, {
      clock: circumstances.clock,
      wish: options.batch,
      timeout: timeout * 1000,
    });
  } catch (error) {
    // Closing the lane also ends a pause before the next try.
    await lanes[0].close();
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
