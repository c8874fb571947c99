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
export class CompletionServer {
  readonly #setting: ServerSetting;
  readonly #usage = { prompt: 0, completion: 0 };
  /** Which symbols, and last the end, have ever had a probability above 0. */
  readonly #seen: Uint8Array;

  constructor(setting: ServerSetting) {
    this.#setting = setting;
    this.#seen = new Uint8Array(setting.alphabet.size + 1);
  }

  /** Asks about one word at a time. */
  lane(): Lane<Distribution> {
    const { exchanges } = this.#setting;
    return {
      depth: 1,
      get state() {
        return exchanges.closed ? "dead" : "ready";
      },
      reason: "",
      onChange: () => {},
      weigh: async (words, { signal }) => {
        const weights: Distribution[] = [];
        for (const word of words) weights.push(await this.distribution(word, signal));
        return { weights };
      },
      close: async () => exchanges.close(),
    };
  }

  /** The tokens that the server has counted so far. */
  get usage(): TokenUsage {
    return { ...this.#usage };
  }

  /** The symbols that were never likely enough to be among the tokens that the server gave. */
  get unseen(): readonly string[] {
    return this.#setting.alphabet.symbols.filter((_, letter) => this.#seen[letter] === 0);
  }

  /** What comes next after a word, among the symbols and the end. Rejects with a `LaneFailure`. */
  async distribution(word: Word, signal?: AbortSignal): Promise<Distribution> {
    const { alphabet, prompt } = this.#setting;
    const context = prompt + alphabet.spell(word).join("");
    const asked: (readonly Continuation[])[] = [];
    const masses = await this.#setting.masses(context, async (text) => {
      const continuations = await this.#complete(text, signal);
      asked.push(continuations);
      return continuations;
    });
    const sum = masses.reduce((total, mass) => total + mass, 0);
    if (sum === 0)
      throw new LaneFailure(this.#setting.exchanges.redact(this.#nothingFits(context, asked[0])), {
        final: true,
      });
    return masses.map((mass, i) => {
      if (mass > 0) this.#seen[i] = 1;
      return mass / sum;
    });
  }

  async #complete(prompt: string, signal: AbortSignal | undefined): Promise<readonly Continuation[]> {
    const { exchanges, dialect, asking } = this.#setting;
    const read = (reply: Reply) => dialect.read(reply);
    const { continuations, usage } = await exchanges.ask(dialect.body(prompt, asking), read, {
      signal,
      final: true,
    });
    this.#usage.prompt += usage.prompt;
    this.#usage.completion += usage.completion;
    return continuations;
  }

  #nothingFits(context: string, continuations: readonly Continuation[]): string {
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
}
