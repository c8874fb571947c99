import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { Socket } from "node:net";
import { LaneFailure } from "../pool/lane.ts";
import { isUnreachable } from "../pool/unreachable.ts";
import { CookieJar } from "./cookies.ts";
import type { Endpoint } from "./endpoint.ts";
import {
  CLOSED_OUTPUT,
  type Fields,
  type HttpMapper,
  type JsonTemplate,
  type RequestBody,
  type Requesting,
  TIMEOUT_OUTPUT,
} from "./mapper.ts";
import { Reply } from "./pattern.ts";
import {
  flooding,
  LONGEST_REPLY,
  type OnWire,
  outputOf,
  type Received,
  reset,
  type Session,
  type SessionOptions,
  Values,
} from "./session.ts";
import { type Lookup, Template } from "./template.ts";

/** So many redirections are followed. */
const MOST_REDIRECTIONS = 10;

/** A request as it is sent. */
interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

/** What came back: a reply, no reply in time, or the end of the connection. */
type Heard = Answer | "silence" | "closed";

interface Answer extends Received {
  readonly status: Reply;
  readonly header: (name: string) => string | undefined;
  readonly cookies: readonly string[];
}

/** A visitor of a server of HTTP: a browser without a memory of earlier visits. */
export class HttpSession implements Session {
  readonly #endpoint: Endpoint;
  readonly #mapper: HttpMapper;
  readonly #options: SessionOptions;
  readonly #values: Values;
  readonly #cookies = new CookieJar();
  readonly #agent: HttpAgent;
  readonly #tapped = new WeakSet<Socket>();

  constructor(endpoint: Endpoint, mapper: HttpMapper, options: SessionOptions) {
    this.#endpoint = endpoint;
    this.#mapper = mapper;
    this.#options = options;
    this.#values = new Values(mapper.values, options.run);
    const settings = { keepAlive: true, maxSockets: 1, noDelay: true };
    this.#agent = endpoint.secure
      ? new HttpsAgent({ ...settings, ...endpoint.certificates })
      : new HttpAgent(settings);
  }

  reset(): Promise<void> {
    const ask = async (action: Requesting) => {
      const heard = await this.#visit(action);
      if (heard === "silence") return `no reply within ${action.timeout / 1000} s`;
      return heard === "closed" ? "the server closed the connection" : heard;
    };
    return reset({ steps: this.#mapper.reset, values: this.#values, ask }, this.#options);
  }

  async step(input: string): Promise<string> {
    const { onWire, signs } = this.#options;
    onWire({ kind: "input", text: input });
    this.#values.steps++;
    const heard = await this.#visit(this.#mapper.inputs.get(input) as Requesting);
    const output = this.#outputOf(heard);
    const text = output ?? usualOutput(heard);
    if (output === undefined) signs.unmatched++;
    onWire({ kind: "output", text, ...(output === undefined && { unmatched: true }) });
    return text;
  }

  async close(): Promise<void> {
    this.#agent.destroy();
  }

  /** The output of the first pattern that fits; undefined if none does. */
  #outputOf(heard: Heard): string | undefined {
    if (heard === "silence") return TIMEOUT_OUTPUT;
    if (heard === "closed") return CLOSED_OUTPUT;
    return outputOf(this.#mapper.outputs, heard, this.#values.lookup);
  }

  /** Requests something, and where redirections are followed, what they lead to. */
  async #visit(action: Requesting): Promise<Heard> {
    let sent = this.#requestOf(action);
    for (let redirections = 0; ; redirections++) {
      const heard = await this.#exchange(sent, action.timeout);
      if (typeof heard === "string") return heard;
      this.#values.take(heard);
      const next =
        this.#mapper.follow && redirections < MOST_REDIRECTIONS ? this.#redirected(sent, heard) : undefined;
      if (next === undefined) return heard;
      sent = next;
    }
  }

  /** The request that a redirection asks for; undefined if it is none, or leads to another server. */
  #redirected(sent: Sent, { status, header }: Answer): Sent | undefined {
    const location = header("location");
    if (!/^30[12378]$/u.test(status.text) || location === undefined) return undefined;
    const { host, port, secure } = this.#endpoint;
    const here = `${secure ? "https" : "http"}://${host.includes(":") ? `[${host}]` : host}:${port}`;
    if (!URL.canParse(location, here + sent.path)) return undefined;
    const to = new URL(location, here + sent.path);
    if (to.origin !== new URL(here).origin) return undefined;
    const path = `${to.pathname}${to.search}`;
    if (/^30[78]$/u.test(status.text)) return { ...sent, path };
    const { "content-type": _type, ...headers } = sent.headers;
    return { method: sent.method === "HEAD" ? "HEAD" : "GET", path, headers, body: undefined };
  }

