import type { Observations } from "../../answers/observations.ts";
import type { Wdfsa } from "../../automata/wdfsa.ts";
import { Random } from "../../random.ts";
import type { Alphabet } from "../../words/alphabet.ts";
import { allWords, type Word } from "../../words/word.ts";
import { askWanted } from "../asking.ts";
import { deterministicForm, type Form } from "../form.ts";
import { type Answer, type Asking, answerOf, type Learner, type LearnerRun } from "../protocol.ts";
import { ToldLearner } from "../told-learner.ts";
import {
  type Agreement,
  type Beside,
  besideSentence,
  concludeAgreement,
  shortestDisagreements,
  wilson,
} from "./agreement.ts";
import { areFarSmaller, lackingLabel, rightOnRandom } from "./behind.ts";
import { type Dfa, Examples, labelOf, UNKNOWN } from "./dfa.ts";
import { DrawnWords, longestDrawn } from "./drawn-words.ts";
import { climbed, joined, split } from "./fit.ts";
import { HammingGrowth, suffixesFor } from "./growth.ts";
import type { Labels } from "./labels.ts";
import { beats, type Candidate, type Difference, differenceOf, PAYS, pays, sides } from "./matches.ts";

/**
 * The exact learner is watched from so many states on, each time when it has half as many again. It is given up when it has so many
 * more states than twice the best automaton, and that one is good: when it differs on at most this share of so many words.
 */
const FIRST_CHECK = 4;
const CHECK_GROWTH = 1.5;
const FAR_BEYOND = 8;
const GOOD = 0.1;
const CHECKED = 100;

/** A smaller conjecture is compared with one that passed all tests if they differ on at most this share of words. */
const NEARLY = 0.02;

/** Without a good automaton, it is given up at so many states, or when it has so many more, and so many times those of its last conjecture. */
const MOST_EXACT = 200;
const FAST = 8;

/** The most states that are grown by distance, and the most arcs of them: each costs some dozen questions. */
const MOST_GROWN = 24;
const MOST_ARCS = 1000;

/** Automata are improved so many times at most; for each time, so many words are drawn, and so many automata are tried. */
const ROUNDS = 4;
const TRAINED = 300;
const NEAR = 6;
const SPLIT = 4;

/** The agreement is measured on so many words; before that, so many of the shortest words are asked. */
const JUDGED = 1000;
const SHORTEST = 500;

/** A machine that may be behind another one is tried on so many words of each label that are drawn by walks on it. */
const WALKS = 100;

/** So many words that were not asked by a learner are enough to judge conjectures by. */
const TESTED = 100;

/** Options of the tolerant learner. */
export interface TolerantOptions {
  /** The most states wanted: the result is the best automaton of so many. */
  readonly maxStates?: number | undefined;
  /** The seed of what is drawn at random. */
  readonly seed?: number | undefined;
  /** The most letters of a word that can be asked, if there is a limit. */
  readonly longest?: number | undefined;
}

/** What the tolerant learner is made of. */
export interface TolerantParts<W> {
  readonly observations: Observations<W>;
  readonly labels: Labels<W>;
  /** A learner of the language as it is, with a view of its own on the answers. */
  readonly exact: Learner<W> & { readonly observations: Observations<W> };
}

/** Of a number of states, how often the best automaton that was tried differs from the target, on the words by which the chosen one is judged. */
export interface TolerantPoint {
  readonly states: number;
  readonly disagreement: number;
  readonly chosen: boolean;
}

/** A DFA that was tried. */
interface Tried<W> extends Candidate {
  readonly id: number;
  readonly automaton: Wdfsa<W>;
}

