/** A text of YAML or JSON, of which every part knows its place and its keys. */

import { HankelError, quote } from "@hankel/core";
import type { Document, LineCounter, Node, YAMLMap } from "yaml";
import { loadNeeded } from "../optional-package.ts";
import { suggestion } from "./suggestion.ts";

type Yaml = typeof import("yaml");

/** Aliases that stand for more nodes than this are refused: a few lines may stand for billions. */
const MOST_ALIASES = 100;

interface Source {
  readonly yaml: Yaml;
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
}

/** Reads a text of YAML, of which JSON is a part. */
export async function readYaml(text: string): Promise<YamlNode> {
  const yaml = await loadNeeded<Yaml>("a mapper file needs", "yaml", "parseDocument");
  const lines = new yaml.LineCounter();
  const document = yaml.parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const source = { yaml, document, lines };
  const [error] = document.errors;
  if (error !== undefined) {
    const { line, col } = lines.linePos(error.pos[0]);
    throw new HankelError("parse", `this is no YAML: ${error.message}`, {
      place: { line, column: col },
      cause: error,
    });
  }
  let aliases = 0;
  yaml.visit(document, { Alias: () => void aliases++ });
  if (aliases > MOST_ALIASES)
    throw new HankelError("parse", `${aliases} aliases: at most ${MOST_ALIASES} are followed`);
  return new YamlNode(source, document.contents, "", 0);
}

/** A part of the text: a map, a list or a value. */
export class YamlNode {
  readonly #source: Source;
  readonly #node: Node | null;
  /** The keys that lead to it. */
  readonly path: string;
  /** Where it begins, if nothing stands there. */
  readonly #at: number;

  constructor(source: Source, node: Node | null, path: string, at: number) {
    this.#source = source;
    this.path = path;
    this.#at = node?.range?.[0] ?? at;
    this.#node = source.yaml.isAlias(node) ? (node.resolve(source.document) ?? null) : node;
  }

  get isMap(): boolean {
    return this.#source.yaml.isMap(this.#node);
  }

  get isList(): boolean {
    return this.#source.yaml.isSeq(this.#node);
  }

  get isEmpty(): boolean {
    const { isScalar } = this.#source.yaml;
    return this.#node === null || (isScalar(this.#node) && this.#node.value === null);
  }

  /** The value as YAML has it: null, true, a number or a text. */
  get scalar(): unknown {
    const { isScalar } = this.#source.yaml;
    return isScalar(this.#node) ? this.#node.value : undefined;
  }

  /** An error about it, with its place and its keys. */
  error(problem: string): HankelError {
    const { line, col } = this.#source.lines.linePos(this.#at);
    const where = this.path === "" ? "" : `${this.path}: `;
    return new HankelError("parse", `${where}${problem}`, { place: { line, column: col } });
  }

  expected(what: string): HankelError {
    return this.error(`expected ${what}, got ${this.#shown()}`);
  }

  /** Runs something whose errors are about it. */
  reading<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (error instanceof HankelError && error.place === undefined && error.code === "parse")
        throw this.error(error.message);
      throw error;
    }
  }

  /** A text; numbers and the like are taken as they are written. */
  text(what = "a text"): string {
    const { isScalar } = this.#source.yaml;
    const node = this.#node;
    if (!isScalar(node) || node.value === null) throw this.expected(what);
    return typeof node.value === "string" ? node.value : (node.source ?? JSON.stringify(node.value));
  }

  flag(): boolean {
    const value = this.scalar;
    if (typeof value !== "boolean") throw this.expected("true or false");
    return value;
  }

  list(what: string): readonly YamlNode[] {
    const { isSeq, isNode } = this.#source.yaml;
    const node = this.#node;
    if (!isSeq(node)) throw this.expected(what);
    return node.items.map(
      (item, i) => new YamlNode(this.#source, isNode(item) ? item : null, `${this.path}[${i + 1}]`, this.#at),
    );
  }

  /** The entries of a map, in their order. */
  entries(what: string): readonly (readonly [key: string, value: YamlNode])[] {
    const { isMap } = this.#source.yaml;
    if (!isMap(this.#node)) throw this.expected(what);
    return this.#pairs(this.#node);
  }

  /** The entries of a map that has no other keys than these. */
  keys<K extends string>(what: string, known: readonly K[]): Readonly<Partial<Record<K, YamlNode>>> {
    const entries = this.entries(what);
    for (const [key, node] of entries) {
      if (known.some((one) => one === key)) continue;
      const where = this.path === "" ? "" : `${this.path}: `;
      throw node.#unknown(`${where}unknown key ${quote(key)}${suggestion(key, known)}`);
    }
    return Object.fromEntries(entries) as Partial<Record<K, YamlNode>>;
  }

  /** The error for the key in front of it. */
  #unknown(problem: string): HankelError {
    const { line, col } = this.#source.lines.linePos(this.#keyAt);
    return new HankelError("parse", problem, { place: { line, column: col } });
  }

  #keyAt = 0;

  #pairs(map: YAMLMap): (readonly [string, YamlNode])[] {
    const { isScalar, isNode } = this.#source.yaml;
    return map.items.map(({ key, value }) => {
      const at = isNode(key) ? (key.range?.[0] ?? this.#at) : this.#at;
      if (!isScalar(key))
        throw new YamlNode(this.#source, null, this.path, at).error("expected a text as the key");
      const name = typeof key.value === "string" ? key.value : (key.source ?? String(key.value));
      const path = this.path === "" ? name : `${this.path}.${name}`;
      const node = new YamlNode(this.#source, isNode(value) ? value : null, path, at);
      node.#keyAt = at;
      return [name, node] as const;
    });
  }

  #shown(): string {
    if (this.isMap) return "a map";
    if (this.isList) return "a list";
    return this.isEmpty ? "nothing" : quote(this.text());
  }
}
