import { Alphabet, type Distribution, HankelError, quote, rowsOver } from "@hankel/core";
import type { OpenBox } from "../box.ts";
import { parseUrl } from "../http/http-box.ts";
import { httpClient, warnUnencrypted } from "../http/http-client.ts";
import { abortable } from "../pool/abortable.ts";
import { LaneFailure } from "../pool/lane.ts";
import { Pool } from "../pool/pool.ts";
import { type LanesOptions, TIMEOUT } from "../pool/pool-box.ts";
import { CompletionLane } from "./completion-lane.ts";
import { CompletionServer } from "./completion-server.ts";
import { dialectOf } from "./dialect.ts";
import { modelsAt } from "./models-at.ts";
import { TextSymbols } from "./text-symbols.ts";

/** As many as vLLM and Ollama give unless they are told otherwise. */
const TOP = 20;

/** Options of a box that is a completion server. */
export interface OpenAiBoxOptions extends LanesOptions {
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
  /** Sent as a bearer token and never logged. Read it from the environment. */
  readonly token?: string | undefined;
  /** The memory that the run may take, in bytes, a gibibyte by default: a reply may have a sixteenth of it in characters. */
  readonly maxMemory?: number | undefined;
}

/**
 * Connects to a completion server (llama.cpp's, vLLM, Ollama and others) as a language model over texts. The probabilities
 * of the symbols and of the end are taken from the log-probabilities of the likeliest next tokens, and made to sum to 1.
 */
export async function openOpenAi(options: OpenAiBoxOptions): Promise<OpenBox<number, Distribution>> {
  const { workers = 4, timeout = TIMEOUT, top = TOP, report = () => {} } = options;
  const alphabet = new Alphabet(options.alphabet);
  const { server, name } = await openServer(alphabet, { ...options, workers, timeout, top, report });
  const lanes = Array.from({ length: workers }, () => new CompletionLane(server));
  const pool = new Pool<Distribution>(lanes, alphabet, { wish: 1, timeout: timeout * 1000 });
  return {
    name,
    kind: rowsOver(alphabet),
    alphabet,
    usage: () => server.usage,
    weigh: (words, asked) => pool.weigh(words, asked),
    async close() {
      const { unseen } = server;
      if (unseen.length > 0 && !server.isClosed) report(neverSeen(unseen, top));
      await pool.close();
    },
  };
}

type ServerOptions = OpenAiBoxOptions &
  Required<Pick<OpenAiBoxOptions, "report">> & {
    readonly workers: number;
    readonly timeout: number;
    readonly top: number;
  };

/** Connects to the server and asks it what follows the prompt alone, so that what it lacks is known at once. */
async function openServer(
  alphabet: Alphabet,
  { url, token, maxMemory, model, prompt = "", end, workers, timeout, top, report, signal }: ServerOptions,
): Promise<{ readonly server: CompletionServer; readonly name: string }> {
  const symbols = new TextSymbols(alphabet.symbols, end);
  const dialect = dialectOf(parseUrl(url));
  const client = httpClient(dialect.url, { connections: workers, timeout: timeout * 1000, token, maxMemory });
  warnUnencrypted(dialect.url, token, report);
  const asking = { model, top };
  const server = new CompletionServer({ client, dialect, asking, alphabet, symbols, prompt, report });
  // Leaves out user and password: they are as secret as the token.
  const name = `${dialect.url.origin}${dialect.url.pathname}`;
  try {
    await abortable(server.distribution([]), signal);
  } catch (error) {
    server.close();
    if (!(error instanceof LaneFailure)) throw error;
    const models = /model/iu.test(error.message) ? client.redact(await modelsAt(dialect.url, token)) : "";
    throw new HankelError("teacher", `${name} failed on the prompt alone: ${error.message}${models}`, {
      cause: error,
    });
  }
  return { server, name };
}

function neverSeen(symbols: readonly string[], top: number): string {
  const some = symbols.slice(0, 5).map(quote).join(", ");
  const more = symbols.length > 5 ? ` and ${symbols.length - 5} more` : "";
  return (
    `never among the ${top} likeliest tokens, and so of probability 0 everywhere: ${some}${more}; ` +
    "--with logprobs=N asks for more tokens"
  );
}
