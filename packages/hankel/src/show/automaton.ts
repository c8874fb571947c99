import { type Automaton, machineOf, toWfsa, type Wfsa } from "../index.ts";
import { countOf } from "../internal/core.ts";
import { briefApart, type Cell, columns } from "./columns.ts";
import { MAX_LETTERS, MAX_STATES, showMachine } from "./machine.ts";
import type { Paint } from "./paint.ts";

/** An automaton as a table: a line per state, a column per letter, `weight → state` for each arc. */
export function showAutomaton<W>(given: Automaton<W>, paint: Paint): string[] {
  const machine = machineOf(given);
  if (machine !== undefined) return showMachine(machine, paint);
  const automaton = toWfsa(given);
  const { size, initials, initialWeight } = automaton;
  if (size === 0) return ["no states: every word weighs zero"];
  const weight = weightsApart(automaton);
  const starts = Array.from(initials, (state) => `${weight(initialWeight[state])}, in state ${state}`);
  const lines = [`initial weight ${starts.join("; ")}`];
  const table = automaton.alphabet.size <= MAX_LETTERS ? transitions : arcList;
  lines.push(...table(automaton, weight, paint));
  if (size > MAX_STATES) lines.push(paint.faint(`… and ${countOf(size - MAX_STATES, "more state")}`));
  return lines;
}

/** How a weight is shown in a table. */
type Shown<W> = (weight: W) => string;

/** The weights that are shown, cut so that different ones look different. */
function weightsApart<W>(automaton: Wfsa<W>): Shown<W> {
  const { algebra, alphabet, size, initials, initialWeight, finalWeight, arcWeight, start } = automaton;
  const texts = new Set(Array.from(initials, (state) => algebra.format(initialWeight[state])));
  const arcsShown = alphabet.size <= MAX_LETTERS ? Number.POSITIVE_INFINITY : MAX_LETTERS;
  for (let state = 0; state < Math.min(size, MAX_STATES); state++) {
    texts.add(algebra.format(finalWeight[state]));
    const end = Math.min(start[state + 1], start[state] + arcsShown);
    for (let arc = start[state]; arc < end; arc++) texts.add(algebra.format(arcWeight[arc]));
  }
  const all = [...texts];
  const short = new Map(briefApart(all).map((text, i) => [all[i], text]));
  return (weight) => short.get(algebra.format(weight)) ?? "";
}

function transitions<W>(automaton: Wfsa<W>, weight: Shown<W>, paint: Paint): string[] {
  const { algebra, alphabet } = automaton;
  const heads = ["state", "final", ...alphabet.symbols];
  const header: Cell[] = heads.map((text) => ({ text, paint: paint.faint }));
  const rows = Array.from({ length: Math.min(automaton.size, MAX_STATES) }, (_, state): Cell[] => {
    const final = automaton.finalWeight[state];
    return [
      { text: `${arrow(automaton, state)} ${state}`, paint: (text) => paint.group(state, text) },
      algebra.isZero(final) ? "·" : weight(final),
      ...alphabet.symbols.map((_symbol, letter) => arcsCell(automaton, weight, state, letter, paint)),
    ];
  });
  return columns([header, ...rows], "   ");
}

/** All arcs of a state on a letter. */
function arcsCell<W>(
  automaton: Wfsa<W>,
  weight: Shown<W>,
  state: number,
  letter: number,
  paint: Paint,
): Cell {
  const { arcWeight, target, start } = automaton;
  const arcs: { readonly weight: string; readonly to: number }[] = [];
  for (
    let arc = automaton.find(state, letter);
    arc < start[state + 1] && automaton.letter[arc] === letter;
    arc++
  ) {
    arcs.push({ weight: weight(arcWeight[arc]), to: target[arc] });
  }
  if (arcs.length === 0) return { text: "·", paint: paint.faint };
  const shown = (to: (state: number) => string) =>
    arcs.map((arc) => `${arc.weight} → ${to(arc.to)}`).join(", ");
  return { text: shown(String), paint: () => shown((to) => paint.group(to, String(to))) };
}

function arcList<W>(automaton: Wfsa<W>, weight: Shown<W>, paint: Paint): string[] {
  const { algebra, alphabet, start, letter, target, arcWeight } = automaton;
  const lines: string[] = [];
  for (let state = 0; state < Math.min(automaton.size, MAX_STATES); state++) {
    const final = automaton.finalWeight[state];
    const ending = algebra.isZero(final) ? "" : `   final ${weight(final)}`;
    lines.push(`${arrow(automaton, state)} ${paint.group(state, `state ${state}`)}${ending}`);
    const arcs = start[state + 1] - start[state];
    for (let arc = start[state]; arc < start[state] + Math.min(arcs, MAX_LETTERS); arc++) {
      const symbol = alphabet.symbols[letter[arc]];
      lines.push(`      ${symbol} / ${weight(arcWeight[arc])} → ${target[arc]}`);
    }
    if (arcs > MAX_LETTERS) lines.push(paint.faint(`      … ${arcs - MAX_LETTERS} more arcs`));
  }
  return lines;
}

function arrow<W>({ algebra, initialWeight }: Wfsa<W>, state: number): string {
  return algebra.isZero(initialWeight[state]) ? " " : "→";
}
