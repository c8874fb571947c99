import { type Alphabet, type Distribution, quote, type Word } from "@hankel/core";
import type { TokenUsage } from "../box.ts";
import type { Exchanges } from "../http/exchanges.ts";
import { type Lane, LaneFailure } from "../pool/lane.ts";
import type { Reply } from "../wire/messages.ts";
import type { CompletionWish, Continuation, Dialect } from "./dialect.ts";
import type { Masses } from "./text-symbols.ts";

/** So many of the likeliest tokens are shown in a message. */
const SHOWN = 5;

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
    const sum = masses.reduce((total, mass) => total + mass, 0);
    if (sum === 0) throw new LaneFailure(exchanges.redact(nothingFits(context, asked[0])), { final: true });
    return masses.map((mass, i) => {
      if (mass > 0) seen[i] = 1;
      return mass / sum;
    });
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
    /** The symbols that were never likely enough to be among the tokens that the server gave. */
    unseen: (): readonly string[] => alphabet.symbols.filter((_, letter) => seen[letter] === 0),
  };
}

function nothingFits(context: string, continuations: readonly Continuation[]): string {
  const likely = [...continuations].sort((a, b) => b.probability - a.probability).slice(0, SHOWN);
  const shown = likely.map(
    ({ text, probability, ends }) => `${ends ? "the end" : quote(text)} ${probability.toPrecision(2)}`,
  );
  return (
    `neither a symbol nor the end is among the ${continuations.length} likeliest tokens after ` +
    `${quote(context.slice(-40))}; the likeliest are ${shown.join(", ")}. Change --with prompt=… so that the model expects the ` +
    "symbols, write them as the model does (often with a space in front), or ask for more tokens with --with logprobs=N"
  );
}