/**
 * Learns the automaton that a target nearly is, where the target errs on some words, as networks do (docs/theory/acceptors.md).
 *
 * **Exactly first**: a learner of languages learns as if there were no errors. If a conjecture passes all tests, the run is over. It is
 * given up when it follows errors: when a much smaller conjecture is better on fresh words.
 *
 * **Then tolerantly**: its conjectures, automata that are grown by distance (`HammingGrowth`), and automata that are fitted to drawn words (`climbed`,
 * `joined`, `split`) play against each other. A larger one must win against a smaller one on fresh words on which the two differ,
 * and pay for its states (`beats`). The winner stands out: with fewer states, more words differ; further ones gain nothing. If the target is right by a
 * far smaller one, and the states of the winner gain little on random words, the smaller one is the machine behind it (`machineBehind`).
 *
 * @example
 * const even = (word: readonly string[]) => word.length % 2 === 0 && word.join("") !== "abbabbab";
 * const teacher = functionTeacher({ algebra: boolean, alphabet: "ab", weigh: even, equivalence: randomWalks(200) });
 * console.log(learn(teacher, { learner: "tolerant" }).automaton.size); // 2
 */
export class TolerantLearner<W> extends ToldLearner<W, W, Wdfsa<W>, Observations<W>> {
  readonly name = "tolerant";
  readonly form: Form<W, Wdfsa<W>> = deterministicForm;
  readonly #parts: TolerantParts<W>;
  readonly #longest: number;
  readonly #seed: number;
  readonly #tried = new Map<string, Tried<W>>();
  /** Which of two automata won, by their numbers. */
  readonly #won = new Map<string, boolean>();
  /** Words that were drawn, to fit automata to them. */
  readonly #known = new Examples();
  /** The shortest words, and those that judge the chosen automaton. */
  readonly #short = new Examples();
  #judged = new Examples();
  /** How often words were drawn: no two draws have the same seed. */
  #draws = 0;
  #chosen: Tried<W> | undefined;
  /** Is the exact learner at work, and does it compute? */
  #isExact = true;
  #computes = false;
  /** The automaton that passed all tests. */
  #exact: Tried<W> | undefined;
  /** The automaton that won all matches, if a smaller one is the machine behind it. */
  #better: Tried<W> | undefined;
  /** A far smaller automaton that is no machine behind it, though nearly. */
  #beside: Beside | undefined;
  #finished = false;
  readonly #most: number;

  constructor(
    parts: TolerantParts<W>,
    alphabet: Alphabet,
    {
      seed = 1,
      longest = Number.POSITIVE_INFINITY,
      maxStates = Number.POSITIVE_INFINITY,
    }: TolerantOptions = {},
  ) {
    super(parts.observations.kind, alphabet, parts.observations);
    this.#parts = parts;
    this.#longest = longest;
    this.#seed = seed;
    this.#most = maxStates;
  }

  /** Is the automaton only near the target? Not if it passed all tests, or before there is anything to compare it with. */
  get approximate(): boolean {
    return this.#chosen !== undefined && this.#chosen !== this.#exact;
  }

  /** The learner of the language as it is, while it is at work: until it has an automaton that passed all tests, or is given up. */
  get exact(): Learner<W> | undefined {
    return this.#isExact ? this.#parts.exact : undefined;
  }

  get steady(): boolean {
    return this.#tried.size > 0;
  }

  /** The automaton that is chosen, so far. */
  get chosen(): object | undefined {
    return this.#chosen;
  }

