/** A sifting that is driven by hand, step by step, and its tree as text. */

import {
  Alphabet,
  type DiscriminationTree,
  type GroupWithZero,
  Observations,
  type Wdfsa,
  WdfsaBuilder,
  type Word,
} from "../../src/index.ts";
import { Sifting } from "../../src/learning/tree/sifting.ts";

/** Arcs such as `0 a 2 1`: source, symbol, weight, destination; final weights such as `0 1/2`. State 0 is initial. */
export function wdfsaOf<W>(algebra: GroupWithZero<W>, symbols: string, lines: string): Wdfsa<W> {
  const rows = lines.split(";").map((line) => line.trim().split(/ +/u));
  const states = 1 + Math.max(...rows.flatMap((row) => [Number(row[0]), Number(row[3] ?? 0)]));
  const builder = new WdfsaBuilder(algebra, new Alphabet(symbols));
  for (let state = 0; state < states; state++) builder.state();
  for (const [from, symbol, weight, to] of rows) {
    if (to === undefined) builder.final(Number(from), algebra.parse(symbol));
    else builder.arc(Number(from), symbol, algebra.parse(weight), Number(to));
  }
  return builder.build();
}

/** Words as text: ab, ε. */
export function shown(words: readonly Word[], symbols = "abc"): string {
  return words.map((word) => word.map((letter) => symbols[letter]).join("") || "ε").join(" ");
}

/** `ε(0:dead 1:b(0:q1 3:q0))`: an inner node is its suffix and its branches, each with its ratio. */
export function treeText<W>(tree: DiscriminationTree<W>, node = 0): string {
  const suffix = tree.suffix(node);
  if (suffix === undefined) return tree.state(node) < 0 ? "dead" : `q${tree.state(node)}`;
  const below = tree
    .branches(node)
    .map((branch) => `${tree.algebra.format(tree.label(branch))}:${treeText(tree, branch)}`);
  return `${shown([suffix])}(${below.join(" ")})`;
}

/** A sifting of a language. */
export class Sifted<W> {
  readonly language: Wdfsa<W>;
  readonly observations: Observations<W>;
  readonly sifting: Sifting<W>;

  constructor(language: Wdfsa<W>) {
    this.language = language;
    this.observations = new Observations(language.algebra, language.alphabet.size);
    this.sifting = new Sifting(language.algebra, language.alphabet, this.observations);
  }

  get tree(): string {
    return treeText(this.sifting.tree);
  }

  /** Asks for these words, whoever wants them. */
  ask(...words: string[]): void {
    for (const word of words) this.observations.want(this.observations.node(0, this.word(word)));
    this.#answer();
  }

  /** One step down; the words that it asks. */
  step(): string {
    this.sifting.want();
    const asked = this.#answer();
    this.sifting.advance();
    return asked;
  }

  /** Steps until every word is at a leaf or held; what each step asks. */
  settle(): string[] {
    const asked: string[] = [];
    while (this.sifting.busy) asked.push(this.step());
    return asked;
  }

  /** Each arc as `qa→p(weight)`; `-` for a dead one, `?` for one that is not known. */
  arcs(): string {
    const { sifting } = this;
    const { algebra, alphabet } = this.language;
    const one = (state: number, letter: number) => {
      const word = sifting.arc(state, letter);
      const to = sifting.target(word);
      const end = to >= 0 ? `${to}(${algebra.format(sifting.factor(word))})` : to === -1 ? "-" : "?";
      return `${state}${alphabet.symbols[letter]}→${end}`;
    };
    return Array.from({ length: sifting.states }, (_, state) =>
      alphabet.symbols.map((_symbol, letter) => one(state, letter)).join(" "),
    ).join(" ");
  }

  word(text: string): number[] {
    return Array.from(text, (symbol) => this.language.alphabet.letter(symbol));
  }

  #answer(): string {
    const words = this.observations.wanted().words;
    this.observations.record(words.map((word) => this.language.weigh(word)));
    return shown(words);
  }
}
