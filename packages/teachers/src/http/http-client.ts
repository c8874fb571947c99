import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { urlToHttpOptions } from "node:url";

export interface HttpReply {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly text: string;
}

export interface HttpClient {
  /** Rejects when no complete answer arrives. */
  post(body: string): Promise<HttpReply>;
  close(): void;
}

/** The longest answer accepted, so that a faulty server cannot fill the memory. */
const MAX_BODY = 2 ** 28;

/** Posts JSON to one URL over at most `connections` connections, which stay open. */
export function httpClient(
  url: URL,
  options: { readonly connections: number; readonly timeout: number; readonly token: string | undefined },
): HttpClient {
  const secure = url.protocol === "https:";
  const settings = { keepAlive: true, maxSockets: options.connections, noDelay: true };
  const agent = secure ? new HttpsAgent(settings) : new HttpAgent(settings);
  const send = secure ? httpsRequest : httpRequest;
  const headers: Record<string, string> = { "content-type": "application/json", accept: "application/json" };
  if (options.token !== undefined) headers["authorization"] = `Bearer ${options.token}`;

  // Computed once: doing it for every request would double its cost.
  const target = urlToHttpOptions(url);
  const post = (body: string) =>
    new Promise<HttpReply>((resolve, reject) => {
      const length = String(Buffer.byteLength(body));
      const request = { ...target, method: "POST", agent, headers: { ...headers, "content-length": length } };
      const outgoing = send(request, (incoming) => {
        receive(incoming, resolve, reject);
      });
      // The limit covers the whole exchange, so that a server cannot stretch it by sending a byte at a time.
      const timer = setTimeout(() => {
        outgoing.destroy(new Error(`no answer within ${options.timeout / 1000} s`));
      }, options.timeout);
      outgoing.on("error", reject).on("close", () => clearTimeout(timer));
      outgoing.end(body);
    });
  return { post, close: () => agent.destroy() };
}

function receive(
  incoming: IncomingMessage,
  resolve: (reply: HttpReply) => void,
  reject: (error: Error) => void,
): void {
  let text = "";
  incoming.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
    if (text.length > MAX_BODY) incoming.destroy(new Error("the answer is too long"));
  });
  incoming.on("error", reject);
  incoming.on("aborted", () => reject(new Error("the connection closed before the answer was complete")));
  incoming.on("end", () => {
    if (!incoming.complete) return;
    const retryAfter = incoming.headers["retry-after"];
    resolve({ status: incoming.statusCode ?? 0, retryAfter, text });
  });
}