  get states(): number {
    const told = this.#isExact ? this.#parts.exact.states : this.#chosen?.states;
    return Math.min(told ?? 0, this.#most);
  }

  override get memory(): number {
    return this.observations.bytes + (this.#parts.exact.memory ?? 0);
  }

  override *answers(): Generator<readonly [Word, W]> {
    yield* this.#parts.exact.answers();
    yield* this.observations.answers();
  }

  hypothesis(): Wdfsa<W> {
    if (this.#isExact && this.#tried.size > 0) this.#chosen = this.#bestSoFar();
    return this.#chosen?.automaton ?? this.#parts.exact.hypothesis();
  }

  /** How far the chosen automaton agrees with the target; undefined if it passed all tests, or while there is nothing to say. */
  agreement(): Agreement | undefined {
    const chosen = this.#chosen;
    if (chosen === undefined || !this.approximate) return undefined;
    const judged = this.#finished ? this.#judged : this.#asked();
    const differing = judged.errors(chosen.dfa);
    return {
      states: chosen.states,
      words: judged.size,
      longest: this.#longestFor(chosen.dfa),
      differing,
      fresh: this.#finished,
      ...(this.#finished && { interval: wilson(judged.size - differing, judged.size) }),
      shortest: shortestDisagreements(chosen.dfa, [judged, this.#known, this.#short], (label) =>
        this.#parts.labels.name(label),
      ),
      tried: Math.max(...[...this.#tried.values()].map(({ states }) => states)),
      exact: this.#exact?.states,
      better: this.#better?.states,
      ...(Number.isFinite(this.#most) && { most: this.#most }),
    };
  }

  /** For each number of states that was tried, how often the best automaton differs from the target; empty if one passed all tests. */
  curve(): TolerantPoint[] {
    const chosen = this.#chosen;
    if (chosen === undefined || !this.approximate) return [];
    const judged = this.#finished ? this.#judged : this.#asked();
    const least = new Map<number, number>();
    for (const { dfa, states } of this.#tried.values())
      least.set(states, Math.min(least.get(states) ?? judged.size, judged.errors(dfa)));
    // It is the chosen one whose errors count where it stands.
    least.set(chosen.states, judged.errors(chosen.dfa));
    return [...least]
      .sort(([one], [other]) => one - other)
      .map(([states, errors]) => ({
        states,
        disagreement: errors / judged.size,
        chosen: states === chosen.states,
      }));
  }

  conclusion(): string {
    const agreement = this.agreement();
    const { terms } = this.kind;
    if (agreement !== undefined) return concludeAgreement(agreement, terms, this.alphabet, this.#beside);
    return this.#finished && this.#beside !== undefined ? besideSentence(this.#beside, terms) : "";
  }

  *run(): LearnerRun<W> {
    this.#exact = yield* this.#learnExactly();
    this.#isExact = false;
    const best = this.#exact === undefined ? yield* this.#settle() : yield* this.#nearly(this.#exact);
    this.#chosen = best;
    this.#chosen = best.states > this.#most ? yield* this.#ofAtMost(best) : yield* this.#behind(best);
    if (this.#chosen !== best) this.#better = best;
    if (this.approximate) yield* this.#judge();
    this.#finished = true;
    return this.hypothesis();
  }

  /** Learns as if there were no errors. Returns the automaton that passed all tests, or nothing if errors were followed. */
  *#learnExactly(): Asking<W, Tried<W> | undefined> {
    const { exact } = this.#parts;
    const run = exact.run();
    let checked = FIRST_CHECK;
    let largest = 0;
    const next = (...answer: [] | [Answer<W>]) => {
      this.#computes = true;
      const step = run.next(...answer);
      this.#computes = false;
      return step;
    };
    let step = next();
    while (step.done !== true) {
      // Where answers show the whole way, errors make states even without a conjecture.
      if (exact.states > MOST_EXACT + FAST * largest) return undefined;
      const question = step.value;
      if (question.kind === "conjecture") {
        const tried = this.#try(this.#parts.labels.dfa(question.hypothesis));
        largest = Math.max(largest, tried.states);
      }
      const answer = yield question;
      if (question.kind === "conjecture") {
        const tried = this.#try(this.#parts.labels.dfa(question.hypothesis));
        const refuted = answerOf("verdict", answer).counterexample !== null;
        if (refuted && tried.states > checked) {
          checked = CHECK_GROWTH * tried.states;
          if (yield* this.#followsErrors(tried)) return undefined;
        }
      }
      step = next(answer);
    }
    return this.#try(this.#parts.labels.dfa(step.value));
  }

  /**
   * What the run gives if it is stopped while the exact learner is at work: of its conjectures and what it has now, the one that differs
   * least from the target and pays for its states. The words of tests judge, if there are enough: the learner has asked its own
   * because conjectures are wrong near them.
   */
  #bestSoFar(): Tried<W> {
    const { exact, labels } = this.#parts;
    const candidates = [...this.#tried.values()];
    if (!this.#computes) {
      const [hypothesis, answers] = [exact.hypothesis(), exact.answers()];
      candidates.push(
        this.#triedAs(labels.dfa(this.kind.complete({ hypothesis, conjecture: undefined, answers }))),
      );
    }
    const tested = this.#asked(
      (node) => ![exact.observations, this.observations].some((view) => view.knows(node)),
    );
    const words = tested.size < TESTED ? this.#asked() : tested;
    const price = ({ dfa, states }: Candidate) => words.errors(dfa) / words.size + PAYS * states;
    const prices = candidates.map(price);
    return candidates[prices.indexOf(Math.min(...prices))];
  }

  /** All words whose answers are known, whoever asked them: those of tests, too. No question depends on them. */
  #asked(counts: (node: number) => boolean = () => true): Examples {
    const { shared, tree } = this.observations;
    const asked = new Examples();
    for (let node = 0; node < tree.size; node++)
      if (shared.knows(node) && counts(node)) asked.add(tree.word(node), this.#parts.labels.of(node));
    return asked;
  }

  *#followsErrors(last: Tried<W>): Asking<W, boolean> {
    const best = yield* this.#best();
    this.#chosen = best;
    if (last.states > MOST_EXACT) return true;
    if (last.states < 2 * best.states + FAR_BEYOND) return false;
    const fresh = yield* this.#draw(best.dfa, CHECKED);
    this.#known.addAll(fresh);
    return fresh.errors(best.dfa) <= GOOD * fresh.size;
  }

  /**
   * The automaton that passed all tests, or a smaller conjecture: one that differs on too few words to pay for the states, or one with which
   * the target sides on fresh words on which the two differ, since the tests may have missed them. Words are asked only where the two
   * differ on few.
   */
  *#nearly(exact: Tried<W>): Asking<W, Tried<W>> {
    for (const small of this.#tried.values()) {
      if (small.states >= exact.states) continue;
      const { words, share, price } = this.#difference(exact, small);
      if (!pays(share, exact, small)) return small;
      if (share > NEARLY || price !== PAYS) continue;
      if (yield* sides(small, words, (asked) => this.#ask(asked), this.#known)) return small;
    }
    return exact;
  }

  /** Finds the best automaton where none passes the tests. */
  *#settle(): Asking<W, Tried<W>> {
    yield* this.#grow();
    let best = yield* this.#best();
    for (let round = 0; round < ROUNDS; round++) {
      this.#chosen = best;
      this.#known.addAll(yield* this.#draw(best.dfa, TRAINED));
      this.#improve(best);
      const next = yield* this.#best();
      if (next === best) break;
      best = next;
    }
    return best;
  }

  /** The automaton of at most so many states as are wanted that differs least from the target, on words drawn for a larger one. */
  *#ofAtMost(best: Tried<W>): Asking<W, Tried<W>> {
    if (this.#exact !== undefined) yield* this.#grow();
    const drawn = yield* this.#draw(best.dfa, JUDGED);
    this.#known.addAll(drawn);
    this.#improve(best);
    const small = [...this.#tried.values()].filter(({ states }) => states <= this.#most);
    const errors = new Map(small.map((each) => [each, drawn.errors(each.dfa)]));
    const loss = (of: Tried<W>) => errors.get(of) ?? 0;
    return small.sort((a, b) => loss(a) - loss(b) || a.states - b.states || a.id - b.id)[0];
  }

  /** The automaton, or the much smaller machine behind it. One that passed the tests is asked in place of the target first: mostly it says that there is none. */
  *#behind(best: Tried<W>): Asking<W, Tried<W>> {
    if (areFarSmaller(best, [...this.#tried.values()]).length === 0) return best;
    const source = new DrawnWords(best.dfa, this.#random(), this.#longestFor(best.dfa));
    const words = Array.from({ length: JUDGED }, () => source.random());
    const itself = function* (asked: readonly Word[]): Asking<W, number[]> {
      yield* [];
      return asked.map((word) => labelOf(best.dfa, word));
    };
    const passed = this.#exact !== undefined;
    if (passed && (yield* this.#machineBehind(best, words, itself, false)) === best) return best;
    return yield* this.#machineBehind(best, words, (asked) => this.#ask(asked), true);
  }

  /** The machine behind an automaton, as whoever answers says, or the automaton itself. */
  *#machineBehind(
    best: Tried<W>,
    words: readonly Word[],
    ask: (words: readonly Word[]) => Asking<W, number[]>,
    asked: boolean,
  ): Asking<W, Tried<W>> {
    const random = examplesOf(words, yield* ask(words));
    const longest = this.#longestFor(best.dfa);
    this.#beside = undefined;
    for (const small of rightOnRandom(best, [...this.#tried.values()], random)) {
      const walks = new DrawnWords(small.dfa, this.#random(), longest).ofEachLabel(WALKS);
      const lacking = lackingLabel(small, examplesOf(walks, yield* ask(walks)));
      if (lacking === undefined) {
        this.#beside = undefined;
        return small;
      }
      const label = this.#parts.labels.name(lacking.label);
      const same = 1 - random.errors(small.dfa) / random.size;
      const { states } = small;
      this.#beside ??= { states, words: random.size, longest, same, label, right: lacking.right, asked };
    }
    return best;
  }

  /** Measures the agreement of the chosen automaton on words that nothing else was done with. */
  *#judge(): Asking<W> {
    const { dfa } = this.#chosen as Tried<W>;
    const short: Word[] = [];
    if (this.alphabet.size > 0)
      for (const word of allWords(this.alphabet.size, this.#longestFor(dfa)))
        if (short.push(word) >= SHORTEST) break;
    for (const [i, label] of (yield* this.#ask(short)).entries()) this.#short.add(short[i], label);
    this.#judged = yield* this.#draw(dfa, JUDGED);
  }

  /** The automaton that no larger one beats, from the smallest on. */
  *#best(): Asking<W, Tried<W>> {
    const known = this.#known;
    const all = [...this.#tried.values()].map((tried) => ({ tried, errors: known.errors(tried.dfa) }));
    all.sort((a, b) => a.tried.states - b.tried.states || a.errors - b.errors || a.tried.id - b.tried.id);
    let best = all[0];
    for (const each of all.slice(1)) {
      // One that is no better on the words known will hardly be so on others.
      if (known.size > 0 && each.errors >= known.errors(best.tried.dfa)) continue;
      if (yield* this.#beats(each.tried, best.tried)) best = each;
    }
    return best.tried;
  }

  *#beats(large: Tried<W>, small: Tried<W>): Asking<W, boolean> {
    const key = `${large.id} ${small.id}`;
    const known = this.#won.get(key);
    if (known !== undefined) return known;
    const wins = yield* beats(
      [large, small],
      this.#difference(large, small),
      (words) => this.#ask(words),
      this.#known,
    );
    this.#won.set(key, wins);
    return wins;
  }

  #difference(large: Tried<W>, small: Tried<W>): Difference {
    return differenceOf(large.dfa, small.dfa, {
      longest: this.#longestFor(small.dfa),
      random: this.#random(),
      isFresh: (word) => this.#isFresh(word),
    });
  }

  /** Grows automata by distance. */
  *#grow(): Asking<W> {
    const { size } = this.alphabet;
    const suffixes = suffixesFor(size, this.#random());
    const rows = (words: readonly Word[]) => this.#rows(words, suffixes);
    const growth = new HammingGrowth<W>(size, rows);
    // Something must have been tried.
    const least = this.#tried.size === 0 ? 1 : 0;
    const most = Math.max(least, Math.min(MOST_GROWN, MOST_ARCS / size));
    for (let states = 1; states <= most; states++) {
      this.#try(yield* growth.grow());
      if (growth.radius === 0) return;
    }
  }

  *#rows(words: readonly Word[], suffixes: readonly Word[]): Asking<W, number[][]> {
    const labels = yield* this.#ask(words.flatMap((word) => suffixes.map((suffix) => [...word, ...suffix])));
    return words.map((_, i) => labels.slice(i * suffixes.length, (i + 1) * suffixes.length));
  }

  /** Fits automata to the words known: those that are nearest, with a state more, and with fewer and fewer. */
  #improve(best: Tried<W>): void {
    const known = this.#known;
    const near = [...this.#tried.values()]
      .filter(({ states }) => states <= 2 * best.states + FAR_BEYOND)
      .map((tried) => ({ tried, errors: known.errors(tried.dfa) }))
      .sort((a, b) => a.errors - b.errors || a.tried.id - b.tried.id)
      .slice(0, NEAR);
    for (const { tried } of near) this.#try(climbed(tried.dfa, known));
    for (const dfa of split(best.dfa, known, SPLIT)) this.#try(climbed(dfa, known));
    for (let { dfa } = near[0].tried; dfa.label.length > 1; ) {
      const less = joined(dfa, known);
      if (less === undefined) return;
      ({ dfa } = this.#try(climbed(this.#try(less).dfa, known)));
    }
  }

  #try(dfa: Dfa): Tried<W> {
    const tried = this.#triedAs(dfa);
    const key = `${tried.dfa.target.join()};${tried.dfa.label.join()}`;
    const known = this.#tried.get(key);
    if (known === undefined) this.#tried.set(key, tried);
    return known ?? tried;
  }

  /** The same without keeping it. */
  #triedAs(dfa: Dfa): Tried<W> {
    const { labels } = this.#parts;
    const automaton = labels.automaton(dfa);
    const states = this.kind.counted?.(automaton).states ?? automaton.size;
    return { id: this.#tried.size, dfa: labels.dfa(automaton), automaton, states };
  }

  #longestFor(dfa: Dfa): number {
    return longestDrawn(dfa, this.#longest);
  }

  #random(): Random {
    return new Random(this.#seed, this.#draws++);
  }

  *#draw(dfa: Dfa, count: number): Asking<W, Examples> {
    const source = new DrawnWords(dfa, this.#random(), this.#longestFor(dfa));
    return yield* this.#asExamples(Array.from({ length: count }, () => source.next()));
  }

  *#asExamples(words: readonly Word[]): Asking<W, Examples> {
    return examplesOf(words, yield* this.#ask(words));
  }

  /** The labels of words, of which those are asked that are not known. */
  *#ask(words: readonly Word[]): Asking<W, number[]> {
    const { observations } = this;
    const nodes = words.map((word) => (word.length > this.#longest ? UNKNOWN : observations.node(0, word)));
    for (const node of nodes) if (node !== UNKNOWN) observations.want(node);
    yield* askWanted(this, { kind: "drawn" });
    return nodes.map((node) => (node === UNKNOWN ? UNKNOWN : this.#parts.labels.of(node)));
  }

  /** Was a word never asked? */
  #isFresh(word: Word): boolean {
    return [this.observations, this.#parts.exact.observations].every((view) => {
      const node = view.tree.find(word);
      return node < 0 || !view.knows(node);
    });
  }
}

function examplesOf(words: readonly Word[], labels: readonly number[]): Examples {
  const examples = new Examples();
  for (const [i, word] of words.entries()) examples.add(word, labels[i]);
  return examples;
}
