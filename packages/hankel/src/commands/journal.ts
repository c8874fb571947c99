import { HankelError } from "../index.ts";
import { countOf } from "../internal/core.ts";
import { unlockJournal } from "../internal/teachers.ts";
import { storeOf } from "../learning.ts";
import { mergeJournals, readJournal } from "../node.ts";
import { flag, required } from "../options/files.ts";
import { columns } from "../show/columns.ts";
import { outputsIn } from "../show/machine.ts";
import { print, writeText } from "../support/output.ts";
import { notify, standardError } from "../support/terminal.ts";
import { addExamples, type Define, define } from "./define.ts";

/** How many contradictions are listed. */
const SHOWN = 10;

const JOURNAL = ["<journal>", "a journal"] as const;

const stats = define({
  operands: [JOURNAL],
  options: { json: flag("print a JSON object") },
  async run([path], { json }) {
    const facts = describe(path);
    const rows = Object.entries(facts).map(([name, value]) => [
      name,
      typeof value === "object" ? JSON.stringify(value) : String(value),
    ]);
    await print(json ? `${JSON.stringify(facts)}\n` : `${columns(rows).join("\n")}\n`);
  },
});

const words = define({
  operands: [JOURNAL],
  options: { json: flag("print a JSON object on each line") },
  async run([path], { json }) {
    const content = readJournal(path, { report: notify });
    const { machine } = content.header;
    const store = storeOf(content);
    const lines = Array.from(store.answers(), ([word, value]) => {
      const weight = store.kind.format(value);
      const outputs = machine === undefined ? undefined : outputsIn(value);
      if (!json) return `${store.alphabet.format(word)}\t${weight}\n`;
      const told = outputs === undefined ? { weight } : { outputs };
      return `${JSON.stringify({ word: store.alphabet.spell(word), ...told })}\n`;
    });
    await print(lines.join(""));
  },
});

const merge = define({
  operands: [["<journals...>", "journals about the same black box"]],
  options: { out: required("-o <file>", "where the merged journal goes", "replaced") },
  async run(paths, { out }) {
    const journals = paths.map((path) => ({ path, ...readJournal(path, { report: notify }) }));
    const merged = mergeJournals(journals);
    await writeText(out, merged.text);
    standardError.line(`${countOf(merged.answers, "answer")} in ${out}`);
    if (merged.conflicts.length === 0) return;
    const { terms } = storeOf(journals[0]).kind;
    for (const { word, weights } of merged.conflicts.slice(0, SHOWN)) {
      standardError.line(`  ${word.join(" ") || terms.emptyWord}: ${weights.join(", ")}`);
    }
    const conflicts = countOf(merged.conflicts.length, terms.word);
    throw new HankelError(
      "teacher",
      `the journals contradict each other on ${conflicts}; the first answer was kept`,
    );
  },
});

const unlock = define({
  operands: [["<journal>", "a journal that is in use by such a process"]],
  run: async ([path]) => unlockJournal(path, notify),
});

export const journal: Define = (command, ...rest) => {
  const add = (name: string, about: string, part: Define) =>
    part(command.command(name).description(about), ...rest);
  add("stats", "print what a journal holds", stats);
  add("words", "print the answered words and their weights, outputs or distributions, a line each", words);
  add("merge", "put the answers of several journals into one, for --warm", merge);
  add(
    "unlock",
    "take a journal over from a process of another machine or container, which cannot be seen from here: make sure " +
      "that it has ended, or both may write to the journal for a while",
    unlock,
  );
  addExamples(command, [
    "hankel journal stats run.jsonl",
    "hankel journal words run.jsonl | sort",
    "hankel journal merge monday.jsonl tuesday.jsonl --out all.jsonl",
    "hankel learn --warm all.jsonl --journal new.jsonl -- python3 box.py",
    "hankel journal unlock run.jsonl",
  ]);
};

function describe(path: string) {
  const content = readJournal(path, { report: notify });
  const { learner, semifield, machine, next, alphabet, options, seed } = content.header;
  const store = storeOf(content);
  const count = (kind: string) => content.lines.filter((line) => line.kind === kind).length;
  let symbols = 0;
  let longest = 0;
  for (const [word] of store.answers()) {
    symbols += word.length;
    longest = Math.max(longest, word.length);
  }
  const last = store.verdicts.at(-1);
  return {
    learner: learner === "" ? "merged" : learner,
    ...(machine ? { machine } : { semifield }),
    ...(next && { next }),
    alphabet,
    seed,
    ...options,
    answers: store.size,
    symbols,
    longest,
    conjectures: store.verdicts.length,
    states: last?.states ?? 0,
    rechecks: count("recheck"),
    corrections: count("correction"),
    finished: last?.counterexample === null,
  };
}
