import { Option } from "commander";
import { type Shape, shapes } from "../automata.ts";
import { randomAutomaton, semifieldByName, semifields } from "../index.ts";
import { helpBelow, outOption } from "../options/files.ts";
import { count } from "../options/values.ts";
import { misuse } from "../support/failures.ts";
import { destination, writeAutomaton } from "../support/output.ts";
import type { Define } from "./define.ts";

/** More arcs do not fit into the memory of most machines. */
const MAX_SLOTS = 2 ** 24;

interface Options {
  readonly states: number;
  readonly letters: number;
  readonly semifield: string;
  readonly shape: Shape;
  readonly seed: number;
  readonly out?: string;
}

export const random: Define = (command) => {
  command
    .option("--states <n>", "how many states", count(0), 5)
    .option("--letters <n>", "how many letters", count(0), 2)
    .option("--semifield <name>", "the semifield of the weights", "rational")
    .addOption(
      new Option("--shape <shape>", "what it looks like").choices(Object.keys(shapes)).default("dense"),
    )
    .option("--seed <n>", "another seed, another automaton", count(0), 1)
    .addOption(outOption())
    .action(async ({ states, letters, semifield, shape, seed, out }: Options) => {
      const algebra = semifieldByName(semifield);
      if (states * Math.max(1, letters) > MAX_SLOTS) {
        throw misuse(`${states} states × ${letters} letters is more than ${MAX_SLOTS} arcs`);
      }
      const where = await destination(out);
      await writeAutomaton(randomAutomaton({ algebra, states, letters, shape, seed }), where);
    });
  const list = (entries: readonly (readonly [string, string])[]) =>
    entries.map(([name, about]) => `  ${name.padEnd(30)}${about}`).join("\n");
  helpBelow(
    command,
    `Shapes:\n${list(Object.entries(shapes).map(([name, { about }]) => [name, about]))}
\nSemifields:\n${list(semifields.map(({ usage, description }) => [usage, description]))}`,
    [
      "hankel random --states 5 --seed 7 --out target.json",
      "hankel random --states 100 --letters 3 --semifield tropical --shape sparse",
      "hankel random --semifield prime-field:7 | hankel info -",
    ],
  );
};
