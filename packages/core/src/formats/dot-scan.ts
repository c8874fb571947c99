import { isSpace, TextScanner } from "./text-scanner.ts";

/**
 * The attributes of a node or an edge, followed by the defaults of `node [...]` or `edge [...]`. A list, not a map: a
 * drawing has many things with few attributes each.
 */
export class DotAttributes {
  readonly #behind: DotAttributes | undefined;
  /** Names and values, alternating. */
  #own: string[] | undefined;
  /** The names whose value is written in <>. */
  #html: Set<string> | undefined;

  constructor(behind?: DotAttributes) {
    this.#behind = behind;
  }

  get(name: string): string | undefined {
    const own = this.#own;
    // The last value counts.
    if (own !== undefined) {
      for (let i = own.length - 2; i >= 0; i -= 2) if (own[i] === name) return own[i + 1];
    }
    return this.#behind?.get(name);
  }

  /** Is the value an HTML-like text? */
  isHtml(name: string): boolean {
    if (this.#own?.includes(name) === true) return this.#html?.has(name) === true;
    return this.#behind?.isHtml(name) === true;
  }

  set(name: string, value: string, html = false): void {
    if (this.#own === undefined) this.#own = [name, value];
    else this.#own.push(name, value);
    if (html) this.#html = (this.#html ?? new Set()).add(name);
    else this.#html?.delete(name);
  }
}

export interface DotNode {
  readonly name: string;
  readonly attributes: DotAttributes;
  readonly at: number;
}

export interface DotEdge {
  readonly from: string;
  readonly to: string;
  readonly attributes: DotAttributes;
  readonly at: number;
}

export interface DotGraph {
  readonly attributes: DotAttributes;
  /** In the order of their first mention. */
  readonly nodes: Map<string, DotNode>;
  readonly edges: DotEdge[];
}

/** The defaults that `node [...]` and `edge [...]` set for what follows within the same braces. */
interface Defaults {
  node: DotAttributes;
  edge: DotAttributes;
}

const BARE = /[\p{L}_\x80-\uffff][\p{L}\p{N}_\x80-\uffff]*|-?(?:\.\d+|\d+(?:\.\d*)?)/uy;
const HASH = 0x23;
const COMMA = 0x2c;
const SLASH = 0x2f;
const SEMICOLON = 0x3b;
/** The deepest nesting of subgraphs: the reader is recursive and must not run out of stack. */
const MAX_DEPTH = 100;

/** Reads the part of Graphviz's language that draws automata: digraphs; subgraphs only group. */
export function scanDot(text: string): DotGraph {
  return new DotScanner(text).graph();
}

class DotScanner {
  readonly #scan: TextScanner;
  readonly #graph: DotGraph = { attributes: new DotAttributes(), nodes: new Map(), edges: [] };

  constructor(text: string) {
    this.#scan = new TextScanner(text);
  }

  graph(): DotGraph {
    this.#blanks();
    let word = this.#word();
    if (word === "strict") word = this.#word();
    if (word === "graph") this.#scan.fail("an undirected graph is no automaton; expected a digraph");
    if (word !== "digraph") this.#scan.fail(`expected a Graphviz digraph, found ${this.#scan.found()}`);
    this.#blanks();
    if (!this.#scan.take("{")) {
      this.#id("the name of the graph or {");
      this.#expect("{");
    }
    this.#statements({ node: new DotAttributes(), edge: new DotAttributes() }, 1);
    this.#blanks();
    if (!this.#scan.done) this.#scan.fail(`expected the end of the text, found ${this.#scan.found()}`);
    return this.#graph;
  }

  /** Everything up to the closing brace. */
  #statements(defaults: Defaults, depth: number): void {
    if (depth > MAX_DEPTH) this.#scan.fail(`nested more than ${MAX_DEPTH} deep`);
    for (;;) {
      this.#blanks();
      if (this.#scan.take("}")) return;
      if (this.#scan.take("{")) this.#subgraph(defaults, depth);
      else this.#statement(defaults, depth);
    }
  }

  #subgraph(defaults: Defaults, depth: number): void {
    this.#statements({ ...defaults }, depth + 1);
    this.#blanks();
    if (this.#scan.take("->")) this.#scan.fail("arcs of whole subgraphs are not read");
  }

  #statement(defaults: Defaults, depth: number): void {
    const at = this.#scan.at;
    const quoted = this.#scan.text[at] === '"';
    const name = this.#id("a node, an edge or }");
    const keyword = quoted ? "" : name.toLowerCase();
    if (keyword === "subgraph") {
      this.#blanks();
      if (!this.#scan.take("{")) {
        this.#id("the name of the subgraph or {");
        this.#expect("{");
      }
      this.#subgraph(defaults, depth);
    } else if (keyword === "node" || keyword === "edge") {
      // Earlier nodes and edges keep the earlier defaults.
      defaults[keyword] = new DotAttributes(defaults[keyword]);
      this.#attributes(defaults[keyword]);
    } else if (keyword === "graph") {
      this.#attributes(depth === 1 ? this.#graph.attributes : new DotAttributes());
    } else {
      this.#blanks();
      if (this.#scan.take("=")) {
        const value = this.#value();
        if (depth === 1) this.#graph.attributes.set(name, value);
      } else this.#nodeOrEdges(name, at, defaults);
    }
  }

  #nodeOrEdges(first: string, at: number, defaults: Defaults): void {
    const names = [first];
    const places = [at];
    this.#port();
    for (;;) {
      this.#blanks();
      if (this.#scan.take("--"))
        this.#scan.fail("an undirected edge is no arc; expected ->", this.#scan.at - 2);
      if (!this.#scan.take("->")) break;
      this.#blanks();
      if (this.#scan.text[this.#scan.at] === "{") this.#scan.fail("arcs to whole subgraphs are not read");
      places.push(this.#scan.at);
      names.push(this.#id("a node"));
      this.#port();
    }
    for (let i = 0; i < names.length; i++) {
      if (this.#graph.nodes.has(names[i])) continue;
      const attributes = new DotAttributes(defaults.node);
      this.#graph.nodes.set(names[i], { name: names[i], attributes, at: places[i] });
    }
    if (names.length === 1) {
      this.#attributes((this.#graph.nodes.get(first) as DotNode).attributes);
      return;
    }
    const attributes = new DotAttributes(defaults.edge);
    this.#attributes(attributes);
    for (let i = 1; i < names.length; i++) {
      this.#graph.edges.push({ from: names[i - 1], to: names[i], attributes, at: places[i - 1] });
    }
  }

  /** Skips `:port` after a node, which says where an edge touches it. */
  #port(): void {
    while (this.#scan.match(/\s*:\s*/y) !== undefined) this.#id("a port");
  }

  /** Any number of `[name=value, …]`. */
  #attributes(into: DotAttributes): void {
    for (;;) {
      this.#blanks();
      if (!this.#scan.take("[")) return;
      for (;;) {
        this.#blanks();
        if (this.#scan.take("]")) break;
        const name = this.#id("an attribute or ]");
        this.#blanks();
        if (!this.#scan.take("=")) into.set(name, "true");
        else {
          this.#blanks();
          const start = this.#scan.at;
          into.set(name, this.#value(), this.#scan.text[start] === "<");
        }
      }
    }
  }

  #value(): string {
    this.#blanks();
    return this.#id("a value");
  }

  /** A name: bare, a number, in quotes, or in <>. Of backslashes, only \" and escaped line ends are read here. */
  #id(expected: string): string {
    this.#blanks();
    const scan = this.#scan;
    const bare = scan.match(BARE);
    if (bare !== undefined) return bare[0];
    if (scan.text[scan.at] === "<") return this.#html();
    if (scan.text[scan.at] !== '"') scan.fail(`expected ${expected}, found ${scan.found()}`);
    let value = this.#quoted();
    for (;;) {
      const end = scan.at;
      this.#blanks();
      if (scan.take("+")) this.#blanks();
      else {
        scan.at = end;
        return value;
      }
      if (scan.text[scan.at] !== '"')
        scan.fail(`expected a string in quotes behind +, found ${scan.found()}`);
      value += this.#quoted();
    }
  }

  #quoted(): string {
    const scan = this.#scan;
    const { text } = scan;
    const start = scan.at;
    let value = "";
    let done = start + 1;
    for (let at = done; ; at++) {
      const character = text[at];
      if (character === undefined) scan.fail("a string that starts here does not end", start);
      if (character === '"') {
        scan.at = at + 1;
        return value + text.slice(done, at);
      }
      if (character !== "\\") continue;
      const next = text[++at];
      if (next !== '"' && next !== "\n" && next !== "\r") continue;
      value += text.slice(done, at - 1);
      if (next === "\r" && text[at + 1] === "\n") at++;
      done = next === '"' ? at : at + 1;
    }
  }

  /** An HTML-like text, as it stands between its outer < and >. */
  #html(): string {
    const scan = this.#scan;
    const start = scan.at;
    let depth = 0;
    do {
      if (scan.done) scan.fail("a label in <> that starts here does not end", start);
      const character = scan.text[scan.at++];
      if (character === "<") depth++;
      else if (character === ">") depth--;
    } while (depth > 0);
    return scan.text.slice(start + 1, scan.at - 1).trim();
  }

  #word(): string | undefined {
    this.#blanks();
    return this.#scan.match(/[A-Za-z]+/y)?.[0].toLowerCase();
  }

  /** Skips white space, comments, and optional commas and semicolons. */
  #blanks(): void {
    const scan = this.#scan;
    const { text } = scan;
    for (;;) {
      const code = text.charCodeAt(scan.at);
      if (isSpace(code) || code === COMMA || code === SEMICOLON) scan.at++;
      else if (code !== SLASH && code !== HASH) return;
      else if (scan.take("//") || scan.take("#")) scan.line();
      else if (text.startsWith("/*", scan.at)) {
        const end = text.indexOf("*/", scan.at + 2);
        if (end < 0) scan.fail("a comment that starts here does not end");
        scan.at = end + 2;
      } else return;
    }
  }

  #expect(text: string): void {
    this.#blanks();
    if (!this.#scan.take(text)) this.#scan.fail(`expected ${text}, found ${this.#scan.found()}`);
  }
}
