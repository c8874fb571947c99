import { createInterface, type Interface } from "node:readline/promises";
import { HankelError } from "@hankel/core";
import { UndoRequest } from "../undo-request.ts";

const HELP = `Type the weight of the word and press Enter. Also understood:
  u, undo    withdraw the last answer and answer it again
  q, quit    stop; with a journal, the same command continues later
  ?, help    this text
`;

/** Asks a person one thing after another, who may also type commands. */
export class Conversation {
  readonly #output: NodeJS.WritableStream;
  readonly #display: (text: string) => string;
  readonly #lines: Interface;
  /** Lines may arrive before their questions, for example from a pipe. */
  readonly #waiting: string[] = [];
  #wake = () => {};
  #ended = false;

  /** `display` makes a text fit for the output. */
  constructor(
    input: NodeJS.ReadableStream,
    output: NodeJS.WritableStream,
    display: (text: string) => string,
  ) {
    this.#output = output;
    this.#display = display;
    this.#lines = createInterface({ input, output });
    this.#lines.on("line", (line) => {
      this.#waiting.push(line);
      this.#wake();
    });
    const leave = () => {
      this.#ended = true;
      this.#wake();
    };
    // On a terminal readline receives Ctrl-C as a key; the process gets no signal.
    this.#lines.on("close", leave).on("SIGINT", leave);
  }

  say(text: string): void {
    this.#output.write(this.#display(text));
  }

  /** Asks until the answer can be parsed; follows the commands that are typed instead of an answer. */
  async read<T>(prompt: string, parse: (text: string) => T): Promise<T> {
    for (;;) {
      const text = await this.#ask(prompt);
      if (text === "u" || text === "undo") throw new UndoRequest();
      if (text === "q" || text === "quit") throw new HankelError("cancelled", "you stopped");
      if (text === "?" || text === "help") {
        this.say(HELP);
        continue;
      }
      try {
        return parse(text);
      } catch (error) {
        if (!(error instanceof HankelError)) throw error;
        this.say(`${error.message}\n`);
      }
    }
  }

  close(): void {
    this.#lines.close();
  }

  async #ask(prompt: string): Promise<string> {
    this.#lines.setPrompt(this.#display(prompt));
    this.#lines.prompt();
    for (;;) {
      const line = this.#waiting.shift();
      if (line !== undefined) return line.trim();
      if (this.#ended) throw new HankelError("cancelled", "the input ended");
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
