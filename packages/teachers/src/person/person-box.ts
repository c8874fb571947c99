import { createInterface } from "node:readline/promises";
import { Alphabet, type AnyAlgebra, type Automaton, HankelError, type Word, writeHankel } from "@hankel/core";
import type { BlackBox } from "../box.ts";
import { abortable } from "../pool/abortable.ts";
import { UndoRequest } from "../undo-request.ts";

/** Options of a box that is a person at a terminal. */
export interface PersonBoxOptions {
  readonly algebra: AnyAlgebra;
  readonly alphabet: readonly string[];
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  /** Makes a text fit for the output, which may be a terminal; it is written as it is by default. */
  readonly display?: ((text: string) => string) | undefined;
  /** How to show a conjecture; in the hankel format by default. */
  readonly show?: ((hypothesis: Automaton<unknown>) => string) | undefined;
}

const HELP = `Type the weight of the word and press Enter. Also understood:
  u, undo    withdraw the last answer and answer it again
  q, quit    stop; with a journal, the same command continues later
  ?, help    this text
`;

/** A person at a terminal who knows the weights of words and says when a conjecture is wrong. */
export function openPerson(options: PersonBoxOptions): BlackBox<unknown> {
  const { algebra, input, output, display = (text) => text } = options;
  const alphabet = new Alphabet(options.alphabet);
  const lines = createInterface({ input, output });
  const waiting: string[] = [];
  let wake: (() => void) | undefined;
  let ended = false;
  // Lines may arrive before their questions, for example from a pipe.
  lines.on("line", (line) => {
    waiting.push(line);
    wake?.();
  });
  const leave = () => {
    ended = true;
    wake?.();
  };
  // On a terminal readline receives Ctrl-C as a key; the process gets no signal.
  lines.on("close", leave).on("SIGINT", leave);
  const say = (text: string) => {
    output.write(display(text));
  };
  const ask = async (prompt: string): Promise<string> => {
    lines.setPrompt(display(prompt));
    lines.prompt();
    for (;;) {
      const line = waiting.shift();
      if (line !== undefined) return line.trim();
      if (ended) throw new HankelError("cancelled", "the input ended");
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };

  /** Asks until the answer can be parsed; runs the commands typed instead of an answer. */
  const read = async <T>(prompt: string, parse: (text: string) => T): Promise<T> => {
    for (;;) {
      const text = await ask(prompt);
      if (text === "u" || text === "undo") throw new UndoRequest();
      if (text === "q" || text === "quit") throw new HankelError("cancelled", "you stopped");
      if (text === "?" || text === "help") {
        say(HELP);
        continue;
      }
      try {
        return parse(text);
      } catch (error) {
        if (!(error instanceof HankelError)) throw error;
        say(`${error.message}\n`);
      }
    }
  };

  say(`Answer with ${algebra.name} weights; ? for help.\n`);
  return {
    name: "you",
    algebra,
    alphabet,
    finds: "counterexamples",
    draws: false,
    async weigh(words, { arrived, signal } = {}) {
      const weights: unknown[] = [];
      for (const word of words) {
        const answer = read(`weight of ${alphabet.show(word)}: `, (text) => algebra.parse(text));
        const weight = await abortable(answer, signal);
        weights.push(weight);
        arrived?.(weights.length - 1, [weight]);
      }
      return weights;
    },
    async findCounterexample(hypothesis) {
      say(`\nIs this right?\n${options.show?.(hypothesis) ?? writeHankel(hypothesis)}\n`);
      const prompt = "Enter if it is, or a word it weighs wrongly ([] for the empty one): ";
      return read(prompt, (text): Word | null => (text === "" ? null : alphabet.parse(text)));
    },
    draw: () => Promise.reject(new HankelError("usage", "a person cannot draw samples")),
    async close() {
      lines.close();
    },
  };
}
