import { boolean } from "../algebra/boolean.ts";
import { freeGroup, freeWord, generatorName } from "../algebra/free-group.ts";
import { type Automaton, toWfsa } from "../automata/convert.ts";
import { machineOf, machineToWdfsa } from "../automata/machine.ts";
import { unsupported } from "../automata/requirements.ts";
import { EPSILON, type Wfsa } from "../automata/wfsa.ts";
import { quote, shortened } from "../errors.ts";
import { type AutomatonDocument, Collector, documentToAutomaton } from "./document.ts";
import type { TextScanner } from "./text-scanner.ts";
import { escapeXml, readXml, type XmlElement } from "./xml.ts";

type JflapType = "fa" | "mealy" | "moore";

/**
 * Reads a JFLAP file: a finite automaton over the booleans, or a Mealy or Moore machine over the free group, where the
 * weight of a word is the product of its outputs, which may be empty. Every character is a symbol: a transition that
 * reads several gets states in between; one that reads none is an ε arc.
 *
 * @example
 * const automaton = readJflap(writeJflap(minimize(fromExpression("ab", boolean))));
 * console.log(automaton.weigh(["a", "b"])); // true
 */
export function readJflap(text: string): Automaton<unknown> {
  return documentToAutomaton(readJflapDocument(text));
}

/**
 * What a JFLAP file says, with the places of its entries.
 *
 * @example
 * const document = readJflapDocument(writeJflap(minimize(fromExpression("ab", boolean))));
 * console.log(documentToAutomaton(document).size); // 3
 */
export function readJflapDocument(text: string): AutomatonDocument<unknown> {
  const { root, scan } = readXml(text);
  if (root.name !== "structure")
    scan.fail(`expected a JFLAP <structure>, found <${shortened(root.name)}>`, root.at);
  const kind = textOf(child(root, "type") ?? scan.fail("the <type> is missing", root.at));
  if (kind !== "fa" && kind !== "mealy" && kind !== "moore") {
    scan.fail(`expected the type fa, mealy or moore, found ${quote(kind)}`, child(root, "type")?.at);
  }
  // Since version 6.1 states are inside an <automaton>; before that, directly inside the structure.
  return readStructure(scan, child(root, "automaton") ?? root, kind as JflapType);
}

function readStructure(scan: TextScanner, { children }: XmlElement, kind: JflapType) {
  const collector = new Collector(scan.text);
  const outputs = new Map<number, string>();
  const ids = new Map<string, number>();
  for (const element of children) {
    if (element.name !== "state" && element.name !== "block") continue;
    const id = element.attributes.get("id") ?? scan.fail("a state without an id", element.at);
    if (ids.has(id)) scan.fail(`the id ${quote(id)} occurs twice`, element.at);
    const state = collector.state(id);
    ids.set(id, state);
    collector.call(state, element.attributes.get("name") ?? id);
    const output = kind === "moore" ? freeWord(textOf(child(element, "output"))) : freeGroup.one;
    outputs.set(state, output);
    const initial = child(element, "initial");
    if (initial !== undefined) collector.initial(state, kind === "fa" ? undefined : output, initial.at);
    const isFinal = child(element, "final") !== undefined || kind !== "fa";
    if (isFinal) collector.final(state, undefined, element.at);
  }
  const endOf = (transition: XmlElement, end: "from" | "to"): number => {
    const element = child(transition, end) ?? scan.fail(`a transition without <${end}>`, transition.at);
    const id = textOf(element);
    return ids.get(id) ?? scan.fail(`no state has the id ${quote(id)}`, element.at);
  };
  for (const element of children) {
    if (element.name !== "transition") continue;
    const [from, to] = [endOf(element, "from"), endOf(element, "to")];
    const read = textOf(child(element, "read"));
    if (/^\[.+-.+\]$/u.test(read)) {
      scan.fail(`a range such as ${quote(read)} is not read; write a transition for each`, element.at);
    }
    const written = freeWord(textOf(child(element, "transout")));
    const weight = kind === "fa" ? undefined : kind === "mealy" ? written : outputs.get(to);
    const symbols = Array.from(read);
    let at = from;
    symbols.slice(0, -1).forEach((symbol, i) => {
      const between = collector.state(`${element.at}\u0000${i}`);
      collector.call(between, `${collector.size}`);
      collector.arc(at, symbol, undefined, between, element.at);
      at = between;
    });
    collector.arc(at, symbols.at(-1), weight, to, element.at);
  }
  return collector.document(kind === "fa" ? boolean : freeGroup);
}

