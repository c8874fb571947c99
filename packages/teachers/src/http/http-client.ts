import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { urlToHttpOptions } from "node:url";
import { HankelError, messageOf } from "@hankel/core";
import type { Report } from "../box.ts";
import { Account, tooLong } from "../wire/account.ts";
import { secretsOf } from "./secrets.ts";

/** The most characters that are read of a reply that reports an error: its beginning goes into a message. */
const LONGEST_ERROR = 2 ** 16;

/** What every box behind a URL may need. */
export interface HttpOptions {
  /** Sent as a bearer token and never logged. Read it from the environment. */
  readonly token?: string | undefined;
  /**
   * The memory that the run may take, in bytes, a gibibyte by default: a reply may have a sixteenth of it in characters, and the
   * replies that are under way may take half of it together.
   */
  readonly maxMemory?: number | undefined;
}

export interface HttpReply {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** The time of the server, as it says. */
  readonly date?: string | undefined;
  readonly text: string;
}

export interface HttpClient {
  /** The bytes that the values of a reply may take. */
  readonly room?: number | undefined;
  /** Rejects when no complete answer arrives. */
  post(body: string): Promise<HttpReply>;
  /** A message about a reply, without the secrets that it may repeat. */
  redact(message: string): string;
  close(): void;
}

/** Posts JSON to one URL over at most `connections` connections, which stay open. */
export function httpClient(
  url: URL,
  options: HttpOptions & { readonly connections: number; readonly timeout: number },
): HttpClient {
  checkToken(options.token);
  const secrets = secretsOf(url, options.token);
  const redact = (message: string) => secrets.redact(message);
  const secure = url.protocol === "https:";
  const settings = { keepAlive: true, maxSockets: options.connections, noDelay: true };
  const agent = secure ? new HttpsAgent(settings) : new HttpAgent(settings);
  const send = secure ? httpsRequest : httpRequest;
  const headers: Record<string, string> = { "content-type": "application/json", accept: "application/json" };
  if (options.token !== undefined) headers["authorization"] = `Bearer ${options.token}`;

  const account = new Account(options.maxMemory, options.connections);
  // Computed once: doing it for every request would double its cost.
  const target = urlToHttpOptions(url);
  const post = (body: string) =>
    new Promise<HttpReply>((answered, failed) => {
      const reject = (error: Error) => failed(new Error(redact(messageOf(error)), { cause: error }));
      // An answer is exact; what else the server says is only shown.
      const resolve = (reply: HttpReply) =>
        answered(reply.status === 200 ? reply : { ...reply, text: redact(reply.text) });
      const length = String(Buffer.byteLength(body));
      const request = { ...target, method: "POST", agent, headers: { ...headers, "content-length": length } };
      const outgoing = send(request, (incoming) => {
        receive(incoming, account, resolve, reject);
      });
      // The limit covers the whole exchange, so that a server cannot stretch it by sending a byte at a time.
      const timer = setTimeout(() => {
        outgoing.destroy(new Error(`no answer within ${options.timeout / 1000} s`));
      }, options.timeout);
      outgoing.on("error", reject).on("close", () => {
        clearTimeout(timer);
        // A server that switches to another protocol (101) closes the exchange without an answer or an error.
        reject(new Error("the connection closed before an answer came"));
      });
      outgoing.end(body);
    });
  return { room: account.room, post, redact, close: () => agent.destroy() };
}

function receive(
  incoming: IncomingMessage,
  account: Account,
  resolve: (reply: HttpReply) => void,
  reject: (error: Error) => void,
): void {
  const status = incoming.statusCode ?? 0;
  const retryAfter = incoming.headers["retry-after"];
  const date = incoming.headers.date;
  const { longest } = account;
  let text = "";
  incoming.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
    account.take(incoming, chunk.length);
    if (status !== 200 && text.length > LONGEST_ERROR) {
      resolve({ status, retryAfter, date, text });
      incoming.destroy();
    } else if (text.length > longest) {
      // First, because the destroyed exchange reports only that it broke off.
      reject(new Error(tooLong("an answer", longest)));
      incoming.destroy();
    }
  });
  incoming.on("error", reject);
  incoming.on("aborted", () => reject(new Error("the connection closed before the answer was complete")));
  incoming.on("end", () => {
    if (incoming.complete) resolve({ status, retryAfter, date, text });
  });
  incoming.on("close", () => account.release(incoming));
}

/** Refuses a token that no header can hold. The message does not repeat it. */
export function checkToken(token: string | undefined): void {
  const wrong = token === undefined ? undefined : /[^\u0021-\u007e\u00a1-\u00ff]/u.exec(token)?.[0];
  if (wrong === undefined) return;
  const code = (wrong.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0");
  throw new HankelError(
    "usage",
    `the token holds the character U+${code}, which cannot be sent; a token has no spaces, line ends or control characters`,
  );
}

/** Warns about a token or password that everyone on the way to a server can read. */
export function warnUnencrypted(url: URL, token: string | undefined, report: Report): void {
  const secret = token !== undefined ? "the token" : url.password !== "" ? "the password" : undefined;
  if (secret === undefined || url.protocol !== "http:" || isLoopback(url.hostname)) return;
  report(
    `${secret} is sent to ${url.hostname} without encryption, so others can read it on its way; use https`,
  );
}

/** Says that a proxy which the environment names is not used: nobody would find out why a server cannot be reached. */
export function noteProxy(url: URL, report: Report, environment: NodeJS.ProcessEnv = process.env): void {
  if (isLoopback(url.hostname)) return;
  const names = [url.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY", "ALL_PROXY"];
  const found = names.flatMap((name) => [name, name.toLowerCase()]).find((name) => environment[name]);
  if (found !== undefined)
    report(`requests go to ${url.hostname} directly, and not through a proxy: ${found} is ignored`);
}

/** Does a host name mean this machine? */
function isLoopback(host: string): boolean {
  return /^(?:(?:.+\.)?localhost\.?|127\.\d+\.\d+\.\d+|\[::1\])$/u.test(host);
}
