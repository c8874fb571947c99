import { countOf } from "../internal/core.ts";
import { type Grouped, groupSymbols } from "../models.ts";
import { file, flag, option, READING, WRITING } from "../options/files.ts";
import { count, notNegative } from "../options/values.ts";
import { readAny } from "../support/input.ts";
import { checkFormat, destination, writeAutomaton, writeText } from "../support/output.ts";
import { standardError } from "../support/terminal.ts";
import { AUTOMATON, define } from "./define.ts";

/** So many groups are named on the terminal. */
const NAMED = 8;

export const group = define({
  operands: [AUTOMATON],
  options: {
    groups: option("<n>", "at most so many, whatever they cost", count(1)),
    loss: option(
      "<x>",
      "what grouping may cost in all, besides the rarest symbols, in nats per symbol (default: 0.01)",
      notNegative,
    ),
    rare: option(
      "<p>",
      "the share of the rarest symbols, which become one group (default: 0.01)",
      notNegative,
    ),
    members: file("<file>", "the groups with their symbols and shares, as JSON", "replaced"),
    expand: flag("write it over the symbols: arcs of a group differ by fixed shares only"),
    quiet: flag("do not say what is grouped", "-q"),
  },
  reads: READING,
  writes: WRITING,
  more: `The automaton is deterministic, and its weights are probabilities, or become such. Symbols are alike if, where they are
likely, they lead to the same states, and their probabilities have nearly the same ratio in all states. The arc of a group
leads where most of its symbols lead. The two groups that cost least are joined, again and again; the rarest symbols are
one group from the beginning. KL is that of the automaton from the one with --expand.`,
  examples: [
    "hankel group model.json -o grouped.json --members groups.json",
    "hankel group model.json --groups 40 | hankel draw - -o model.svg",
    "hankel group model.json --rare 0 --expand -o smooth.json",
  ],
  async run([path], options) {
    const out = await destination(options.out, options);
    const automaton = await readAny(path, options);
    checkFormat(automaton, out);
    const grouped = groupSymbols(automaton, options);
    const { groups } = grouped;
    await writeAutomaton(options.expand ? grouped.expanded : grouped.automaton, out);
    if (options.members !== undefined)
      await writeText(options.members, `${JSON.stringify(groups, null, 1)}\n`);
    if (!options.quiet)
      for (const line of sentences(grouped, automaton.alphabet.size)) standardError.line(line);
  },
});

/** What is grouped, and what it costs. */
function sentences({ groups, divergence }: Grouped, symbols: number): string[] {
  const large = groups.filter(({ symbols: members, isRest }) => members.length > 1 && !isRest);
  const rest = groups.find(({ isRest }) => isRest);
  const named = large
    .slice(0, NAMED)
    .map(({ name, symbols: members }) => (members.length > 3 ? `${name} (${members.length})` : name));
  const more = large.length > NAMED ? `, and ${large.length - NAMED} more` : "";
  return [
    `${countOf(symbols, "symbol")} became ${groups.length}: KL ${cost(divergence)} nats per symbol, exactly`,
    ...(named.length > 0 ? [`alike: ${named.join(", ")}${more}`] : ["no two symbols are alike"]),
    ...(rest === undefined
      ? []
      : [
          `rare: ${rest.symbols.length}, with ${Number((100 * rest.probability).toPrecision(2))} % of all steps, are ${rest.name}`,
        ]),
  ];
}

function cost(divergence: number): string {
  return divergence === 0 ? "0" : String(Number(divergence.toPrecision(2)));
}
