import { changesOf } from "../automata.ts";
import { automataOf, type Known, sameTime } from "../compare/automata.ts";
import { targetPair, withPair } from "../compare/pair.ts";
import { writeDrawing } from "../draw/picture-file.ts";
import { changesGraph, layout } from "../formats.ts";
import { type Automaton, HankelError } from "../index.ts";
import { addOptions, file, flag, option, READING, type Values } from "../options/files.ts";
import { declare, type Page } from "../options/help.ts";
import type { Options } from "../options/table.ts";
import { count, inWords } from "../options/values.ts";
import { changesJson, changesLines, type VersionName } from "../show/changes.ts";
import { changePaintFor } from "../show/paint.ts";
import { EXIT, misuse } from "../support/failures.ts";
import { inputName, type Reading, readPair } from "../support/input.ts";
import { print } from "../support/output.ts";
import { standardOutput } from "../support/terminal.ts";
import { watchedUntilStopped } from "../support/until-stopped.ts";
import type { Target } from "../target/target.ts";
import type { Define } from "./define.ts";

const PAGE: Page = {
  usage: ["[options] OLD NEW", "[options] OLD -- PROGRAM [arguments...]", "[options] -- PROGRAM -- PROGRAM"],
  about:
    "Says what has changed from one version of a machine or an automaton to the next: the transitions that are new, gone or changed, " +
    "each with a shortest trace that shows it and what both versions answer. States are matched by what they do, so their names " +
    "do not matter. A version is a file of any format, or a target that is learned first.",
  more: `Exits with 0 when there is no difference, 1 when there is one, and 2 when the two cannot be compared. A target that is not
learned to the end is not compared: 3 when it failed or contradicted itself, 4 when a limit was reached.
+ is new, − gone, ~ changed. A picture has both versions on one drawing, in the same colours.`,
  topics: ["targets", "tests", "networks"],
  examples: [
    "hankel diff v1.dot v2.dot",
    "hankel diff v1.json v2.json --draw changes.svg",
    "hankel diff model.json -- python3 box.py            a model, and the program as it is today",
    "hankel diff --json old.json new.json | jq '.transitions[].trace'",
    "hankel diff -q old.json new.json && echo no difference",
  ],
};

/** The semifield of a file is an option of all targets. */
const { semifield: _, ...READ } = READING;

const OWN = {
  json: flag("print the changes as a JSON object"),
  quiet: flag("print nothing; the exit code answers", "-q"),
  draw: file("<file>", "both versions on one drawing, as .svg, .png or .tex", "replaced"),
  limit: option("<n>", "show so many changes, those with the shortest traces first (default: 20)", count(0)),
  maxStates: option("<n>", "give up when determinizing makes more (default: 100000)", count(0)),
};

const LIMIT = 20;

type DiffOptions = Omit<Options, keyof typeof OWN> & Values<typeof OWN> & Reading;

export const diff: Define = (command, exit, program) => {
  declare(command, "diff", PAGE);
  addOptions(command, { ...OWN, ...READ });
  command
    .argument("[target]")
    .argument("[target]")
    .allowExcessArguments()
    .action(async (_old: unknown, _new: unknown, options: DiffOptions) => {
      const targets = targetPair(command.args, program, options);
      if (options.draw !== undefined) await writeDrawing.check("--draw", options.draw);
      const [old, next] = targets;
      if (old.kind === "file" && next.kind === "file") {
        const [left, right] = await readPair(old.path, next.path, options);
        const names = [old.path, next.path].map((path) => ({ name: inputName(path), statement: "" }));
        await tell([left, right], [names[0], names[1]], options, exit);
      } else await learnAndTell(targets, options, exit);
    });
};

/** At least one of the two is learned first. */
async function learnAndTell(
  targets: readonly [Target, Target],
  given: DiffOptions,
  exit: (code: number) => void,
): Promise<void> {
  const { json, quiet, draw, limit, maxStates, from, symbols, framed, transducer, machine, ...options } =
    given;
  const useless = Object.entries({ from, symbols, framed, transducer, machine }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`],
  );
  if (useless.length > 0)
    throw misuse(`${inWords(useless)} ${useless.length === 1 ? "is" : "are"} for two automata files`);
  const time = sameTime(performance.now(), options.maxSeconds);
  await watchedUntilStopped({ quiet, lost: "nothing was compared", exit }, async (watched) => {
    const { signal, output, progress, end } = watched;
    await withPair(targets, { options, output, signal }, async (pair) => {
      const known = await automataOf(pair, { signal, time, doing: (what) => progress(() => what) });
      end();
      for (const one of known) refuseUnfinished(one);
      await tell(
        [known[0].automaton, known[1].automaton],
        [versionName(known[0]), versionName(known[1])],
        { json, quiet, draw, limit, maxStates },
        exit,
      );
    });
  });
}

/** Of what was not learned to the end, no change is known to be one of the target. */
function refuseUnfinished({ name, unfinished }: Known): void {
  if (unfinished === undefined) return;
  const { code, message } = unfinished;
  const advice = "hankel learn --out FILE keeps what was learned until then";
  throw new HankelError(
    code,
    `${name} was not learned to the end: ${message}; nothing was compared (${advice})`,
    { cause: unfinished },
  );
}

function versionName({ name, given, statement }: Known): VersionName {
  return { name: given ? name : `${name}, learned`, statement };
}

/** Compares two automata, and prints and draws what has changed. */
async function tell(
  [old, next]: readonly [Automaton<unknown>, Automaton<unknown>],
  names: readonly [VersionName, VersionName],
  { json, quiet, draw, limit = LIMIT, maxStates }: Pick<DiffOptions, keyof typeof OWN>,
  exit: (code: number) => void,
): Promise<void> {
  refuseStrangers(old, next, names);
  const changes = changesOf(old, next, { maxStates });
  if (!changes.equal) exit(EXIT.negative);
  if (draw !== undefined) await writeDrawing.write(draw, layout(changesGraph(changes)));
  if (quiet) return;
  if (json) return print(`${changesJson(changes, names)}\n`);
  await print(`${changesLines(changes, names, limit, changePaintFor(standardOutput)).join("\n")}\n`);
}

/** The most symbols that a message lists. */
const MOST_LISTED = 8;

/** Two automata without a common symbol are no versions of one. */
function refuseStrangers(
  { alphabet: old }: Automaton<unknown>,
  { alphabet: next }: Automaton<unknown>,
  names: readonly [VersionName, VersionName],
): void {
  if (old.size === 0 || next.size === 0 || old.symbols.some((symbol) => next.letter(symbol) >= 0)) return;
  const [left, right] = [old, next].map(({ symbols }) => {
    const shown = symbols.slice(0, MOST_LISTED).map((symbol) => JSON.stringify(symbol));
    const more = symbols.length - shown.length;
    return inWords(more > 0 ? [...shown, `${more} more`] : shown);
  });
  throw new HankelError(
    "usage",
    `the two have no symbol in common, so nothing of them can be matched: ${names[0].name} knows ${left}, ${names[1].name} knows ${right}`,
  );
}
