import {
  type Alphabet,
  type Distribution,
  foreignText,
  HankelError,
  messageOf,
  quote,
  type Word,
} from "@hankel/core";
import type { Report, TokenUsage } from "../box.ts";
import type { HttpClient, HttpReply } from "../http/http-client.ts";
import { excerpt, patientPost } from "../http/patient-post.ts";
import { type Lane, LaneFailure } from "../pool/lane.ts";
import { isObject, parseReply } from "../wire/messages.ts";
import type { Asking, Continuation, Dialect } from "./dialect.ts";
import type { TextSymbols } from "./text-symbols.ts";

/** So many of the likeliest tokens are shown in a message. */
const SHOWN = 5;

/** What is asked of a server, and how. */
export interface ServerSetting {
  readonly client: HttpClient;
  readonly dialect: Dialect;
  readonly asking: Asking;
  readonly alphabet: Alphabet;
  readonly symbols: TextSymbols;
  /** The text in front of every word. */
  readonly prompt: string;
  readonly report: Report;
}

/** A server that completes texts, as a language model over an alphabet of texts. It counts what it costs. */
export class CompletionServer {
  readonly #setting: ServerSetting;
  readonly #closed = new AbortController();
  readonly #usage = { prompt: 0, completion: 0 };
  /** Which symbols, and last the end, have ever had a probability above 0. */
  readonly #seen: Uint8Array;

  constructor(setting: ServerSetting) {
    this.#setting = setting;
    this.#seen = new Uint8Array(setting.alphabet.size + 1);
  }

  get isClosed(): boolean {
    return this.#closed.signal.aborted;
  }

  /** Asks about one word at a time. */
  lane(): Lane<Distribution> {
    const { signal: closed } = this.#closed;
    const never = () =>
      Promise.reject(new LaneFailure("a completion server only says what comes next", { final: true }));
    return {
      depth: 1,
      get state() {
        return closed.aborted ? "dead" : "ready";
      },
      reason: "",
      onChange: () => {},
      weigh: async (words, signal) => {
        const answers: Distribution[] = [];
        for (const word of words) answers.push(await this.distribution(word, signal));
        return answers;
      },
      findCounterexample: never,
      draw: never,
      close: async () => this.close(),
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
    const { alphabet, symbols, prompt } = this.#setting;
    const context = prompt + alphabet.spell(word).join("");
    const asked: (readonly Continuation[])[] = [];
    const masses = await symbols.masses(context, async (text) => {
      const continuations = await this.#complete(text, signal);
      asked.push(continuations);
      return continuations;
    });
    const sum = masses.reduce((total, mass) => total + mass, 0);
    if (sum === 0)
      throw new LaneFailure(this.#setting.client.redact(this.#nothingFits(context, asked[0])), {
        final: true,
      });
    return masses.map((mass, i) => {
      if (mass > 0) this.#seen[i] = 1;
      return mass / sum;
    });
  }

  close(): void {
    this.#closed.abort();
    this.#setting.client.close();
  }

  async #complete(prompt: string, signal: AbortSignal | undefined): Promise<readonly Continuation[]> {
    const { client, dialect, asking, report } = this.#setting;
    const body = dialect.body(prompt, asking);
    const reply = await patientPost(client, body, { closed: this.#closed.signal, signal, report });
    const { continuations, usage } = this.#read(reply);
    this.#usage.prompt += usage.prompt;
    this.#usage.completion += usage.completion;
    return continuations;
  }

  #read({ status, text }: HttpReply) {
    if (status !== 200) throw new LaneFailure(`status ${status}${reasonIn(text)}`, { final: true });
    try {
      return this.#setting.dialect.read(parseReply(text));
    } catch (error) {
      if (!(error instanceof HankelError)) throw error;
      throw new LaneFailure(this.#setting.client.redact(messageOf(error)), { final: true });
    }
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

/** Why a server refused, in its own words. */
function reasonIn(text: string): string {
  try {
    const { error } = parseReply(text);
    const message = isObject(error) ? error["message"] : error;
    if (message !== undefined) return `: ${foreignText(message)}`;
  } catch {
    // What is no JSON is shown as it is.
  }
  return excerpt(text);
}
