import { real } from "../../algebra/real.ts";
import { Wdfsa } from "../../automata/wdfsa.ts";
import { HankelError } from "../../errors.ts";
import { type Distribution, distributionOf } from "../../next/distribution.ts";
import type { Alphabet } from "../../words/alphabet.ts";
import { PrefixTree } from "../../words/prefix-tree.ts";
import type { Word } from "../../words/word.ts";
import { answerOf, type Learner, type LearnerRun } from "../protocol.ts";
import type { SoftOptions } from "./soft-options.ts";

/** Words with a smaller probability to begin a word are not asked, nor those that are longer. */
const RARE = 0.02;
const LONGEST = 6;

/**
 * The unigram of a language model: one state, whose distribution is the average over the prefixes that occur most often,
 * weighted by how often they do.
 */
export class OneStateLearner implements Learner<number, Distribution> {
  readonly name = "soft";
  readonly algebra = real;
  readonly alphabet: Alphabet;
  readonly states = 1;
  readonly #tree: PrefixTree;
  readonly #answers = new Map<number, Distribution>();
  readonly #sum: Float64Array;

  constructor(alphabet: Alphabet, { tolerance }: SoftOptions = {}, tree = new PrefixTree(alphabet.size)) {
    if (tolerance !== undefined && !(tolerance >= 0 && tolerance < 1)) {
      throw new HankelError("usage", `a tolerance is a number from 0 up to 1, not ${tolerance}`);
    }
    this.alphabet = alphabet;
    this.#tree = tree;
    this.#sum = new Float64Array(alphabet.size + 1);
  }

  *answers(): Generator<[Word, Distribution]> {
    for (const [node, answer] of this.#answers) yield [this.#tree.word(node), answer];
  }

  conclusion(): string {
    return `One state: the average of what comes next after the ${this.#answers.size} likeliest beginnings of words.`;
  }

  hypothesis(): Wdfsa<number> {
    const { alphabet, algebra } = this;
    const sum = this.#sum.reduce((total, p) => total + p, 0);
    const average = sum === 0 ? this.#sum.map(() => 1 / (alphabet.size + 1)) : this.#sum.map((p) => p / sum);
    const target = Int32Array.from({ length: alphabet.size }, (_, letter) => (average[letter] > 0 ? 0 : -1));
    const [arcWeight, finalWeight] = [average.slice(0, -1), average.slice(-1)];
    return new Wdfsa({ algebra, alphabet, target, arcWeight, initialWeight: 1, finalWeight });
  }

  *run(): LearnerRun<number, Distribution> {
    const { size: letters } = this.alphabet;
    let level = new Map([[0, 1]]);
    for (let length = 0; length <= LONGEST && level.size > 0; length++) {
      const words = Array.from(level.keys(), (node) => this.#tree.word(node));
      const { weights } = answerOf("weights", yield { kind: "weigh", words, why: { kind: "start" } });
      const next = new Map<number, number>();
      [...level].forEach(([node, probability], i) => {
        this.#answers.set(node, weights[i]);
        distributionOf(weights[i], letters).forEach((p, letter) => {
          this.#sum[letter] += probability * p;
          if (letter < letters && probability * p >= RARE) {
            next.set(this.#tree.extend(node, letter), probability * p);
          }
        });
      });
      level = next;
    }
    const hypothesis = this.hypothesis();
    answerOf("verdict", yield { kind: "conjecture", hypothesis });
    return hypothesis;
  }
}
