/** Machines in words: they read inputs and answer with outputs. The weights that stand for them are nobody's business but ours. */

import { freeLetters } from "../algebra.ts";
import {
  type Automaton,
  freeGroup,
  freeWord,
  type GroupWithZero,
  type Machine,
  machineOf,
  machineSize,
} from "../index.ts";
import { countOf } from "../internal/core.ts";
import { briefApart, type Cell, columns } from "./columns.ts";
import type { Paint } from "./paint.ts";

/** How many states an automaton has as what it is: a Moore machine may have more than the automaton that stands for it. */
export function statesOf(automaton: Automaton<unknown>): number {
  const machine = machineOf(automaton);
  return machine === undefined ? automaton.size : machineSize(machine);
}

/** Does a language over this algebra answer with outputs? */
export function hasOutputs(algebra: GroupWithZero<unknown>): boolean {
  return algebra.name === freeGroup.name;
}

/** The outputs of a run, in order; undefined if it is none, or a weight of another algebra. */
export function outputsIn(run: unknown, algebra: GroupWithZero<unknown> = freeGroup): string[] | undefined {
  if (!hasOutputs(algebra) || typeof run !== "string" || freeGroup.isZero(run)) return undefined;
  const letters = freeLetters(run);
  return letters.some(({ inverse }) => inverse) ? undefined : letters.map(({ name }) => name);
}

/** With more letters than this, an automaton or a machine is shown as a list of arcs. */
export const MAX_LETTERS = 8;
/** Only this many states are shown. */
export const MAX_STATES = 30;

/** A machine as a table: a line per state, a column per input, `output → state` for each arc; a Moore machine has its outputs in front. */
export function showMachine(machine: Machine, paint: Paint): string[] {
  const { kind, alphabet, target, output } = machine;
  const size = machineSize(machine);
  const shown = Math.min(size, MAX_STATES);
  const texts = [...new Set(output)];
  const shownText = new Map(
    briefApart(texts.map((text) => freeWord(text))).map((text, i) => [texts[i], text]),
  );
  const written = (text: string) => shownText.get(text) ?? "";
  const arc = (state: number, letter: number) => {
    const place = state * alphabet.size + letter;
    return { to: target[place], before: kind === "mealy" ? `${written(output[place])} ` : "" };
  };
  const name = (state: number): Cell => ({
    text: `${state === 0 ? "→" : " "} ${state}`,
    paint: (text) => paint.group(state, text),
  });
  const own = (state: number): Cell[] => (kind === "moore" ? [written(output[state])] : []);
  const more = size > shown ? [paint.faint(`… and ${countOf(size - shown, "more state")}`)] : [];
  const states = Array.from({ length: shown }, (_, state) => state);
  if (alphabet.size > MAX_LETTERS) {
    const lines = states.flatMap((state) => [
      ...columns([[name(state), ...own(state)]], "   "),
      ...alphabet.symbols.slice(0, MAX_LETTERS).map((symbol, letter) => {
        const { to, before } = arc(state, letter);
        return `      ${symbol} / ${before}→ ${to}`;
      }),
      paint.faint(`      … ${alphabet.size - MAX_LETTERS} more inputs`),
    ]);
    return [...lines, ...more];
  }
  const heads = ["state", ...(kind === "moore" ? ["output"] : []), ...alphabet.symbols];
  const header = heads.map((text) => ({ text, paint: paint.faint }));
  const rows = states.map((state) => [
    name(state),
    ...own(state),
    ...alphabet.symbols.map((_, letter): Cell => {
      const { to, before } = arc(state, letter);
      return { text: `${before}→ ${to}`, paint: () => `${before}→ ${paint.group(to, String(to))}` };
    }),
  ]);
  return [...columns([header, ...rows], "   "), ...more];
}

/** What words are answered with, in words: weights, or the outputs of a machine. They are cut so that one sees how they differ. */
export function answersIn(
  algebra: GroupWithZero<unknown>,
  answers: readonly unknown[],
): { verb: string; text: string }[] {
  const runs = answers.map((answer) => outputsIn(answer, algebra));
  const weights = briefApart(
    answers.map((answer, i) => (runs[i] === undefined ? algebra.format(answer) : "")),
  );
  return runs.map((outputs, i) =>
    outputs === undefined
      ? { verb: "weigh", text: weights[i] }
      : { verb: "answer", text: outputsLine(outputs) },
  );
}

/** Outputs in a line. */
export function outputsLine(outputs: readonly string[]): string {
  return outputs.length === 0 ? "nothing" : outputs.map((output) => freeWord(output)).join(" ");
}
