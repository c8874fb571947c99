import { json } from "./literals.ts";
import { arcsFrom, type CodeModel } from "./model.ts";
import type { NamedModel } from "./target.ts";

/** An arc of a picture; arcs between the same two states share one. */
export interface DrawnArc {
  readonly from: number;
  readonly to: number;
  readonly label: string;
}

/** What stands in a state: its name, and what a Moore machine shows there, or the weight with which words end. */
export function drawnState({ states, says }: NamedModel, state: number): string {
  const name = drawnText(states[state]);
  if (says.kind === "moore") return `${name} / ${drawnText(says.output[state])}`;
  if (says.kind !== "weights") return name;
  const initial = state === 0 && says.initial !== undefined ? `(${says.initial}) ` : "";
  return `${initial}${name}${says.final[state] === undefined ? "" : ` / ${says.final[state]}`}`;
}

/** The arcs with their labels: `input / output`, `symbol / weight` or `symbol`. */
export function drawnArcs(model: NamedModel): DrawnArc[] {
  return model.states.flatMap((_, state) =>
    arcsFrom(model, state).map(({ from, to, arc, letter }) => {
      const said = saidOnArc(model, arc);
      const symbol = drawnText(model.alphabet.symbols[letter]);
      return { from, to, label: said === undefined ? symbol : `${symbol} / ${drawnText(said)}` };
    }),
  );
}

function saidOnArc({ says }: CodeModel, arc: number): string | undefined {
  if (says.kind === "mealy") return says.output[arc];
  return says.kind === "weights" ? says.arc[arc] : undefined;
}

/** A text as it is, or quoted where it could not be seen. */
function drawnText(text: string): string {
  return /^[^\s\p{C}\u2028\u2029]+(?: [^\s\p{C}\u2028\u2029]+)*$/u.test(text) ? text : json(text);
}
