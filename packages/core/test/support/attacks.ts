/**
 * Attacks on certificates: forged ones are checked against languages that are almost those of their automata. What a check
 * says is compared with the truth, found without the code under test: by weighing all words that are needed.
 */

import {
  Alphabet,
  type CertificateReport,
  certificateOf,
  checkCertificate,
  type ExactField,
  type FreeWord,
  freeGroup,
  HankelError,
  minimize,
  type RankCertificate,
  readCertificate,
  reduce,
  type StateCertificate,
  Wdfsa,
  Wfsa,
  type Word,
  writeCertificate,
} from "@hankel/core";
import { freeWords } from "./arithmetic.ts";
import type { Case } from "./cases.ts";
import { dice, disguise } from "./disguise.ts";
import { Independent, slowDifference } from "./field-reference.ts";
import {
  changedAutomaton,
  changedRank,
  changedStates,
  forgedRank,
  forgedStates,
  type Roll,
} from "./forgeries.ts";
import { classesByWords, firstDifference, plain, wordsUpTo } from "./reference.ts";

/** What became of the certificates that were tried. */
export interface Tally {
  tried: number;
  /** Said to be none of the automaton, before a word was asked. */
  refused: number;
  /** Answered differently, or with too few states. */
  failed: number;
  held: number;
  /** Of those that held, how many were forged or changed, and of a language with no more states. */
  forgedAndHeld: number;
}

const nothing = (): Tally => ({ tried: 0, refused: 0, failed: 0, held: 0, forgedAndHeld: 0 });

interface Language<W> {
  weigh(word: Word): W;
}

/** What a check reports, or `undefined` if it refuses the certificate. */
export function checkedWith<W>(
  automaton: Wdfsa<W> | Wfsa<W>,
  certificate: StateCertificate<W> | RankCertificate,
  language: Language<W>,
): CertificateReport<W> | undefined {
  try {
    const steps = checkCertificate(automaton, certificate);
    let step = steps.next();
    while (step.done !== true) step = steps.next(step.value.map((word: Word) => language.weigh(word)));
    return step.value;
  } catch (error) {
    if (error instanceof HankelError && error.message !== "") return undefined;
    throw error;
  }
}

interface Attempt<W> {
  readonly automaton: Wdfsa<W> | Wfsa<W>;
  readonly certificate: StateCertificate<W> | RankCertificate;
  readonly language: Language<W>;
  /** The number of states, or the rank, of the language. */
  readonly needed: number;
  readonly equal: boolean;
  /** Is it the automaton's own certificate, and the language the automaton's? */
  readonly genuine: boolean;
}

/** Checks one certificate, and throws if what the check says is not so. */
function judge<W>(tally: Tally, attempt: Attempt<W>, where: string): void {
  const { automaton, certificate, language, needed, equal, genuine } = attempt;
  const report = checkedWith(automaton, certificate, language);
  const holds = report?.difference === undefined && report?.atLeast === automaton.size;
  tally.tried++;
  if (report === undefined) tally.refused++;
  else if (holds) tally.held++;
  else tally.failed++;
  if (holds && !genuine && needed <= automaton.size) tally.forgedAndHeld++;
  const complain = (message: string) => {
    throw new Error(`${where}: ${message}\n${writeCertificate(automaton, certificate)}`);
  };
  if (report !== undefined && report.atLeast > needed)
    complain(`at least ${report.atLeast}, where ${needed} suffice`);
  if (holds && needed <= automaton.size && !equal) complain("holds for another language");
  if (genuine && !holds) complain("a genuine certificate does not hold");
}

/** A random automaton; in some, one letter always leads to the same place, whatever was before. */
function anyAutomaton({ algebra, pool, smallStates }: Case, roll: Roll): Wdfsa<unknown> {
  const weight = () => pool[roll(pool.length)];
  const size = Math.min(smallStates, [1, 2, 2, 3, 3, 3, 3][roll(7)]);
  const alphabet = Alphabet.letters(roll(4) === 0 ? 1 : 2);
  const target = Int32Array.from({ length: size * alphabet.size }, () => (roll(3) === 0 ? -1 : roll(size)));
  const arcWeight = algebra.array(target.length);
  const [resets, to, factor] = [roll(3) === 0, roll(size), weight()];
  for (let arc = 0; arc < target.length; arc++) {
    if (resets && arc % alphabet.size === 0) [target[arc], arcWeight[arc]] = [to, factor];
    else if (target[arc] >= 0) arcWeight[arc] = weight();
  }
  const finalWeight = algebra.array(size);
  for (let state = 0; state < size; state++) if (roll(3) > 0) finalWeight[state] = weight();
  return new Wdfsa({ algebra, alphabet, target, arcWeight, initialWeight: weight(), finalWeight });
}

