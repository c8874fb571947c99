import { boolean } from "../algebra/boolean.ts";
import { freeGroup, freeWord } from "../algebra/free-group.ts";
import type { AnyAlgebra } from "../algebra/registry.ts";
import type { Automaton } from "../automata/convert.ts";
import type { MachineKind } from "../automata/machine.ts";
import { HankelError, quote } from "../errors.ts";
import { type AutomatonDocument, Collector, documentToAutomaton } from "./document.ts";
import { plainOfHtml, plainOfTwoLines } from "./dot-html.ts";
import {
  dotText,
  listedSymbols,
  readText,
  recordFields,
  SHOWN_EPSILON,
  splitLabel,
  splitMachineLabel,
} from "./dot-label.ts";
import { type DotAttributes, type DotEdge, type DotGraph, type DotNode, scanDot } from "./dot-scan.ts";
import { JsonReader } from "./json.ts";
import { semifieldOf } from "./lines.ts";

/** What a graph of another tool draws. */
export type DrawnKind = "dfa" | MachineKind;

/** What a graph does not say itself. */
export interface DotOptions {
  /** The semifield, if labels are `symbol / weight` and the file does not name it. */
  readonly algebra?: AnyAlgebra | undefined;
  /** The kind of machine, if the graph does not show it. */
  readonly machine?: DrawnKind | undefined;
}

/**
 * Reads a Graphviz digraph as an automaton. Ours name their semifield, or the kind of machine, and the alphabet. Those of
 * LearnLib, AALpy and the Automata Wiki draw
 * - an acceptor, over the booleans: final states are double circles;
 * - a Mealy machine, over the free group: labels are `input / output`, and the weight of a word is its outputs;
 * - a Moore machine, over the free group: states are `name|output`, and the initial state's output comes first.
 *
 * A label `a, b` stands for two arcs. An output may be empty. HTML labels are read if they are only text. Graphs with probabilities or a stack, and tables in labels, are refused.
 *
 * The initial state is the one that `__start0`, or another node without a shape and without arcs into it, points at. If
 * there is no such node, the first state is initial.
 *
 * @example
 * const automaton = readDot('digraph { __start0 -> s0; s0 -> s1 [label="a"]; s1 [shape="doublecircle"]; }');
 * console.log(automaton.weigh(["a"])); // true
 */
export function readDot(text: string, options: DotOptions = {}): Automaton<unknown> {
  return documentToAutomaton(readDotDocument(text, options));
}

/**
 * What a DOT file says, with the places of its entries.
 *
 * @example
 * const document = readDotDocument(writeDot(minimize(fromExpression("ab", boolean))));
 * console.log(documentToAutomaton(document).size); // 3
 */
export function readDotDocument(text: string, options: DotOptions = {}): AutomatonDocument<unknown> {
  return new DotReader(text, options).document();
}

class DotReader {
  readonly #graph: DotGraph;
  readonly #options: DotOptions;
  readonly #collector: Collector;
  /** The nodes that only point at initial states. */
  readonly #starts: ReadonlySet<string>;
  readonly #states: readonly DotNode[];
  readonly #arcs: readonly DotEdge[];

