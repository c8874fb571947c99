/**
 * Language models: networks as teachers that say what comes next, and random probabilistic automata.
 *
 *     npm run bench -- models-lm [--dir FOLDER] [--only networks,choice,pdfas,logs,runs,sessions,share] [--keep-peers] [--quick]
 *
 * With --keep-peers the peers do not run, which takes them half an hour, and need not be installed: their figures are those of the last
 * results, and a note says of which day.
 * The folder holds networks in ONNX; examples/models unless given. The results are written down only for that one.
 */

import { logs } from "./language-models/logs.ts";
import { pdfas } from "./language-models/pdfas.ts";
import { runs } from "./language-models/runs.ts";
import { choiceTable, networkTable } from "./language-models/tables.ts";
import { tournament } from "./language-models/tournament.ts";
import { runSections, type Section } from "./support/section.ts";

const JUDGED =
  "Everybody is judged by the same 1,000 words, drawn from the network with a seed of their own, cut at 50 letters: mean total variation " +
  "(TV) and KL divergence in nats of what comes next, the share of places where the likeliest symbol is another one (WER), and NDCG@5.";

const sections: readonly Section[] = [
  {
    name: "choice",
    title: "Networks: Hankel's own choice",
    about:
      "Hankel without options on the networks of `examples/models`, beside the automata that drew their training data. *The same machine* has the same states and the same arcs, as far as arcs have a share of at least 0.0002 of the steps of the automaton's words.",
    measure: async (settings) => choiceTable(await tournament(settings)),
  },
  {
    name: "networks",
    title: "Networks: everybody",
    about: `${JUDGED} *Words* tell what follows each of their prefixes; where somebody asks prefix by prefix, it is the least number of words that tell the same. *Distributions* are different prefixes. An n-gram model has no KL of ∞ because it is smoothed; where an automaton excludes what happens, KL is of it mixed with 10⁻⁶ of the uniform distribution.`,
    measure: async (settings) => networkTable(await tournament(settings)),
  },
  pdfas,
  logs,
  ...runs,
];

export function run(args: readonly string[]): Promise<void> {
  return runSections("models-lm", sections, args);
}
