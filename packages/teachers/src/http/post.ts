import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { urlToHttpOptions } from "node:url";

export interface Posted {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly text: string;
}

export interface Poster {
  /** Rejects when no whole answer came. */
  post(body: string): Promise<Posted>;
  close(): void;
}

/** An answer longer than this is a mistake, which must not fill the memory. */
const MAX_BODY = 2 ** 28;

/** Posts JSON to one address over connections that stay open, `connections` of them at most. */
export function poster(
  url: URL,
  options: { readonly connections: number; readonly timeout: number; readonly token: string | undefined },
): Poster {
  const secure = url.protocol === "https:";
  const settings = { keepAlive: true, maxSockets: options.connections, noDelay: true };
  const agent = secure ? new HttpsAgent(settings) : new HttpAgent(settings);
  const send = secure ? httpsRequest : httpRequest;
  const headers: Record<string, string> = { "content-type": "application/json", accept: "application/json" };
  if (options.token !== undefined) headers["authorization"] = `Bearer ${options.token}`;

  // Worked out once: at every request it would cost as much as the rest of it.
  const target = urlToHttpOptions(url);
  const post = (body: string) =>
    new Promise<Posted>((resolve, reject) => {
      const length = String(Buffer.byteLength(body));
      const request = { ...target, method: "POST", agent, headers: { ...headers, "content-length": length } };
      const outgoing = send(request, (incoming) => {
        receive(incoming, resolve, reject);
      });
      // The whole exchange counts, not single silences: a server that drips is no better than one that is mute.
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
  resolve: (posted: Posted) => void,
  reject: (error: Error) => void,
): void {
  let text = "";
  incoming.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
    if (text.length > MAX_BODY) incoming.destroy(new Error("the answer is too long"));
  });
  incoming.on("error", reject);
  incoming.on("aborted", () => reject(new Error("the connection broke off within the answer")));
  incoming.on("end", () => {
    if (!incoming.complete) return;
    const retryAfter = incoming.headers["retry-after"];
    resolve({ status: incoming.statusCode ?? 0, retryAfter, text });
  });
}
