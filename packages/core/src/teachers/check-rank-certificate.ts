import { isField } from "../algebra/semifield.ts";
import type { Automaton } from "../automata/convert.ts";
import { requireField } from "../automata/requirements.ts";
import { HankelError } from "../errors.ts";
import { rankOf } from "../linear/rank.ts";
import type { Word } from "../words/word.ts";
import type { CertificateReport, RankCertificate } from "./certificate.ts";

/**
 * Checks a certificate of the rank: asks the language for the words P·S and P·Σ·S. The rank of the block P × S of its own
 * answers, by elimination where the learner grows an inverse, is a lower bound of its rank. If it is the number of states of the automaton, both agree on all these words, and
 * the rank of the language is no higher, they are equal (docs/theory/fields.md, 14.9).
 */
export function* checkRankCertificate<W>(
  automaton: Automaton<W>,
  { prefixes, suffixes }: RankCertificate,
): Generator<Word[], CertificateReport<W>, ArrayLike<W>> {
  validate(automaton, prefixes, suffixes);
  const { algebra, alphabet } = automaton;
  const words = prefixes.flatMap((prefix) => suffixes.map((suffix) => [...prefix, ...suffix]));
  const block = words.length;
  for (const prefix of prefixes) {
    for (let letter = 0; letter < alphabet.size; letter++)
      for (const suffix of suffixes) words.push([...prefix, letter, ...suffix]);
  }
  const weights = words.length === 0 ? [] : yield words;
  let difference: CertificateReport<W>["difference"];
  for (let i = 0; i < words.length && difference === undefined; i++) {
    const believed = automaton.weigh(words[i]);
    if (!algebra.equals(believed, weights[i])) {
      difference = { word: words[i], automaton: believed, language: weights[i] };
    }
  }
  const answers = Array.from({ length: block }, (_, i) => weights[i]);
  const rows = prefixes.map((_, i) => answers.slice(i * suffixes.length, (i + 1) * suffixes.length));
  const atLeast = rankOf(requireField(algebra, "the certificate"), rows);
  return { atLeast, questions: words.length, difference, rank: true };
}

/** Throws if this cannot be a certificate of the automaton. */
function validate<W>(
  { algebra, alphabet, size }: Automaton<W>,
  prefixes: readonly Word[],
  suffixes: readonly Word[],
): void {
  const fail = (message: string): never => {
    throw new HankelError("parse", `this is no certificate of the automaton: ${message}`);
  };
  if (!isField(algebra)) fail(`a rank needs a field, and ${algebra.name} is none`);
  if (prefixes.length > size || suffixes.length > size) {
    fail(
      `it has ${prefixes.length} prefixes and ${suffixes.length} suffixes, the automaton has ${size} states`,
    );
  }
  if (size === 0) return;
  for (const words of [prefixes, suffixes]) {
    if (!words.some((word) => word.length === 0))
      fail(`the empty word ${alphabet.show([])} has to be a prefix and a suffix`);
  }
}
