/** What has changed from one version to the next, as a listing and as JSON. */

import type { Changes, ChangeTrace, ComparedState, TransitionChange, TransitionSide } from "../automata.ts";
import { freeWord, type Word } from "../index.ts";
import { countOf, quote, shortenedApart } from "../internal/core.ts";
import { inWords } from "../options/values.ts";
import { columns } from "./columns.ts";
import type { ChangePaint } from "./paint.ts";
import { MOST_OUTPUT, traceColumns } from "./trace.ts";

/** What is said of one version besides its transitions. */
export interface VersionName {
  readonly name: string;
  /** What a run has established of it, if it was learned. */
  readonly statement: string;
}

const SIGNS = { same: " ", new: "+", gone: "−", changed: "~" } as const;

/** The most symbols that a sentence lists. */
const MOST_LISTED = 10;

/** The words for what is compared: machines have inputs and transitions, others have symbols and arcs. */
function termsOf({ kind }: Changes) {
  return kind === "weights"
    ? { input: "symbol", transition: "arc" }
    : { input: "input", transition: "transition" };
}

/** The names of the states in both versions: states that are in both have that of the old one. */
class Names {
  readonly #before = new Map<number, string>();
  readonly #after = new Map<number, string>();

  constructor(states: readonly ComparedState[]) {
    for (const { before, after, names } of states) {
      if (before !== undefined) this.#before.set(before, names[0] ?? "");
      if (after !== undefined) this.#after.set(after, names[0] ?? `${names[1]} (new)`);
    }
  }

  before(state: number): string {
    return this.#before.get(state) ?? "";
  }

  after(state: number): string {
    return this.#after.get(state) ?? "";
  }
}

/** The listing: how much has changed, and so many changes with their traces. */
export function changesLines(
  changes: Changes,
  [old, next]: readonly [VersionName, VersionName],
  limit: number,
  paint: ChangePaint,
): string[] {
  const head = [
    `old: ${old.name}, ${sizeOf(changes, "before")}`,
    ...(old.statement === "" ? [] : [`  ${old.statement}`]),
    `new: ${next.name}, ${sizeOf(changes, "after")}`,
    ...(next.statement === "" ? [] : [`  ${next.statement}`]),
  ];
  if (changes.equal) return [...head, ...symbolLines(changes, old, next), "no difference"];
  const names = new Names(changes.states);
  const entries = [
    ...(changes.start === undefined ? [] : [startLines(changes, paint)]),
    ...changes.states
      .filter(({ trace }) => trace !== undefined)
      .map((state) => stateLines(changes, state, names, paint)),
    ...causesFirst(changes).map((change) => transitionLines(changes, change, names, paint)),
    ...ownStates(changes).map((own) => ownStateLines(changes, own, names, paint)),
  ];
  const left = entries.length - limit;
  return [
    ...head,
    ...summaryLines(changes, names),
    ...symbolLines(changes, old, next),
    ...entries.slice(0, limit).flatMap((lines) => ["", ...lines]),
    ...(left > 0
      ? ["", `… and ${countOf(left, "more change")}: --limit ${entries.length} shows all, and --json has all`]
      : []),
  ];
}

function sizeOf({ states }: Changes, side: "before" | "after"): string {
  return countOf(states.filter((state) => state[side] !== undefined).length, "state");
}

/** How many states and transitions are new, gone, changed and the same. */
function summaryLines(changes: Changes, names: Names): string[] {
  const { states, transitions, same } = changes;
  const told = (title: string, counts: Readonly<Record<keyof typeof SIGNS, number>>) =>
    `${title}: ${counts.new} new, ${counts.gone} gone, ${counts.changed} changed, ${counts.same} the same`;
  const { transition } = termsOf(changes);
  const ofStates = countsOf(states);
  return [
    told(`${transition}s`, { ...countsOf(transitions), same: same.length }),
    told("states", ofStates),
    ...listOf("  gone", states, "gone", ({ before = 0 }) => names.before(before)),
    ...listOf("  new", states, "new", ({ after = 0 }) => names.after(after)),
  ];
}

function countsOf(
  list: readonly { readonly change: keyof typeof SIGNS }[],
): Record<keyof typeof SIGNS, number> {
  const counts = { same: 0, new: 0, gone: 0, changed: 0 };
  for (const { change } of list) counts[change]++;
  return counts;
}

function listOf(
  title: string,
  states: readonly ComparedState[],
  change: "new" | "gone",
  nameOf: (state: ComparedState) => string,
): string[] {
  const names = states.filter((state) => state.change === change).map(nameOf);
  if (names.length === 0) return [];
  const more = names.length > MOST_LISTED ? `, … ${names.length - MOST_LISTED} more` : "";
  return [`${title}: ${names.slice(0, MOST_LISTED).join(", ")}${more}`];
}

