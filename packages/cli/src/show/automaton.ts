import { countOf, type Wdfsa } from "@hankel/core";
import { brief, type Cell, columns, harmless } from "./columns.ts";
import type { Paint } from "./paint.ts";

/** With more letters than this, an automaton is shown as a list of arcs. */
const MAX_LETTERS = 8;
/** Only this many states are shown. */
const MAX_STATES = 30;

/** An automaton as a table: a line per state, a column per letter, `weight → state` in each cell. */
export function showAutomaton<W>(automaton: Wdfsa<W>, paint: Paint): string[] {
  const { algebra, size } = automaton;
  if (size === 0) return ["no states: every word weighs zero"];
  const lines = [`initial weight ${brief(algebra.format(automaton.initialWeight))}, in state 0`];
  const table = automaton.alphabet.size <= MAX_LETTERS ? transitions : arcList;
  lines.push(...table(automaton, paint));
  if (size > MAX_STATES) lines.push(paint.faint(`… and ${countOf(size - MAX_STATES, "more state")}`));
  return lines;
}

function transitions<W>(automaton: Wdfsa<W>, paint: Paint): string[] {
  const { algebra, alphabet, target, arcWeight } = automaton;
  const header: Cell[] = [
    { text: "state" },
    { text: "final" },
    ...alphabet.symbols.map((symbol) => ({ text: harmless(symbol) })),
  ].map((cell) => ({ ...cell, paint: paint.faint }));
  const rows = Array.from({ length: Math.min(automaton.size, MAX_STATES) }, (_, state): Cell[] => {
    const final = automaton.finalWeight[state];
    return [
      { text: `${state === 0 ? "→" : " "} ${state}`, paint: (text) => paint.group(state, text) },
      { text: algebra.isZero(final) ? "·" : brief(algebra.format(final)) },
      ...alphabet.symbols.map((_symbol, letter): Cell => {
        const slot = state * alphabet.size + letter;
        const to = target[slot];
        if (to < 0) return { text: "·", paint: paint.faint };
        const weight = brief(algebra.format(arcWeight[slot]));
        return { text: `${weight} → ${to}`, paint: () => `${weight} → ${paint.group(to, String(to))}` };
      }),
    ];
  });
  return columns([header, ...rows], "   ");
}

function arcList<W>(automaton: Wdfsa<W>, paint: Paint): string[] {
  const { algebra, alphabet, target, arcWeight } = automaton;
  const lines: string[] = [];
  for (let state = 0; state < Math.min(automaton.size, MAX_STATES); state++) {
    const final = automaton.finalWeight[state];
    const ending = algebra.isZero(final) ? "" : `   final ${brief(algebra.format(final))}`;
    lines.push(`${state === 0 ? "→" : " "} ${paint.group(state, `state ${state}`)}${ending}`);
    let shown = 0;
    for (let letter = 0; letter < alphabet.size; letter++) {
      const slot = state * alphabet.size + letter;
      if (target[slot] < 0 || shown++ >= MAX_LETTERS) continue;
      const symbol = harmless(alphabet.symbols[letter]);
      lines.push(`      ${symbol} / ${brief(algebra.format(arcWeight[slot]))} → ${target[slot]}`);
    }
    if (shown > MAX_LETTERS) lines.push(paint.faint(`      … ${shown - MAX_LETTERS} more arcs`));
  }
  return lines;
}
