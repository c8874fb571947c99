/** Real programs that are language models, and misbehave on request; a learner that asks what it is told to ask. */

import {
  type Alphabet,
  answerOf,
  Batch,
  type Distribution,
  deterministicForm,
  distributionOf,
  type Kind,
  type Learner,
  type LearnerRun,
  real,
  rowsOver,
  Wdfsa,
  type Word,
} from "@hankel/core";
import { EACH_MESSAGE } from "./each-message.ts";

/** What comes next, as a function body in JavaScript: a's are likely after an even number of them. */
export const FOLLOWING = `
const following = (word) => {
  const even = word.filter((symbol) => symbol === "a").length % 2 === 0;
  return even ? [0.5, 0.25, 0.25] : [0.125, 0.375, 0.5];
};
const rows = (word) => [...word.map((_, i) => following(word.slice(0, i))), following(word)];
`;

/** The same, by the letters of a word. */
export function following(word: Word): number[] {
  const even = word.filter((letter) => letter === 0).length % 2 === 0;
  return even ? [0.5, 0.25, 0.25] : [0.125, 0.375, 0.5];
}

/**
 * A language model in plain JavaScript. `hello` may change what it announces. `misbehave` is a function body that sees
 * `id`, `words`, `distributions` (the right answer) and `count` (requests so far); it may change `distributions` or `say` a
 * line itself and return true. Every word that is asked goes to the log, the file named by its argument, before it is
 * answered.
 */
export function languageModel(misbehave = "", hello = ""): string {
  return `
const say = (line) => process.stdout.write(line + "\\n");
const log = (value) => require("node:fs").appendFileSync(process.argv[2], JSON.stringify(value) + "\\n");
const hello = { hankel: 1, next: true, alphabet: ["a", "b"] };
${hello}
${FOLLOWING}
say(JSON.stringify(hello));
let count = 0;
const answer = ({ id, next: words }) => {
  count++;
  const distributions = words.map(hello.prefixes ? rows : following);
  for (const word of words) log(word);
  const misbehaved = (() => { ${misbehave} })();
  if (!misbehaved) say(JSON.stringify({ id, distributions }));
};
${EACH_MESSAGE}`;
}

/** The same model as a module. */
export const MODEL_MODULE = `
export const alphabet = ["a", "b"];
${FOLLOWING}
export const next = following;
`;

/** Asks batches of words, then conjectures one state: the average of what it was told about these words. */
export class BatchLearner implements Learner<number, Distribution> {
  readonly name = "batches";
  readonly kind: Kind<number, Distribution>;
  readonly form = deterministicForm;
  readonly algebra = real;
  readonly alphabet: Alphabet;
  readonly states = 1;
  readonly told: (readonly [Word, Distribution])[] = [];
  readonly #batches: readonly (readonly Word[])[];

  constructor(alphabet: Alphabet, batches: readonly (readonly Word[])[]) {
    this.alphabet = alphabet;
    this.kind = rowsOver(alphabet);
    this.#batches = batches;
  }

  answers(): Iterable<readonly [Word, Distribution]> {
    return this.told;
  }

  conclusion(): string {
    return `asked ${this.told.length}`;
  }

  hypothesis(): Wdfsa<number> {
    const { alphabet, algebra } = this;
    const sum = new Float64Array(alphabet.size + 1);
    for (const [, answer] of this.told) {
      distributionOf(answer, alphabet.size).forEach((p, place) => {
        sum[place] += p / this.told.length;
      });
    }
    const average = this.told.length === 0 ? sum.fill(1 / sum.length) : sum;
    const target = Int32Array.from({ length: alphabet.size }, (_, letter) => (average[letter] > 0 ? 0 : -1));
    return new Wdfsa({
      algebra,
      alphabet,
      target,
      arcWeight: average.slice(0, -1),
      initialWeight: 1,
      finalWeight: average.slice(-1),
    });
  }

  *run(): LearnerRun<number, Distribution> {
    for (const words of this.#batches) {
      const { weights } = answerOf(
        "weights",
        yield { kind: "weigh", batch: Batch.of(words), why: { kind: "start" } },
      );
      words.forEach((word, i) => this.told.push([word, weights[i]]));
    }
    const hypothesis = this.hypothesis();
    answerOf("verdict", yield { kind: "conjecture", hypothesis });
    return hypothesis;
  }
}