function symbolLines(changes: Changes, old: VersionName, next: VersionName): string[] {
  const { input } = termsOf(changes);
  const line = (symbols: readonly string[], { name }: VersionName, version: string) => {
    if (symbols.length === 0) return [];
    const quoted = symbols.slice(0, MOST_LISTED).map((symbol) => quote(symbol));
    const more = symbols.length - quoted.length;
    const listed = inWords(more > 0 ? [...quoted, `${more} more`] : quoted);
    return [
      `only the ${version} version, ${name}, knows the ${input}${symbols.length === 1 ? "" : "s"} ${listed}`,
    ];
  };
  return [...line(changes.symbols.gone, old, "old"), ...line(changes.symbols.new, next, "new")];
}

/** A transition of a state that only one of the versions has: it is there because the state is. */
function isOfOwnState({ states }: Changes) {
  const own = (side: "before" | "after", change: "gone" | "new") =>
    new Set(states.filter((state) => state.change === change).map((state) => state[side]));
  const [gone, fresh] = [own("before", "gone"), own("after", "new")];
  return ({ before, after }: TransitionChange) =>
    before === undefined ? fresh.has(after?.from) : after === undefined && gone.has(before.from);
}

/** The transitions of states that are in both versions: first those that differ at one place of their trace, so that nothing else causes them. */
function causesFirst(changes: Changes): TransitionChange[] {
  const isOwn = isOfOwnState(changes);
  const own = changes.transitions.filter((change) => !isOwn(change));
  const isAlone = ({ trace: { before, after } }: TransitionChange) =>
    before.filter((output, place) => output !== after[place]).length === 1;
  return [...own.filter(isAlone), ...own.filter((change) => !isAlone(change))];
}

/** A state that only one version has, a shortest word that leads to it there, and its transitions. */
interface OwnState {
  readonly change: "new" | "gone";
  readonly state: number;
  readonly access: Word;
  readonly transitions: readonly TransitionChange[];
}

/** The states that only one version has; those that come first in it first. */
function ownStates(changes: Changes): OwnState[] {
  const isOwn = isOfOwnState(changes);
  const found = new Map<string, TransitionChange[]>();
  for (const change of changes.transitions.filter(isOwn)) {
    const key = `${change.change} ${(change.before ?? change.after)?.from}`;
    found.set(key, [...(found.get(key) ?? []), change]);
  }
  const access = { gone: accessWords(changes, "before"), new: accessWords(changes, "after") };
  return changes.states
    .flatMap(({ change, before, after }): OwnState[] => {
      const state = change === "gone" ? before : after;
      if ((change !== "gone" && change !== "new") || state === undefined) return [];
      const transitions = (found.get(`${change} ${state}`) ?? []).toSorted((a, b) => a.letter - b.letter);
      return [{ change, state, access: access[change].get(state) ?? [], transitions }];
    })
    .sort((a, b) => a.access.length - b.access.length);
}

/** A shortest word to each state of one version. */
function accessWords({ states, transitions, same }: Changes, side: "before" | "after"): Map<number, Word> {
  const number = new Map(states.map(({ before, after }) => [before, side === "before" ? before : after]));
  const arcs = new Map<number, { readonly letter: number; readonly to: number }[]>();
  const add = (from: number, letter: number, to: number) => {
    arcs.set(from, [...(arcs.get(from) ?? []), { letter, to }]);
  };
  for (const { from, to, letter } of same) add(number.get(from) ?? from, letter, number.get(to) ?? to);
  for (const change of transitions) {
    const one = change[side];
    if (one !== undefined) add(one.from, change.letter, one.to);
  }
  const words = new Map<number, Word>([[0, []]]);
  for (const [state, word] of words) {
    for (const { letter, to } of arcs.get(state) ?? []) if (!words.has(to)) words.set(to, [...word, letter]);
  }
  return words;
}

/** A state that only one version has, with all of its transitions. */
function ownStateLines(
  changes: Changes,
  { change, state, access, transitions }: OwnState,
  names: Names,
  paint: ChangePaint,
): string[] {
  const { alphabet, kind } = changes;
  const side = change === "gone" ? "before" : "after";
  const name = (of: number) => (change === "gone" ? names.before(of) : names.after(of));
  const after = access.length === 0 ? "the first one" : `after ${alphabet.show(access)}`;
  const rows = transitions.map(({ letter, ...sides }) => {
    const { text, to = 0 } = sides[side] ?? {};
    const [shown] = shownApart([written(changes, text)]);
    return [freeWord(alphabet.symbols[letter]), ...(shown === "" ? [] : [shown]), `→ ${name(to)}`];
  });
  const answer = kind === "weights" ? "weight" : "output";
  const head = rows.some((row) => row.length === 3)
    ? [termsOf(changes).input, answer, ""]
    : [termsOf(changes).input, ""];
  return [
    paint.change(change, `${SIGNS[change]} state ${name(state)}, ${after}`),
    ...(rows.length === 0 ? [] : columns([head, ...rows]).map((line) => `    ${line}`)),
  ];
}

/** An output or a weight on a line; a text of several words is quoted. */
function written({ kind }: Changes, text: string | undefined): string {
  if (text === undefined) return "";
  return kind === "weights" ? text : freeWord(text);
}

