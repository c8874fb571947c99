import { createInterface } from "node:readline/promises";
import {
  Alphabet,
  type AnyAlgebra,
  type Automaton,
  HankelError,
  type Word,
  weightsIn,
  writeHankel,
} from "@hankel/core";
import { type OpenBox, UndoRequest } from "../box.ts";
import { abortable } from "../pool/time.ts";

const HELP = `Type the weight of the word and press Enter. Also understood:
  u, undo    withdraw the last answer and answer it again
  q, quit    stop; with a journal, the same command continues later
  ?, help    this text
`;

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

/**
 * A person at a terminal who knows the weights of words and says when a conjecture is wrong.
 *
 * @example
 * // Not run here: it needs a person at the terminal.
 * const box = openPerson({ algebra: boolean, alphabet: ["a", "b"], input: process.stdin, output: process.stdout });
 * await box.close();
 */
export function openPerson(options: PersonBoxOptions): OpenBox<unknown> {
  const { algebra, input, output, display = (text) => text, show = writeHankel } = options;
  const alphabet = new Alphabet(options.alphabet);
  const person = converse(input, output, display);
  person.say(`Answer with ${algebra.name} weights; ? for help.\n`);
  return {
    name: "you",
    kind: weightsIn(algebra),
    alphabet,
    async weigh(words, { arrived, signal } = {}) {
      const weights: unknown[] = [];
      for (const word of words) {
        const answer = person.read(`weight of ${alphabet.show(word)}: `, (text) => algebra.parse(text));
        const weight = await abortable(answer, signal);
        weights.push(weight);
        arrived?.(weights.length - 1, [weight]);
      }
      return weights;
    },
    async findCounterexample(hypothesis) {
      person.say(`\nIs this right?\n${show(hypothesis)}\n`);
      const prompt = "Enter if it is, or a word it weighs wrongly ([] for the empty one): ";
      return person.read(prompt, (text): Word | null => (text === "" ? null : alphabet.parse(text)));
    },
    async close() {
      person.close();
    },
  };
}

/** Asks a person one thing after another, who may also type commands. `display` makes a text fit for the output. */
function converse(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  display: (text: string) => string,
) {
  const lines = createInterface({ input, output });
  /** Lines may arrive before their questions, for example from a pipe. */
  const waiting: string[] = [];
  let wake = () => {};
  let ended = false;
  lines.on("line", (line) => {
    waiting.push(line);
    wake();
  });
  const leave = () => {
    ended = true;
    wake();
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
  return {
    say,
    /** Asks until the answer can be parsed; follows the commands that are typed instead of an answer. */
    async read<A>(prompt: string, parse: (text: string) => A): Promise<A> {
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
    },
    close: () => lines.close(),
  };
}
