/** Simulated programs and the wires to them: they answer from a black box, and messages are lost or spoiled as a seed decides. */

import { Random } from "@hankel/core";
import type { BlackBox, Clock, Connect } from "@hankel/teachers";
import { describeBox, readConjecture, writeAnswers } from "../../src/fleet/worker.ts";
import type { FailedStart } from "../../src/pool/copy-lane.ts";

/** What can happen to an answer. */
export const faults = [
  "drop",
  "late",
  "duplicate",
  "stray id",
  "garbage",
  "half a line",
  "too few",
  "too many",
  "NaN",
  "not a number",
  "null",
  "crash before",
  "crash after",
  "error",
] as const;

export type Fault = (typeof faults)[number];

export interface ProgramOptions {
  readonly box: BlackBox<unknown>;
  readonly clock: Clock;
  readonly seed: number;
  /** The probability of a fault at each request. */
  readonly rate: number;
  readonly faults?: readonly Fault[] | undefined;
  /** The probability that a start fails. */
  readonly startRate?: number | undefined;
  /** From when to when, in milliseconds of the clock, the system has no file descriptors or processes left for a program. */
  readonly away?: readonly [from: number, to: number] | undefined;
  readonly trace?: ((line: string) => void) | undefined;
}

/** A request, as a program reads it. */
interface Asked {
  readonly id: number;
  readonly words: readonly (readonly string[])[];
  readonly text: string;
}

/** The two ends of a connection, as the program sees them. */
interface Wire {
  later(delay: number, action: () => void): void;
  say(line: string): void;
  end(reason: string, start?: FailedStart): void;
}

export class SimulatedProgram {
  readonly #options: ProgramOptions;
  readonly #random: Random;
  /** Words whose answers were delivered to an open connection. */
  readonly answered = new Set<string>();
  /** Words that were asked again after they had been answered. */
  readonly askedTwice: string[] = [];
  /** How many words were asked, with repetitions. */
  asked = 0;
  faulty = 0;

  constructor(options: ProgramOptions) {
    this.#options = options;
    this.#random = new Random(options.seed);
  }

  connect(): Connect {
    return (listener) => {
      const { clock, box, startRate = 0, away = [0, 0], trace = () => {} } = this.#options;
      let open = true;
      const wire: Wire = {
        later(delay, action) {
          clock.after(delay, () => {
            if (open) action();
          });
        },
        say: (line) => listener.line(line),
        end(reason, start) {
          open = false;
          listener.end(reason, start);
        },
      };
      const close = () => {
        open = false;
      };
      if (clock.now() >= away[0] && clock.now() < away[1]) {
        trace("the system has no room for a program");
        wire.later(0, () => wire.end("cannot start box: too many files are open", "not now"));
        return { send() {}, kill: close, close: async () => close() };
      }
      const started = this.#random.real() >= startRate;
      trace(started ? "a program starts" : "a program does not start");
      wire.later(this.#random.below(20), () => {
        if (started) wire.say(JSON.stringify(describeBox(box)));
        else wire.end("it ended (exit code 1)");
      });
      return {
        send: (line) => {
          if (open) void this.#answer(line, wire);
        },
        kill: close,
        close: async () => close(),
      };
    };
  }

  async #answer(line: string, wire: Wire): Promise<void> {
    const { rate, faults: kinds = faults, trace = () => {} } = this.#options;
    const delay = this.#random.below(30);
    const fault = this.#random.real() < rate ? kinds[this.#random.below(kinds.length)] : undefined;
    const asked = await reply(this.#options.box, line);
    this.asked += asked.words.length;
    for (const word of asked.words) if (this.answered.has(word.join())) this.askedTwice.push(word.join());
    const good = () => {
      for (const word of asked.words) this.answered.add(word.join());
      wire.say(asked.text);
    };
    if (fault === undefined) wire.later(delay, good);
    else {
      this.faulty++;
      trace(`a program: ${fault}`);
      misbehave(fault, asked, { ...wire, delay, good });
    }
  }
}

/** The right answer of a black box to a request. */
export async function reply(box: BlackBox<unknown>, line: string): Promise<Asked> {
  const { id, weigh, run, next, conjecture, sample, seed } = JSON.parse(line) as {
    readonly id: number;
    readonly weigh?: string[][];
    readonly run?: string[][];
    readonly next?: string[][];
    readonly conjecture?: object;
    readonly sample?: number;
    readonly seed?: number;
  };
  const { alphabet } = box;
  const words = weigh ?? run ?? next ?? [];
  const spelled = (text: string) => ({ id, words, text: `{"id":${id},${text}}` });
  if (conjecture !== undefined) {
    const word = await box.findCounterexample?.(readConjecture(box, conjecture));
    return spelled(`"counterexample":${JSON.stringify(word ? alphabet.spell(word) : null)}`);
  }
  if (sample !== undefined) {
    const drawn = (await box.draw?.(sample, seed ?? 0)) ?? [];
    return spelled(`"words":${JSON.stringify(drawn.map((word) => alphabet.spell(word)))}`);
  }
  return spelled(writeAnswers(box, await box.weigh(words.map((word) => alphabet.word(word)))));
}

interface Misbehaving extends Wire {
  readonly delay: number;
  /** Gives the right answer. */
  readonly good: () => void;
}

function misbehave(fault: Fault, { id, text }: Asked, wire: Misbehaving): void {
  const { delay, good, later, say, end } = wire;
  const spoil = (change: (list: unknown[]) => unknown) => later(delay, () => say(changed(text, change)));
  switch (fault) {
    case "drop":
      break;
    case "late":
      later(delay + 400, good);
      break;
    case "duplicate":
      later(delay, good);
      later(delay + 1, () => say(text));
      break;
    case "stray id":
      later(delay, () => say(text.replace(`"id":${id}`, `"id":${id + 1000}`)));
      later(delay + 1, good);
      break;
    case "garbage":
      later(delay, () => say("Loading model... done"));
      break;
    case "half a line":
      later(delay, () => end("it ended (exit code 1) in the middle of a line"));
      break;
    case "too few":
      spoil((list) => list.slice(1));
      break;
    case "too many":
      spoil((list) => [...list, ...list, "1"]);
      break;
    case "NaN":
      later(delay, () => say(`{"id":${id},"weights":[NaN]}`));
      break;
    case "not a number":
      spoil((list) => [...list.slice(1), "NaN"]);
      break;
    case "null":
      spoil(() => null);
      break;
    case "crash before":
      later(0, () => end("SIGKILL"));
      break;
    case "crash after":
      later(delay, () => {
        good();
        end("SIGKILL");
      });
      break;
    default:
      later(delay, () => say(JSON.stringify({ id, error: "out of memory" })));
  }
}

/** A reply whose list of answers, or counterexample, is changed. */
function changed(text: string, change: (list: unknown[]) => unknown): string {
  const { id, ...answer } = JSON.parse(text) as Record<string, unknown>;
  const [name, list] = Object.entries(answer)[0];
  // Another counterexample may be as good as the right one, and nobody can tell that "there is none" is wrong.
  if (name === "counterexample") return JSON.stringify({ id, [name]: 7 });
  return JSON.stringify({ id, [name]: change(Array.isArray(list) ? list : []) });
}
