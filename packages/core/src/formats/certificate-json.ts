import { freeGroup, freeLetters, freeWord } from "../algebra/free-group.ts";
import type { GroupWithZero } from "../algebra/semifield.ts";
import type { Automaton } from "../automata/convert.ts";
import { isMachine, machineKindOf, machineNames } from "../automata/machine.ts";
import type { SplittingNode } from "../automata/minimal/splitting-tree.ts";
import { HankelError, messageOf, quote, shown } from "../errors.ts";
import type { Word } from "../words/word.ts";

/** A certificate as a file has it, with the symbols and weights of an automaton. */
interface StateParts<W> {
  readonly access: readonly Word[];
  readonly tree: readonly SplittingNode<W>[];
}

/** A certificate of the rank. */
interface RankParts {
  readonly prefixes: readonly Word[];
  readonly suffixes: readonly Word[];
}

type Parts<W> = StateParts<W> | RankParts;

const FORMAT = "hankel-certificate/1";

/**
 * Writes the certificate of an automaton as JSON, a word or node on each line.
 *
 * @example
 * const automaton = minimize(fromExpression("ab", boolean));
 * console.log(writeCertificate(automaton, certificateOf(automaton)).startsWith("{")); // true
 */
export function writeCertificate<W>(automaton: Automaton<W>, parts: Parts<W>): string {
  const { algebra, alphabet, size } = automaton;
  const machine = machineKindOf(automaton);
  const about = machine === undefined ? { semifield: algebra.name } : { machine };
  const sections = Object.entries(
    "tree" in parts ? stateLines(automaton, parts) : rankLines(automaton, parts),
  );
  const lines = (items: readonly unknown[]) =>
    items.length === 0 ? "[]" : `[\n    ${items.map((item) => JSON.stringify(item)).join(",\n    ")}\n  ]`;
  return `{
  "format": ${JSON.stringify(FORMAT)},
  ${JSON.stringify(about).slice(1, -1).replace(":", ": ")},
  "alphabet": ${JSON.stringify(alphabet.symbols)},
  "states": ${size},
${sections.map(([name, items]) => `  ${JSON.stringify(name)}: ${lines(items)}`).join(",\n")}
}
`;
}

function rankLines<W>({ alphabet }: Automaton<W>, { prefixes, suffixes }: RankParts) {
  const spelled = (words: readonly Word[]) => words.map((word) => alphabet.spell(word));
  return { prefixes: spelled(prefixes), suffixes: spelled(suffixes) };
}

function stateLines<W>(automaton: Automaton<W>, { access, tree }: StateParts<W>) {
  const { algebra, alphabet } = automaton;
  const machine = machineKindOf(automaton) !== undefined;
  const nodes = tree.map((node) =>
    "suffix" in node
      ? {
          suffix: alphabet.spell(node.suffix),
          ...(node.zero >= 0 && { zero: node.zero }),
          branches: node.branches.map((branch) => [
            (machine ? outputsOf(algebra.format(branch.ratio)) : undefined) ?? algebra.format(branch.ratio),
            branch.node,
          ]),
        }
      : { states: node.states },
  );
  return { access: access.map((word) => alphabet.spell(word)), tree: nodes };
}

/** What a machine answers with is written as outputs, unless some were taken back. */
function outputsOf(ratio: string): string[] | undefined {
  const letters = freeLetters(ratio);
  return letters.some(({ inverse }) => inverse) ? undefined : letters.map(({ name }) => name);
}

/**
 * Reads a certificate for an automaton; anything else is a `parse` error.
 *
 * @example
 * const automaton = minimize(fromExpression("ab", boolean));
 * const text = writeCertificate(automaton, certificateOf(automaton));
 * console.log(Object.keys(readCertificate(text, automaton)).length > 0); // true
 */
export function readCertificate<W>(text: string, automaton: Automaton<W>): Parts<W> {
  const { algebra, alphabet } = automaton;
  const file = parse(text);
  if (file["format"] !== FORMAT) fail(`expected the format ${quote(FORMAT)}`);
  refuseOther(file, automaton);
  const what = machineKindOf(automaton) === undefined ? "automaton" : "machine";
  const symbols = array(file["alphabet"], "the alphabet");
  if (symbols.length !== alphabet.size || !alphabet.symbols.every((symbol, i) => symbol === symbols[i])) {
    fail(`it has another alphabet than the ${what}`);
  }
  if (file["states"] !== undefined && file["states"] !== automaton.size) {
    fail(`it is about ${shown(file["states"])} states, the ${what} has ${automaton.size}`);
  }
  const word = (value: unknown) => alphabet.word(strings(value));
  if (file["prefixes"] !== undefined) {
    return {
      prefixes: array(file["prefixes"], "prefixes").map(word),
      suffixes: array(file["suffixes"], "suffixes").map(word),
    };
  }
  return {
    access: array(file["access"], "access").map(word),
    tree: array(file["tree"], "tree").map((value) => nodeOf(value, algebra, word)),
  };
}

/** A certificate of the last version names the semifield of a machine's outputs, and not the machine. */
function refuseOther<W>({ semifield, machine }: Record<string, unknown>, automaton: Automaton<W>): void {
  const { name } = automaton.algebra;
  const kind = machineKindOf(automaton);
  if (machine === undefined ? semifield === name : machine === kind) return;
  const there = isMachine(machine) ? `a ${machineNames[machine]}` : `the semifield ${shown(semifield)}`;
  const here =
    kind === undefined ? `the automaton about ${quote(name)}` : `and this is a ${machineNames[kind]}`;
  fail(`it is about ${there}, ${here}`);
}

function nodeOf<W>(
  value: unknown,
  algebra: GroupWithZero<W>,
  word: (value: unknown) => Word,
): SplittingNode<W> {
  if (typeof value !== "object" || value === null) return fail(`a node is no object: ${shown(value)}`);
  const node = value as Record<string, unknown>;
  if ("states" in node) return { states: array(node["states"], "states").map(whole) };
  return {
    suffix: word(node["suffix"]),
    zero: node["zero"] === undefined ? -1 : whole(node["zero"]),
    branches: array(node["branches"], "branches").map((branch) => {
      const [ratio, to] = array(branch, "a branch");
      if (Array.isArray(ratio) && algebra.name === freeGroup.name)
        return { ratio: algebra.parse(freeWord(...strings(ratio))), node: whole(to) };
      if (typeof ratio !== "string") return fail(`a ratio is a string, not ${shown(ratio)}`);
      return { ratio: algebra.parse(ratio), node: whole(to) };
    }),
  };
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  } catch (cause) {
    throw new HankelError("parse", `no certificate: ${messageOf(cause)}`, { cause });
  }
  return fail("it is no JSON object");
}

function array(value: unknown, what: string): unknown[] {
  return Array.isArray(value) ? value : fail(`${what}: expected an array, found ${shown(value)}`);
}

function strings(value: unknown): string[] {
  const items = array(value, "a word");
  return items.every((item) => typeof item === "string") ? items : fail(`no word: ${shown(value)}`);
}

function whole(value: unknown): number {
  return Number.isSafeInteger(value) && (value as number) >= 0
    ? (value as number)
    : fail(`expected a whole number, found ${shown(value)}`);
}

function fail(message: string): never {
  throw new HankelError("parse", `no certificate: ${message}`);
}
