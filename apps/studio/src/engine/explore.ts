/** Questions about a learned automaton, answered in the worker. */

import {
  type Automaton,
  breadthFirst,
  formatByName,
  heaviestWords,
  type Kind,
  residual,
  sample,
  type Teacher,
  Wdfsa,
  type Word,
} from "hankel";
import { isSemifield } from "hankel/algebra";
import { codeTargetsOf, generate, writeCertificate } from "hankel/formats";
import { type Certificate, certificateOf, checkCertificate } from "hankel/testing";
import { traceView } from "./machine.ts";
import { counted, parseWord, writtenIn } from "./text.ts";
import type { Trace } from "./views.ts";

/** The weight of a word. */
interface WeightedWord {
  readonly word: string;
  readonly weight: string;
}

interface PathAnswer extends WeightedWord {
  readonly symbols: readonly string[];
  readonly trace: Trace;
}

interface ResidualRow {
  readonly suffix: string;
  readonly left: string;
  readonly right: string;
  /** left ⊗ right⁻¹ if neither is zero, else null. */
  readonly ratio: string | null;
}

/** How many suffixes are tried, and how many are shown. */
const TRIED = 4000;
const SHOWN = 14;

/** Who answers questions about an automaton. */
export type Explorer = ReturnType<typeof explorer<unknown>>;

/** Answers questions about an automaton; `drawn` is the same with the states that the page shows, which `idOf` numbers. */
export function explorer<W>(
  automaton: Automaton<W>,
  drawn: Automaton<W>,
  idOf: (state: number) => number,
  teacher: Teacher<W> | undefined,
  kind: Kind<W>,
) {
  const { algebra, alphabet } = automaton;
  const written = writtenIn(kind);
  const weighed = (word: Word): WeightedWord => ({
    word: alphabet.show(word),
    weight: written(automaton.weigh(word)),
  });

  const checked = (certificate: Certificate<W>): string => {
    if (teacher === undefined)
      return "The target cannot be asked again here; `hankel check` can check the certificate.";
    const check = checkCertificate(automaton, certificate);
    let step = check.next();
    while (step.done !== true) step = check.next(teacher.weigh(step.value));
    const { atLeast, questions, difference, rank } = step.value;
    const least = rank === true ? `rank ${atLeast}` : counted(atLeast, "state");
    const { terms, form } = kind;
    const rounded = algebra.exact ? "" : "as far as rounded weights can tell, ";
    const asked = `Checked with ${counted(questions, "question")}: ${rounded}the ${terms.language} has at least ${least}${form}`;
    // Of a machine, what is learned and what it is learned from have one name.
    const own = terms.automaton === terms.language ? `learned ${terms.automaton}` : terms.automaton;
    if (difference === undefined) return `${asked}, and agrees with the ${own} on all of them.`;
    return `${asked}, but answers “${alphabet.show(difference.word, terms)}” differently.`;
  };

  return {
    path(text: string): PathAnswer {
      const word = parseWord(alphabet, text);
      const trace = traceView(drawn, word, idOf, kind);
      return { ...weighed(word), symbols: alphabet.spell(word), trace };
    },

    sample(count: number, seed: number): WeightedWord[] {
      return sample(automaton, { count, seed }).map(weighed);
    },

    heaviest(count: number): WeightedWord[] {
      return heaviestWords(automaton, count).map(({ word }) => weighed(word));
    },

    /** Compares the right languages of two states on the first suffixes for which they are not both zero. */
    residuals(left: number, right: number): { rows: readonly ResidualRow[]; sentence: string } {
      const states = Array.from({ length: drawn.size }, (_, state) => idOf(state));
      const [p, q] = [states.indexOf(left), states.indexOf(right)];
      const rows: ResidualRow[] = [];
      let factor: { ratio: W; suffix: string } | undefined;
      let sentence = "";
      let tried = 0;
      const isAcceptor = algebra.name === "boolean";
      const isMachine = kind.name === "runs";
      const onlyOne = isAcceptor ? "only one of them accepts it" : "it is zero for one of them only";
      for (const suffix of breadthFirst(24).words(automaton, 0, [])) {
        if (tried++ >= TRIED || (rows.length >= SHOWN && sentence !== "")) break;
        const [a, b] = [p, q].map((state) => weighFrom(drawn, state, suffix));
        const [zeroA, zeroB] = [algebra.isZero(a), algebra.isZero(b)];
        if (zeroA && zeroB) continue;
        const text = alphabet.show(suffix);
        const ratio = zeroA || zeroB ? null : algebra.times(a, algebra.inverse(b));
        const parts = sentence === "" ? parting(ratio) : "";
        if (parts !== "") sentence = parts;
        if (rows.length < SHOWN || parts !== "") {
          rows.push({
            suffix: text,
            left: written(a),
            right: written(b),
            ratio: ratio === null ? null : written(ratio),
          });
        }

        function parting(now: W | null): string {
          if (now === null) return `The suffix “${text}” tells them apart: ${onlyOne}.`;
          if (factor === undefined) factor = { ratio: now, suffix: text };
          else if (!algebra.equals(factor.ratio, now)) {
            if (isMachine)
              return `The inputs “${text}” tell them apart: one writes ${written(a)}, the other ${written(b)}.`;
            return `Not homothetic: the ratio is ${algebra.format(factor.ratio)} for “${factor.suffix}” but ${algebra.format(now)} for “${text}”.`;
          }
          return "";
        }
      }
      const itself = isAcceptor
        ? "they accept the same suffixes"
        : isMachine
          ? "they write the same"
          : "the ratio is always 1";
      const same =
        left === right
          ? `A state and itself: ${itself}.`
          : `On the ${tried} suffixes tried they ${isAcceptor || isMachine ? "agree" : "are homothetic"}.`;
      return { rows, sentence: sentence === "" ? same : sentence };
    },

    certificate(): { text: string; sentence: string } {
      const certificate = certificateOf(automaton);
      return { text: writeCertificate(automaton, certificate), sentence: checked(certificate) };
    },

    export(format: string): string {
      const { write } = formatByName(format);
      if (write === undefined) throw new Error(`the format ${format} can only be read`);
      return write(automaton);
    },

    /** What code can be written of it. */
    codes: () => codeTargetsOf(automaton).map(({ name, endings }) => ({ name, ending: endings[0] })),

    code: (to: string): string => generate(automaton, { to, name: "automaton" }).text,
  };
}

/** The weight of a word that is read from a state on. */
function weighFrom<W>(automaton: Automaton<W>, state: number, suffix: Word): W {
  if (automaton instanceof Wdfsa) return residual(automaton, state, suffix);
  const { algebra, finalWeight } = automaton;
  let reached = new Map([[state, algebra.one]]);
  for (const letter of suffix) reached = automaton.step(reached, letter);
  const ends = [...reached].map(([end, weight]) => algebra.times(weight, finalWeight[end]));
  if (!isSemifield(algebra)) throw new Error(`paths cannot be summed over ${algebra.name}`);
  return ends.reduce((sum, weight) => algebra.plus(sum, weight), algebra.zero);
}