  #requestOf({ method, path, query, headers, body }: Requesting): Sent {
    const { lookup } = this.#values;
    const written = this.#endpoint.prefix + path.text(lookup);
    const more = new URLSearchParams(texts(query, lookup)).toString();
    const full = more === "" ? written : `${written}${written.includes("?") ? "&" : "?"}${more}`;
    const content = body === undefined ? undefined : bodyOf(body, lookup);
    const own = texts(headers, lookup).map(([name, value]) => [name.toLowerCase(), value] as const);
    return {
      method,
      path: safePath(full),
      headers: {
        accept: "*/*",
        "user-agent": "hankel",
        ...(content && { "content-type": content.type }),
        ...Object.fromEntries(own),
      },
      body: content?.bytes,
    };
  }

  async #exchange(sent: Sent, timeout: number): Promise<Heard> {
    const { signs, signal } = this.#options;
    if (signal.aborted) throw new LaneFailure("the run was stopped", { suspect: false, final: true });
    const cookie = this.#mapper.cookies ? this.#cookies.header(sent.path, this.#endpoint.secure) : undefined;
    const headers = {
      ...sent.headers,
      ...(cookie !== undefined && { cookie }),
      ...(sent.body !== undefined && { "content-length": String(sent.body.length) }),
    };
    const begun = performance.now();
    const heard = await this.#send({ ...sent, headers }, timeout);
    if (typeof heard === "string") return heard;
    signs.slowest = Math.max(signs.slowest, (performance.now() - begun) / timeout);
    if (this.#mapper.cookies) for (const header of heard.cookies) this.#cookies.take(header, sent.path);
    return heard;
  }

  #send(sent: Sent, timeout: number): Promise<Heard> {
    const { method, path, headers, body } = sent;
    const { host, port, secure } = this.#endpoint;
    const { onWire, signal } = this.#options;
    const { connect } = this.#mapper;
    return new Promise<Heard>((resolve, reject) => {
      const options = { host, port, method, path, headers, agent: this.#agent, signal };
      const outgoing = (secure ? httpsRequest : httpRequest)(options, (incoming) => {
        isAnswered = true;
        receive(incoming).then(resolve, (error: unknown) => {
          if (error instanceof LaneFailure) reject(error);
          else resolve("closed");
        });
      });
      let isConnected = false;
      let isAnswered = false;
      // Until there is a connection, it is the server that is away.
      let timer = setTimeout(
        () => outgoing.destroy(new Error(`no connection within ${connect / 1000} s`)),
        connect,
      );
      const begin = () => {
        isConnected = true;
        clearTimeout(timer);
        timer = setTimeout(() => {
          onWire({ kind: "silence" });
          resolve("silence");
          outgoing.destroy();
        }, timeout);
      };
      outgoing
        .on("socket", (socket) => {
          this.#tap(socket);
          if (socket.connecting) socket.once(secure ? "secureConnect" : "connect", begin);
          else begin();
        })
        .on("error", (error) => {
          clearTimeout(timer);
          // A server may close a connection that nobody uses for a while: what came too late is asked again.
          if (outgoing.reusedSocket && !isAnswered) resolve(this.#send(sent, timeout));
          else if (isConnected && !isUnreachable(error)) resolve("closed");
          else reject(error);
        })
        .on("close", () => clearTimeout(timer));
      outgoing.end(body);
    });
  }

  /** Tells the bytes that a connection carries. */
  #tap(socket: Socket): void {
    if (this.#tapped.has(socket)) return;
    this.#tapped.add(socket);
    const { onWire } = this.#options;
    tell(socket, onWire, this.#endpoint.name);
  }
}

function tell(socket: Socket, onWire: OnWire, name: string): void {
  // What is written before there is a connection is sent after it.
  const waiting: Uint8Array[] = [];
  let isConnected = !socket.connecting;
  socket.once("encrypted" in socket ? "secureConnect" : "connect", () => {
    isConnected = true;
    onWire({ kind: "connected", text: name });
    for (const bytes of waiting) onWire({ kind: "sent", bytes });
  });
  socket.on("data", (bytes: Buffer) => onWire({ kind: "received", bytes }));
  socket.on("end", () => onWire({ kind: "closed" }));
  const write = socket.write.bind(socket);
  Reflect.set(socket, "write", (chunk: Uint8Array | string, ...rest: []) => {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk, "latin1") : chunk;
    if (bytes.length > 0 && isConnected) onWire({ kind: "sent", bytes });
    else if (bytes.length > 0) waiting.push(bytes);
    return write(chunk, ...rest);
  });
}

async function receive(incoming: IncomingMessage): Promise<Answer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of incoming as AsyncIterable<Buffer>) {
    pieces.push(piece);
    size += piece.length;
    if (size > LONGEST_REPLY) throw flooding(size);
  }
  if (!incoming.complete) throw new Error("the reply is not complete");
  const { headers, statusCode = 0 } = incoming;
  return {
    body: new Reply(Buffer.concat(pieces)),
    status: new Reply(Buffer.from(String(statusCode))),
    header: (name) => {
      const value = headers[name];
      return Array.isArray(value) ? value.join(", ") : value;
    },
    cookies: headers["set-cookie"] ?? [],
  };
}

/** The output where no pattern is for it: the status, and where it leads. */
function usualOutput(heard: Heard): string {
  if (typeof heard === "string") return heard;
  const location = heard.header("location");
  return location === undefined ? heard.status.text : `${heard.status.text} ${location}`;
}

function texts(fields: Fields, lookup: Lookup): [string, string][] {
  return fields.map(([name, value]) => [name, value.text(lookup)]);
}

function bodyOf(body: RequestBody, lookup: Lookup): { readonly type: string; readonly bytes: Buffer } {
  switch (body.kind) {
    case "form": {
      const text = new URLSearchParams(texts(body.fields, lookup)).toString();
      return { type: "application/x-www-form-urlencoded", bytes: Buffer.from(text) };
    }
    case "json":
      return { type: "application/json", bytes: Buffer.from(JSON.stringify(jsonOf(body.value, lookup))) };
    case "bytes":
      return { type: "text/plain; charset=utf-8", bytes: body.bytes.bytes(lookup) };
  }
}

function jsonOf(value: JsonTemplate, lookup: Lookup): unknown {
  if (value === null || typeof value !== "object") return value;
  if (value instanceof Template) return value.text(lookup);
  if (Array.isArray(value)) return value.map((item: JsonTemplate) => jsonOf(item, lookup));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, jsonOf(item, lookup)]));
}

/** What a value put into a path may have brought with it. */
function safePath(path: string): string {
  return path.replaceAll(/[^\u0021-\u007e]/gu, (character) => encodeURIComponent(character));
}
