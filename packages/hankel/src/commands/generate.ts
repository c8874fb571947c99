import { basename } from "node:path";
import { codeTargetByEnding, codeTargets, generate as generateCode, type StateNaming } from "../formats.ts";
import { choice, file, flag, option, READING, text } from "../options/files.ts";
import { misuse } from "../support/failures.ts";
import { readAny } from "../support/input.ts";
import { print, writeText } from "../support/output.ts";
import { standardError } from "../support/terminal.ts";
import { checkWritable } from "../support/writable.ts";
import { AUTOMATON, define } from "./define.ts";

const targetLines = codeTargets.map(({ name, about, endings }) => {
  return `  ${name.padEnd(12)}${about} (${endings.join(", ")})`;
});

export const generate = define({
  operands: [AUTOMATON],
  options: {
    to: choice(
      "<target>",
      "what is written (default: by the file's ending)",
      codeTargets.map(({ name }) => name),
    ),
    out: file("-o <file>", "where it goes (default: standard output)", "replaced"),
    name: text("<name>", "what the model is called (default: as its file)"),
    states: option("<names>", "names of the states: traces, numbers, file, or a list: idle,paid", naming),
    separator: text("<text>", "gbnf, lark: what stands between two symbols of a text"),
    quiet: flag("do not say what is left out", "-q"),
  },
  reads: READING,
  more: `A state is named by a shortest trace that leads to it, as in "after coin", unless the file names it. A list names the states
in breadth-first order, the initial one first.

Targets:
${targetLines.join("\n")}

typescript, python, c, mermaid and plantuml hold machines, acceptors and weights; xstate, graphwalker and scxml machines and
acceptors; gbnf and lark languages. In a grammar, a blank stands between symbols unless each has one character.`,
  examples: [
    "hankel generate vending.json --to typescript             a class, and a function run",
    "hankel generate vending.json -o vending.py --states idle,paid,full",
    "hankel generate vending.json -o vending.h                enumerations, a table and a function, in C99",
    "hankel generate vending.json -o vending.machine.ts       for XState 5",
    "hankel generate vending.json -o vending.graphwalker.json for GraphWalker",
    "hankel generate vending.json -o vending.scxml            a state chart of the W3C",
    "hankel generate vending.json --to mermaid                for Markdown on GitHub and GitLab",
    "hankel generate vending.json --to plantuml | plantuml -p > vending.png",
    "hankel generate dates.json -o dates.gbnf                 for llama.cpp",
    'hankel generate dates.json -o dates.lark --separator ""  for llguidance',
  ],
  async run([path], options) {
    const { out, to, name = nameOf(path), states, separator, quiet } = options;
    const target = out === "-" ? undefined : out;
    const found = to ?? targetOf(target);
    if (target !== undefined) checkWritable(target);
    const model = await readAny(path, options);
    const { text: code, notes } = generateCode(model, { to: found, name, states, separator });
    if (target === undefined) await print(code);
    else await writeText(target, code);
    if (!quiet) for (const note of notes) standardError.line(`note: ${note}`);
  },
});

function naming(given: string): StateNaming {
  return given === "traces" || given === "numbers" || given === "file" ? given : given.split(",");
}

function targetOf(path: string | undefined): string {
  const found = path === undefined ? undefined : codeTargetByEnding(path);
  if (found !== undefined) return found.name;
  const known = codeTargets.map(({ name }) => name).join(", ");
  if (path === undefined) throw misuse(`--to says what is written: ${known}`);
  const endings = codeTargets.flatMap((target) => target.endings).join(", ");
  throw misuse(`${path}: the name does not say what is written: it ends in ${endings}, or --to says it`);
}

/** The name of a file without its folder and ending. */
function nameOf(path: string): string {
  const name = basename(path).replace(/\.[^]*$/u, "");
  return name === "" || path === "-" ? "model" : name;
}
