import type { Automaton } from "hankel";
import { type Changes, type ChangeTrace, changesOf, type TransitionChange } from "hankel/automata";
import { changesGraph, type Drawing, layout } from "hankel/formats";

/** A row of a trace: an input, and what the two versions answer. */
export interface TraceRow {
  readonly input: string;
  readonly before: string;
  readonly after: string;
  readonly differs: boolean;
}

/** A change in a sentence, and a shortest trace that shows it. */
export interface ShownChange {
  readonly change: "new" | "gone" | "changed";
  readonly text: string;
  readonly rows: readonly TraceRow[];
}

/** What the page shows of two versions. */
export interface Comparison {
  readonly names: readonly [string, string];
  readonly summary: string;
  readonly changes: readonly ShownChange[];
  /** Both versions on one drawing; undefined if they do the same. */
  readonly drawing: Drawing | undefined;
}

/** What has changed from one automaton to another. */
export function comparisonOf(
  names: readonly [string, string],
  [before, after]: readonly [Automaton<unknown>, Automaton<unknown>],
): Comparison {
  const found = changesOf(before, after);
  const counted = { new: 0, gone: 0, changed: 0 };
  for (const { change } of found.transitions) counted[change]++;
  const summary = found.equal
    ? "There is no difference."
    : `Transitions: ${counted.new} new, ${counted.gone} gone, ${counted.changed} changed, ${found.same.length} the same.`;
  return {
    names,
    summary,
    changes: found.equal ? [] : shownChanges(found),
    drawing: found.equal ? undefined : layout(changesGraph(found)),
  };
}

function shownChanges(changes: Changes): ShownChange[] {
  const { start, states, transitions } = changes;
  const became = (texts: readonly [string | undefined, string | undefined]) =>
    texts.map((text) => text ?? "nothing").join(" became ");
  return [
    ...(start === undefined
      ? []
      : [
          {
            change: "changed" as const,
            text: `the beginning: ${became(start.texts)}`,
            rows: rowsOf(changes, start.trace),
          },
        ]),
    ...states.flatMap(({ change, names, texts, trace }): ShownChange[] =>
      trace === undefined || change === "same"
        ? []
        : [
            {
              change,
              text: `state ${names[0] ?? names[1] ?? ""}: ${became(texts)}`,
              rows: rowsOf(changes, trace),
            },
          ],
    ),
    ...transitions.map((one) => shownTransition(changes, one)),
  ];
}

function shownTransition(
  changes: Changes,
  { change, letter, before, after, trace }: TransitionChange,
): ShownChange {
  const { alphabet, states } = changes;
  const ofOld = (state: number) => states.find((one) => one.before === state)?.names[0] ?? "";
  const ofNew = (state: number) => {
    const names = states.find((one) => one.after === state)?.names;
    return names?.[0] ?? `${names?.[1] ?? ""} (new)`;
  };
  const sides = [
    ...(before === undefined ? [] : [`${before.text ?? ""} → ${ofOld(before.to)}`.trim()]),
    ...(after === undefined ? [] : [`${after.text ?? ""} → ${ofNew(after.to)}`.trim()]),
  ];
  const from = before === undefined ? ofNew(after?.from ?? 0) : ofOld(before.from);
  const text = `${from}, ${alphabet.symbols[letter]}: ${sides.join(" became ")}`;
  return { change, text, rows: rowsOf(changes, trace) };
}

function rowsOf({ kind, alphabet }: Changes, { word, before, after }: ChangeTrace): TraceRow[] {
  const shown = (answer: string | undefined) => answer ?? "no such input here";
  if (kind === "weights")
    return [
      {
        input: alphabet.show(word),
        before: before[0] ?? "",
        after: after[0] ?? "",
        differs: before[0] !== after[0],
      },
    ];
  const letters = alphabet.spell(word);
  const inputs = before.length > letters.length ? ["(start)", ...letters] : letters;
  return inputs.map((input, i) => ({
    input,
    before: shown(before[i]),
    after: shown(after[i]),
    differs: before[i] !== after[i],
  }));
}
