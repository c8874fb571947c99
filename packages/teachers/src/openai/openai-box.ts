import { Alphabet, countOf, type Distribution, HankelError, quote, rowsOver, shortened } from "@hankel/core";
import type { OpenBox } from "../box.ts";
import { exchangesWith } from "../http/exchanges.ts";
import { parseUrl } from "../http/http-box.ts";
import { type HttpOptions, httpClient, noteProxy, warnUnencrypted } from "../http/http-client.ts";
import { LaneFailure } from "../pool/lane.ts";
import { Pool } from "../pool/pool.ts";
import { type LanesOptions, TIMEOUT } from "../pool/pool-box.ts";
import { abortable } from "../pool/time.ts";
import { parseReply, type Reply } from "../wire/messages.ts";
import { completionServer } from "./completion-server.ts";
import { dialectOf } from "./dialect.ts";
import { massesOf } from "./text-symbols.ts";

/** As many as vLLM and Ollama give unless they are told otherwise. */
const TOP = 20;

/** How long the list of models is waited for, in milliseconds. */
const LIST_TIMEOUT = 5000;
/** The most bytes of the list, and the most names that are shown. */
const LARGEST_LIST = 2 ** 20;
const SHOWN = 20;

/** Options of a box that is a completion server. */
export interface OpenAiBoxOptions extends LanesOptions, HttpOptions {
  /** The address: with or without `/v1/completions`, or Ollama's `/api/generate`. */
  readonly url: string;
  readonly model?: string | undefined;
  /** The symbols: texts, of which none begins another. */
  readonly alphabet: readonly string[];
  /** The text in front of every word; none by default. */
  readonly prompt?: string | undefined;
  /** A text that ends a word, besides the end tokens of the model. */
  readonly end?: string | undefined;
  /** How many of the likeliest tokens to ask for; 20 by default. */
  readonly top?: number | undefined;
}

/**
 * Connects to a completion server (llama.cpp's, vLLM, Ollama and others) as a language model over texts. The probabilities
 * of the symbols and of the end are taken from the log-probabilities of the likeliest next tokens, and made to sum to 1.
 *
 * @example
 * // Not run here: it needs a completion server.
 * const box = await openOpenAi({ url: "http://localhost:8080", alphabet: [" yes", " no"], prompt: "Answer: " });
 * console.log(box.alphabet.size);
 * await box.close();
 */
export async function openOpenAi(options: OpenAiBoxOptions): Promise<OpenBox<number, Distribution>> {
  const { workers = 4, timeout = TIMEOUT, top = TOP, report = () => {} } = options;
  const { token, maxMemory, model, prompt = "", end } = options;
  const alphabet = new Alphabet(options.alphabet);
  const masses = massesOf(alphabet.symbols, end);
  const dialect = dialectOf(parseUrl(options.url));
  const { url } = dialect;
  const client = httpClient(url, { connections: workers, timeout: timeout * 1000, token, maxMemory });
  warnUnencrypted(url, token, report);
  noteProxy(url, report);
  const exchanges = exchangesWith(client, report, { patience: options.patience });
  const asking = { model, top };
  const server = completionServer({ exchanges, dialect, asking, alphabet, masses, prompt });
  // Leaves out user and password: they are as secret as the token.
  const name = `${url.origin}${url.pathname}`;
  // Asks what follows the prompt alone, so that what the server lacks is known at once.
  await abortable(server.distribution([]), options.signal).catch(async (cause: unknown) => {
    exchanges.close();
    if (!(cause instanceof LaneFailure)) throw cause;
    const models = /model/iu.test(cause.message) ? exchanges.redact(await modelsAt(url, token)) : "";
    const problem = `${name} failed on the prompt alone: ${cause.message}${models}`;
    throw new HankelError("teacher", problem, { cause });
  });
  const lanes = Array.from({ length: workers }, () => server.lane());
  const pool = new Pool<Distribution>(lanes, alphabet, { wish: 1, timeout: timeout * 1000 });
  return {
    name,
    kind: rowsOver(alphabet),
    alphabet,
    usage: server.usage,
    weigh: (words, asked) => pool.weigh(words, asked),
    async close() {
      const unseen = server.unseen();
      if (unseen.length > 0 && !exchanges.closed) report(neverSeen(unseen, top));
      await pool.close();
    },
  };
}

function neverSeen(
  symbols: readonly { readonly symbol: string; readonly alike: string | undefined }[],
  top: number,
): string {
  const shown = symbols
    .slice(0, 5)
    .map(({ symbol, alike }) => `${quote(symbol)}${alike === undefined ? "" : ` (but ${quote(alike)} was)`}`);
  const some = shown.join(", ");
  const more = symbols.length > 5 ? ` and ${symbols.length - 5} more` : "";
  return (
    `never among the ${top} likeliest tokens, and so of probability 0 everywhere: ${some}${more}; ` +
    "--with logprobs=N asks for more tokens"
  );
}

/** The models that a server has, for a message; empty if it does not say. */
async function modelsAt({ origin }: URL, token: string | undefined): Promise<string> {
  try {
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const signal = AbortSignal.timeout(LIST_TIMEOUT);
    // A redirect could lead the token elsewhere.
    const reply = await fetch(`${origin}/v1/models`, { headers, signal, redirect: "error" });
    const { data } = parseReply(await textOf(reply));
    const names = (data as readonly Reply[]).map(({ id }) => id).filter((id) => typeof id === "string");
    if (names.length === 0) return "";
    const more = names.length > SHOWN ? ` and ${countOf(names.length - SHOWN, "other")}` : "";
    return ` (its models are ${names
      .slice(0, SHOWN)
      .map((name) => shortened(name))
      .join(", ")}${more})`;
  } catch {
    return "";
  }
}

/** The body of a reply. Throws if it is too large. */
async function textOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > LARGEST_LIST) throw new Error("the list is too long");
  }
  return text;
}
