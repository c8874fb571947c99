import { accessWords } from "../../../automata/minimal/canonical.ts";
import { minimize } from "../../../automata/minimal/minimize.ts";
import type { Wdfsa } from "../../../automata/wdfsa.ts";
import { defaultPrices, type Prices } from "../../../learning/prices.ts";
import type { Random } from "../../../random.ts";
import { PrefixTree } from "../../../words/prefix-tree.ts";
import type { Letter, Word } from "../../../words/word.ts";
import { drawLength, MORE_LETTERS } from "./random-words.ts";
import { ShortestPaths } from "./shortest-paths.ts";
import { type IdentifyingWord, remembered, type StatesApart, statesApart } from "./states-apart.ts";
import { isCheaper, lengthened, lettersByTarget } from "./walked.ts";

/** A word on a machine that has this many letters takes no further detour; it has more where words are dear. */
const LONG = 50;

/**
 * Words that try every state of a hypothesis, the unlikely ones too: they lead to a state, leave it by a letter, and see
 * by identifying suffixes whether they are where the hypothesis says.
 *
 * If the hypothesis is a machine, an answer shows the outputs along the whole word. So a word that has tried one state
 * goes on to the next where that is cheaper than a new word, and a prefix of a word that was tried tells nothing.
 */
export class StateWords<W> {
  readonly #automaton: Wdfsa<W>;
  readonly #letters: number;
  readonly #access: readonly Word[];
  readonly #apart: StatesApart;
  readonly #shortest: ShortestPaths;
  readonly #seen: PrefixTree;
  /** The letters that lead from a state to each of its successors. */
  readonly #leading: (state: number) => readonly (readonly Letter[])[];
  readonly #tried = new Set<number>();

  readonly #prices: Prices;

  constructor(hypothesis: Wdfsa<W>, prices = defaultPrices) {
    this.#prices = prices;
    this.#automaton = minimize(hypothesis);
    this.#letters = this.#automaton.alphabet.size;
    this.#access = accessWords(this.#automaton) as Word[];
    this.#apart = statesApart(this.#automaton);
    const { size: states, target } = this.#automaton;
    this.#shortest = new ShortestPaths({ states, letters: this.#letters, target });
    this.#seen = new PrefixTree(this.#letters);
    this.#leading = remembered((state) => [...lettersByTarget(target, this.#letters, state).values()]);
  }

  /** How many words there are at most, with so many rounds of detours. */
  atMost(rounds: number): number {
    const behind = Array.from(this.#automaton.target, (state) => this.#apart.identifying(state).length);
    return behind.reduce((sum, words) => sum + words, rounds * behind.length);
  }

  /** Leaves every state by every letter, and tries all identifying suffixes behind it. */
  *everyArc(): Generator<Word> {
    for (const access of this.#access) {
      for (let letter = 0; letter < this.#letters; letter++) {
        const word = [...access, letter];
        for (const { word: suffix } of this.#apart.identifying(this.#automaton.stateAfter(word))) {
          yield* this.#unlessKnown([...word, ...suffix]);
        }
      }
    }
  }

  /** Detours: as many rounds, each in random order, as it takes to leave every state so often by every letter. */
  *detours(rounds: number, random: Random): Generator<Word> {
    let word: Letter[] = [];
    for (let round = 0; round < rounds; round++) {
      for (const arc of shuffled(this.#automaton.size * this.#letters, random)) {
        const state = Math.floor(arc / this.#letters);
        const way = this.#wayOn(word, state);
        if (way === undefined) yield* this.#unlessKnown(word);
        word = way === undefined ? [...this.#access[state]] : [...word, ...way];
        word.push(arc % this.#letters);
        this.#appendDetour(word, random);
      }
    }
    yield* this.#unlessKnown(word);
  }

  /** How a word goes on to a state, if that is cheaper than a new word. */
  #wayOn(word: Word, state: number): Word | undefined {
    if (!this.#apart.machine || word.length === 0) return undefined;
    if (word.length >= lengthened(LONG, this.#prices)) return undefined;
    const at = this.#automaton.stateAfter(word);
    const way = this.#shortest.path(at, state);
    return way && isCheaper(way, this.#access[state].length, this.#prices) ? way : undefined;
  }

  /** Some more letters, and a suffix: one that identifies the state, or any suffix that tells some states apart. */
  #appendDetour(word: Letter[], random: Random): void {
    const { suffixes, identifying } = this.#apart;
    let state = this.#automaton.stateAfter(word);
    for (let more = drawLength(random, MORE_LETTERS); more > 0; more--) {
      const letter = this.#nextLetter(state, word[word.length - 1], random);
      word.push(letter);
      state = state < 0 ? state : this.#automaton.target[state * this.#letters + letter];
    }
    if (suffixes.length > 0 && random.below(2) === 0) word.push(...suffixes[random.below(suffixes.length)]);
    else word.push(...drawn(identifying(state), random));
  }

  /**
   * The letter before once more, since systems count; a letter that leads to a random successor, since most letters may
   * lead to one sink; or any letter.
   */
  #nextLetter(state: number, before: Letter, random: Random): Letter {
    const choice = random.below(3);
    if (choice === 0) return before;
    if (choice === 1 || state < 0) return random.below(this.#letters);
    const leading = this.#leading(state);
    const letters = leading[random.below(leading.length)];
    return letters[random.below(letters.length)];
  }

  *#unlessKnown(word: Word): Generator<Word> {
    if (word.length === 0 || (this.#apart.machine && this.#seen.find(word) >= 0)) return;
    const node = this.#seen.insert(word);
    if (this.#tried.has(node)) return;
    this.#tried.add(node);
    yield word;
  }
}

/** One of the words, in proportion to the states that they tell apart. */
function drawn(words: readonly IdentifyingWord[], random: Random): Word {
  let left = random.real() * words.reduce((sum, { told }) => sum + told, 0);
  const found = words.find(({ told }) => {
    left -= told;
    return left < 0;
  });
  return found?.word ?? [];
}

function shuffled(count: number, random: Random): Int32Array {
  const order = Int32Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}
