import { push } from "../automata/distances/push.ts";
import { type Numeric, requireNumbers } from "../automata/requirements.ts";
import type { Wdfsa } from "../automata/wdfsa.ts";
import { HankelError } from "../errors.ts";
import type { Word } from "../words/word.ts";
import type { Distribution } from "./distribution.ts";
import type { SyncNextTeacher } from "./next-teacher.ts";

/** A sum of probabilities this near to 1 is one; files often have six digits. */
const ROUNDING = 1e-4;

/**
 * A deterministic probabilistic automaton as a language model. If the weights of some state and its arcs do not sum to 1,
 * they are pushed first, which needs what `push` does. After a word that the automaton cannot read, the end is certain.
 */
export function nextTeacherOf<W>(automaton: Wdfsa<W>): SyncNextTeacher {
  const algebra = requireNumbers(automaton.algebra, "next");
  const given = rowsOf(automaton, algebra);
  const ready = given.length > 0 && given.every(isDistribution);
  const pushed = ready ? automaton : push(automaton, { removeTotalWeight: true });
  const rows = ready ? given : rowsOf(pushed, algebra);
  if (pushed.size === 0 || !rows.every(isDistribution)) {
    const found = pushed.size === 0 ? "its language is zero" : "some weights are negative";
    throw new HankelError("unsupported", `next: the automaton gives no probabilities: ${found}`);
  }
  const { alphabet, target } = pushed;
  const ended = new Float64Array(alphabet.size + 1);
  ended[alphabet.size] = 1;
  const after = (word: Word): Distribution => {
    let state = 0;
    for (let i = 0; i < word.length && state >= 0; i++) state = target[state * alphabet.size + word[i]];
    return state < 0 ? ended : rows[state];
  };
  return { alphabet, prefixes: false, next: (words) => words.map(after) };
}

/** The weights of each state's arcs and of its end, as numbers that sum to 1 where they nearly do. */
function rowsOf<W>(
  { alphabet, size, arcWeight, finalWeight }: Wdfsa<W>,
  algebra: Numeric<W>,
): Distribution[] {
  const letters = alphabet.size;
  return Array.from({ length: size }, (_, state) => {
    const row = new Float64Array(letters + 1);
    for (let letter = 0; letter < letters; letter++) {
      row[letter] = algebra.toNumber(arcWeight[state * letters + letter]);
    }
    row[letters] = algebra.toNumber(finalWeight[state]);
    const sum = row.reduce((total, p) => total + p, 0);
    return Math.abs(sum - 1) <= ROUNDING ? row.map((p) => p / sum) : row;
  });
}

function isDistribution(row: Distribution): boolean {
  const sum = row.reduce((total, p) => total + p, 0);
  return Math.abs(sum - 1) <= ROUNDING && row.every((p) => p >= 0);
}
