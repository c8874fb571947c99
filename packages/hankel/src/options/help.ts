/** The pages of help, from the table of options and that of targets: one screen for a command, the rest in topics. */

import { type Command, Help } from "commander";
import { defaultTests, quote } from "../internal/core.ts";
import { logFormats } from "../learning.ts";
import { misuse } from "../support/failures.ts";
import { standardOutput } from "../support/terminal.ts";
import { pluralOf, type TargetKind, targetKinds } from "../target/target.ts";
import { equivalenceUsages } from "../testing.ts";
import { addOptions } from "./files.ts";
import { allLearners, ownOptionsOf } from "./learner-choice.ts";
import { settings, settingsOf } from "./settings.ts";
import {
  type CommandName,
  entryOf,
  flagOf,
  type OptionName,
  optionsOf,
  type Topic,
  table,
  topics,
} from "./table.ts";
import { flagsFor } from "./values.ts";

/** What the help of a command says besides its options. */
export interface Page {
  /** Behind `hankel COMMAND`, a line each. */
  readonly usage: readonly string[];
  /** What it does. */
  readonly about: string;
  /** Does it list the forms of a target? */
  readonly targets?: true;
  /** The pages that hold the rest. */
  readonly topics: readonly Topic[];
  /** More to say behind the options. */
  readonly more?: string;
  /** Each line is `command   what it does`. */
  readonly examples: readonly string[];
}

/** Gives a command its options and its help. */
export function declare(command: Command, name: CommandName, page: Page): void {
  for (const option of optionsOf(name)) {
    const entry = entryOf(option);
    addOptions(command, { [option]: { ...entry, mandatory: entry.requiredIn === name } });
  }
  command.configureHelp({ formatHelp: () => pageOf(command, name, page) });
}

/** The most columns that a line of help has. */
const MOST_COLUMNS = 100;

/** Terms and what they mean, in two columns. */
function rows(entries: readonly (readonly [term: string, about: string])[], widest = 30): string[] {
  const most = Math.min(standardOutput.width ?? MOST_COLUMNS, MOST_COLUMNS);
  const width = Math.min(widest, Math.max(...entries.map(([term]) => term.length)) + 2);
  return entries.flatMap(([term, about]) => {
    const lines = wrapped(about, Math.max(30, most - width - 2));
    const first = term.length < width ? [`  ${term.padEnd(width)}${lines.shift() ?? ""}`] : [`  ${term}`];
    return [...first, ...lines.map((line) => `  ${" ".repeat(width)}${line}`)].map((line) => line.trimEnd());
  });
}

function wrapped(text: string, width: number): string[] {
  const help = new Help();
  help.minWidthToWrap = 0;
  return help.boxWrap(text, width).split("\n");
}

/** A text in lines. */
function paragraph(text: string): string[] {
  return wrapped(text, Math.min(standardOutput.width ?? MOST_COLUMNS, MOST_COLUMNS));
}

/** The help of a command. */
function pageOf(command: Command, name: CommandName, page: Page): string {
  const own = optionsOf(name).filter((option) => entryOf(option).in[name] === "help");
  const known = new Set(optionsOf(name).map(flagOf));
  const others = command.options.filter(({ long, short }) => !known.has(long ?? short ?? ""));
  const options = [
    ...own.map(rowOf),
    ...others.map(({ flags, description }) => [flags, description] as const),
    ["-h, --help", "print this help"] as const,
  ];
  const usage = page.usage.map((form, i) => `${i === 0 ? "Usage: " : "       "}hankel ${name} ${form}`);
  const parts = [
    usage,
    paragraph(page.about),
    ...(page.targets === undefined ? [] : [["Targets:", ...rows(forms())]]),
    ["Options:", ...rows(options)],
    ...(page.more === undefined ? [] : [[page.more]]),
    ["More:", ...rows(page.topics.map((topic) => [`hankel help ${topic}`, topics[topic]]))],
    ["Examples:", ...page.examples.map((line) => `  $ ${line}`)],
  ];
  return paragraphs(parts);
}