/** A Mealy machine, or the Mealy form of a Moore machine, as an automaton. */
function anyMachine(roll: Roll): Wdfsa<FreeWord> {
  const outputs = ["x", "y"].map((name) => freeGroup.parse(name));
  const size = 1 + roll(3);
  const alphabet = Alphabet.letters(1 + roll(2));
  const target = Int32Array.from({ length: size * alphabet.size }, () => roll(size));
  return new Wdfsa({
    algebra: freeGroup,
    alphabet,
    target,
    arcWeight: Array.from(target, () => outputs[roll(2)]),
    initialWeight: roll(2) === 0 ? freeGroup.one : outputs[roll(2)],
    finalWeight: Array.from({ length: size }, () => freeGroup.one),
  });
}

/** A case whose automata are machines; changed, they write as much or stop. */
export const machineCase: Case = {
  name: "machines",
  algebra: freeGroup,
  pool: ["x", "y"].map((name) => freeGroup.parse(name)),
  arithmetic: freeWords,
  smallStates: 3,
};

/** Other dice for every algebra: where weights do not matter, the same ones would only repeat an attack. */
function diceFor(name: string, seed: number, pair: number): Roll {
  const mixed = Array.from(name).reduce((sum, sign) => Math.imul(sum, 31) + sign.charCodeAt(0), seed);
  return dice(Math.imul(mixed, 1_000_003) + pair);
}

/** Attacks certificates of states: for each pair of an automaton and a language, several certificates. */
export function attackStates(setting: Case, seed: number, pairs: number, each = 12): Tally {
  const tally = nothing();
  for (let pair = 0; pair < pairs; pair++) {
    const where = `over ${setting.name}, seed ${seed}, pair ${pair}`;
    const roll = diceFor(setting.name, seed, pair);
    const { genuine, ...truth } = pairOver(setting, roll);
    const { automaton } = truth;
    const language = disguise(setting, truth.language, pair);
    if (genuine !== undefined)
      judge(tally, { ...truth, language, certificate: genuine, genuine: truth.equal }, where);
    for (let i = 0; i < each; i++) {
      let certificate =
        genuine !== undefined && roll(3) === 0
          ? genuine
          : forgedStates(setting, automaton, truth.language, roll);
      for (let changes = Math.max(0, roll(6) - 2); changes > 0; changes--)
        certificate = changedStates(setting, automaton.alphabet.size, certificate, roll);
      judge(tally, { ...truth, language, certificate, genuine: false }, `${where}, certificate ${i}`);
    }
  }
  return tally;
}

/**
 * An automaton, the certificate that it has if it is minimal, and a language: as a rule a dangerous one, with no more states
 * and almost the automaton's.
 */
function pairOver(setting: Case, roll: Roll) {
  const changed = (automaton: Wdfsa<unknown>) => changedAutomaton(setting, automaton, roll);
  for (let left = roll(4) === 0 ? 0 : 12; ; left--) {
    const made = setting === machineCase ? (anyMachine(roll) as Wdfsa<unknown>) : anyAutomaton(setting, roll);
    const minimal = minimize(made);
    const automaton = roll(6) > 0 ? minimal : roll(2) === 0 ? made : changed(minimal);
    const drawn = left > 0 ? 2 + roll(6) : roll(8);
    const language =
      drawn === 0
        ? anyOver(automaton, setting, roll)
        : drawn === 1
          ? automaton
          : drawn < 6
            ? changed(automaton)
            : changed(changed(automaton));
    const [own, other] = [automaton, language].map((one) => plain(one, setting.arithmetic));
    const needed = classesByWords(other);
    if (left > 0 && (automaton.size < 2 || needed > automaton.size)) continue;
    const equal = firstDifference(own, other) === undefined;
    if (left > 0 && equal) continue;
    const genuine = automaton === minimal ? throughText(minimal) : undefined;
    return { automaton, genuine, language, needed, equal };
  }
}

function anyOver(automaton: Wdfsa<unknown>, setting: Case, roll: Roll): Wdfsa<unknown> {
  for (;;) {
    const other = anyAutomaton(setting, roll);
    if (other.alphabet.size === automaton.alphabet.size) return other;
  }
}

/** The certificate of an automaton as a file would have it. */
function throughText(minimal: Wdfsa<unknown>): StateCertificate<unknown> {
  return readCertificate(
    writeCertificate(minimal, certificateOf(minimal)),
    minimal,
  ) as StateCertificate<unknown>;
}

/** A field, and a few of its weights. */
export interface FieldCase {
  readonly field: ExactField<unknown>;
  readonly pool: readonly unknown[];
}

