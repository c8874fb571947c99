import type { ChangeKind, Changes, ComparedState } from "../automata/changes/changes.ts";
import { countOf, shortenedApart } from "../errors.ts";
import { inputText, outputText, show } from "../formats/dot-label.ts";
import { getOrAdd } from "../words/collections.ts";
import type { Letter } from "../words/word.ts";
import type { Graph, GraphArc, GraphState } from "./graph.ts";
import { LONGEST_LABEL } from "./text.ts";

/** What stands in front of a label, so that no colour is needed to read the drawing. */
const SIGNS: Readonly<Record<ChangeKind, string>> = { same: "", new: "+ ", gone: "− ", changed: "~ " };

/** With more lines, what is the same is named by its first inputs only. */
const MANY_LINES = 12;
const FIRST_INPUTS = 2;
/** Of the transitions on one line that say something else now, so many are named. */
const MOST_CHANGED = 2;

/** With more states only those are drawn that have to do with changes. */
const MOST_STATES = 40;

/** The number under which a state is drawn: those of the old version first, then those that only the new one has. */
interface Numbers {
  readonly before: (state: number) => number;
  readonly after: (state: number) => number;
}

/**
 * Both versions on one drawing: what is the same in grey, what is new in green, what is gone red and dashed, and what has changed in amber; a sign in front of the
 * label says it, too. A transition that leads elsewhere now stands where it leads, and dashed where it led before. Of large
 * automata only the states at which something changes are drawn.
 *
 * @example
 * const alphabet = new Alphabet(["coin", "button"]);
 * const target = [1, 0, 1, 0];
 * const old = machineToWdfsa({ kind: "mealy", alphabet, target, output: ["ok", "-", "full", "tea"] });
 * const next = machineToWdfsa({ kind: "mealy", alphabet, target, output: ["ok", "-", "full", "coffee"] });
 * const graph = changesGraph(changesOf(old, next));
 * console.log(graph.arcs.flatMap(({ labels }) => labels).join(", ")); // coin/ok, button/-, coin/full, ~ button/tea, → coffee
 */
export function changesGraph(changes: Changes): Graph {
  const numbers = numbersOf(changes.states);
  const lines = new Map<string, Line>();
  const draw = (
    style: ChangeKind,
    from: number,
    to: number,
    labels: readonly string[],
    short = labels[0],
  ) => {
    const line = getOrAdd(lines, `${from} ${to} ${style}`, () => ({
      from,
      to,
      style,
      labels: [],
      short: [],
    }));
    line.labels.push(labels);
    line.short.push(short);
  };
  const label = labelling(changes);
  const { before, after } = numbers;
  for (const { from, to, letter, text } of changes.same)
    draw("same", before(from), before(to), [label(letter, text)], label(letter, undefined));
  for (const { change, letter, before: old, after: next } of changes.transitions) {
    if (old === undefined && next !== undefined)
      draw(change, after(next.from), after(next.to), [SIGNS.new + label(letter, next.text)]);
    else if (old !== undefined && next === undefined)
      draw(change, before(old.from), before(old.to), [SIGNS.gone + label(letter, old.text)]);
    else if (old !== undefined && next !== undefined) {
      const isElsewhere = before(old.to) !== after(next.to);
      if (isElsewhere) draw("gone", before(old.from), before(old.to), [SIGNS.gone + label(letter, old.text)]);
      const labels = isElsewhere
        ? [SIGNS.changed + label(letter, next.text)]
        : bothTexts(label, letter, old.text, next.text);
      draw("changed", after(next.from), after(next.to), labels);
    }
  }
  const drawn = drawnStates(changes, numbers, lines.values());
  const states = changes.states.map((state) => stateOf(changes, state, numbers));
  const arcs = Array.from(lines.values())
    .filter(({ from, to }) => drawn.has(from) && drawn.has(to))
    .map((line) => lineOf(line, lines.size > MANY_LINES));
  const hidden = states.length - drawn.size;
  return {
    states: states.filter(({ id }) => drawn.has(id)),
    arcs,
    note: changes.equal
      ? "Nothing has changed"
      : `+ new, − gone (dashed), ~ changed, the rest is the same${hidden > 0 ? `; ${countOf(hidden, "state")} without changes not drawn` : ""}`,
  };
}

