import { HankelError, push as pushWeights, toWdfsa, Wdfsa } from "@hankel/core";
import { Option } from "commander";
import { unary } from "../support/operation.ts";
import { examples } from "../support/options.ts";
import type { Define } from "./define.ts";

interface Options {
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
    .option("--stochastic", "divide the total weight out, so that all words together weigh 1");
  unary<Options>(command, (automaton, { towards, stochastic }) => {
    if (stochastic && towards !== "initial") {
      throw new HankelError("usage", "--stochastic pushes towards the initial states, and nowhere else");
    }
    const options = { towards, removeTotalWeight: stochastic === true };
    // The canonical gauge is defined where a word has one path.
    if (towards === "canonical") return pushWeights(toWdfsa(automaton), options);
    return automaton instanceof Wdfsa ? pushWeights(automaton, options) : pushWeights(automaton, options);
  });
  command.addHelpText(
    "after",
    `
The language stays the same, unless --stochastic divides it. Towards:
  initial     what leaves a state sums to 1, and the initial weights carry the total
  final       what enters a state sums to 1, and the final weights carry the rest
  canonical   without sums: the least accepted suffix of every state weighs 1; deterministic automata only`,
  );
  examples(command, [
    "hankel push --stochastic counts.json -o model.json        from frequencies to probabilities",
    "hankel push --towards canonical a.json",
    "hankel convert 1.pautomac.train - | hankel push --stochastic - -o tree.pautomac",
  ]);
};
