/** The table of options: what follows from it for parsing, help and refusals. */

import { Command } from "commander";
import { describe, expect, test as plain } from "vitest";
import { commands } from "../src/commands/index.ts";
import { refuseUseless } from "../src/options/apply.ts";
import { optionsIn, topicPage } from "../src/options/help.ts";
import { learnerChoice } from "../src/options/learner-choice.ts";
import { settings, settingsOf } from "../src/options/settings.ts";
import type { KindName } from "../src/options/table.ts";
import {
  type CommandName,
  entryOf,
  flagOf,
  type OptionName,
  type Options,
  optionsOf,
  type Topic,
  table,
  topics,
} from "../src/options/table.ts";
import { type Target, type TargetKind, targetKinds } from "../src/target/target.ts";
import { expectComplaint, test } from "./support/hankel.ts";

const names = Object.keys(table) as OptionName[];
const withTarget: readonly CommandName[] = [
  "learn",
  "spectral",
  "evaluate",
  "worker",
  "check",
  "test",
  "try",
  "fleet",
];
const topicNames = Object.keys(topics) as Topic[];

/** A command as commander has it. */
async function defined(name: string): Promise<Command> {
  const command = new Command(name);
  (await commands.find((entry) => entry.name === name)?.load())?.(command, () => {}, []);
  return command;
}

/** A flag in a text, and not a longer one that begins with it. */
const mentions = (text: string, flag: string) =>
  new RegExp(`^ +(?:-\\w, )?${flag}(?![\\w-])`, "mu").test(text);

const target = (kind: TargetKind): Target => {
  const paths = { file: "a.json", onnx: "a.onnx", module: "a.ts", sample: "a.train" };
  switch (kind) {
    case "http":
    case "openai":
      return { kind, url: "http://host" };
    case "fleet":
      return { kind, server: "nats://host", fleet: "tea" };
    case "program":
      return { kind, command: "cat", args: [] };
    case "mapped":
      return { kind, url: "tcp://host:25", mapper: "door.yaml" };
    case "me":
      return { kind };
    default:
      return { kind, path: paths[kind] };
  }
};

/** The options with one of them given. */
const only = (name: OptionName): Options => ({ [name]: "given" });

describe("the table of options", () => {
  plain("the names are those of commander, and a command has just its options", async () => {
    for (const name of withTarget) {
      const command = await defined(name);
      const own = command.options.map((option) => option.attributeName());
      for (const option of optionsOf(name)) expect(own).toContain(option);
      const others = own.filter((option) => !optionsOf(name).some((known) => known === option));
      const OWN: Partial<Record<CommandName, readonly string[]>> = {
        spectral: ["to", "saveSymbols", "order"],
        test: ["method", "extra", "suite", "all", "shorten", "junit", "tap", "machine", "symbols"],
      };
      expect(others).toEqual(OWN[name] ?? []);
    }
  });

  plain("learn has at most 32 flags, the help included", () => {
    expect(optionsOf("learn").length + 1).toBeLessThanOrEqual(32);
  });

  test("the help of commands fits on a screen, and so does that of all of them", async ({ place }) => {
    for (const args of [...withTarget, "minimize", "determinize", "compare", "draw", ""].map((name) =>
      name === "" ? ["--help"] : [name, "--help"],
    )) {
      const lines = (await place.print(...args)).trimEnd().split("\n");
      expect(lines.length, args.join(" ")).toBeLessThanOrEqual(args.length === 1 ? 48 : 43);
      if (args[0] !== "learn" && args.length > 1) continue;
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(104);
    }
  });

  test("each option of a command stands in its help or in one topic, which its help names", async ({
    place,
  }) => {
    const pages = new Map(topicNames.map((topic) => [topic, topicPage(topic)]));
    for (const name of withTarget) {
      const help = await place.print(name, "--help");
      for (const option of optionsOf(name)) {
        const flag = flagOf(option);
        const where = entryOf(option).in[name];
        expect(mentions(help, flag), `${name} --help ${flag}`).toBe(where === "help");
        const found = topicNames.filter((topic) => mentions(pages.get(topic) ?? "", flag));
        if (where === "help" || where === undefined) expect(found.length).toBeLessThanOrEqual(1);
        else {
          expect(found, `${name} ${flag}`).toEqual([where]);
          expect(help).toContain(`hankel help ${where}`);
        }
      }
    }
    for (const topic of topicNames) for (const name of optionsIn(topic)) expect(names).toContain(name);
  });

  test("each setting stands with the kinds of target that have it", async ({ place }) => {
    const pages = await Promise.all(
      ["targets", "networks", "fleets"].map((topic) => place.print("help", topic)),
    );
    for (const [name, { form }] of Object.entries(settings))
      expect(
        pages.some((page) => page.includes(`  ${name}=${form}`)),
        name,
      ).toBe(true);
    expect(settingsOf("file")).toEqual([]);
    expect(settingsOf("fleet")).toContain("lease");
    expect(settingsOf("fleet", false)).not.toContain("lease");
  });

  test("a topic that is none is refused with those that there are", async ({ place }) => {
    const ended = await place.run(["help", "nosuch"]);
    expectComplaint(
      ended,
      2,
      '"nosuch" is neither a command nor a topic; the topics are targets, learners, tests,',
    );
    for (const topic of topicNames)
      expect(await place.print("help", topic)).toMatch(new RegExp(`^${topic}: `, "u"));
  });
});

