import { HankelError } from "../errors.ts";
import { Random } from "../random.ts";
import { Alphabet } from "../words/alphabet.ts";
import { distinct, PrefixTree } from "../words/prefix-tree.ts";
import { type Letter, shortlex, type Word } from "../words/word.ts";
import { isSpent } from "./drawn-words.ts";
import { stopIfCancelled, type Watch } from "./rows.ts";
import { type Share, shareOf } from "./share.ts";

/** Something that answers words: an acceptor, a machine, whatever weighs words. */
export interface Answerer<A> {
  readonly alphabet: Alphabet;
  /** The most letters of a word that it can be asked about, if there is a limit. */
  readonly longest?: number | undefined;
  weigh(words: readonly Word[]): readonly A[] | Promise<readonly A[]>;
}

/** How the answers of two are compared. */
export interface CompareAnswersOptions<A> extends Watch {
  readonly equals: (a: A, b: A) => boolean;
  /** Is a word with this answer accepted? Then words near those that one of the two accepts are tried, too. */
  readonly accepts?: ((answer: A) => boolean) | undefined;
  /** How many words; 1000 by default. */
  readonly words?: number | undefined;
  readonly seed?: number | undefined;
  /** No word has more letters than this, or than one of the two can be asked about; 20 by default. */
  readonly maxLength?: number | undefined;
  /** How many words on which they differ are returned; 10 by default. */
  readonly differences?: number | undefined;
  /** Is it enough? Asked now and then; the words so far count then, and also if one of the two refuses with an error `budget`. */
  readonly enough?: (() => boolean) | undefined;
}

/** Words of one distribution. */
export interface AnsweredWords {
  readonly words: number;
  /** On how many of them the two differ. */
  readonly different: number;
  readonly share: Share;
}

/** On which words two answerers differ. */
export interface AnswerComparison<A> {
  /** The symbols that both know, of which the words are made. */
  readonly alphabet: Alphabet;
  readonly maxLength: number;
  /** Words whose lengths are all as likely, from 0 to the greatest, and whose letters are. */
  readonly even: AnsweredWords;
  /** Words that one of the two accepts among those, with one letter replaced, inserted or left out; undefined if none was accepted. */
  readonly near: AnsweredWords | undefined;
  /** How many of the words were accepted by each. */
  readonly accepted: { readonly left: number; readonly right: number };
  /** Words on which they differ, shortest first. */
  readonly differences: readonly { readonly word: Word; readonly left: A; readonly right: A }[];
}

const STREAM = 0x63_6d_70_77;
/** How many words are asked at once: few at first, so that little time is enough for some. */
const FIRST_GROUP = 20;
const LARGEST_GROUP = 500;

/**
 * Compares the answers of two on random words over the symbols that both know: half of them with even lengths and letters, and if
 * some of these are accepted, the other half near accepted ones, where two languages differ more often. The interval of each half
 * holds for its own distribution of words; that of the second depends on the words that the first half happened to find.
 *
 * @example
 * const dividing = (by: number) => ({
 *   alphabet: new Alphabet(["a", "b"]),
 *   weigh: (words: readonly (readonly number[])[]) => words.map((word) => word.length % by === 0),
 * });
 * const { differences } = await compareAnswers(dividing(2), dividing(3), { equals: Object.is });
 * console.log(differences[0].word.length); // 2
 */
