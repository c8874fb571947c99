import type { JournalHeader, PlannedAutomaton } from "../formats.ts";
import { Alphabet, type Learned } from "../index.ts";
import { countOf } from "../internal/core.ts";
import { limitSentence } from "../internal/teachers.ts";
import { kindOf, replayJournal, type Terms } from "../learning.ts";
import { readJournal } from "../node.ts";
import { flag, OUT, type Values } from "../options/files.ts";
import { statesOf } from "../show/machine.ts";
import { narrate } from "../show/narrator.ts";
import { EXIT } from "../support/failures.ts";
import { checkFormat, destination, print, writeAutomaton } from "../support/output.ts";
import { notify, standardError } from "../support/terminal.ts";
import { define } from "./define.ts";

const OPTIONS = {
  out: OUT,
  show: flag("explain every step on standard error: questions, matrix, hypotheses"),
  json: flag("print the facts as a JSON object; the automaton goes to --out only"),
};

export const replay = define({
  operands: [["<journal>", "the journal of a run, finished or not"]],
  options: OPTIONS,
  more: `Runs the learner again on the answers in the journal, without the black box, and checks that each of its conjectures is
the recorded one. Exits with 0 when the run was finished, with 1 when not, with 2 when the journal does not fit, and with
3 when its answers contradict each other.`,
  examples: [
    "hankel replay run.jsonl --out learned.json     the automaton, from the journal alone",
    "hankel replay run.jsonl --show                 every step of the run",
  ],
  async run([path], options, exit) {
    const { outcome } = await replayFile(path, options);
    if (outcome !== "accepted") exit(outcome === "cancelled" ? EXIT.negative : EXIT.teacher);
  },
});

/** Replays the run, writes its automaton and says how it ended. */
async function replayFile(path: string, options: Values<typeof OPTIONS>): Promise<Learned<unknown>> {
  const out = await destination(options.out);
  const written = !options.json || options.out !== undefined;
  const content = readJournal(path, { report: notify });
  if (written) checkFormat(planned(content.header), out);
  const { learned, store, conclusion } = replayJournal(content, options.show ? narrate : undefined);
  if (written) await writeAutomaton(learned.automaton, out);
  const { outcome, reason, automaton } = learned;
  const finished = outcome === "accepted";
  const limit = finished ? limitSentence(store.kind.longest) : "";
  const established = conclusion === undefined ? undefined : conclusion + limit;
  const [answers, conjectures, states] = [store.size, store.verdicts.length, statesOf(automaton)];
  if (options.json) {
    const end = { finished, outcome, ...(reason && { reason }) };
    const facts = { ...end, answers, conjectures, states, ...(established && { established }) };
    await print(`${JSON.stringify(facts)}\n`);
  } else {
    const facts = `${countOf(answers, "answer")}, ${countOf(conjectures, "conjecture")}, ${countOf(states, "state")}`;
    standardError.line(`the journal holds together (${facts}); ${endOf(learned, store.kind.terms)}`);
    if (established !== undefined) standardError.line(established);
  }
  return learned;
}

function planned(header: JournalHeader): PlannedAutomaton {
  const alphabet = new Alphabet(header.alphabet);
  return { algebra: kindOf(header, alphabet).algebra, alphabet };
}

function endOf({ outcome, reason }: Learned<unknown>, { automaton }: Terms): string {
  if (outcome === "accepted") return "the run was finished";
  const end = outcome === "cancelled" ? "the run was not finished" : `the run ended with an error: ${reason}`;
  return `${end}: this is its best ${automaton} so far`;
}
