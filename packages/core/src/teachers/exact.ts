import { freeGroup } from "../algebra/free-group.ts";
import { type Automaton, isDeterministic, toWdfsa } from "../automata/convert.ts";
import { determinize } from "../automata/determinization/determinize.ts";
import { align } from "../automata/equivalence/align.ts";
import { compare } from "../automata/equivalence/compare.ts";
import { Prepared } from "../automata/equivalence/compare-deterministic.ts";
import { outputsOf } from "../automata/machine.ts";
import { minimize } from "../automata/minimal/minimize.ts";
import { trim } from "../automata/trim.ts";
import type { Wdfsa } from "../automata/wdfsa.ts";
import { kindOfAutomaton } from "../kinds/kinds.ts";
import type { FindingTeacher } from "../learning/protocol.ts";
import type { Word } from "../words/word.ts";

/**
 * A teacher that knows the automaton: weights are read off it, and an equivalence question is answered exactly, with
 * a shortest counterexample. The target is brought into canonical form first, so that the answers depend on the
 * language alone and not on how the target's states are numbered. A nondeterministic target is determinized. If it is a
 * complete Mealy or Moore machine, the teacher says so. Over rounded weights, equality is within a tolerance.
 *
 * @example
 * const target = fromExpression("(a|b)*abb", boolean);
 * console.log(learn(exactTeacher(target)).automaton.size); // 4
 */
export function exactTeacher<W>(automaton: Automaton<W>): FindingTeacher<W> {
  const target = determinize(automaton);
  const kind = kindOfAutomaton(trim(target));
  const write = writerOf(target);
  // Not before it is needed: minimizing an automaton with floats can fail, and then a run ends with what it has.
  let prepared: Prepared<W> | undefined;
  return {
    kind,
    alphabet: target.alphabet,
    weigh: (words) => words.map(write),
    findCounterexample(hypothesis) {
      if (!isDeterministic(hypothesis)) return compare(target, hypothesis)?.word ?? null;
      prepared ??= new Prepared(minimize(target));
      if (target.alphabet.equals(hypothesis.alphabet))
        return prepared.difference(toWdfsa(hypothesis)) ?? null;
      const [left, right] = align(target, toWdfsa(hypothesis));
      return new Prepared(left).difference(right) ?? null;
    },
  };
}

/** How an automaton gives words their weights. A machine joins its outputs: a product would copy them again and again. */
function writerOf<W>(automaton: Wdfsa<W>): (word: Word) => W;
function writerOf(automaton: Wdfsa<unknown>): (word: Word) => unknown {
  const trimmed = trim(automaton);
  const outputs = outputsOf(trimmed);
  if (typeof outputs === "string") return (word) => automaton.weigh(word);
  const { first, arcs } = outputs;
  const { target, alphabet } = trimmed;
  return (word) => {
    const written: string[] = first === freeGroup.one ? [] : [first];
    let state = 0;
    for (let i = 0; i < word.length; i++) {
      // `weigh` knows what to say about a letter outside the alphabet.
      if (word[i] >>> 0 >= alphabet.size) return trimmed.weigh(word);
      const arc = state * alphabet.size + word[i];
      written.push(arcs[arc]);
      state = target[arc];
    }
    return written.length === 0 ? freeGroup.one : written.join(" ");
  };
}
