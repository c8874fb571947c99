import { agree } from "../../../algebra/margins.ts";
import type { Automaton } from "../../../automata/convert.ts";
import { machineKindOf } from "../../../automata/machine.ts";
import type { Wdfsa } from "../../../automata/wdfsa.ts";
import { LANGUAGE_TERMS } from "../../../kinds/kind.ts";
import type { Examination } from "../../../learning/protocol.ts";
import { PrefixTree } from "../../../words/prefix-tree.ts";
import type { Word } from "../../../words/word.ts";
import { agreedOn, type EquivalenceTest } from "../equivalence-test.ts";
import { isRepresentable } from "../test-words.ts";
import { tryWords } from "../try-words.ts";
import { StateWords } from "./state-words.ts";

/**
 * A model is trusted until so many words have shown it wrong, and one more for so many on which the hypothesis agrees with it.
 * A model that has nothing to do with the target costs about as many words as the first; of one that has changed a
 * little, the second lets every change show.
 */
const PATIENCE = 8;
const AGREED = 16;

/**
 * Tries a hypothesis where it differs from a model that may be like the target: an older version of it, or what logs suggest.
 * The words leave every state of the model by every letter and identify what is behind it, shortest first; those on which
 * the two agree are not asked. So what the model has right is found without search. What it has wrong is shown by a word,
 * and no word is asked that begins with it.
 */
class ModelWords<M> {
  readonly #model: Wdfsa<M>;
  /** Do answers show the outputs along a whole word? */
  readonly #showsPrefixes: boolean;
  #words: readonly Word[] | undefined;

  constructor(model: Wdfsa<M>) {
    this.#model = model;
    this.#showsPrefixes = machineKindOf(model) !== undefined;
  }

  *examine<W>(hypothesis: Automaton<W>, longest: number): Examination<W> {
    const { alphabet } = this.#model;
    const letters = alphabet.symbols.map((symbol) => hypothesis.alphabet.letter(symbol));
    const wrong = new PrefixTree(alphabet.size);
    const shown = new Set<number>();
    let agreed = 0;
    this.#words ??= [...new StateWords(this.#model).everyArc()].sort((a, b) => a.length - b.length);
    for (const own of this.#words) {
      if (own.length > longest || own.some((letter) => letters[letter] < 0)) continue;
      if (wrong.path(own).some((node) => shown.has(node))) continue;
      const word = own.map((letter) => letters[letter]);
      if (!isRepresentable(hypothesis, word)) continue;
      if (this.#agrees(hypothesis, own, word)) {
        agreed++;
        continue;
      }
      const found = yield* tryWords(hypothesis, [word]);
      if (found !== null) return found;
      shown.add(wrong.insert(this.#firstWrong(hypothesis, own, word)));
      if (shown.size > PATIENCE + agreed / AGREED) break;
    }
    return null;
  }

  #agrees<W>(hypothesis: Automaton<W>, own: Word, word: Word): boolean {
    const { algebra } = hypothesis;
    const told: unknown = this.#model.weigh(own);
    return algebra.isWeight(told) && agree(algebra, hypothesis.weigh(word), told, word.length + 1);
  }

  /** The shortest prefix of a word that shows the model wrong, where the hypothesis is right about the word. */
  #firstWrong<W>(hypothesis: Automaton<W>, own: Word, word: Word): Word {
    let length = this.#showsPrefixes ? 0 : own.length;
    while (length < own.length && this.#agrees(hypothesis, own.slice(0, length), word.slice(0, length)))
      length++;
    return own.slice(0, length);
  }
}

/**
 * Tests a hypothesis where it differs from a model that may be like the target: an older version, or what logs suggest. The
 * target decides, so what the model has wrong does no harm. `name` is what the model is called in messages.
 *
 * @example
 * const old = minimize(fromExpression("(aaa)*", boolean));
 * const weigh = (word: readonly string[]) => word.length % 3 === 0;
 * const equivalence = likeModel(old, "old.json");
 * const teacher = functionTeacher({ algebra: boolean, alphabet: "a", weigh, equivalence });
 * console.log(learn(teacher).automaton.size); // 3
 */
export function likeModel<M>(model: Wdfsa<M>, name: string): EquivalenceTest {
  const words = new ModelWords(model);
  return {
    text: `from:${name}`,
    words: () => [],
    examine: (hypothesis, _equivalence, longest) => words.examine(hypothesis, longest),
    claim: (_, { word } = LANGUAGE_TERMS) => agreedOn(`${word}s on which it differs from ${name}`),
  };
}
