/** The steps of a run on a language model in sentences. */

import type { Wdfsa } from "hankel";
import type { CurvePoint } from "hankel/models";
import type { Explanation } from "./explain.ts";
import { counted } from "./text.ts";
import { likelyWords } from "./words-of-states.ts";

/** Two digits are enough for a sentence. */
export function digits(value: number): string {
  return String(Number(value.toPrecision(2)));
}

/** The first automaton, or the first one again after a test. */
export function explainFirst({ states, divergence }: CurvePoint, again: boolean): Explanation {
  const loss = `KL is ${digits(divergence)} nats per symbol`;
  if (states > 1) {
    const sentence = `The network says exactly the same after many words: they make ${counted(states, "state")}, and ${loss}.`;
    return { title: "Equal rows", sentence };
  }
  if (again) {
    const sentence = `The drawn words are farther from the automaton than the words it was made of, so states are judged by more suffixes. The automaton grows again from one state, where ${loss}.`;
    return { title: "Once more", sentence };
  }
  return {
    title: "One state",
    sentence: `The smallest automaton says the same after every word: the average of what the network says. ${loss}.`,
  };
}

/** One state more. */
export function explainGrowth(
  curve: readonly CurvePoint[],
  index: number,
  automaton: Wdfsa<number>,
): Explanation {
  const [before, now] = [curve[index - 1], curve[index]];
  const state = automaton.size - 1;
  const word = likelyWords(automaton)[state];
  const where = word === undefined ? "" : `, such as “${automaton.alphabet.show(word)}”,`;
  const factor = before.divergence / now.divergence;
  const fall =
    factor >= 1.05
      ? `KL falls from ${digits(before.divergence)} to ${digits(now.divergence)} nats per symbol.`
      : `KL hardly changes: ${digits(now.divergence)} nats per symbol.`;
  return {
    title: `State ${state}`,
    sentence: `Some words${where} had futures ${digits(before.radius)} away from every state: they become state ${state}. ${fall}`,
  };
}

/** Drawn words test the automaton that stands out. */
export function explainTest(curve: readonly CurvePoint[], chosen: number): Explanation {
  const states = counted(curve[chosen]?.states ?? 1, "state");
  return {
    title: "Test",
    sentence: `The automaton with ${states} is the best choice so far. Words that the network itself draws test it: are they as near to it as the words it was made of?`,
  };
}
