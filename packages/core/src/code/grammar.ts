import { boolean } from "../algebra/boolean.ts";
import { WfsaBuilder } from "../automata/builders.ts";
import { determinize } from "../automata/determinization/determinize.ts";
import { minimize } from "../automata/minimal/minimize.ts";
import { removeEpsilon } from "../automata/rational/remove-epsilon.ts";
import { HankelError, quote } from "../errors.ts";
import { Alphabet } from "../words/alphabet.ts";
import { getOrAdd } from "../words/collections.ts";
import { arcsFrom, codeModelOf } from "./model.ts";
import { stateNames } from "./state-names.ts";
import type { NamedModel } from "./target.ts";

/** A rule of a right-linear grammar: the texts that lead from a state to acceptance. */
export interface Rule {
  /** The name of its state; the first rule has none. */
  readonly state: string | undefined;
  readonly trace: number;
  /** Texts, and the rules that go on; undefined where the text ends. */
  readonly alternatives: readonly Alternative[];
  /** May the text end here? */
  readonly ends: boolean;
}

export interface Alternative {
  /** Any of these texts. */
  readonly texts: readonly string[];
  readonly next: number | undefined;
}

/** The rules of a language, the first one first. Symbols stand between separators, or are spelled in characters where they run together. */
export interface Grammar {
  readonly rules: readonly Rule[];
  /** The model whose traces the rules have. */
  readonly model: NamedModel;
  readonly separator: string;
  readonly notes: readonly string[];
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
    return { ...linear(spelled, ""), notes: [...notes, note] };
  }
  return { ...linear(model, separator), notes };
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

/** The states from which a word leads to acceptance. */
function useful(model: NamedModel, accepting: readonly boolean[]): boolean[] {
  const into: number[][] = Array.from({ length: model.size }, () => []);
  for (let state = 0; state < model.size; state++) {
    for (const { to } of arcsFrom(model, state)) into[to].push(state);
  }
  const isUseful = [...accepting];
  const open = [...accepting.keys()].filter((state) => accepting[state]);
  for (const state of open) {
    for (const from of into[state]) {
      if (isUseful[from]) continue;
      isUseful[from] = true;
      open.push(from);
    }
  }
  return isUseful;
}

function linear(model: NamedModel, separator: string): Omit<Grammar, "notes"> {
  const { symbols } = model.alphabet;
  const accepting = acceptingOf(model);
  const isUseful = useful(model, accepting);
  if (!isUseful[0]) {
    throw new HankelError("unsupported", "no word is accepted, and no grammar says that");
  }
  const kept = (state: number) => arcsFrom(model, state).filter(({ to }) => isUseful[to]);
  // A separator does not stand in front of the first symbol, so the first rule is not that of the initial state.
  const numbers = new Map<number, number>();
  const states: number[] = [];
  if (separator === "") {
    numbers.set(0, 0);
    states.push(0);
  }
  const first = separator === "" ? 0 : 1;
  const numberOf = (state: number) => {
    if (kept(state).length === 0) return undefined;
    let number = numbers.get(state);
    if (number === undefined) {
      number = first + states.length;
      numbers.set(state, number);
      states.push(state);
    }
    return number;
  };
  const ruleOf = (state: number, before: string, isFirst: boolean): Rule => {
    const byTarget = new Map<number, string[]>();
    for (const { letter, to } of kept(state)) getOrAdd(byTarget, to, () => []).push(before + symbols[letter]);
    const alternatives = Array.from(byTarget, ([to, texts]) => ({ texts, next: numberOf(to) }));
    return {
      state: isFirst ? undefined : model.states[state],
      trace: state,
      alternatives,
      ends: accepting[state],
    };
  };
  const rules = separator === "" ? [] : [ruleOf(0, "", true)];
  for (let i = 0; i < states.length; i++) rules.push(ruleOf(states[i], separator, rules.length === 0));
  return { rules, model, separator };
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
