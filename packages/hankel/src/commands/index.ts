import type { CommandEntry, Define } from "./define.ts";

/** A command, and the file that exports it by its name. */
function entry(
  name: string,
  summary: string,
  file: () => Promise<Readonly<Record<string, Define>>>,
  argumentsBeforeTarget?: number,
  // Those that ask a target are those that may ask it for long. The others end with the first signal, whatever they compute.
  supervised = argumentsBeforeTarget !== undefined,
): CommandEntry {
  return { name, summary, argumentsBeforeTarget, supervised, load: async () => (await file())[name] };
}

const operations = () => import("./operations.ts");
const words = () => import("./words.ts");

/** Every command, below the headings of the help and in its order. */
export const groups: Readonly<Record<string, readonly CommandEntry[]>> = {
  "Learn:": [
    entry("demo", "watch a small black box being learned", () => import("./demo.ts")),
    entry(
      "learn",
      "learn the minimal automaton of a target by asking it questions",
      () => import("./learn.ts"),
      0,
    ),
    entry(
      "try",
      "ask a target one word, and show what is sent and received",
      async () => ({ try: (await import("./try.ts")).tryOut }),
      0,
    ),
    entry("mapper", "begin a file that says how to talk to a server", () => import("./mapper.ts")),
    entry(
      "infer",
      "learn an automaton from logs, where there is nobody to ask",
      () => import("./infer.ts"),
      undefined,
      true,
    ),
    entry("anomalies", "say which traces of a log are not like a model", () => import("./anomalies.ts")),
    entry("worker", "join a fleet: answer its questions on this machine", () => import("./worker.ts"), 1),
    entry(
      "fleet",
      "list the workers of a fleet, how fast they are and what they do",
      () => import("./fleet.ts"),
    ),
    entry("check", "verify a certificate against the target", () => import("./check.ts"), 1),
    entry("replay", "run a journal again, without the black box", () => import("./replay.ts")),
    entry("journal", "inspect journals, merge and unlock them", () => import("./journal.ts")),
  ],
  "Language models:": [
    entry(
      "evaluate",
      "say how well an automaton speaks like a language model",
      () => import("./evaluate.ts"),
      1,
    ),
    entry(
      "spectral",
      "learn from a sample of words, or a target, by singular values",
      () => import("./spectral.ts"),
      0,
    ),
    entry("group", "make one symbol of those that behave alike", () => import("./group.ts")),
  ],
  "Automata:": [
    // It asks for long only between questions, where it hears signals, and compares automata as the other commands work on them.
    entry(
      "compare",
      "say whether two automata are equal, or how far apart two models are",
      () => import("./compare.ts"),
      1,
      false,
    ),
    entry(
      "diff",
      "say what has changed between two versions of a machine or an automaton",
      () => import("./diff.ts"),
      1,
      false,
    ),
    entry("minimize", "write the minimal automaton of the same language, in canonical form", operations),
    entry("determinize", "write a deterministic automaton of the same language", operations),
    entry("twins", "say whether an automaton can be determinized", operations),
    entry("push", "move the weights towards the initial or the final states", operations),
  ],
  "Tests:": [
    entry(
      "tests",
      "make a test suite of a model: traces, or a file for a test runner",
      () => import("./tests.ts"),
    ),
    entry(
      "test",
      "test a target against a model, and show the shortest failure",
      () => import("./test.ts"),
      1,
    ),
  ],
  "Operations on languages:": [
    entry("union", "add two languages", operations),
    entry("concat", "concatenate two languages", operations),
    entry("intersect", "multiply two languages, word by word", operations),
    entry("difference", "remove the words of one language from another", operations),
    entry("closure", "repeat a language any number of times", operations),
    entry("reverse", "read a language backwards", operations),
  ],
  "Words of an automaton:": [
    entry("weigh", "print the weights of words, or the outputs of a machine", () => import("./weigh.ts")),
    entry("total", "add up the weights of all words", words),
    entry("best", "print the heaviest words", words),
    entry("sample", "draw words at random, by their weights", words),
  ],
  "Files:": [
    entry("regex", "make an automaton of a regular expression, or the reverse", () => import("./regex.ts")),
    entry("convert", "write an automaton in another format", () => import("./convert.ts")),
    entry(
      "generate",
      "write code of a model: a class, a diagram, a state chart, a grammar",
      () => import("./generate.ts"),
    ),
    entry("draw", "draw an automaton, as SVG, PNG or TikZ", () => import("./draw.ts")),
    entry("info", "describe an automaton", () => import("./info.ts")),
    entry("random", "make a random automaton from a seed", () => import("./random.ts")),
    entry("completion", "print a completion script for bash, zsh or fish", async () => {
      const { completionOf } = await import("./completion.ts");
      return { completion: completionOf(commands) };
    }),
  ],
};

export const commands: readonly CommandEntry[] = Object.values(groups).flat();

/** The command that the arguments name, also after `help`. */
export function wantedCommand(args: readonly string[]): CommandEntry | undefined {
  const name = args.find((argument) => !argument.startsWith("-") && argument !== "help");
  return commands.find((entry) => entry.name === name);
}

/**
 * Does this command line need a supervisor? A person who answers at the terminal does not compute for long, and a thread has
 * no terminal to read from; help is printed at once.
 */
export function isSupervised(args: readonly string[]): boolean {
  const dashes = args.indexOf("--");
  const own = dashes < 0 ? args : args.slice(0, dashes);
  if (["help", "--help", "-h", "me"].some((argument) => own.includes(argument))) return false;
  return wantedCommand(own)?.supervised === true;
}
