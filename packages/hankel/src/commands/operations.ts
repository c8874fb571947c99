/** The commands that make a language of others, or another automaton of the same language. */

import { isField } from "../algebra.ts";
import {
  integral as integralForm,
  reduce,
  reduceNumerically,
  support,
  type TwinsAnswer,
} from "../automata.ts";
import {
  type Automaton,
  closure as closureOf,
  concat as concatenate,
  determinize as determinizeAutomaton,
  difference as differenceOf,
  HankelError,
  intersect as intersectionOf,
  isDeterministic,
  minimize as minimizeAutomaton,
  push as pushWeights,
  reverse as reverseAutomaton,
  toWdfsa,
  toWfsa,
  twins as twinsOf,
  union as unionOf,
  Wdfsa,
} from "../index.ts";
import { countOf, gapsOf, RANK_TOLERANCE } from "../internal/core.ts";
import { choice, flag, off, option } from "../options/files.ts";
import { count } from "../options/values.ts";
import { EXIT, misuse } from "../support/failures.ts";
import { print } from "../support/output.ts";
import { standardError } from "../support/terminal.ts";
import { binary, onAutomaton, unary } from "./define.ts";

/** Machines accept every word of their inputs, or of those that they have transitions for, so the words of a union or a concatenation would have several answers. */
function refuseMachines(operation: string, ...automata: readonly Automaton<unknown>[]): void {
  if (automata.every((automaton) => gapsOf(automaton) !== undefined))
    throw misuse(
      `${operation} needs sums of weights, and a machine has outputs, not weights; hankel compare says whether two machines ` +
        "differ, and on which word",
    );
}

export const union = binary({
  examples: ["hankel union a.json b.json -o sum.json", "hankel union a.json b.json | hankel determinize -"],
  apply(left, right) {
    refuseMachines("union", left, right);
    return unionOf(left, right);
  },
});

export const concat = binary({
  examples: [
    "hankel concat first.json second.json -o both.json",
    "hankel concat a.json a.json | hankel determinize -",
  ],
  apply(left, right) {
    refuseMachines("concat", left, right);
    return concatenate(left, right);
  },
});

const OF_PRODUCT = {
  maxStates: option("<n>", "give up when there are more (default: 1000000)", count(0)),
};

export const intersect = binary({
  options: OF_PRODUCT,
  examples: [
    "hankel intersect model.json constraint.json -o product.json",
    "hankel intersect a.json b.json | hankel best -",
  ],
  apply: (left, right, { maxStates }) => intersectionOf(left, right, { maxStates }),
});

export const difference = binary({
  options: OF_PRODUCT,
  more: "Removes every word that the second automaton accepts, whatever it weighs there. The semifields may differ.",
  examples: [
    "hankel difference model.json stopwords.json -o rest.json",
    "hankel difference a.json b.json | hankel best -",
  ],
  apply(left, right, { maxStates }) {
    if ([left, right].every((automaton) => gapsOf(automaton) !== undefined))
      throw misuse(
        "difference removes the words that the second automaton accepts, whatever it answers, and machines are told apart by what they " +
          "answer; hankel diff says what has changed from one machine to another",
      );
    const words = right.algebra.name === "boolean" ? (toWfsa(right) as Automaton<unknown>) : support(right);
    return differenceOf(left, words as Automaton<boolean>, { maxStates });
  },
});

export const closure = unary({
  options: { plus: flag("once or more, instead of any number of times") },
  examples: [
    "hankel closure word.json -o words.json",
    "hankel closure --plus word.json | hankel determinize -",
  ],
  apply: (automaton, { plus }) => closureOf(automaton, plus ? "plus" : "star"),
});

export const reverse = unary({
  examples: [
    "hankel reverse a.json -o backwards.json",
    "hankel reverse a.json | hankel determinize - | hankel reverse - | hankel determinize -    Brzozowski's minimization",
  ],
  apply: reverseAutomaton,
});

export const determinize = unary({
  options: {
    maxStates: option("<n>", "give up when there are more (default: 100000)", count(0)),
    twins: off("do not check first that a deterministic automaton exists"),
  },
  more: "Not every language has a deterministic automaton; see hankel twins. Exits with 4 when a limit is reached.",
  examples: [
    "hankel determinize nfa.json --out dfa.json",
    "hankel union a.json b.json | hankel determinize -",
    "hankel determinize lattice.fst.txt --semifield tropical -o tree.fst.txt",
  ],
  apply(automaton, { maxStates = MAX_STATES, twins: askTwins }, progress) {
    const tell = (states: number, length: number) =>
      progress(
        () =>
          `${states} states, words up to length ${length} are done; it gives up at ${maxStates} (--max-states)`,
      );
    return withAdvice(automaton, () =>
      determinizeAutomaton(automaton, { maxStates, askTwins, progress: tell }),
    );
  },
});

/** What `determinize` stops at unless it is told otherwise. */
const MAX_STATES = 100_000;