/** Attacks certificates of the rank in the same way. */
export function attackRank({ field, pool }: FieldCase, seed: number, pairs: number, each = 12): Tally {
  const tally = nothing();
  for (let pair = 0; pair < pairs; pair++) {
    const where = `over ${field.name}, seed ${seed}, pair ${pair}`;
    const roll = diceFor(field.name, seed, pair);
    const { own, ...truth } = pairOverField({ field, pool }, roll);
    const { automaton, language } = truth;
    if (own !== undefined) judge(tally, { ...truth, certificate: own, genuine: truth.equal }, where);
    for (let i = 0; i < each; i++) {
      let certificate = own !== undefined && roll(3) === 0 ? own : forgedRank(automaton, language, roll);
      for (let changes = roll(3); changes > 0; changes--)
        certificate = changedRank(automaton.alphabet.size, certificate, roll);
      judge(tally, { ...truth, certificate, genuine: false }, `${where}, certificate ${i}`);
    }
  }
  return tally;
}

/** An automaton, the certificate of its rank if it is minimal, and a language, as a rule a dangerous one. */
function pairOverField({ field, pool }: FieldCase, roll: Roll) {
  const weight = () => (roll(2) === 0 ? field.zero : pool[roll(pool.length)]);
  const size = () => 1 + roll(3);
  for (let left = roll(4) === 0 ? 0 : 12; ; left--) {
    const made = denseAutomaton(field, size(), 1 + roll(2), weight);
    const minimal = reduce(made);
    const automaton = roll(6) > 0 ? minimal : made;
    const drawn = left > 0 ? 2 : roll(8);
    const language =
      drawn === 0
        ? denseAutomaton(field, size(), automaton.alphabet.size, weight)
        : drawn === 1
          ? automaton
          : withOneChange(automaton, weight(), roll);
    const needed = rankByWords(field, language);
    if (left > 0 && (automaton.size < 2 || needed > automaton.size)) continue;
    const equal = slowDifference(automaton, language, field) === undefined;
    if (left > 0 && equal) continue;
    const own = automaton === minimal ? certificateOf(minimal) : undefined;
    return { automaton, own, language, needed, equal };
  }
}

function denseAutomaton<W>(field: ExactField<W>, size: number, letters: number, weight: () => W): Wfsa<W> {
  const arcs = Array.from({ length: size * letters * size }, (_, arc) => ({
    source: Math.floor(arc / (letters * size)),
    letter: Math.floor(arc / size) % letters,
    target: arc % size,
    weight: weight(),
  })).filter((arc) => !field.isZero(arc.weight));
  const weights = (values: readonly W[]) => {
    const array = field.array(values.length);
    for (const [i, value] of values.entries()) array[i] = value;
    return array;
  };
  return new Wfsa({
    algebra: field,
    alphabet: Alphabet.letters(letters),
    source: Int32Array.from(arcs, (arc) => arc.source),
    letter: Int32Array.from(arcs, (arc) => arc.letter),
    target: Int32Array.from(arcs, (arc) => arc.target),
    arcWeight: weights(arcs.map((arc) => arc.weight)),
    initialWeight: weights(Array.from({ length: size }, weight)),
    finalWeight: weights(Array.from({ length: size }, weight)),
  });
}

/** The same automaton with another initial, final or arc weight; an arc that would weigh nothing keeps its weight. */
function withOneChange<W>(automaton: Wfsa<W>, weight: W, roll: Roll): Wfsa<W> {
  const { algebra, alphabet, source, letter, target, size, arcs } = automaton;
  const copies = {
    initialWeight: algebra.array(size),
    finalWeight: algebra.array(size),
    arcWeight: algebra.array(arcs),
  };
  for (let state = 0; state < size; state++) {
    copies.initialWeight[state] = automaton.initialWeight[state];
    copies.finalWeight[state] = automaton.finalWeight[state];
  }
  for (let arc = 0; arc < arcs; arc++) copies.arcWeight[arc] = automaton.arcWeight[arc];
  const kind = roll(4);
  if (kind === 0 && size > 0) copies.initialWeight[roll(size)] = weight;
  else if (kind === 1 && size > 0) copies.finalWeight[roll(size)] = weight;
  else if (arcs > 0 && !algebra.isZero(weight)) copies.arcWeight[roll(arcs)] = weight;
  return new Wfsa({ algebra, alphabet, source, letter, target, ...copies });
}

/** The rank of the block of all words that are shorter than the automaton has states: that of the whole matrix. */
function rankByWords<W>(field: ExactField<W>, automaton: Wfsa<W>): number {
  const words = [...wordsUpTo(automaton.alphabet.size, Math.max(0, automaton.size - 1))];
  const found = new Independent(field);
  return words.filter((x) => found.add(words.map((y) => automaton.weigh([...x, ...y])))).length;
}