  constructor(text: string, options: DotOptions) {
    this.#graph = scanDot(text);
    this.#options = options;
    this.#collector = new Collector(text);
    const { nodes, edges } = this.#graph;
    const targets = new Set(edges.map(({ to }) => to));
    this.#starts = new Set(
      [...nodes.values()].filter((node) => isStart(node, targets)).map(({ name }) => name),
    );
    this.#states = [...nodes.values()].filter(({ name }) => !this.#starts.has(name));
    this.#arcs = edges.filter(({ from }) => !this.#starts.has(from));
  }

  document(): AutomatonDocument<unknown> {
    for (const { name } of this.#states) this.#collector.state(name);
    const own = this.#graph.attributes.get("semifield");
    if (own !== undefined) {
      const fail = (message: string) => this.#fail(message, 0);
      return this.#weighted(semifieldOf(dotText(own), this.#options.algebra, fail), true);
    }
    this.#plainLabels();
    const { algebra } = this.#options;
    const plain = algebra === undefined || algebra.name === boolean.name || algebra.name === freeGroup.name;
    if (!plain && this.#options.machine === undefined) return this.#weighted(algebra, false);
    if (!plain)
      throw new HankelError("usage", `a ${this.#options.machine} machine has no weights of ${algebra.name}`);
    if (this.#graph.attributes.get("machine") !== undefined) this.#announce();
    const machine = this.#machine();
    if (machine === "dfa") return this.#acceptor();
    return machine === "mealy" ? this.#mealy() : this.#moore();
  }

  /** Labels of HTML that are only text become plain ones; others are refused. */
  #plainLabels(): void {
    const ofHtml = <T extends DotNode | DotEdge>(all: readonly T[]) =>
      all.filter(({ attributes }) => attributes.isHtml("label"));
    const arcs = ofHtml(this.#arcs);
    const { machine } = this.#options;
    const mayWrite = machine === undefined && !this.#states.some((node) => isFinal(node) || isRecord(node));
    // A break separates inputs from their output if it can do so everywhere; else it is a blank.
    const inTwo = arcs.map(({ attributes }) => plainOfTwoLines(attributes.get("label") ?? ""));
    const areTwo = (mayWrite || machine === "mealy") && inTwo.every((label) => label !== undefined);
    for (const [i, { attributes, at }] of [...arcs, ...ofHtml(this.#states)].entries()) {
      // The arcs of a chain share their attributes.
      if (!attributes.isHtml("label")) continue;
      const html = attributes.get("label") ?? "";
      const plain = (areTwo ? inTwo[i] : undefined) ?? plainOfHtml(html);
      if (plain === undefined) {
        const advice = 'write label="input/output", or other plain text';
        this.#fail(`HTML labels are not read, such as ${quote(`<${html}>`)}: ${advice}`, at);
      }
      attributes.set("label", plain);
    }
  }

  /** The kind of machine, if the graph shows it. */
  #machine(): DrawnKind {
    const { machine, algebra } = this.#options;
    const own = this.#ownKind();
    if (own !== undefined) return own;
    if (machine !== undefined) return machine;
    refuseProbabilities(this.#labels(), (message, at) => this.#fail(message, at));
    if (this.#states.some((node) => isRecord(node) && mooreNode(node) !== undefined)) return "moore";
    if (this.#arcs.some(({ attributes }) => labelOf(attributes).includes("/"))) return "mealy";
    if (this.#states.length > 0 && this.#states.every((node) => mooreNode(node) !== undefined))
      return "moore";
    if (algebra !== undefined) return algebra.name === boolean.name ? "dfa" : "mealy";
    if (this.#states.length === 0 || this.#states.some(isFinal)) return "dfa";
    return this.#fail(
      "no state is final (shape=doublecircle): if this is a dfa that accepts nothing, or a moore machine, read the file with the " +
        "option machine (hankel convert --machine moore)",
      this.#states[0].at,
    );
  }

  #acceptor(): AutomatonDocument<unknown> {
    this.#initials(() => undefined);
    this.#nameStates((node) => labelOf(node.attributes, node.name));
    this.#finals(isFinal);
    for (const edge of this.#arcs) {
      for (const symbol of this.#lines(edge).flatMap((line) => this.#symbols(line))) {
        this.#arc(edge, silent(symbol), undefined);
      }
    }
    return this.#collector.document(boolean);
  }

  #mealy(): AutomatonDocument<unknown> {
    this.#initials(() => undefined);
    this.#nameStates((node) => this.#own(labelOf(node.attributes, node.name), node.at));
    this.#finals(this.#states.some(isFinal) ? isFinal : () => true);
    for (const edge of this.#arcs) {
      if (this.#ownKind() === "mealy") this.#ownArc(edge);
      else for (const line of this.#lines(edge)) this.#mealyArc(edge, line);
    }
    return this.#collector.document(freeGroup);
  }

  #mealyArc(edge: DotEdge, line: string): void {
    const { symbol, rest } = this.#split(edge, line);
    const output = freeWord(rest ?? this.#noOutput(edge, line));
    const symbols = line.startsWith('"') ? [symbol] : this.#symbols(symbol);
    for (const input of symbols) this.#arc(edge, silent(input), output);
  }

  /** Refuses a label without an output, with a sentence that fits the other labels. */
  #noOutput(edge: DotEdge, line: string): never {
    const other = this.#labels().find(({ text }) => text.includes("/"));
    if (other === undefined) this.#fail(`expected input / output, found ${quote(line)}`, edge.at);
    const there = quote(other.text);
    if (STACK.test(other.text)) {
      const why = `the label ${there} moves a stack. Hankel learns finite automata`;
      this.#fail(`this looks like a pushdown automaton: ${why}`, other.at);
    }
    const found = `${quote(line)} has no output, but ${there} has one`;
    this.#fail(`expected input / output at every arc: ${found}`, edge.at);
  }

  /** An arc of a machine that we wrote. */
  #ownArc(edge: DotEdge): void {
    const label = labelOf(edge.attributes);
    const parts = splitMachineLabel(label);
    if (parts === undefined) this.#fail(`expected input/output, found ${quote(label)}`, edge.at);
    this.#arc(edge, parts.input, freeWord(parts.output));
  }

  #moore(): AutomatonDocument<unknown> {
    const outputs = new Map(
      this.#states.map((node) => {
        const parts = mooreNode(node) ?? { name: node.name, output: labelOf(node.attributes, node.name) };
        this.#collector.call(this.#collector.state(node.name), this.#own(parts.name, node.at));
        return [node.name, freeWord(this.#own(parts.output, node.at))];
      }),
    );
    this.#initials((name) => outputs.get(name));
    this.#finals(() => true);
    for (const edge of this.#arcs) {
      const own = this.#ownKind() !== undefined;
      const symbols = own
        ? [this.#own(labelOf(edge.attributes), edge.at)]
        : this.#lines(edge)
            .flatMap((line) => this.#symbols(line))
            .map(silent);
      for (const symbol of symbols) this.#arc(edge, symbol, outputs.get(edge.to));
    }
    return this.#collector.document(freeGroup);
  }

  /** Labels `symbol / weight`, and the weight of a final state after its name, as we write them. */
  #weighted(algebra: AnyAlgebra, own: boolean): AutomatonDocument<unknown> {
    if (own) this.#announce();
    this.#initials((_name, edge) => {
      const label = edge === undefined ? "" : labelOf(edge.attributes);
      return label === "" ? undefined : label;
    });
    for (const node of this.#states) {
      const label = labelOf(node.attributes, node.name);
      const { symbol, rest } = splitLabel(label, true) ?? { symbol: label, rest: undefined };
      const state = this.#collector.state(node.name);
      this.#collector.call(state, symbol);
      if (isFinal(node)) this.#collector.final(state, rest, node.at);
    }
    for (const edge of this.#arcs) {
      for (const line of this.#lines(edge)) {
        const { symbol, rest } = this.#split(edge, line, own);
        const symbols = own || line.startsWith('"') ? [symbol] : this.#symbols(symbol);
        for (const input of symbols)
          this.#arc(edge, line.startsWith("ε / ") ? undefined : silent(input), rest);
      }
    }
    return this.#collector.document(algebra);
  }

  /** The alphabet that our graphs have as an attribute, a JSON array. */
  #announce(): void {
    const text = dotText(this.#graph.attributes.get("alphabet") ?? "[]");
    try {
      const reader = new JsonReader(text);
      reader.array(
        () => this.#collector.symbol(reader.string("a symbol")),
        "the alphabet, an array of symbols",
      );
      reader.end();
    } catch (error) {
      this.#fail(`in the attribute "alphabet": ${(error as HankelError).message}`, 0);
    }
  }

  /** The states that start nodes point at, or the first state. */
  #initials(weight: (state: string, edge: DotEdge | undefined) => string | undefined): void {
    const edges = this.#graph.edges.filter(({ from }) => this.#starts.has(from));
    for (const edge of edges) {
      this.#collector.initial(this.#collector.state(edge.to), weight(edge.to, edge), edge.at);
    }
    const [first] = this.#states;
    if (edges.length > 0 || first === undefined || this.#graph.attributes.get("semifield") !== undefined)
      return;
    this.#collector.initial(this.#collector.state(first.name), weight(first.name, undefined), first.at);
  }

  #finals(passes: (node: DotNode) => boolean): void {
    for (const node of this.#states.filter(passes)) {
      this.#collector.final(this.#collector.state(node.name), undefined, node.at);
    }
  }

  #nameStates(name: (node: DotNode) => string): void {
    for (const node of this.#states) this.#collector.call(this.#collector.state(node.name), name(node));
  }

  #lines(edge: DotEdge): string[] {
    const lines = linesOf(edge).filter((line) => line !== "");
    return lines.length > 0 ? lines : this.#fail("an arc without a label; ε is written as such", edge.at);
  }

  /**
   * The symbols that a label of another tool lists, as in `a, b`. A comma may also be a part of a symbol, so what is unclear is
   * refused, and a symbol in quotes stands for itself.
   */
  #symbols(input: string): readonly string[] {
    if (input.startsWith('"')) return [readText(input) ?? input];
    const symbols = listedSymbols(input);
    if (symbols.length > 1 && !this.#checked) this.#checkLists();
    return symbols;
  }

  #checked = false;

  /** Every list names a symbol that stands alone elsewhere, or no state has a symbol on two arcs if all lists are read as such. */
  #checkLists(): void {
    this.#checked = true;
    const inputs = this.#arcs.flatMap((edge) =>
      linesOf(edge).map((line) => ({ edge, symbols: listedSymbols(splitLabel(line)?.symbol ?? line) })),
    );
    const alone = new Set(inputs.flatMap(({ symbols }) => (symbols.length === 1 ? symbols : [])));
    const unclear = inputs.find(
      ({ symbols }) => symbols.length > 1 && !symbols.some((symbol) => alone.has(symbol)),
    );
    if (unclear === undefined) return;
    const taken = new Set<string>();
    const read = inputs.flatMap(({ edge, symbols }) => symbols.map((symbol) => `${edge.from}\n${symbol}`));
    if (read.every((arc) => !taken.has(arc) && taken.add(arc))) return;
    const label = quote(unclear.symbols.join(","));
    const advice = "write one symbol on each line of the label (\\n), or a symbol that has a comma in quotes";
    this.#fail(`is ${label} one symbol, or are there ${unclear.symbols.length}? ${advice}`, unclear.edge.at);
  }

  #split(edge: DotEdge, line: string, own = false): { symbol: string; rest: string | undefined } {
    const parts = splitLabel(line, own);
    return parts ?? this.#fail(`which / separates ${quote(line)}? Write blanks around it`, edge.at);
  }

  #arc(edge: DotEdge, symbol: string | undefined, weight: string | undefined): void {
    const [from, to] = [this.#collector.state(edge.from), this.#collector.state(edge.to)];
    this.#collector.arc(from, symbol, weight, to, edge.at);
  }

  /** The kind of machine that we wrote, if it is one of ours. */
  #ownKind(): MachineKind | undefined {
    const kind = this.#graph.attributes.get("machine");
    if (kind === undefined) return undefined;
    if (kind !== "mealy" && kind !== "moore")
      this.#fail(`expected the machine mealy or moore, found ${quote(kind)}`, 0);
    return kind;
  }

  /** A text of a machine that we wrote; that of another tool stands for itself. */
  #own(text: string, at: number): string {
    if (this.#ownKind() === undefined) return text;
    return readText(text) ?? this.#fail(`expected a text, in quotes or not, found ${quote(text)}`, at);
  }

  /** All labels of arcs, line by line. */
  #labels(): ArcLabel[] {
    return this.#arcs.flatMap((edge) => linesOf(edge).map((text) => ({ text, at: edge.at })));
  }

  #fail(message: string, at: number): never {
    return this.#collector.fail(message, at);
  }
}

