import { type Alphabet, HankelError, type Word } from "@hankel/core";
import type { NetworkDescription } from "./description.ts";
import { Feeds, portNames } from "./feeds.ts";
import { HiddenStates, type OnState } from "./hidden-states.ts";
import type { Session, Tensor } from "./session.ts";
import { chosenTokens, tokensOf } from "./token-ids.ts";
import { type Pause, type RunOptions, WordRunner } from "./word-runner.ts";

/** The name of the output that holds a number for each word. */
export const LOGIT = "logit";

/** A network that accepts words: those to which it gives a probability above one half, that is, a positive logit. */
export class Acceptor {
  readonly kind = "acceptor";
  readonly alphabet: Alphabet;
  readonly #runner: WordRunner;
  readonly #name: string;

  private constructor(runner: WordRunner, name: string) {
    this.alphabet = runner.alphabet;
    this.#runner = runner;
    this.#name = name;
  }

  static async open(
    session: Session,
    description: NetworkDescription,
    options: RunOptions,
  ): Promise<Acceptor> {
    const { name } = options;
    const names = ({ inputs, outputs }: Session) => [...inputs, ...outputs].map((port) => port.name);
    const missing = ["lengths", LOGIT].find((port) => !names(session).includes(port));
    if (missing !== undefined) {
      throw new HankelError(
        "unsupported",
        `an acceptor has the inputs input_ids and lengths and the output ${LOGIT}; ${name} has no ${missing}, but the ` +
          `inputs ${portNames(session.inputs)} and the outputs ${portNames(session.outputs)}`,
      );
    }
    const { bos, longest, states: output } = description;
    const tokens = chosenTokens(tokensOf(description, undefined), options.alphabet);
    const feeds = new Feeds(session, tokens.ids, bos, name);
    const { alphabet } = tokens;
    const states = await HiddenStates.open(session, output, { feeds, alphabet, name });
    const runner = new WordRunner(session, feeds, alphabet, LOGIT, longest, options, states);
    await runner.measureLongest();
    return new Acceptor(runner, name);
  }

  /** The most letters that the network reads; undefined if no limit is known. A longer word is an error. */
  get longest(): number | undefined {
    return this.#runner.longest;
  }

  /** How many numbers its states have; undefined if nothing says which output holds them. */
  get states(): number | undefined {
    return this.#runner.states;
  }

  /** The logits of words: positive for those that are accepted, near 0 where the network is unsure. */
  async logits(words: readonly Word[], onState?: OnState, pause?: Pause): Promise<Float64Array> {
    const logits = new Float64Array(words.length);
    const take = (group: readonly number[], { data }: Tensor) => {
      for (const [row, i] of group.entries()) {
        logits[i] = (data as ArrayLike<number>)[row];
        if (!Number.isNaN(logits[i])) continue;
        throw new HankelError("teacher", `${this.#name} gives no number for ${this.alphabet.show(words[i])}`);
      }
    };
    await this.#runner.run(words, false, take, onState, pause);
    return logits;
  }

  /** Which words it accepts; `onState`, if it is given, receives the network's states after them. */
  async accepts(words: readonly Word[], onState?: OnState, pause?: Pause): Promise<boolean[]> {
    return Array.from(await this.logits(words, onState, pause), (logit) => logit > 0);
  }

  release(): Promise<void> {
    return this.#runner.release();
  }
}