describe("an option that has no effect", () => {
  const kinds = Object.keys(targetKinds) as TargetKind[];
  const excluded = names.flatMap((name) =>
    kinds
      .filter((kind) => entryOf(name).targets?.includes(kind) === false)
      .map((kind) => [name, kind] as const),
  );

  plain.for(excluded)("%s is refused for %s", ([name, kind]) => {
    const { called } = targetKinds[kind];
    const ending = kind === "me" ? "you are asked" : `is ${called}`;
    expect(() => refuseUseless(only(name), { target: target(kind) })).toThrow(
      new RegExp(`^${flagOf(name)} is for .+; .*${ending}`, "u"),
    );
  });

  const others = names.flatMap((name) =>
    (["box", "learned"] as const).flatMap((fact) =>
      (["weights", "runs", "rows"] as const)
        .filter((answers) => entryOf(name)[fact]?.includes(answers) === false)
        .map((answers) => [name, fact, answers] as const),
    ),
  );
  const says: Readonly<Record<KindName, string>> = {
    weights: "the weights of words",
    runs: "the traces of a machine",
    rows: "distributions of what comes next",
  };

  plain.for(others)("%s is refused where the %s answers are %s", ([name, fact, answers]) => {
    const who = target(entryOf(name).targets?.[0] ?? "module");
    expect(() => refuseUseless(only(name), { target: who, [fact]: answers })).toThrow(
      new RegExp(`^${flagOf(name)} is for .+ (?:answers with|learned by) ${says[answers]}`, "u"),
    );
  });

  plain("one that applies is not refused, nor one of which nothing is known yet", () => {
    for (const name of names) {
      for (const kind of kinds) {
        const fits = entryOf(name).targets?.includes(kind) !== false;
        if (fits) expect(() => refuseUseless(only(name), { target: target(kind) })).not.toThrow();
      }
    }
  });

  plain("several that are refused alike share a sentence", () => {
    const options: Options = { block: "best", journal: "j", maxQuestions: 3 };
    expect(() => refuseUseless(options, { target: target("sample") })).toThrow(
      "--journal, --max-questions and --block are for targets that can be asked; a.train is a sample",
    );
  });

  plain("says what to do instead", () => {
    const file = target("file");
    expect(() => refuseUseless({ curve: "c.svg" }, { target: file, learned: "weights" })).toThrow(
      "--curve is for language models learned as distributions; a.json is an automaton file, learned by the weights of " +
        "words: --learner soft learns it so, if it gives distributions of what comes next",
    );
    expect(() => refuseUseless({ maxStates: 3 }, { target: file, learner: "soft" })).toThrow(
      "the learner is soft: --learner soft:states=10 learns the best automaton of at most 10 states",
    );
  });
});

describe("--learner", () => {
  plain.for([
    ["tree", { name: "tree", own: {} }],
    ["table:suffixes", { name: "table", own: { counterexamples: "suffixes" } }],
    ["multiplicity:integral", { name: "multiplicity", own: { integral: true } }],
    ["table:suffixes,integral", { name: "table", own: { counterexamples: "suffixes", integral: true } }],
    ["multiplicity:rank-tolerance=1e-6", { name: "multiplicity", own: { rankTolerance: 1e-6 } }],
    ["soft:states=10", { name: "soft", own: { maxStates: 10 } }],
    ["soft:states=10,distance=0.1", { name: "soft", own: { maxStates: 10, tolerance: 0.1 } }],
  ] as const)("%s", ([text, choice]) => {
    expect(learnerChoice(text)).toEqual(choice);
  });

  plain.for([
    ["magic", "Allowed choices are machine, tree, apart, table, multiplicity, soft, tolerant."],
    ["tree:fast", '"fast" is no option of tree, which is written tree:integral.'],
    ["machine:fast", '"fast" is no option of machine, which has no options of its own.'],
    ["table:suffixes=3", "is written table:prefixes, table:suffixes, table:rivest-schapire, table:integral."],
    ["table:prefixes,suffixes", '"suffixes" contradicts or repeats what is said before it; leave one out.'],
    ["soft:states=2,states=3", '"states=3" contradicts or repeats what is said before it; leave one out.'],
    ["soft:states", "is written soft:states=N, soft:distance=X."],
    ["soft:states=0", "Expected a whole number, 1 or more."],
    ["soft:distance=2", "Expected a number from 0 up to 1."],
    ["soft:", '"" is no option of soft'],
    ["soft:__proto__=1", '"__proto__=1" is no option of soft'],
  ])("%s is refused", ([text, message]) => {
    expect(() => learnerChoice(text)).toThrow(message);
  });
});
