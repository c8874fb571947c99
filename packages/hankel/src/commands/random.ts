import { type Shape, shapes } from "../automata.ts";
import { randomAutomaton, semifieldByName, semifields } from "../index.ts";
import { choice, OUT, option } from "../options/files.ts";
import { count } from "../options/values.ts";
import { misuse } from "../support/failures.ts";
import { destination, writeAutomaton } from "../support/output.ts";
import { define } from "./define.ts";

/** More arcs do not fit into the memory of most machines. */
const MAX_SLOTS = 2 ** 24;

const list = (entries: readonly (readonly [string, string])[]) =>
  entries.map(([name, about]) => `  ${name.padEnd(30)}${about}`).join("\n");

export const random = define({
  options: {
    states: option("<n>", "how many states", count(0), 5),
    letters: option("<n>", "how many letters", count(0), 2),
    semifield: option("<name>", "the semifield of the weights", String, "rational"),
    shape: choice("<shape>", "what it looks like", Object.keys(shapes) as Shape[], "dense"),
    seed: option("<n>", "another seed, another automaton", count(0), 1),
    out: OUT,
  },
  more: `Shapes:\n${list(Object.entries(shapes).map(([name, { about }]) => [name, about]))}
\nSemifields:\n${list(semifields.map(({ usage, description }) => [usage, description]))}`,
  examples: [
    "hankel random --states 5 --seed 7 --out target.json",
    "hankel random --states 100 --letters 3 --semifield tropical --shape sparse",
    "hankel random --semifield prime-field:7 | hankel info -",
  ],
  async run(_operands, { states, letters, semifield, shape, seed, out }) {
    const algebra = semifieldByName(semifield);
    if (states * Math.max(1, letters) > MAX_SLOTS)
      throw misuse(`${states} states × ${letters} letters is more than ${MAX_SLOTS} arcs`);
    const where = await destination(out);
    await writeAutomaton(randomAutomaton({ algebra, states, letters, shape, seed }), where);
  },
});
