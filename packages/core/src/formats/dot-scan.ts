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

class DotScanner extends TextScanner {
  readonly #graph: DotGraph = { attributes: new DotAttributes(), nodes: new Map(), edges: [] };

  graph(): DotGraph {
    this.#blanks();
    let word = this.#word();
    if (word === "strict") word = this.#word();
    if (word === "graph") this.fail("an undirected graph is no automaton; expected a digraph");
    if (word !== "digraph") this.fail(`expected a Graphviz digraph, found ${this.found()}`);
    this.#blanks();
    if (!this.take("{")) {
      this.#id("the name of the graph or {");
      this.#expect("{");
    }
    this.#statements({ node: new DotAttributes(), edge: new DotAttributes() }, 1);
    this.#blanks();
    if (!this.done) this.fail(`expected the end of the text, found ${this.found()}`);
    return this.#graph;
  }

  /** Everything up to the closing brace. */
  #statements(defaults: Defaults, depth: number): void {
    if (depth > MAX_DEPTH) this.fail(`nested more than ${MAX_DEPTH} deep`);
    for (;;) {
      this.#blanks();
      if (this.take("}")) return;
      if (this.take("{")) this.#subgraph(defaults, depth);
      else this.#statement(defaults, depth);
    }
  }

  #subgraph(defaults: Defaults, depth: number): void {
    this.#statements({ ...defaults }, depth + 1);
    this.#blanks();
    if (this.take("->")) this.fail("arcs of whole subgraphs are not read");
  }

  #statement(defaults: Defaults, depth: number): void {
    const at = this.at;
    const quoted = this.text[at] === '"';
    const name = this.#id("a node, an edge or }");
    const keyword = quoted ? "" : name.toLowerCase();
    if (keyword === "subgraph") {
      this.#blanks();
      if (!this.take("{")) {
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
      if (this.take("=")) {
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
      if (this.take("--")) this.fail("an undirected edge is no arc; expected ->", this.at - 2);
      if (!this.take("->")) break;
      this.#blanks();
      if (this.text[this.at] === "{") this.fail("arcs to whole subgraphs are not read");
      places.push(this.at);
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
    while (this.match(/\s*:\s*/y) !== undefined) this.#id("a port");
  }

  /** Any number of `[name=value, …]`. */
  #attributes(into: DotAttributes): void {
    for (;;) {
      this.#blanks();
      if (!this.take("[")) return;
      for (;;) {
        this.#blanks();
        if (this.take("]")) break;
        const name = this.#id("an attribute or ]");
        this.#blanks();
        if (!this.take("=")) into.set(name, "true");
        else {
          this.#blanks();
          const start = this.at;
          into.set(name, this.#value(), this.text[start] === "<");
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
    const bare = this.match(BARE);
    if (bare !== undefined) return bare[0];
    if (this.text[this.at] === "<") return this.#html();
    if (this.text[this.at] !== '"') this.fail(`expected ${expected}, found ${this.found()}`);
    let value = this.#quoted();
    for (;;) {
      const end = this.at;
      this.#blanks();
      if (this.take("+")) this.#blanks();
      else {
        this.at = end;
        return value;
      }
      if (this.text[this.at] !== '"')
        this.fail(`expected a string in quotes behind +, found ${this.found()}`);
      value += this.#quoted();
    }
  }

  #quoted(): string {
    const { text } = this;
    const start = this.at;
    let value = "";
    let done = start + 1;
    for (let at = done; ; at++) {
      const character = text[at];
      if (character === undefined) this.fail("a string that starts here does not end", start);
      if (character === '"') {
        this.at = at + 1;
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
    const start = this.at;
    let depth = 0;
    do {
      if (this.done) this.fail("a label in <> that starts here does not end", start);
      const character = this.text[this.at++];
      if (character === "<") depth++;
      else if (character === ">") depth--;
    } while (depth > 0);
    return this.text.slice(start + 1, this.at - 1).trim();
  }

  #word(): string | undefined {
    this.#blanks();
    return this.match(/[A-Za-z]+/y)?.[0].toLowerCase();
  }

  /** Skips white space, comments, and optional commas and semicolons. */
  #blanks(): void {
    const { text } = this;
    for (;;) {
      const code = text.charCodeAt(this.at);
      if (isSpace(code) || code === COMMA || code === SEMICOLON) this.at++;
      else if (code !== SLASH && code !== HASH) return;
      else if (this.take("//") || this.take("#")) this.line();
      else if (text.startsWith("/*", this.at)) {
        const end = text.indexOf("*/", this.at + 2);
        if (end < 0) this.fail("a comment that starts here does not end");
        this.at = end + 2;
      } else return;
    }
  }

  #expect(text: string): void {
    this.#blanks();
    if (!this.take(text)) this.fail(`expected ${text}, found ${this.found()}`);
  }
}
