import { HankelError, shown } from "@hankel/core";
import type { TokenUsage } from "../box.ts";
import { isObject, type Reply } from "../wire/messages.ts";

/** A token that may come next: its text and its probability. */
export interface Continuation {
  readonly text: string;
  readonly probability: number;
  /** Does it end the text? */
  readonly ends: boolean;
}

/** What a server said about the text that comes next, and what it cost. */
export interface Completion {
  readonly continuations: readonly Continuation[];
  readonly usage: TokenUsage;
}

/** What every request says. */
export interface CompletionWish {
  readonly model: string | undefined;
  /** How many of the likeliest tokens to ask for. */
  readonly top: number;
}

/** How a kind of server is asked, and how it answers. */
export interface Dialect {
  readonly url: URL;
  body(prompt: string, asking: CompletionWish): string;
  /** Throws a `HankelError` that says what is missing. */
  read(reply: Reply): Completion;
}

/** What stands in a text for bytes that are no character. */
const UNREADABLE = "\uFFFD";

/** The names of usual end tokens, for servers that show special tokens by their names. Others show them as no text. */
const END_NAMES: ReadonlySet<string> = new Set([
  "</s>",
  "<eos>",
  "<|endoftext|>",
  "<|end_of_text|>",
  "<|eot_id|>",
  "<|im_end|>",
  "<|end|>",
  "<end_of_turn>",
  "<|return|>",
  "<｜end▁of▁sentence｜>",
]);

/** The dialect that an address is spoken to in: Ollama's own at `/api/generate`, else that of OpenAI's completions. */
export function dialectOf(address: URL): Dialect {
  const path = address.pathname.replace(/\/+$/u, "");
  if (path.endsWith("/api/generate")) return ollama(address);
  const url = new URL(address);
  if (path.endsWith("/completions")) return openAi(url);
  url.pathname = path.endsWith("/v1") ? `${path}/completions` : `${path}/v1/completions`;
  return openAi(url);
}

/** OpenAI's completions, as vLLM, llama.cpp's server and many others speak them. */
function openAi(url: URL): Dialect {
  return {
    url,
    // The likeliest token is chosen, so that no drawn one gets into the answer.
    body: (prompt, { model, top }) =>
      JSON.stringify({
        model,
        prompt,
        max_tokens: 1,
        temperature: 0,
        logprobs: top,
      }),
    read(reply) {
      const choices = reply["choices"];
      if (!Array.isArray(choices) || choices.length === 0) {
        throw new HankelError("teacher", `expected "choices", got ${shown(reply)}`);
      }
      const { logprobs, text } = entry(choices[0]);
      if (logprobs === null && typeof text === "string" && text.includes(UNREADABLE)) throw halfCharacter();
      const usage = entry(reply["usage"]);
      return {
        continuations: continuationsOf(entry(logprobs)),
        usage: { prompt: whole(usage["prompt_tokens"]), completion: whole(usage["completion_tokens"]) },
      };
    },
  };
}

/** Ollama's own interface. Its OpenAI interface gives no log-probabilities for completions in all versions. */
function ollama(url: URL): Dialect {
  return {
    url,
    body: (prompt, { model, top }) =>
      JSON.stringify({
        model,
        prompt,
        raw: true,
        stream: false,
        logprobs: true,
        top_logprobs: top,
        options: { num_predict: 1, temperature: 0 },
      }),
    read: (reply) => ({
      continuations: continuationsOf({ content: reply["logprobs"] }),
      usage: { prompt: whole(reply["prompt_eval_count"]), completion: whole(reply["eval_count"]) },
    }),
  };
}

/**
 * The likeliest tokens, in either form: as an object for each position, from texts to log-probabilities (vLLM, OpenAI), or
 * as a list of entries for each position (llama.cpp's server, Ollama).
 */
function continuationsOf({ top_logprobs: positions, content }: Reply): readonly Continuation[] {
  const byText: unknown = Array.isArray(positions) ? positions[0] : undefined;
  if (typeof byText === "object" && byText !== null) {
    return Object.entries(byText).map(([text, logprob]) => continuationOf(text, number(logprob)));
  }
  const entries = entry(Array.isArray(content) ? content[0] : undefined)["top_logprobs"];
  if (!Array.isArray(entries) || entries.length === 0) throw noLogprobs();
  return entries.map((likely) => {
    const { token, logprob, bytes } = entry(likely);
    if (typeof token !== "string") throw new HankelError("teacher", `expected a token, got ${shown(token)}`);
    return continuationOf(token, number(logprob), Array.isArray(bytes) ? bytes : undefined);
  });
}

/**
 * A continuation from a log-probability.
 *
 * @param bytes the bytes of the token, if the server gives them: half a character has bytes, but no text
 */
function continuationOf(text: string, logprob: number, bytes?: readonly unknown[] | null): Continuation {
  const ends = END_NAMES.has(text) || (text === "" && (bytes ?? []).length === 0);
  return { text, probability: Math.exp(Math.min(logprob, 0)), ends };
}

/** A part of a reply as an object; whatever else it is has no members. */
function entry(value: unknown): Reply {
  return isObject(value) ? value : {};
}

function noLogprobs(): HankelError {
  return new HankelError(
    "teacher",
    "the reply has no log-probabilities (logprobs with top_logprobs), which Hankel needs; some servers give them only " +
      "to completions, not to chats, or after a setting. For Ollama, give the address that ends with /api/generate",
  );
}

function halfCharacter(): HankelError {
  return new HankelError(
    "teacher",
    "the likeliest token is a part of a character, and llama.cpp's server gives no log-probabilities for it; change " +
      "--with prompt=… so that the model expects the symbols",
  );
}

function number(value: unknown): number {
  if (typeof value === "number" && !Number.isNaN(value)) return value;
  // JSON has no infinity, so some servers write null for a token that cannot come.
  if (value === null) return Number.NEGATIVE_INFINITY;
  throw new HankelError("teacher", `expected a log-probability, got ${shown(value)}`);
}

function whole(value: unknown): number {
  return Number.isSafeInteger(value) ? (value as number) : 0;
}
