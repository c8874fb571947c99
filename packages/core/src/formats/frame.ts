import { EPSILON } from "../automata/wfsa.ts";
import { quote } from "../errors.ts";
import { Alphabet } from "../words/alphabet.ts";
import type { Letter } from "../words/word.ts";
import type { AutomatonDocument, Section } from "./document.ts";
import { failAtPlace } from "./lines.ts";

/**
 * OpenFst has no initial weights. A *framed* file has them nevertheless: a fresh state has an arc on this symbol to
 * each initial state, so every word starts with the symbol. Equal languages stay equal when framed, and a minimal
 * automaton stays minimal, so results can be compared with OpenFst's.
 */
export const FRAME = "<init>";

/** A framed document without its frame: the arcs on the frame's symbol become initial weights. */
export function unframed<W>(document: AutomatonDocument<W>, symbol = FRAME): AutomatonDocument<W> {
  const { alphabet, arcs, initial, final } = document;
  const frame = alphabet.letter(symbol);
  const without = new Alphabet(alphabet.symbols.filter((other) => other !== symbol));
  if (initial.states.length === 0) return { ...document, alphabet: without };
  const start = initial.states[0];
  const fail = (section: Section, entry: number, what: string) =>
    failAtPlace(document.place(section, entry), `not framed by ${quote(symbol)}: ${what}`);

  // The document is in columns: find the entries to remove first, then leave them out.
  const { framing, kept } = splitArcs(document, frame, fail);
  const finals = Array.from({ length: final.states.length }, (_, i) => i).filter(
    (i) => final.states[i] !== start,
  );
  const state = (old: number) => (old > start ? old - 1 : old);
  const letter = (old: number) => (old === EPSILON || old < frame ? old : old - 1);
  const entries = { initial: framing, final: finals, arcs: kept };
  return {
    ...document,
    alphabet: without,
    states: document.states - 1,
    names: document.names?.filter((_, old) => old !== start),
    initial: {
      states: framing.map((arc) => state(arcs.to[arc])),
      weights: framing.map((arc) => arcs.weights[arc]),
    },
    final: {
      states: finals.map((i) => state(final.states[i])),
      weights: finals.map((i) => final.weights[i]),
    },
    arcs: {
      from: kept.map((arc) => state(arcs.from[arc])),
      letters: kept.map((arc) => letter(arcs.letters[arc])),
      weights: kept.map((arc) => arcs.weights[arc]),
      to: kept.map((arc) => state(arcs.to[arc])),
    },
    place: (section, entry) =>
      document.place(section === "initial" ? "arcs" : section, entries[section][entry] ?? 0),
  };
}

type Fail = (section: Section, entry: number, what: string) => never;

/** The arcs of the frame and all others; fails where the document has no frame. */
function splitArcs<W>({ algebra, arcs, initial, final }: AutomatonDocument<W>, frame: Letter, fail: Fail) {
  const start = initial.states[0];
  const kept: number[] = [];
  const framing: number[] = [];
  const isFrame = (arc: number) => arcs.from[arc] === start;
  for (let arc = 0; arc < arcs.to.length; arc++) {
    if (arcs.to[arc] === start) fail("arcs", arc, "an arc leads back to the initial state");
    if (isFrame(arc) !== (arcs.letters[arc] === frame)) {
      fail("arcs", arc, isFrame(arc) ? "the initial state has another arc" : "a later arc has the symbol");
    }
    (isFrame(arc) ? framing : kept).push(arc);
  }
  for (let i = 0; i < final.states.length; i++) {
    if (final.states[i] !== start || algebra.isZero(final.weights[i])) continue;
    fail("final", i, "the initial state is final");
  }
  const seen = new Set<number>();
  for (const arc of framing) {
    if (seen.has(arcs.to[arc])) fail("arcs", arc, "a second arc leads to the same state");
    seen.add(arcs.to[arc]);
  }
  return { framing, kept };
}