/** Parts of a page, with an empty line between them. */
function paragraphs(parts: readonly (readonly string[])[]): string {
  return `${parts.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function rowOf(name: OptionName): readonly [string, string] {
  const { form, about } = table[name];
  return [flagsFor(name, form), about];
}

/** The forms of a target. */
export function forms(): (readonly [string, string])[] {
  return Object.values(targetKinds).flatMap(({ form, about = "" }) =>
    form === undefined ? [] : [[form, about]],
  );
}

/** The options that a topic explains. */
export function optionsIn(topic: Topic): OptionName[] {
  return (Object.keys(table) as OptionName[]).filter((name) =>
    Object.values(entryOf(name).in).some((where) => where === topic),
  );
}

/** The settings of these kinds of target. */
function settingsPart(...kinds: readonly TargetKind[]): string[] {
  const names = new Set(kinds.flatMap((kind) => settingsOf(kind)));
  const title = `--with, for ${kinds.map(pluralOf).join(", ")}:`;
  return [title, ...rows([...names].map((name) => [`${name}=${settings[name].form}`, settings[name].about]))];
}

const TESTS = `Default tests, for n states and k letters:
  box where the target finds counterexamples itself
  ${defaultTests.machines} for machines: likely paths, long tours, and wp:M for an M
    that can be afforded; about 190·n·k resets and letters in all, at least 1,900
  ${defaultTests.others} for all others: 5·n·k words, at least 500,
    800 more at most, and the identifying suffixes behind n·k arcs
Of these only proof:N proves something. wp:1 or wp:2 does, for a language with few states more;
the limits --max-questions, --max-seconds and --max-memory hold for tests, too.

Tests of a program against a finished model are made by hankel tests, and run by hankel test: see their --help.`;

const MODELS =
  "A language model says what comes next after a word: a probability for each symbol and for the end. It is " +
  "a network (model.onnx), a completion server (openai:http://host:8080), or a program, server or module " +
  'that announces "next": true; an automaton file is one with --learner soft. The soft learner makes a ' +
  "small automaton that speaks like it: it starts with one state and adds the word that fits worst, again " +
  "and again, and keeps the automaton that stands out, unless --learner soft:states=10 or soft:distance=0.1 " +
  "says otherwise. The result is a probability distribution even if Ctrl-C or a budget ends the run. At the " +
  "end, words drawn from the target say how good it is: the total variation of what comes next, KL in nats " +
  "per symbol, perplexity, how often the likeliest symbol is wrong (WER), and the quality of the ranking " +
  "(NDCG).";

const SHORT =
  "--NAME VALUE stands for --with NAME=VALUE, as in --top 500, --input ids, --output logits or --eos 1. A network that accepts words or gives them " +
  "classes errs on some, so its learner is tolerant; --exact follows every answer, errors too.";

const FLEETS = `Workers answer the questions of one learner, from any number of machines, over a NATS server:
  $ hankel worker nats://host:4222/coffee -- python3 box.py     on each machine
  $ hankel learn nats://host:4222/coffee --journal run.jsonl    asks all of them
  $ hankel fleet nats://host:4222/coffee                        who is there
Secrets stand on no command line: HANKEL_NATS_CREDS, HANKEL_NATS_USER and HANKEL_NATS_PASSWORD, or
HANKEL_NATS_TOKEN in the environment log in. docs/fleet.md has the rest.`;

const LOGS =
  "Columns are those of a table, whose first line names them, or the members of JSON objects; of XES they are the keys of " +
  "attributes. Names that leave no doubt (case, session, activity, event, input, output, label, timestamp, word) are found and said; --label none leaves one out. " +
  "Without --session all events are one session. A table without a line of names has numbers for columns: --session 1 --event 3. " +
  'A JSON line is an event, or a whole word if an array stands where the event would: {"input": ["coin"], "output": ["tea"]}, ' +
  '{"word": ["a", "b"], "label": true}. Journals of hankel learn are logs, too. Several files are one log; sessions of one name are one.';

/** What a topic says besides its options. */
const bodies: Readonly<Record<Topic, () => readonly (readonly string[])[]>> = {
  targets: () => [
    ["A target is one argument:", ...rows(forms())],
    settingsPart("program", "module", "http"),
    settingsPart("mapped"),
    paragraph(
      "Of an automaton file only the answers are seen. A module exports alphabet, and semifield and weigh, or machine " +
        "and run, or next. A network has a side file: model.json beside model.onnx. The address for Ollama ends in " +
        "/api/generate. A file called me is ./me.",
    ),
    paragraph(
      "me needs --alphabet and --semifield. Automaton files have no use for --workers, --with, --timeout and " +
        "--alphabet; those of OpenFst name no semifield, and are read as tropical without --semifield.",
    ),
    ["For networks and completion servers see hankel help networks, for fleets hankel help fleets."],
  ],
  learners: () => [
    ["--learner NAME, or NAME:OPTION,…:", ...rows(learnerRows())],
    paragraph(
      "The default is machine for Mealy and Moore machines, soft for language models, tolerant for networks that accept words or " +
        "give them classes, and tree elsewhere.",
    ),
  ],
  tests: () => [
    [
      "--equivalence TEST+TEST…, in this order:",
      ...rows(
        equivalenceUsages.map(({ usage, about }) => [usage, about]),
        34,
      ),
    ],
    [TESTS],
  ],
  budgets: () => [
    paragraph(
      "A limit ends the run with the best automaton so far and exit code 4; --max-questions and --max-seconds are " +
        "limits, too. A computation that does not stop by itself is ended five seconds after --max-seconds, ten after a signal, and at once by a second " +
        "signal: then the last conjecture or hypothesis, if there is one, is written as it stands. A run with --journal goes on where it was stopped, by the same command. A journal that a process " +
        "of another machine or container left locked is freed by hankel journal unlock FILE.",
    ),
  ],
  networks: () => [paragraph(MODELS), paragraph(SHORT), settingsPart("onnx"), settingsPart("openai")],
  logs: () => [
    [
      "The formats of logs, found by the ending and the first lines of a file; NAME.gz is unpacked:",
      ...rows(Object.entries(logFormats)),
    ],
    paragraph(LOGS),
  ],
  fleets: () => [[FLEETS], settingsPart("fleet")],
};

function learnerRows(): (readonly [string, string])[] {
  return Object.entries(allLearners).flatMap(([name, about]) => [
    [name, about] as const,
    ...ownOptionsOf(name).map(({ form, about: what }) => [`  ${form}`, what] as const),
  ]);
}

function isTopic(name: string): name is Topic {
  return Object.hasOwn(topics, name);
}

/** The page of a topic. */
export function topicPage(topic: string): string {
  if (!isTopic(topic)) {
    const known = Object.keys(topics).join(", ");
    throw misuse(
      `${quote(topic)} is neither a command nor a topic; the topics are ${known}, and hankel --help lists the commands`,
    );
  }
  const options = optionsIn(topic);
  const [first, ...others] = bodies[topic]();
  return paragraphs([
    [`${topic}: ${topics[topic]}`],
    first,
    ...(options.length === 0 ? [] : [["Options:", ...rows(options.map(rowOf))]]),
    ...others,
  ]);
}