function child(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((other) => other.name === name);
}

function textOf(element: XmlElement | undefined): string {
  return element?.text.trim() ?? "";
}

/**
 * Writes a JFLAP file: a finite automaton over the booleans, a Mealy or Moore machine, or an incomplete Mealy machine:
 * an automaton over the free group whose arcs output one generator each and whose states are all final. JFLAP has no
 * weights, and its symbols are characters.
 *
 * @example
 * console.log(writeJflap(minimize(fromExpression("ab", boolean))).includes("<automaton>")); // true
 */
export function writeJflap<W>(automaton: Automaton<W>): string {
  const complete = machineOf(automaton);
  const wfsa =
    complete === undefined ? toWfsa(automaton as Automaton<unknown>) : toWfsa(machineToWdfsa(complete));
  checkJflap(wfsa);
  const kind = wfsa.algebra.name === boolean.name ? "fa" : (complete?.kind ?? "mealy");
  if (kind === "mealy") checkMealy(wfsa);
  if (wfsa.initials.length > 1) refuse("more than one initial state");
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    "<structure>",
    `  <type>${kind}</type>`,
    "  <automaton>",
  ];
  for (let state = 0; state < wfsa.size; state++) {
    const name = escapeXml(wfsa.names?.[state] ?? `q${state}`);
    const initial = wfsa.algebra.isZero(wfsa.initialWeight[state]) ? "" : "<initial/>";
    const final = kind !== "fa" || wfsa.algebra.isZero(wfsa.finalWeight[state]) ? "" : "<final/>";
    // JFLAP needs positions; on a circle, arcs do not overlap.
    const angle = (2 * Math.PI * state) / wfsa.size;
    const [x, y] = [Math.cos(angle), Math.sin(angle)].map((part) => (300 * (1 - part)).toFixed(1));
    const out = kind === "moore" ? `<output>${escapeXml(plain(complete?.output[state]))}</output>` : "";
    lines.push(
      `    <state id="${state}" name="${name}"><x>${x}</x><y>${y}</y>${initial}${final}${out}</state>`,
    );
  }
  for (let arc = 0; arc < wfsa.arcs; arc++) {
    const read = wfsa.letter[arc] === EPSILON ? "" : escapeXml(wfsa.alphabet.symbols[wfsa.letter[arc]]);
    const ends = `<from>${wfsa.source[arc]}</from><to>${wfsa.target[arc]}</to>`;
    const out = kind === "mealy" ? `<transout>${escapeXml(outputOf(wfsa.arcWeight[arc]))}</transout>` : "";
    lines.push(`    <transition>${ends}<read>${read}</read>${out}</transition>`);
  }
  return `${lines.join("\n")}\n  </automaton>\n</structure>\n`;
}

/** Refuses weights and symbols that no JFLAP file can have. */
export function checkJflap<W>({ algebra, alphabet }: Pick<Automaton<W>, "algebra" | "alphabet">): void {
  if (algebra.name !== boolean.name && algebra.name !== freeGroup.name)
    refuse(`weights of ${algebra.name}; convert it to boolean or free-group`);
  const bad = alphabet.symbols.find((symbol) => !/^[^\s\p{Cc}\p{Cs}\ufeff]$/u.test(symbol));
  if (bad !== undefined) refuse(`the symbol ${quote(bad)}: symbols there are single visible characters`);
}

function checkMealy(machine: Wfsa<unknown>): void {
  for (let state = 0; state < machine.size; state++) {
    const initial = machine.initialWeight[state];
    if (initial !== freeGroup.zero && initial !== freeGroup.one)
      refuse("an initial weight: a Mealy machine has none");
    if (machine.finalWeight[state] !== freeGroup.one) refuse("a final weight: a Mealy machine has none");
  }
  for (let arc = 0; arc < machine.arcs; arc++) outputOf(machine.arcWeight[arc]);
}

/** The output of an arc. */
function outputOf(weight: unknown): string {
  const name = generatorName(weight as string);
  if (name === undefined) refuse(`the output ${quote(String(weight))}: an arc has one output`);
  return plain(name);
}

/** An output, unless a reader would take blanks off it. */
function plain(output = ""): string {
  if (output !== output.trim()) refuse(`the output ${quote(output)}, with blanks at its ends`);
  return output;
}

function refuse(what: string): never {
  return unsupported(`JFLAP's format cannot hold ${what}`);
}