function startLines(changes: Changes, paint: ChangePaint): string[] {
  const { texts, trace } = changes.start ?? {};
  const [old, next] = texts ?? [];
  const isText = old !== next;
  const said = isText
    ? `${written(changes, old) || "nothing"} became ${written(changes, next) || "nothing"}`
    : "another state is the first";
  return [
    paint.change("changed", `${SIGNS.changed} the beginning: ${said}`),
    ...(trace === undefined ? [] : traceLines(changes, trace, paint)),
  ];
}

function stateLines(changes: Changes, state: ComparedState, names: Names, paint: ChangePaint): string[] {
  const { texts, trace, change, before = 0 } = state;
  const [old, next] = shownApart(
    texts.map((text) => (text === undefined ? "nothing" : written(changes, text))),
  );
  return [
    paint.change(change, `${SIGNS[change]} state ${names.before(before)}: ${old} became ${next}`),
    ...(trace === undefined ? [] : traceLines(changes, trace, paint)),
  ];
}

function shownApart(texts: readonly string[]): string[] {
  return shortenedApart(texts, MOST_OUTPUT);
}

function transitionLines(
  changes: Changes,
  { change, letter, before, after, trace }: TransitionChange,
  names: Names,
  paint: ChangePaint,
): string[] {
  const symbol = freeWord(changes.alphabet.symbols[letter]);
  const from = before === undefined ? names.after(after?.from ?? 0) : names.before(before.from);
  const [old, next] = shownApart([written(changes, before?.text), written(changes, after?.text)]);
  const side = (text: string, to: string) => `${text === "" ? "" : `${text} `}→ ${to}`;
  const sides = [
    ...(before === undefined ? [] : [side(old, names.before(before.to))]),
    ...(after === undefined ? [] : [side(next, names.after(after.to))]),
  ];
  return [
    paint.change(change, `${SIGNS[change]} ${from}, ${symbol}: ${sides.join(" became ")}`),
    ...traceLines(changes, trace, paint),
  ];
}

/** A trace: what both versions answer, in columns beside each other; a weight is one answer. */
function traceLines(changes: Changes, trace: ChangeTrace, paint: ChangePaint): string[] {
  const lines = changes.kind === "weights" ? weighedLines(changes, trace) : runLines(changes, trace, paint);
  return [
    ...lines.map((line) => `    ${line}`),
    ...(trace.differs ? [] : ["    no word shows it: this one only leads through it"]),
  ];
}

function weighedLines({ alphabet }: Changes, { word, before, after }: ChangeTrace): string[] {
  const [old, next] = shownApart([before[0] ?? "", after[0] ?? ""]);
  return columns([
    ["word", "old", "new"],
    [alphabet.show(word), old, next],
  ]);
}

function runLines({ alphabet }: Changes, { word, before, after }: ChangeTrace, paint: ChangePaint): string[] {
  return traceColumns(
    { alphabet, word, answers: [before, after], heads: ["old", "new"], none: "no such input here" },
    paint,
  );
}

/** Everything as JSON. */
export function changesJson(changes: Changes, names: readonly [VersionName, VersionName]): string {
  const { kind, alphabet, equal, symbols, states, transitions, start, same } = changes;
  const told = ([before, after]: readonly (VersionName | undefined)[]) => ({ old: before, new: after });
  const text = kind === "weights" ? "weight" : "output";
  const stateNames = new Names(states);
  const input = kind === "weights" ? "symbol" : "input";
  const side = (one: TransitionSide | undefined, name: (state: number) => string) =>
    one && { from: name(one.from), to: name(one.to), ...(one.text !== undefined && { [text]: one.text }) };
  const before = (state: number) => stateNames.before(state);
  const after = (state: number) => namesAfter.get(state) ?? "";
  const namesAfter = new Map(states.map((state) => [state.after, state.names[1] ?? ""]));
  const answer = (answers: ChangeTrace["before"]) =>
    kind === "weights" ? (answers[0] ?? null) : answers.map((output) => output ?? null);
  const trace = ({ word, differs, ...answers }: ChangeTrace) => ({
    [kind === "weights" ? "word" : "inputs"]: alphabet.spell(word),
    old: answer(answers.before),
    new: answer(answers.after),
    differs,
  });
  return JSON.stringify({
    equal,
    kind,
    ...told(names.map(({ name, statement }) => ({ name, statement }))),
    [`${input}s`]: { gone: symbols.gone, new: symbols.new },
    counts: {
      transitions: { ...countsOf(transitions), same: same.length },
      states: countsOf(states),
    },
    start: start && {
      old: start.texts[0] ?? null,
      new: start.texts[1] ?? null,
      trace: trace(start.trace),
    },
    states: states.map(({ change, names: [old, next], texts, trace: shown }) => ({
      change,
      old: old ?? null,
      new: next ?? null,
      ...(texts.some((one) => one !== undefined) && { [text]: texts.map((one) => one ?? null) }),
      ...(shown !== undefined && { trace: trace(shown) }),
    })),
    transitions: transitions.map(({ change, letter, trace: shown, ...sides }) => ({
      change,
      [input]: alphabet.symbols[letter],
      old: side(sides.before, before) ?? null,
      new: side(sides.after, after) ?? null,
      trace: trace(shown),
    })),
  });
}
