import { type Alphabet, type Distribution, quote, type Word } from "@hankel/core";
import type { TokenUsage } from "../box.ts";
import type { Exchanges } from "../http/exchanges.ts";
import { type Lane, LaneFailure } from "../pool/lane.ts";
import type { Reply } from "../wire/messages.ts";
import type { CompletionWish, Continuation, Dialect } from "./dialect.ts";
import type { Masses } from "./text-symbols.ts";

/** So many of the likeliest tokens are shown in a message. */
const SHOWN = 5;
/** A token that looks like a symbol shows a wrong spelling: one that is not rare where no symbol is given, a likely one elsewhere. */
const RARE = 0.01;
const LIKELY = 0.1;
/** Shorter beginnings of a symbol show nothing. */
const SHORTEST = 2;

const ADVICE =
  "Change --with prompt=… so that the model expects the symbols, write them as the model does (often with a space in front), or ask for " +
  "more tokens with --with logprobs=N";

/** What is asked of a server, and how. */
export interface ServerSetting {
  readonly exchanges: Exchanges;
  readonly dialect: Dialect;
  readonly asking: CompletionWish;
  readonly alphabet: Alphabet;
  readonly masses: Masses;
  /** The text in front of every word. */
  readonly prompt: string;
}

/** A server that completes texts, as a language model over an alphabet of texts. It counts what it costs. */
export function completionServer(setting: ServerSetting) {
  const { exchanges, dialect, asking, alphabet, masses: massesAfter, prompt } = setting;
  const used = { prompt: 0, completion: 0 };
  /** Which symbols, and last the end, have ever had a probability above 0. */
  const seen = new Uint8Array(alphabet.size + 1);
  /** Tokens that differ in spaces only from a symbol that was never given. */
  const alike = new Map<string, string>();

  const complete = async (
    text: string,
    signal: AbortSignal | undefined,
  ): Promise<readonly Continuation[]> => {
    const read = (reply: Reply) => dialect.read(reply);
    const how = { signal, final: true };
    const { continuations, usage } = await exchanges.ask(dialect.body(text, asking), read, how);
    used.prompt += usage.prompt;
    used.completion += usage.completion;
    return continuations;
  };

  /** What comes next after a word, among the symbols and the end. Rejects with a `LaneFailure`. */
  const distribution = async (word: Word, signal?: AbortSignal): Promise<Distribution> => {
    const context = prompt + alphabet.spell(word).join("");
    const asked: (readonly Continuation[])[] = [];
    const masses = await massesAfter(context, async (text) => {
      const continuations = await complete(text, signal);
      asked.push(continuations);
      return continuations;
    });
    for (const [i, mass] of masses.entries()) if (mass > 0) seen[i] = 1;
    const isNone = masses.subarray(0, alphabet.size).every((mass) => mass === 0);
    const problem = isNone
      ? nothingFits(context, asked[0], masses[alphabet.size] > 0, word.length === 0)
      : misspelt(context, asked[0]);
    if (problem !== undefined) throw new LaneFailure(exchanges.redact(problem), { final: true });
    const sum = masses.reduce((total, mass) => total + mass, 0);
    return masses.map((mass) => mass / sum);
  };

  /** Symbols that the server never gave, and tokens that differ from them in spaces only, with their probabilities. */
  const lookalikes = (tokens: readonly Continuation[]) =>
    alphabet.symbols.flatMap((symbol, letter) => {
      if (seen[letter] === 1) return [];
      const tokensLike = tokens.filter(({ text }) => looksLike(text, symbol));
      for (const { text } of tokensLike) alike.set(symbol, text);
      return tokensLike.map((token) => ({ symbol, token }));
    });

  /** No symbol is among the tokens. The end alone is an answer behind a word, unless tokens look like symbols. */
  const nothingFits = (
    context: string,
    tokens: readonly Continuation[],
    ends: boolean,
    first: boolean,
  ): string | undefined => {
    const spelling = alphabet.symbols.find((symbol) =>
      tokens.some(({ text, probability }) => probability >= RARE && looksLike(text, symbol)),
    );
    if (ends && !first && spelling === undefined) return undefined;
    const none = ends ? "no symbol is" : "neither a symbol nor the end is";
    return `${none} among the ${tokens.length} likeliest tokens after ${quote(context.slice(-40))}; the likeliest are ${likeliest(tokens)}. ${ADVICE}`;
  };

  /** Some symbols are among the tokens, but one is not, and a likely token differs from it in spaces only. */
  const misspelt = (context: string, tokens: readonly Continuation[]): string | undefined => {
    const found = lookalikes(tokens).find(({ token }) => token.probability >= LIKELY);
    if (found === undefined) return undefined;
    const { symbol, token } = found;
    return (
      `the symbol ${quote(symbol)} is not among the ${tokens.length} likeliest tokens after ${quote(context.slice(-40))}, but ` +
      `${quote(token.text)} is; the likeliest are ${likeliest(tokens)}. Write the symbols as the model does, with the same spaces`
    );
  };

  return {
    distribution,
    /** Asks about one word at a time. */
    lane: (): Lane<Distribution> => ({
      depth: 1,
      get state() {
        return exchanges.closed ? "dead" : "ready";
      },
      reason: "",
      onChange: () => {},
      async weigh(words, { signal }) {
        const weights: Distribution[] = [];
        for (const word of words) weights.push(await distribution(word, signal));
        return { weights };
      },
      close: async () => exchanges.close(),
    }),
    /** The tokens that the server has counted so far. */
    usage: (): TokenUsage => ({ ...used }),
    /** The symbols that were never likely enough to be among the tokens that the server gave, and a token that is nearly the same. */
    unseen: () =>
      alphabet.symbols
        .filter((_, letter) => seen[letter] === 0)
        .map((symbol) => ({ symbol, alike: alike.get(symbol) })),
  };
}

/** Is a token the text of a symbol, or its beginning, but for spaces around it? */
function looksLike(text: string, symbol: string): boolean {
  const [token, wanted] = [text.trim(), symbol.trim()];
  if (token === "" || wanted === "" || symbol.startsWith(text) || text.startsWith(symbol)) return false;
  return token === wanted || (token.length >= SHORTEST && wanted.startsWith(token));
}

function likeliest(continuations: readonly Continuation[]): string {
  return [...continuations]
    .sort((a, b) => b.probability - a.probability)
    .slice(0, SHOWN)
    .map(({ text, probability, ends }) => `${ends ? "the end" : quote(text)} ${probability.toPrecision(2)}`)
    .join(", ");
}