/** A symbol, or nothing for ε. */
function silent(symbol: string): string | undefined {
  return symbol === SHOWN_EPSILON ? undefined : symbol;
}

const SHAPELESS = new Set(["none", "point", "plaintext", "plain"]);

/** Is this a node that only points at an initial state? */
function isStart({ name, attributes }: DotNode, targets: ReadonlySet<string>): boolean {
  if (targets.has(name)) return false;
  const shapeless = SHAPELESS.has(attributes.get("shape") ?? "") || attributes.get("style") === "invis";
  return name.startsWith("__start") || shapeless;
}

function isFinal({ attributes }: DotNode): boolean {
  return attributes.get("shape") === "doublecircle" || attributes.get("peripheries") === "2";
}

function isRecord({ attributes }: DotNode): boolean {
  return /record/i.test(attributes.get("shape") ?? "");
}

/** The text of a node's label. The default label is `\N`, which stands for the node's name. */
function labelOf(attributes: DotAttributes, name = ""): string {
  return dotText(attributes.get("label") ?? name, name);
}

function linesOf({ attributes }: DotEdge): string[] {
  return labelOf(attributes)
    .split("\n")
    .map((line) => line.trim());
}

/** A state of a Moore machine. */
interface MooreNode {
  readonly name: string;
  readonly output: string;
}

