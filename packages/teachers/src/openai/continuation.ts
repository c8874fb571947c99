import type { TokenUsage } from "../box.ts";

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

/**
 * A continuation from a log-probability.
 *
 * @param bytes the bytes of the token, if the server gives them: half a character has bytes, but no text
 */
export function continuationOf(
  text: string,
  logprob: number,
  bytes?: readonly unknown[] | null,
): Continuation {
  const ends = END_NAMES.has(text) || (text === "" && (bytes ?? []).length === 0);
  return { text, probability: Math.exp(Math.min(logprob, 0)), ends };
}
