import type { Automaton } from "../automata/convert.ts";
import type { Machine } from "../automata/machine.ts";
import { HankelError, quote } from "../errors.ts";
import { c } from "./c.ts";
import { gbnf } from "./gbnf.ts";
import { graphwalker } from "./graphwalker.ts";
import { lark } from "./lark.ts";
import { mermaid } from "./mermaid.ts";
import { codeModelOf, completeAcceptor, type Says } from "./model.ts";
import { plantuml } from "./plantuml.ts";
import { python } from "./python.ts";
import { scxml } from "./scxml.ts";
import { allDifferent, type StateNaming, stateNames } from "./state-names.ts";
import { type CodeTarget, type CodeWriter, type GeneratedCode, kindNames } from "./target.ts";
import { typescript } from "./typescript.ts";
import { xstate } from "./xstate.ts";

const writers: readonly CodeWriter[] = [
  typescript,
  python,
  c,
  xstate,
  graphwalker,
  scxml,
  mermaid,
  plantuml,
  gbnf,
  lark,
];

/**
 * What code can be written as.
 *
 * @example
 * console.log(codeTargets.map(({ name }) => name).join(" ")); // typescript python c xstate graphwalker scxml mermaid plantuml gbnf lark
 */
export const codeTargets: readonly CodeTarget[] = writers;

/** What code is written of a model, and how. */
export interface GenerateOptions {
  /** `typescript`, `python`, `c`, `xstate`, `graphwalker`, `scxml`, `mermaid`, `plantuml`, `gbnf` or `lark`. */
  readonly to: string;
  /** What the model is called: classes, functions and headings are named after it. */
  readonly name?: string | undefined;
  /** The names of the states; by default those of the file, and shortest traces where it has none. */
  readonly states?: StateNaming | undefined;
  /** What stands between two symbols in the texts of a grammar; by default a blank if a symbol has several characters. */
  readonly separator?: string | undefined;
}

/**
 * A machine or an automaton as code: a class, a diagram, a grammar. States are named by their shortest traces, unless the file or the
 * options name them. What a target cannot hold is refused; what it leaves open or rounds is said in notes.
 *
 * @example
 * const alphabet = new Alphabet(["press"]);
 * const lamp = { kind: "mealy", alphabet, target: [1, 0], output: ["on", "off"] } as const;
 * console.log(generate(lamp, { to: "mermaid" }).text.includes("start --> afterPress : press / on")); // true
 */
export function generate<W>(
  model: Automaton<W> | Machine,
  { to, name = "model", states, separator }: GenerateOptions,
): GeneratedCode {
  const target = writers.find((each) => each.name === to);
  if (target === undefined) {
    const known = codeTargets.map((each) => each.name).join(", ");
    throw new HankelError("usage", `no code is written as ${quote(to)}: there are ${known}`);
  }
  if (separator !== undefined && !grammars.has(to)) {
    throw new HankelError("usage", `a separator is for the texts of gbnf and lark, not for ${to}`);
  }
  const made = codeModelOf(model);
  if (!target.holds.includes(made.says.kind)) throw cannotHold(target, made.says.kind);
  const complete = target.completes === true ? completeAcceptor(made) : made;
  const names = stateNames(made, states);
  const { text, notes } = target.write({
    ...complete,
    title: name,
    states: complete === made ? names : allDifferent([...names, REJECTED]),
    separator,
  });
  return { text, notes: [...made.notes, ...notes] };
}

/** The name of the state from which nothing is accepted. */
const REJECTED = "rejected";

/**
 * The targets that can hold a model; none if it has no deterministic form.
 *
 * @example
 * console.log(codeTargetsOf(fromExpression("ab", boolean)).length); // 10
 */
export function codeTargetsOf<W>(model: Automaton<W> | Machine): CodeTarget[] {
  try {
    const { kind } = codeModelOf(model).says;
    return writers.filter(({ holds }) => holds.includes(kind));
  } catch (error) {
    if (error instanceof HankelError && error.code === "unsupported") return [];
    throw error;
  }
}

const grammars = new Set([gbnf.name, lark.name]);

function cannotHold({ name }: CodeTarget, kind: Says["kind"]): HankelError {
  const others = codeTargets.filter(({ holds }) => holds.includes(kind)).map((each) => each.name);
  const why = grammars.has(name) ? "says which words are allowed, and a machine takes all" : "has no weights";
  return new HankelError(
    "unsupported",
    `the model is a ${kindNames[kind]}, and ${name} ${why}: ${others.join(", ")} can hold it`,
  );
}

/**
 * The target that the ending of a name says.
 *
 * @example
 * console.log(codeTargetByEnding("door.py")?.name, codeTargetByEnding("door.machine.ts")?.name); // python xstate
 */
export function codeTargetByEnding(path: string): CodeTarget | undefined {
  const name = path.toLowerCase();
  const found = codeTargets.flatMap((target) =>
    target.endings.filter((ending) => name.endsWith(ending)).map((ending) => ({ target, ending })),
  );
  // .machine.ts says more than .ts.
  return found.toSorted((a, b) => b.ending.length - a.ending.length)[0]?.target;
}