/** The transitions of one style from one state to another: the labels of each, and a short form. */
interface Line {
  readonly from: number;
  readonly to: number;
  readonly style: ChangeKind;
  readonly labels: (readonly string[])[];
  readonly short: string[];
}

function lineOf({ from, to, style, labels, short }: Line, isCrowded: boolean): GraphArc {
  const first = (texts: readonly (readonly string[])[], most: number) =>
    texts.length <= most ? texts.flat() : [...texts.slice(0, most).flat(), `… ${texts.length - most} more`];
  if (style === "same") {
    const named = isCrowded
      ? first(
          short.map((text) => [text]),
          FIRST_INPUTS,
        )
      : labels.flat();
    return { from, to, style, labels: named };
  }
  const most = labels.some(({ length }) => length > 1) ? MOST_CHANGED : Infinity;
  return { from, to, style, labels: first(labels, most), width: 2 };
}

function numbersOf(states: readonly ComparedState[]): Numbers {
  const ofAfter = new Map<number, number>();
  const olds = states.filter(({ before }) => before !== undefined).length;
  let next = olds;
  for (const { before, after } of states) if (after !== undefined) ofAfter.set(after, before ?? next++);
  return { before: (state) => state, after: (state) => ofAfter.get(state) ?? -1 };
}

/** How a transition is written: its input and what it says. */
function labelling({ kind, alphabet }: Changes): (letter: Letter, text: string | undefined) => string {
  const { symbols } = alphabet;
  if (kind === "weights")
    return (letter, text) =>
      text === undefined ? show(symbols[letter]) : `${show(symbols[letter])} / ${text}`;
  return (letter, text) => inputText(symbols[letter]) + (text === undefined ? "" : `/${outputText(text)}`);
}

/** The two lines of a transition that says something else now: long texts are cut so that their difference shows. */
function bothTexts(
  label: (letter: Letter, text: string | undefined) => string,
  letter: Letter,
  before: string | undefined,
  after: string | undefined,
): string[] {
  const room = LONGEST_LABEL - 2;
  const input = [...label(letter, undefined)].length + 3;
  const isLong = input + Math.max([...(before ?? "")].length, [...(after ?? "")].length) > room;
  if (!isLong) return [SIGNS.changed + label(letter, before), `→ ${outputText(after ?? "")}`];
  const [old, next] = shortenedApart([before ?? "", after ?? ""], room);
  return [SIGNS.changed + label(letter, undefined), `  ${old}`, `→ ${next}`];
}

function stateOf({ start }: Changes, state: ComparedState, numbers: Numbers): GraphState {
  const { change, before, after, names, texts } = state;
  const [old, next] = texts.map((text) =>
    text === undefined || text === "accepts" ? undefined : outputText(text),
  );
  const isChanged = change === "changed" && (old ?? "") !== (next ?? "");
  const detail = isChanged ? `${old ?? "none"} → ${next ?? "none"}` : (next ?? old);
  return {
    id: before ?? numbers.after(after ?? 0),
    name: SIGNS[change] + show(names[0] ?? names[1] ?? ""),
    detail,
    initial: startText(state, start),
    final: texts.includes("accepts"),
    style: change,
  };
}

/** What stands on the arrow to a state with which one of the versions begins, where the beginning has changed. */
function startText({ before, after }: ComparedState, start: Changes["start"]): string | undefined {
  if (start === undefined) return before === 0 || after === 0 ? "" : undefined;
  const [old, next] = start.texts.map((text) => (text === undefined ? "" : ` ${text}`));
  if (before === 0 && after === 0) return `~${old} →${next}`;
  if (before === 0) return `−${old} start`;
  return after === 0 ? `+${next} start` : undefined;
}

/** All states, or of many those at which something changes. */
function drawnStates(
  { states }: Changes,
  numbers: Numbers,
  lines: Iterable<{ readonly from: number; readonly to: number; readonly style: ChangeKind }>,
): Set<number> {
  const number = ({ before, after }: ComparedState) => before ?? numbers.after(after ?? 0);
  if (states.length <= MOST_STATES) return new Set(states.map(number));
  const drawn = new Set(
    states
      .filter(({ change, before, after }) => change !== "same" || before === 0 || after === 0)
      .map(number),
  );
  for (const { from, to, style } of lines) {
    if (style === "same") continue;
    drawn.add(from);
    drawn.add(to);
  }
  return drawn;
}
