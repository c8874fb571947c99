/**
 * Machines of real systems, from a folder of DOT files: what our learners and the peers spend on them.
 *
 *     npm run bench -- models --dir FOLDER [--only machines,learners,read-back] [--peer-seconds N] [--quick]
 *
 * Subfolders are searched too. The results are written down only for the folder that the document shows.
 */

import { basename, resolve } from "node:path";
import { readBack } from "./models/read-back.ts";
import { byLearner, byMachine } from "./models/tables.ts";
import { type Tournament, tournament } from "./models/tournament.ts";
import { type Findings, runSections, type Section, type Settings } from "./support/section.ts";

/** The document shows the machines of AALpy's repository, which are in a folder of this name. */
const SHOWN = "DotModels";

const COUNTED =
  "Everyone has the same equivalence oracle, which gives the first counterexample by length and then by letters, and asks through a " +
  "prefix-tree cache: a word costs 1 + its letters unless it begins a word asked before, and a counterexample costs as if asked. " +
  "Every learner has its own default options. A Moore machine is learned as a Mealy machine with a first output.";

function section(
  name: string,
  title: string,
  about: string,
  findings: (found: Tournament) => Findings | Promise<Findings>,
): Section {
  return {
    name,
    title,
    about,
    async measure(settings) {
      const found = await tournament(settings);
      return { ...(await findings(found)), ...shortcoming(settings, found.missing.length) };
    },
  };
}

function shortcoming({ dir }: Settings, missing: number): Pick<Findings, "incomplete"> {
  if (basename(resolve(dir ?? "")) !== SHOWN)
    return { incomplete: `the document shows AALpy's folder ${SHOWN}` };
  return missing === 0 ? {} : { incomplete: "not all peers are installed" };
}

const sections: readonly Section[] = [
  section("machines", "Real machines: cost", `The machines of AALpy's repository. ${COUNTED}`, byMachine),
  section(
    "learners",
    "Real machines: the learners",
    "Sums over the machines of the table above that a learner learned in time. *Times the best peer* is the geometric mean of the ratio of its cost to that of the cheapest peer of each machine.",
    byLearner,
  ),
  section(
    "read-back",
    "Real machines: our results, read by others",
    "What we learned, written to DOT, read by AALpy's `load_automaton_from_file` and AutomataLib's `DOTParsers`, and compared with the target run by run.",
    readBack,
  ),
];

export function run(args: readonly string[]): Promise<void> {
  return runSections("models", sections, args);
}
