import { HankelError, PrefixTree, quote, type Word } from "@hankel/core";
import type { OnState } from "./hidden-states.ts";
import type { Rows } from "./layout.ts";
import { chosenTokens, tokensOf } from "./token-ids.ts";
import { type Opened, type Pause, type Reading, readingOf, WordReader } from "./word-reader.ts";

/** What is written for ε by a network that cannot read it, unless its description says it. */
const UNREAD = "?";

/**
 * A network that puts words into classes: a Moore machine, which writes the class of what it has read, the one with the largest number.
 * Classes are remembered, so the last bits of a network, which change from batch to batch, cannot contradict them.
 *
 * @example
 * const runtime = await import("onnxruntime-web");
 * const file = await readFile("examples/pytorch/classifier.onnx");
 * const externalData = [{ path: "classifier.onnx.data", data: await readFile("examples/pytorch/classifier.onnx.data") }];
 * const session = await openSession(runtime, file, "classifier.onnx", { externalData });
 * const side = await readFile("examples/pytorch/classifier.json", "utf8");
 * const network = await openNetwork(session, parseDescription(side, "classifier.json"), { name: "classifier.onnx" });
 * if (network instanceof Classifier) console.log((await network.run([[1, 0, 1]]))[0].join(" ")); // zero one one two
 */
export class Classifier extends WordReader {
  readonly kind = "classifier";
  /** Does one run of the network tell the classes of all prefixes of a word? */
  readonly prefixes: boolean;
  readonly #classes: readonly string[] | undefined;
  readonly #isFloat: boolean;
  readonly #tree: PrefixTree;
  /** What is written after the word of each node. */
  readonly #known: (string | undefined)[] = [];

  private constructor(reading: Reading) {
    super(reading);
    const { layout, description } = reading;
    this.prefixes = layout.prefixes;
    this.#classes = description.classes;
    this.#isFloat = layout.type.startsWith("float");
    this.#tree = new PrefixTree(reading.alphabet.size);
    if (!this.readsEmpty) this.#known[0] = String(description.empty ?? UNREAD);
  }

  /** For `openNetwork`, which has found the tensors of the network and how they lie. */
  static async open(opened: Opened): Promise<Classifier> {
    const { description, layout, ports, options } = opened;
    const { name, notify } = options;
    const { classes } = description;
    const counts = layout.type.startsWith("float") || layout.width > 1;
    if (counts && classes !== undefined && classes.length !== layout.width) {
      throw new HankelError(
        "usage",
        `${name}: "classes" has ${classes.length} names, but the output ${ports.output.name} has ${layout.width} columns, one for each class`,
      );
    }
    const tokens = chosenTokens(tokensOf(description, undefined, name), options.alphabet);
    const classifier = new Classifier(await readingOf(opened, tokens));
    await classifier.measureLongest();
    await classifier.checkTokens(tokens.ids);
    if (!classifier.readsEmpty && description.empty === undefined) {
      notify?.(
        `${name} cannot read ε, since no token starts words; it gets the output ${quote(UNREAD)} ("empty": CLASS in the side file says otherwise)`,
      );
    }
    return classifier;
  }

  /** What the machine writes as it reads each word: the class of ε, then one for each letter. */
  async run(
    words: readonly Word[],
    onState?: OnState,
    pause?: Pause,
  ): Promise<readonly (readonly string[])[]> {
    const wanted = onState === undefined ? this.#unknown(words) : words;
    const take = (group: readonly number[], rows: Rows) => {
      for (const [row, i] of group.entries()) this.#keep(wanted[i], row, rows);
    };
    await this.read(wanted, take, onState, pause);
    if (onState !== undefined) await this.run(words, undefined, pause);
    return words.map((word) => this.#written(word));
  }

  /** How many words the network must read for these: without prefixes, a word takes one for each prefix that is not known. */
  questions(words: readonly Word[]): number {
    return this.#unknown(words).length;
  }

  /** The words that the network must read to know the outputs of all prefixes of these. */
  #unknown(words: readonly Word[]): Word[] {
    const found = new Map<number, Word>();
    for (const word of words) {
      let node = this.#tree.insert(word);
      for (let { length } = word; node >= 0; node = this.#tree.parent(node), length--) {
        if (this.#known[node] !== undefined) continue;
        found.set(node, word.slice(0, length));
        if (this.prefixes) break;
      }
    }
    return [...found.values()];
  }

  #keep(word: Word, row: number, rows: Rows): void {
    const last = this.lastToken(word);
    let node = this.#tree.insert(word);
    for (let { length } = word; node >= 0; node = this.#tree.parent(node), length--) {
      const token = last - (word.length - length);
      if (token >= 0 || !this.prefixes)
        this.#known[node] ??= this.#classAt(rows, rows.start(row, token), word.slice(0, length));
      if (!this.prefixes) return;
    }
  }

  #written(word: Word): readonly string[] {
    const outputs: string[] = [];
    for (let node = this.#tree.insert(word); node >= 0; node = this.#tree.parent(node)) {
      outputs.push(this.#known[node] ?? UNREAD);
    }
    return outputs.reverse();
  }

  #classAt({ numbers, width, step }: Rows, start: number, word: Word): string {
    let best = 0;
    for (let i = 0; i < width; i++) {
      const number = numbers[start + i * step];
      if (Number.isNaN(number)) {
        const after = this.alphabet.show(word);
        throw new HankelError(
          "teacher",
          `${this.output}: no number (NaN) after ${after}; expected finite numbers`,
        );
      }
      if (number > numbers[start + best * step]) best = i;
    }
    const number = this.#isFloat || width > 1 ? best : numbers[start];
    return this.#classes === undefined ? String(number) : this.#nameOf(number, word);
  }

  #nameOf(number: number, word: Word): string {
    const name = this.#classes?.[number];
    if (name !== undefined) return name;
    const after = this.alphabet.show(word);
    const count = this.#classes?.length ?? 0;
    throw new HankelError(
      "teacher",
      `${this.output}: the class ${number} after ${after}; "classes" in its side file has ${count} names, for 0 to ${count - 1}`,
    );
  }
}