/** The parts of a label `name|output`, as AALpy writes them, or `name / output`, as LearnLib does. */
function mooreNode(node: DotNode): MooreNode | undefined {
  const label = node.attributes.get("label") ?? node.name;
  const slash = label.indexOf(" / ");
  const fields =
    recordFields(label) ?? (slash < 0 ? undefined : [label.slice(0, slash), label.slice(slash + 3)]);
  if (fields === undefined) return undefined;
  const [name, output] = fields.map((field) => dotText(field, node.name).trim());
  return { name, output };
}

/** A label of an arc, and where it stands. */
interface ArcLabel {
  readonly text: string;
  readonly at: number;
}

const PROBABILITY = "(?:0|1|0?\\.\\d+|[01]\\.\\d*)(?:[eE]-?\\d+)?";
const AT_END = new RegExp(`:${PROBABILITY}$`, "u");
const ALONE = new RegExp(`^${PROBABILITY}$`, "u");
const STACK = /\/\s*(?:push|pop)\s*\(/u;

/** Refuses a graph whose every arc has a probability, as AALpy draws MDPs, stochastic Mealy machines and Markov chains. */
function refuseProbabilities(
  labels: readonly ArcLabel[],
  fail: (message: string, at: number) => never,
): void {
  if (!labels.some(({ text }) => /\.\d/u.test(text))) return;
  // A probability below 1 shows best what it is.
  const first = labels.find(({ text }) => /(?:^|:)0?\.\d/u.test(text)) ?? labels[0];
  const refuse = (what: string, probability: string) =>
    fail(
      `this looks like ${what}: the label ${quote(first.text)} has the probability ${probability}. Hankel learns deterministic ` +
        "machines; if the numbers belong to the symbols, read the file with the option machine (hankel convert --machine mealy)",
      first.at,
    );
  if (labels.every(({ text }) => ALONE.test(text))) refuse("a Markov chain", first.text);
  if (!labels.every(({ text }) => AT_END.test(text))) return;
  const mealy = labels.every(({ text }) => text.includes("/"));
  const probability = first.text.slice(first.text.lastIndexOf(":") + 1);
  refuse(mealy ? "a stochastic Mealy machine" : "a Markov decision process", probability);
}
