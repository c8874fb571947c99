import type { Command } from "commander";
import { HankelError } from "../index.ts";
import { countOf } from "../internal/core.ts";
import { unlockJournal } from "../internal/teachers.ts";
import { storeOf } from "../learning.ts";
import { mergeJournals, type NamedJournal, readJournal } from "../node.ts";
import { examples } from "../options/files.ts";
import { columns } from "../show/columns.ts";
import { outputsIn } from "../show/machine.ts";
import { print, writeText } from "../support/output.ts";
import { standardError } from "../support/terminal.ts";
import type { Define } from "./define.ts";

/** How many contradictions are listed. */
const SHOWN = 10;

export const journal: Define = (command) => {
  addStats(command);
  addWords(command);
  addMerge(command);
  addUnlock(command);
  examples(command, [
    "hankel journal stats run.jsonl",
    "hankel journal words run.jsonl | sort",
    "hankel journal merge monday.jsonl tuesday.jsonl --out all.jsonl",
    "hankel learn --warm all.jsonl --journal new.jsonl -- python3 box.py",
    "hankel journal unlock run.jsonl",
  ]);
};

function addStats(command: Command): void {
  command
    .command("stats")
    .description("print what a journal holds")
    .argument("<journal>", "a journal")
    .option("--json", "print a JSON object")
    .action(async (path: string, options: { json?: true }) => {
      const facts = describe(path);
      const rows = Object.entries(facts).map(([name, value]) => [
        { text: name },
        { text: typeof value === "object" ? JSON.stringify(value) : String(value) },
      ]);
      await print(options.json ? `${JSON.stringify(facts)}\n` : `${columns(rows).join("\n")}\n`);
    });
}

function addWords(command: Command): void {
  command
    .command("words")
    .description("print the answered words and their weights, outputs or distributions, a line each")
    .argument("<journal>", "a journal")
    .option("--json", "print a JSON object on each line")
    .action(async (path: string, options: { json?: true }) => {
      const content = readJournal(path);
      const { machine } = content.header;
      const store = storeOf(content);
      const lines = Array.from(store.answers(), ([word, value]) => {
        const weight = store.kind.format(value);
        const outputs = machine === undefined ? undefined : outputsIn(value);
        return options.json
          ? JSON.stringify({
              word: store.alphabet.spell(word),
              ...(outputs === undefined ? { weight } : { outputs }),
            })
          : `${store.alphabet.format(word)}\t${weight}`;
      });
      await print(lines.map((line) => `${line}\n`).join(""));
    });
}

function addMerge(command: Command): void {
  command
    .command("merge")
    .description("put the answers of several journals into one, for --warm")
    .argument("<journals...>", "journals about the same black box")
    .requiredOption("-o, --out <file>", "where the merged journal goes")
    .action(async (paths: string[], options: { out: string }) => {
      const journals = paths.map((path) => ({ path, ...readJournal(path) }));
      const merged = mergeJournals(journals, standing);
      await writeText(options.out, merged.text);
      standardError.line(`${countOf(merged.answers, "answer")} in ${options.out}`);
      if (merged.conflicts.length === 0) return;
      const { terms } = storeOf(journals[0]).kind;
      for (const { word, weights } of merged.conflicts.slice(0, SHOWN)) {
        standardError.line(`  ${word.join(" ") || terms.emptyWord}: ${weights.join(", ")}`);
      }
      const words = countOf(merged.conflicts.length, terms.word);
      throw new HankelError(
        "teacher",
        `the journals contradict each other on ${words}; the first answer was kept`,
      );
    });
}

function addUnlock(command: Command): void {
  command
    .command("unlock")
    .description(
      "take a journal over from a process of another machine or container, which cannot be seen from here: make sure " +
        "that it has ended, or both may write to the journal for a while",
    )
    .argument("<journal>", "a journal that is in use by such a process")
    .action(async (path: string) => {
      await unlockJournal(path, (notice) => standardError.line(`hankel: ${notice}`));
    });
}

/** The answers of a journal, without those that were corrected or withdrawn. */
function* standing(content: NamedJournal): Generator<[word: string[], weight: string]> {
  const store = storeOf(content);
  for (const [word, weight] of store.answers()) {
    yield [store.alphabet.spell(word), store.kind.format(weight)];
  }
}

function describe(path: string) {
  const content = readJournal(path);
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