export async function compareAnswers<A>(
  left: Answerer<A>,
  right: Answerer<A>,
  options: CompareAnswersOptions<A>,
): Promise<AnswerComparison<A>> {
  const { equals, accepts, words = 1000, seed = 1, maxLength: wanted = 20, differences: most = 10 } = options;
  if (!Number.isSafeInteger(words) || words < 1)
    throw new HankelError("usage", `words is a whole number from 1 on, not ${words}`);
  const alphabet = sharedAlphabet(left.alphabet, right.alphabet);
  const maxLength = Math.min(wanted, left.longest ?? wanted, right.longest ?? wanted);
  const random = new Random(STREAM, seed);
  const tree = new PrefixTree(alphabet.size);
  const answers = new Map<number, readonly [A, A]>();
  const accepted = { left: 0, right: 0 };
  const pool: Word[] = [];
  let done = 0;

  const ask = async (drawn: readonly Word[]): Promise<void> => {
    const fresh = [...distinct(drawn, alphabet.size)].filter((word) => !answers.has(tree.insert(word)));
    const [ours, theirs] = [left, right].map((asked) => {
      const same = asked.alphabet.equals(alphabet);
      return same ? fresh : fresh.map((word) => asked.alphabet.word(alphabet.spell(word)));
    });
    const given = await left.weigh(ours);
    const others = await right.weigh(theirs);
    fresh.forEach((word, i) => {
      answers.set(tree.insert(word), [given[i], others[i]]);
    });
  };

  const tried = async (count: number, draw: () => Word): Promise<AnsweredWords | undefined> => {
    const values: number[] = [];
    for (let size = FIRST_GROUP; values.length < count; size = Math.min(2 * size, LARGEST_GROUP)) {
      stopIfCancelled(options);
      if (done > 0 && options.enough?.() === true) break;
      const drawn = Array.from({ length: Math.min(size, count - values.length) }, draw);
      try {
        await ask(drawn);
      } catch (error) {
        if (done > 0 && isSpent(error)) break;
        throw error;
      }
      for (const word of drawn) {
        const [a, b] = answers.get(tree.insert(word)) as readonly [A, A];
        values.push(equals(a, b) ? 0 : 1);
        const [yes, no] = [accepts?.(a) === true, accepts?.(b) === true];
        accepted.left += yes ? 1 : 0;
        accepted.right += no ? 1 : 0;
        if (yes || no) pool.push(word);
      }
      done += drawn.length;
      options.progress?.(done);
    }
    const share = shareOf(values);
    return share && { words: values.length, different: values.reduce((sum, one) => sum + one, 0), share };
  };

  const evenly = () => randomWord(random.below(maxLength + 1), alphabet.size, random);
  const half = accepts === undefined ? words : Math.ceil(words / 2);
  const even = (await tried(half, evenly)) as AnsweredWords;
  const seen = pool.slice();
  const near =
    seen.length === 0
      ? undefined
      : await tried(words - half, () =>
          edited(seen[random.below(seen.length)], alphabet.size, maxLength, random),
        );
  const differences = [...answers]
    .filter(([, [a, b]]) => !equals(a, b))
    .map(([node, [a, b]]) => ({ word: tree.word(node), left: a, right: b }))
    .sort((a, b) => shortlex(a.word, b.word))
    .slice(0, most);
  return { alphabet, maxLength, even, near, accepted, differences };
}

/** The symbols that both know, in the order of the first. */
function sharedAlphabet(a: Alphabet, b: Alphabet): Alphabet {
  if (a.equals(b)) return a;
  const shared = a.symbols.filter((symbol) => b.letter(symbol) >= 0);
  if (shared.length > 0 || (a.size === 0 && b.size === 0)) return new Alphabet(shared);
  throw new HankelError("usage", "the two have no symbol in common: there are no words to compare them on");
}

function randomWord(length: number, letters: number, random: Random): Word {
  return letters === 0 ? [] : Array.from({ length }, () => random.below(letters));
}

/** The word with one letter replaced, inserted or left out. */
function edited(word: Word, letters: number, maxLength: number, random: Random): Word {
  const changed: Letter[] = [...word];
  const kind = random.below(3);
  if (letters === 0) return changed;
  if (kind === 0 && word.length < maxLength)
    changed.splice(random.below(word.length + 1), 0, random.below(letters));
  else if (word.length === 0) return changed;
  else if (kind === 1) changed.splice(random.below(word.length), 1);
  else changed[random.below(word.length)] = random.below(letters);
  return changed;
}
