import { type FreeWord, freeGroup, generatorsIn } from "../algebra/free-group.ts";
import { normalized, outputsOf } from "../automata/machine.ts";
import { accessWords } from "../automata/minimal/canonical.ts";
import { Wdfsa } from "../automata/wdfsa.ts";
import type { Word } from "../words/word.ts";
import type { Unfinished } from "./kind.ts";

/** What is known about a machine when a run ends before its time. Arcs that are not known yet are missing. */
type UnfinishedMachine = Unfinished<FreeWord, FreeWord>;

/**
 * Makes an unfinished hypothesis a complete machine, which other tools can read. A missing arc writes what an answer shows
 * there, or else what the last conjecture writes, and leads where the last conjecture leads. If nothing is known about it, it
 * stays in its state. A hypothesis without any output is returned as it is.
 */
export function completeMachine(unfinished: UnfinishedMachine): Wdfsa<FreeWord> {
  const { hypothesis, conjecture } = unfinished;
  const target = Int32Array.from(hypothesis.target);
  if (!target.includes(-1) || hypothesis.finals < hypothesis.size) return hypothesis;
  const written = writtenOn(hypothesis);
  addAnswers(written, unfinished);
  if (conjecture !== undefined) addConjecture(target, written, hypothesis, conjecture);
  const some = written.find((output) => output !== undefined);
  if (some === undefined) return hypothesis;
  const { alphabet, size } = hypothesis;
  const arcWeight = freeGroup.array(target.length);
  for (let arc = 0; arc < target.length; arc++) {
    arcWeight[arc] = written[arc] ?? some;
    if (target[arc] < 0) target[arc] = Math.floor(arc / alphabet.size);
  }
  const initialWeight = freeGroup.times(hypothesis.initialWeight, hypothesis.finalWeight[0]);
  const finalWeight = new Array<FreeWord>(size).fill(freeGroup.one);
  return new Wdfsa({ algebra: freeGroup, alphabet, target, arcWeight, initialWeight, finalWeight });
}

/** The output of each arc that exists, in the gauge in which every final weight is 1. */
function writtenOn({ alphabet, target, arcWeight, finalWeight }: Wdfsa<FreeWord>): (FreeWord | undefined)[] {
  return Array.from(target, (to, arc) =>
    to < 0
      ? undefined
      : normalized(finalWeight[Math.floor(arc / alphabet.size)], arcWeight[arc], finalWeight[to]),
  );
}

/** Adds the output that an answer shows where its word leaves the hypothesis. */
function addAnswers(written: (FreeWord | undefined)[], { hypothesis, answers }: UnfinishedMachine): void {
  const { alphabet, target } = hypothesis;
  for (const [word, weight] of answers) {
    let [at, state] = [0, 0];
    let arc = word[0];
    while (at < word.length && target[arc] >= 0) {
      state = target[arc];
      arc = state * alphabet.size + word[++at];
    }
    const outputs = at < word.length ? generatorsIn(weight) : undefined;
    // A Moore machine writes one output before the first letter.
    if (outputs !== undefined) written[arc] ??= outputs[at + outputs.length - word.length];
  }
}

/** Adds targets, and outputs that no answer shows, as in the last conjecture. */
function addConjecture(
  target: Int32Array,
  written: (FreeWord | undefined)[],
  hypothesis: Wdfsa<FreeWord>,
  conjecture: Wdfsa<FreeWord>,
): void {
  const outputs = outputsOf(conjecture);
  if (typeof outputs === "string") return;
  const width = hypothesis.alphabet.size;
  const counterpart = accessWords(conjecture).map((word) => leadsTo(hypothesis, word));
  accessWords(hypothesis).forEach((word, state) => {
    const from = leadsTo(conjecture, word);
    if (from < 0) return;
    for (let letter = 0; letter < width; letter++) {
      const arc = state * width + letter;
      if (target[arc] >= 0) continue;
      target[arc] = counterpart[conjecture.target[from * width + letter]];
      written[arc] ??= outputs.arcs[from * width + letter];
    }
  });
}

function leadsTo(automaton: Wdfsa<FreeWord>, word: Word | undefined): number {
  return word === undefined ? -1 : automaton.stateAfter(word);
}
