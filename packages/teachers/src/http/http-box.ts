import { addressWithoutSecrets, HankelError, messageOf, quote } from "@hankel/core";
import type { OpenBox, Report } from "../box.ts";
import { LaneFailure } from "../pool/lane.ts";
import { openLanes, type ProtocolOptions, TIMEOUT } from "../pool/pool-box.ts";
import { type HttpClient, httpClient, warnUnencrypted } from "./http-client.ts";
import { HttpLane } from "./http-lane.ts";
import type { Circumstances } from "./patient-post.ts";

/** Options of a box behind a URL. */
export interface HttpBoxOptions extends ProtocolOptions {
  readonly url: string;
  /** Sent as a bearer token and never logged. Read it from the environment. */
  readonly token?: string | undefined;
  /** The memory that the run may take, in bytes, a gibibyte by default: a reply may have a sixteenth of it in characters. */
  readonly maxMemory?: number | undefined;
}

/** Connects to a server that answers the messages of docs/teachers.md by POST. */
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
