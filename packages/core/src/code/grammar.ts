import { boolean } from "../algebra/boolean.ts";
import { WfsaBuilder } from "../automata/builders.ts";
import { determinize } from "../automata/determinization/determinize.ts";
import { minimize } from "../automata/minimal/minimize.ts";
import { removeEpsilon } from "../automata/rational/remove-epsilon.ts";
import { HankelError, quote } from "../errors.ts";
import { Alphabet } from "../words/alphabet.ts";
import { getOrAdd } from "../words/collections.ts";
import { identifiers, type Style } from "./identifiers.ts";
import { arcsFrom, codeModelOf, statesLeadingTo } from "./model.ts";
import { stateNames } from "./state-names.ts";
import type { NamedModel } from "./target.ts";

/** The texts of a language as paths: a text leads along edges from the first node to one where it may end. */
export interface Grammar {
  /** The first one first. */
  readonly nodes: readonly GrammarNode[];
  readonly edges: readonly GrammarEdge[];
  /** The model whose states the nodes are. */
  readonly model: NamedModel;
  readonly notes: readonly string[];
}

export interface GrammarNode {
  readonly state: number;
  /** May a text end here? */
  readonly ends: boolean;
}

export interface GrammarEdge {
  readonly from: number;
  readonly to: number;
  /** Any of these. */
  readonly texts: readonly string[];
}

/** Names of rules. The first rule of a grammar is `root` or `start`, as the initial state is mostly called. */
export function ruleNames(nodes: readonly GrammarNode[], { states }: NamedModel, style: Style): string[] {
  const texts = nodes.map(({ state }) => states[state].replace(/^start$/u, "initial"));
  return identifiers(texts, style, { lead: "state", reserved: new Set(["root", "start"]) });
}

/** Characters in their order, three or more that follow each other as a range: `0-9a-f`; undefined for longer texts. */
export function rangesOf(
  texts: readonly string[],
): readonly (readonly [first: string, last: string])[] | undefined {
  if (texts.length < 2 || texts.some((text) => [...text].length !== 1)) return undefined;
  const codes = texts.map((text) => text.codePointAt(0) ?? 0).toSorted((a, b) => a - b);
  const ranges: [number, number][] = [];
  for (const code of codes) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === code - 1) last[1] = code;
    else ranges.push([code, code]);
  }
  return ranges.map(([first, last]) => [String.fromCodePoint(first), String.fromCodePoint(last)]);
}

/** The grammar of the words that are accepted, or have a weight. */
export function grammarOf(model: NamedModel): Grammar {
  const { symbols } = model.alphabet;
  const lone = symbols.find((symbol) => /\p{Cs}/u.test(symbol));
  if (lone !== undefined) {
    throw new HankelError(
      "unsupported",
      `the symbol ${quote(lone)} is no valid Unicode, so no text of a grammar has it`,
    );
  }
  const separator = model.separator ?? (symbols.every((symbol) => [...symbol].length === 1) ? "" : " ");
  const notes =
    model.says.kind === "weights"
      ? ["the grammar has the words that have a weight; what they weigh is left out"]
      : [];
  if (runsTogether(symbols, separator)) {
    const spelled = inCharacters(model, separator);
    const note = `symbols run together where ${separator === "" ? "nothing" : quote(separator)} stands between them: the rules are made of characters`;
    return { ...paths(spelled, ""), notes: [...notes, note] };
  }
  return { ...paths(model, separator), notes };
}

/** May a text be cut into symbols in more than one way, or only by looking ahead? */
function runsTogether(symbols: readonly string[], separator: string): boolean {
  if (symbols.includes("")) return true;
  const [first] = separator;
  if (first !== undefined) return symbols.some((symbol) => symbol.includes(first));
  const sorted = symbols.toSorted();
  return sorted.some((symbol, i) => i > 0 && symbol.startsWith(sorted[i - 1]));
}

function acceptingOf({ says, size }: NamedModel): boolean[] {
  if (says.kind === "acceptor") return [...says.accepting];
  if (says.kind !== "weights") return new Array<boolean>(size).fill(true);
  return Array.from(says.final, (weight) => weight !== undefined && says.initial !== undefined);
}

function paths(model: NamedModel, separator: string): Omit<Grammar, "notes"> {
  const { symbols } = model.alphabet;
  const accepting = acceptingOf(model);
  const isUseful = statesLeadingTo(
    model,
    [...accepting.keys()].filter((state) => accepting[state]),
  );
  if (!isUseful[0]) {
    throw new HankelError("unsupported", "no word is accepted, and no grammar says that");
  }
  const nodes: GrammarNode[] = [{ state: 0, ends: accepting[0] }];
  const edges: GrammarEdge[] = [];
  // No separator stands in front of the first symbol, so the first node is not that of the initial state if there is one.
  const numbers = new Map<number, number>(separator === "" ? [[0, 0]] : []);
  for (let from = 0; from < nodes.length; from++) {
    const before = from === 0 ? "" : separator;
    const byTarget = new Map<number, string[]>();
    for (const { letter, to } of arcsFrom(model, nodes[from].state)) {
      if (isUseful[to]) getOrAdd(byTarget, to, () => []).push(before + symbols[letter]);
    }
    for (const [state, texts] of byTarget) {
      const to = getOrAdd(numbers, state, () => nodes.push({ state, ends: accepting[state] }) - 1);
      edges.push({ from, to, texts });
    }
  }
  return { nodes, edges, model };
}

/** The same language of texts, over characters. */
function inCharacters(model: NamedModel, separator: string): NamedModel {
  const { symbols } = model.alphabet;
  const alphabet = new Alphabet(new Set([...separator, ...symbols.join("")]));
  const builder = new WfsaBuilder(boolean, alphabet);
  const accepting = acceptingOf(model);
  // A state is there twice, before and behind the separator, and the initial one a third time: no separator stands first.
  const start = builder.state(accepting[0]);
  const before = accepting.map((isAccepting) => builder.state(isAccepting));
  const behind = accepting.map(() => builder.state());
  const path = (from: number, text: string, to: number) => {
    const characters = [...text];
    if (characters.length === 0) builder.arc(from, null, true, to);
    characters.reduce((at, character, i) => {
      const next = i === characters.length - 1 ? to : builder.state();
      builder.arc(at, character, true, next);
      return next;
    }, from);
  };
  builder.initial(start);
  for (let state = 0; state < model.size; state++) {
    path(before[state], separator, behind[state]);
    for (const { letter, to } of arcsFrom(model, state)) {
      path(behind[state], symbols[letter], before[to]);
      if (state === 0) path(start, symbols[letter], before[to]);
    }
  }
  const made = codeModelOf(minimize(determinize(removeEpsilon(builder.build()))));
  return { ...made, title: model.title, separator: "", states: stateNames(made, "traces") };
}
