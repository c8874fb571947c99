/** The commands that make a language of others, or another automaton of the same language. */

import { type Command, Option } from "commander";
import { support } from "../automata.ts";
import {
  type Automaton,
  closure as closureOf,
  concat as concatenate,
  determinize as determinizeAutomaton,
  difference as differenceOf,
  intersect as intersectionOf,
  push as pushWeights,
  reverse as reverseAutomaton,
  toWdfsa,
  toWfsa,
  union as unionOf,
  Wdfsa,
} from "../index.ts";
import { helpBelow, readingOptions, writingOptions } from "../options/files.ts";
import { count } from "../options/values.ts";
import { misuse } from "../support/failures.ts";
import { type Reading, readPair } from "../support/input.ts";
import { destination, type Writing, writeAutomaton } from "../support/output.ts";
import { type Define, unary } from "./define.ts";

/** The command makes an automaton of two others; both may be the same file. */
function binary<O>(
  command: Command,
  apply: (left: Automaton<unknown>, right: Automaton<unknown>, options: O) => Automaton<unknown>,
): void {
  command
    .argument("<left>", "an automaton, or - for standard input")
    .argument("<right>", "another one, over the same semifield");
  command.action(async (leftFile: string, rightFile: string, options: O & Reading & Writing) => {
    const out = await destination(options.out, options);
    const [left, right] = await readPair(leftFile, rightFile, options);
    await writeAutomaton(apply(left, right, options), out);
  });
  writingOptions(readingOptions(command));
}

export const union: Define = (command) => {
  binary(command, (left, right) => unionOf(left, right));
  helpBelow(command, "", [
    "hankel union a.json b.json -o sum.json",
    "hankel union a.json b.json | hankel determinize -",
  ]);
};

export const concat: Define = (command) => {
  binary(command, (left, right) => concatenate(left, right));
  helpBelow(command, "", [
    "hankel concat first.json second.json -o both.json",
    "hankel concat a.json a.json | hankel determinize -",
  ]);
};

export const intersect: Define = (command) => {
  command.option("--max-states <n>", "give up when there are more (default: 1000000)", count(0));
  binary<{ maxStates?: number }>(command, (left, right, { maxStates }) =>
    intersectionOf(left, right, { maxStates }),
  );
  helpBelow(command, "", [
    "hankel intersect model.json constraint.json -o product.json",
    "hankel intersect a.json b.json | hankel best -",
  ]);
};

export const difference: Define = (command) => {
  command.option("--max-states <n>", "give up when there are more (default: 1000000)", count(0));
  binary<{ maxStates?: number }>(command, (left, right, { maxStates }) => {
    const words = right.algebra.name === "boolean" ? (toWfsa(right) as Automaton<unknown>) : support(right);
    return differenceOf(left, words as Automaton<boolean>, { maxStates });
  });
  helpBelow(
    command,
    "Removes every word that the second automaton accepts, whatever it weighs there. The semifields may differ.",
    [
      "hankel difference model.json stopwords.json -o rest.json",
      "hankel difference a.json b.json | hankel best -",
    ],
  );
};

export const closure: Define = (command) => {
  command.option("--plus", "once or more, instead of any number of times");
  unary<{ plus?: true }>(command, (automaton, { plus }) => closureOf(automaton, plus ? "plus" : "star"));
  helpBelow(command, "", [
    "hankel closure word.json -o words.json",
    "hankel closure --plus word.json | hankel determinize -",
  ]);
};

export const reverse: Define = (command) => {
  unary(command, (automaton) => reverseAutomaton(automaton));
  helpBelow(command, "", [
    "hankel reverse a.json -o backwards.json",
    "hankel reverse a.json | hankel determinize - | hankel reverse - | hankel determinize -    Brzozowski's minimization",
  ]);
};

interface DeterminizeOptions {
  readonly maxStates?: number;
  readonly twins: boolean;
}

export const determinize: Define = (command) => {
  command
    .option("--max-states <n>", "give up when there are more (default: 100000)", count(0))
    .option("--no-twins", "do not check first that a deterministic automaton exists");
  unary<DeterminizeOptions>(command, (automaton, { maxStates, twins }) =>
    determinizeAutomaton(automaton, { maxStates, askTwins: twins }),
  );
  helpBelow(
    command,
    "Not every language has a deterministic automaton; see hankel twins. Exits with 4 when a limit is reached.",
    [
      "hankel determinize nfa.json --out dfa.json",
      "hankel union a.json b.json | hankel determinize -",
      "hankel determinize lattice.fst.txt --semifield tropical -o tree.fst.txt",
    ],
  );
};

interface PushOptions {
  readonly towards: "initial" | "final" | "canonical";
  readonly stochastic?: true;
}

export const push: Define = (command) => {
  command
    .addOption(
      new Option("--towards <where>", "where the weights go")
        .choices(["initial", "final", "canonical"])
        .default("initial"),
    )
    .option("--stochastic", "divide by the total weight, so that the weights of all words sum to 1");
  unary<PushOptions>(command, (automaton, { towards, stochastic }) => {
    if (stochastic && towards !== "initial") {
      throw misuse("--stochastic works only with --towards initial");
    }
    const options = { towards, removeTotalWeight: stochastic === true };
    // The canonical scale exists only where every word has at most one path.
    if (towards === "canonical") return pushWeights(toWdfsa(automaton), options);
    return automaton instanceof Wdfsa ? pushWeights(automaton, options) : pushWeights(automaton, options);
  });
  helpBelow(
    command,
    `The language stays the same, unless --stochastic divides it by its total. Towards:
  initial     the weights that leave a state sum to 1; the initial weights hold the total
  final       the weights that enter a state sum to 1; the final weights hold the rest
  canonical   the least accepted suffix of every state weighs 1: needs no sums, but a deterministic automaton`,
    [
      "hankel push --stochastic counts.json -o model.json        from frequencies to probabilities",
      "hankel push --towards canonical a.json",
      "hankel convert 1.pautomac.train - | hankel push --stochastic - -o tree.pautomac",
    ],
  );
};