/** Says at a limit what to do instead: with rounded weights, hardly anything that was measured or fitted is deterministic. */
function withAdvice<T>(automaton: Automaton<unknown>, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof HankelError) || error.code !== "budget" || automaton.algebra.exact) throw error;
    const advice =
      "rounded weights seldom repeat, so more states may not help: hankel minimize makes the smallest automaton, which " +
      "need not be deterministic, and hankel learn --learner soft a small deterministic one near a distribution";
    throw new HankelError(error.code, `${error.message}; ${advice}`, { cause: error });
  }
}

/** What the exit code of `twins` says. */
const CODES: Readonly<Record<TwinsAnswer<unknown>["answer"], number>> = {
  yes: EXIT.done,
  no: EXIT.negative,
  "cannot tell": EXIT.budget,
};

export const twins = onAutomaton({
  options: {
    json: flag("print the answer as a JSON object"),
    maxPairs: option("<n>", "give up after this many pairs of states (default: 10000000)", count(0)),
  },
  more: "Exits with 0 for yes, 1 for no, and 4 when it cannot tell. It always ends.",
  examples: [
    "hankel twins nfa.json                    can it be determinized? If not, it prints two cycles as proof",
    "hankel twins --json lattice.fst.txt",
    "hankel twins nfa.json && hankel determinize nfa.json -o dfa.json",
  ],
  async run(automaton, { json, maxPairs }, exit) {
    const { answer, because, cycles } = twinsOf(automaton, { maxPairs });
    exit(CODES[answer]);
    const { alphabet, algebra } = automaton;
    if (!json) return print(`${answer}: ${because}\n`);
    const shown = cycles && {
      prefix: alphabet.spell(cycles.prefix),
      states: cycles.states,
      cycle: alphabet.spell(cycles.cycle),
      weights: cycles.weights.map((weight) => algebra.format(weight)),
    };
    await print(`${JSON.stringify({ answer, because, ...(shown && { cycles: shown }) })}\n`);
  },
});

/** Over a field, a nondeterministic automaton has a smallest form without being determinized; an exact field makes it canonical. */
function isReduced(automaton: Automaton<unknown>, deterministic: true | undefined): boolean {
  return !deterministic && isField(automaton.algebra) && !isDeterministic(automaton);
}

export const minimize = unary({
  options: {
    quiet: flag("do not print the numbers of states", "-q"),
    deterministic: flag("the smallest deterministic automaton, also over a field"),
    integral: flag("with integer weights; all words must weigh integers"),
    maxStates: option("<n>", "give up when determinizing makes more (default: 100000)", count(0)),
  },
  more: `Over an exact semifield, equal languages give equal files. A deterministic automaton stays deterministic. Another one
becomes the smallest of all automata, deterministic or not, over a field (rational, prime-field, quaternion, real);
otherwise, or with --deterministic, it is determinized first (see hankel determinize), if it can be. Over real the
number of states is a numerical rank, and a nondeterministic result is not canonical. With --integral the smallest
automaton has as many states, and a word whose weight is no integer is named. Exits with 4 when a limit is reached.`,
  examples: [
    "hankel minimize target.json --out minimal.json",
    "hankel union a.json b.json | hankel minimize -",
    "hankel minimize counts.json --integral",
  ],
  apply(automaton, { deterministic, integral, maxStates }) {
    if (!isReduced(automaton, deterministic)) {
      const minimal = minimizeAutomaton(automaton, { maxStates });
      return integral ? integralForm(minimal) : minimal;
    }
    if (integral) return integralForm(toWfsa(automaton));
    return automaton.algebra.exact ? reduce(automaton) : reduceNumerically(automaton);
  },
  say(automaton, minimal, { quiet, deterministic }) {
    if (quiet) return;
    standardError.line(`${countOf(automaton.size, "state")} became ${minimal.size}`);
    if (automaton.algebra.exact || !isReduced(automaton, deterministic)) return;
    standardError.line(
      `The rank is numerical: what is at most ${RANK_TOLERANCE} of a vector counts as rounding. The result is not canonical.`,
    );
  },
});

export const push = unary({
  options: {
    towards: choice("<where>", "where the weights go", ["initial", "final", "canonical"], "initial"),
    stochastic: flag("divide by the total weight, so that the weights of all words sum to 1"),
  },
  more: `The language stays the same, unless --stochastic divides it by its total. Towards:
  initial     the weights that leave a state sum to 1; the initial weights hold the total
  final       the weights that enter a state sum to 1; the final weights hold the rest
  canonical   the least accepted suffix of every state weighs 1: needs no sums, but a deterministic automaton`,
  examples: [
    "hankel push --stochastic counts.json -o model.json        from frequencies to probabilities",
    "hankel push --towards canonical a.json",
    "hankel convert 1.pautomac.train - | hankel push --stochastic - -o tree.pautomac",
  ],
  apply(automaton, { towards, stochastic }) {
    if (stochastic && towards !== "initial") throw misuse("--stochastic works only with --towards initial");
    const options = { towards, removeTotalWeight: stochastic === true };
    // The canonical scale exists only where every word has at most one path.
    if (towards === "canonical") return pushWeights(toWdfsa(automaton), options);
    return automaton instanceof Wdfsa ? pushWeights(automaton, options) : pushWeights(automaton, options);
  },
});
