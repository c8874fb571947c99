import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What comes next after a text: tokens and their probabilities. The token `END` ends the text. */
export type Speaker = (text: string) => Readonly<Record<string, number>>;

export const END = "<end>";

interface Asked {
  readonly model?: string;
  readonly prompt: string;
  readonly logprobs?: number | boolean;
  readonly top_logprobs?: number;
}

/** How a server writes its reply to a request. */
type Style = (asked: Asked, likely: readonly (readonly [string, number])[]) => unknown;

/** The documented replies of three servers, to a request for one token. */
const STYLES: Readonly<Record<"vllm" | "llama.cpp" | "ollama", Style>> = {
  // Texts and log-probabilities in an object for each position; the end has its name.
  vllm: ({ model, prompt }, likely) => {
    const tokens = likely.map(([text, p]) => [text === END ? "</s>" : text, Math.log(p)] as const);
    return {
      id: "cmpl-1",
      object: "text_completion",
      created: 1,
      model,
      choices: [
        {
          index: 0,
          text: tokens[0][0],
          logprobs: {
            text_offset: [0],
            token_logprobs: [tokens[0][1]],
            tokens: [tokens[0][0]],
            top_logprobs: [Object.fromEntries(tokens)],
          },
          finish_reason: "length",
          stop_reason: null,
        },
      ],
      usage: { prompt_tokens: prompt.length, total_tokens: prompt.length + 1, completion_tokens: 1 },
    };
  },
  // A list of entries for each position; a special token has an id but no text.
  "llama.cpp": ({ prompt }, likely) => {
    const entries = likely.map(([text, p], id) => {
      const token = text === END ? "" : text;
      return { id, token, bytes: [...Buffer.from(token)], logprob: Math.log(p) };
    });
    const content = [{ ...entries[0], top_logprobs: entries }];
    return {
      choices: [{ text: entries[0].token, index: 0, logprobs: { content }, finish_reason: "length" }],
      created: 1,
      model: "model.gguf",
      object: "text_completion",
      usage: { completion_tokens: 1, prompt_tokens: prompt.length, total_tokens: prompt.length + 1 },
    };
  },
  ollama: ({ model, prompt }, likely) => {
    const entries = likely.map(([text, p]) => ({ token: text === END ? "" : text, logprob: Math.log(p) }));
    return {
      model,
      created_at: "2026-01-01T00:00:00Z",
      response: entries[0].token,
      done: true,
      done_reason: "length",
      prompt_eval_count: prompt.length,
      eval_count: 1,
      logprobs: [{ ...entries[0], top_logprobs: entries }],
    };
  },
};

/** What a test wants of the server. */
export interface ServerOptions {
  readonly style: keyof typeof STYLES;
  readonly speaker: Speaker;
  /** The only model that it has; any name is fine by default. */
  readonly model?: string;
  /** Replies to the first requests: a status, headers and a body. */
  readonly first?: readonly (readonly [number, Readonly<Record<string, string>>, string])[];
  /** Changes a reply. */
  readonly edit?: (reply: unknown) => unknown;
}

/** A completion server on a port of its own; `asked` keeps every request, with its path and key. */
export async function startCompletions(options: ServerOptions) {
  const asked: (Asked & { readonly path: string; readonly key: string | undefined })[] = [];
  const first = [...(options.first ?? [])];
  const server: Server = createServer((request, response) => {
    void answer(request, response);
  });
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const send = (status: number, value: unknown, headers = {}) =>
      response.writeHead(status, headers).end(typeof value === "string" ? value : JSON.stringify(value));
    if (request.method === "GET")
      return send(200, { object: "list", data: [{ id: options.model ?? "any" }] });
    let text = "";
    for await (const chunk of request) text += String(chunk);
    const body = JSON.parse(text) as Asked;
    asked.push({ ...body, path: request.url ?? "", key: request.headers.authorization });
    const early = first.shift();
    if (early !== undefined) return send(early[0], early[2], early[1]);
    if (options.model !== undefined && body.model !== options.model) {
      return send(404, { error: { message: `The model \`${body.model}\` does not exist.`, code: 404 } });
    }
    const top = body.top_logprobs ?? Number(body.logprobs);
    const likely = Object.entries(options.speaker(body.prompt))
      .filter(([, p]) => p > 0)
      .sort(([, p], [, q]) => q - p)
      .slice(0, top);
    const reply = STYLES[options.style](body, likely);
    return send(200, options.edit?.(reply) ?? reply);
  };
  // However long a connection is idle, it stays open: no request is sent twice.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, asked, close };
}
