/** The steps of a run on a language model in sentences. */

import type { Wdfsa } from "hankel";
import type { CurvePoint, Judged } from "hankel/models";
import { countedTerm, type Explanation, inBoth, say, term } from "./say.ts";
import { likelyWords } from "./words-of-states.ts";

/** Two digits are enough for a sentence. */
export function digits(value: number): string {
  return String(Number(value.toPrecision(2)));
}

const nats = say`nats per ${term("symbol")}`;

/** The first automaton, or the first one again after a test. */
export function explainFirst({ states, divergence }: CurvePoint, again: boolean): Explanation {
  const loss = say`${term("KL")} is ${digits(divergence)} ${nats}`;
  if (states > 1) {
    return inBoth(
      "Equal rows",
      say`The network says exactly the same after many ${term("word", "words")}: they make ${countedTerm(states, "state")}, and ${loss}.`,
    );
  }
  if (again) {
    return inBoth(
      "Once more",
      say`The drawn words are farther from the ${term("automaton")} than the words it was made of, so ${term("state", "states")} are judged by more ${term("suffix", "endings")}. The automaton grows again from one state, where ${loss}.`,
    );
  }
  return inBoth(
    "One state",
    say`The smallest ${term("automaton")} says the same after every ${term("word")}: the average of what the network says. There ${loss}.`,
  );
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
  const where = word === undefined ? "" : say`, such as ${{ word: automaton.alphabet.show(word) }},`;
  const factor = before.divergence / now.divergence;
  const fall =
    factor >= 1.05
      ? say`${term("KL")} falls from ${digits(before.divergence)} to ${digits(now.divergence)} ${nats}.`
      : say`${term("KL")} hardly changes: ${digits(now.divergence)} ${nats}.`;
  return inBoth(
    `State ${state}`,
    say`Some ${term("word", "words")}${where} had ${term("residual", "futures")} ${digits(before.radius)} away from every ${term("state")}: they become state ${state}. ${fall}`,
  );
}

/** Automata were made of drawn words, since growing by distance did not do. */
export function explainDrawn(curve: readonly CurvePoint[], { words }: Judged): Explanation {
  const [first, last] = [curve[0], curve[curve.length - 1]];
  return inBoth(
    "Made of words",
    say`Nothing stands out, so ${term("automaton", "automata")} are made of ${term("word", "words")} that the network draws: a ${term("state")} is split where that tells most about what comes next. On ${countedTerm(words, "word")} more, ${term("KL")} falls from ${digits(first.divergence)} ${nats} to ${digits(last.divergence)} with ${countedTerm(last.states, "state")}.`,
  );
}

/** The best automaton of a size, however it came about. */
export function explainBest(curve: readonly CurvePoint[], index: number): Explanation {
  const { states, divergence, family } = curve[index];
  const made =
    family === "gain"
      ? say`its states were split where that tells most about what comes next`
      : say`its states are ${term("word", "words")} whose ${term("residual", "futures")} are far apart`;
  const loss = say`${term("KL")} is ${digits(divergence)} ${nats}`;
  const before = index === 0 ? "" : `, after ${digits(curve[index - 1].divergence)}`;
  return inBoth(
    states === 1 ? "One state" : `${states} states`,
    say`The best ${term("automaton")} with ${countedTerm(states, "state")} has grown by ${family === "gain" ? "expected gain" : "distance"}: ${made}. There ${loss}${before}.`,
  );
}

/** Drawn words test the automaton that stands out. */
export function explainTest(curve: readonly CurvePoint[], chosen: number): Explanation {
  const states = countedTerm(curve[chosen]?.states ?? 1, "state");
  return inBoth(
    "Test",
    say`The automaton with ${states} is the best choice so far. Words that the network itself draws ${term("test")} how near it is: they come as often as the network says them.`,
  );
}
