import { Option } from "commander";
import { HankelError, push as pushWeights, toWdfsa, Wdfsa } from "../index.ts";
import { examples } from "../options/files.ts";
import type { Define } from "./define.ts";
import { unary } from "./operations.ts";

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
    .option("--stochastic", "divide by the total weight, so that the weights of all words sum to 1");
  unary<Options>(command, (automaton, { towards, stochastic }) => {
    if (stochastic && towards !== "initial") {
      throw new HankelError("usage", "--stochastic works only with --towards initial");
    }
    const options = { towards, removeTotalWeight: stochastic === true };
    // The canonical scale exists only where every word has at most one path.
    if (towards === "canonical") return pushWeights(toWdfsa(automaton), options);
    return automaton instanceof Wdfsa ? pushWeights(automaton, options) : pushWeights(automaton, options);
  });
  command.addHelpText(
    "after",
    `
The language stays the same, unless --stochastic divides it by its total. Towards:
  initial     the weights that leave a state sum to 1; the initial weights hold the total
  final       the weights that enter a state sum to 1; the final weights hold the rest
  canonical   the least accepted suffix of every state weighs 1: needs no sums, but a deterministic automaton`,
  );
  examples(command, [
    "hankel push --stochastic counts.json -o model.json        from frequencies to probabilities",
    "hankel push --towards canonical a.json",
    "hankel convert 1.pautomac.train - | hankel push --stochastic - -o tree.pautomac",
  ]);
};
