/** What `hankel infer` says about an automaton that was learned from a log. */

import { countOf, quote } from "../internal/core.ts";
import type { Inferred, InferSample } from "../learning.ts";
import { shownEstimate } from "./figures.ts";

/** Parts of the automaton that few words of the log have passed through. */
export interface Weak {
  readonly states: readonly { readonly state: number; readonly seen: number }[];
  readonly arcs: readonly {
    readonly from: number;
    readonly symbol: string;
    readonly to: number;
    readonly seen: number;
  }[];
  /** How many states and arcs the log never has. A distribution gives them a little probability, so that nothing is impossible. */
  readonly unseen: { readonly states: number; readonly arcs: number };
}

/** The states and arcs that the log has fewer times than this. */
export function weakParts({ automaton, support }: Inferred, least: number): Weak {
  const { size, target, alphabet } = automaton;
  const states = Array.from({ length: size }, (_, state) => ({ state, seen: support.states[state] }));
  const arcs = Array.from(target, (to, arc) => ({
    from: Math.floor(arc / alphabet.size),
    symbol: alphabet.symbols[arc % alphabet.size],
    to,
    seen: support.arcs[arc],
  }));
  const isWeak = ({ seen }: { readonly seen: number }) => seen < least;
  const byEvidence = (a: { readonly seen: number }, b: { readonly seen: number }) => a.seen - b.seen;
  return {
    states: states.filter((state) => state.seen > 0 && isWeak(state)).sort(byEvidence),
    arcs: arcs.filter((arc) => arc.to >= 0 && arc.seen > 0 && isWeak(arc)).sort(byEvidence),
    unseen: {
      states: states.filter(({ seen }) => seen === 0).length,
      arcs: arcs.filter(({ to, seen }) => to >= 0 && seen === 0).length,
    },
  };
}

/** So many weak parts are named; the JSON object has all of them. */
const NAMED = 6;

/** How well the log supports the automaton. */
export function supportLines(inferred: Inferred, least: number): string[] {
  const { automaton } = inferred;
  const weak = weakParts(inferred, least);
  const [states, arcs] = [weak.states.length, weak.arcs.length];
  const [visited, seen] = [automaton.size - weak.unseen.states, automaton.arcs - weak.unseen.arcs];
  const others = [
    ...(weak.unseen.states === 0 ? [] : [countOf(weak.unseen.states, "state")]),
    ...(weak.unseen.arcs === 0 ? [] : [countOf(weak.unseen.arcs, "arc")]),
  ];
  const little = inferred.kind === "words" ? ", with a little probability" : "";
  const never = others.length === 0 ? [] : [`Never seen: ${others.join(" and ")}${little}.`];
  const all = never.length === 0 ? "every state and arc" : "all others";
  if (states + arcs === 0)
    return [
      ...never,
      `Support: ${all} ${never.length === 0 ? "was" : "were"} seen at least ${countOf(least, "time")}.`,
    ];
  const parts = [
    ...weak.states.map(({ state, seen: often }) => `state ${state} (${times(often)})`),
    ...weak.arcs.map(
      ({ from, symbol, to, seen: often }) => `${from} ${quote(symbol)} → ${to} (${times(often)})`,
    ),
  ];
  const more = parts.length > NAMED ? `, … ${parts.length - NAMED} more` : "";
  return [
    `Support: ${states} of ${countOf(visited, "state")} and ${arcs} of ${countOf(seen, "arc")} were seen fewer than ${countOf(least, "time")}: ` +
      `${parts.slice(0, NAMED).join(", ")}${more}`,
    ...never,
  ];
}

const times = (seen: number) => `${Number(seen.toPrecision(6))}×`;

/** How the automaton was chosen, and how good it is. */
export function inferredLines(inferred: Inferred, sample: InferSample, noise = 0): string[] {
  const { automaton, figures, warnings } = inferred;
  const { algebra, size, arcs } = automaton;
  const what =
    inferred.kind === "mealy" || inferred.kind === "moore"
      ? `${inferred.kind === "mealy" ? "Mealy" : "Moore"} machine`
      : `automaton over ${algebra.name}`;
  return [
    `${what}: ${countOf(size, "state")}, ${countOf(arcs, "arc")}; ${chosen(inferred)}`,
    ...figureLines(inferred),
    ...(figures.contradicted > 0 ? [contradictedLine(inferred)] : []),
    ...contradictionLines(inferred, sample),
    ...(noise === 0 ? adviceLines(inferred) : []),
    ...warnings.flatMap(({ code, text }) => (code === "contradictions" ? [] : [`Note: ${text}`])),
  ];
}

/** What was not merged yet when a run was interrupted is missing, and not contradicted. */
function contradictedLine({ interrupted, figures }: Inferred): string {
  const share = percentOf(figures.contradicted);
  return interrupted ? `It does not explain ${share} of the log yet.` : `It contradicts ${share} of the log.`;
}

/** How the measure was found. */
function chosen({ measure, parameter, tried, attempts }: Inferred): string {
  const name = parameter === undefined ? measure : `${measure}:${Number(parameter.toPrecision(6))}`;
  if (tried.length < 2) return `merged by ${name}`;
  const search = attempts > 0 ? `, after ${countOf(attempts, "attempt")} with other decisions` : "";
  return `merged by ${name}, the best of ${tried.length} that were tried${search}`;
}

function figureLines({ figures, warnings }: Inferred): string[] {
  const { heldOut, perplexity, logLikelihood, unigram, balanced, accuracy } = figures;
  if (heldOut === 0 && warnings.some(({ code }) => code === "few-words")) return [];
  if (heldOut === 0) return ["Nothing was held out: how good it is on other words is not known."];
  const before =
    unigram === undefined ? "" : ` (${Number(unigram.toPrecision(4))} if what came before is ignored)`;
  const parts = [
    ...(perplexity === undefined ? [] : [`perplexity ${shownEstimate(perplexity)}${before}`]),
    ...(logLikelihood === undefined ? [] : [`log-likelihood of a word ${shownEstimate(logLikelihood)}`]),
    ...(balanced === undefined ? [] : [`balanced accuracy ${shownEstimate(balanced)}`]),
    ...(accuracy === undefined ? [] : [`accuracy ${shownEstimate(accuracy)}`]),
  ];
  return parts.length === 0 ? [] : [`On ${countOf(heldOut, "held-out word")}: ${parts.join(", ")}`];
}

/** What can be done about a log that contradicts itself: the end of the warning, whose beginning names one of the places that are shown above. */
function adviceLines({ warnings }: Inferred): string[] {
  return warnings.flatMap(({ code, text }) => {
    const at = code === "contradictions" ? text.indexOf("If such are mistakes") : -1;
    return at < 0
      ? []
      : [
          text
            .slice(at)
            .replace("(noise)", "(--noise)")
            .replace(/ noise (?=[\d.])/u, " --noise "),
        ];
  });
}

/** So many contradictions are shown with their places. */
const SHOWN = 3;

function contradictionLines(inferred: Inferred, { alphabet, place }: InferSample): string[] {
  const { contradictions, contradictoryWords } = inferred;
  const lines = contradictions.slice(0, SHOWN).map(({ words, at, said }) => {
    const [first, second] = words.map((word) => place?.(word) ?? `word ${word + 1}`);
    return `Contradiction: after ${quote(alphabet.show(at))}, ${first} says ${said[0]} and ${second} says ${said[1]}`;
  });
  if (contradictoryWords <= SHOWN) return lines;
  return [...lines, `and ${contradictoryWords - lines.length} more words contradict an earlier one`];
}

const percentOf = (share: number) => `${Number((100 * share).toPrecision(2))} %`;

/** The same as an object for programs. */
export function inferredFacts(
  inferred: Inferred,
  sample: InferSample,
  least: number,
): Record<string, unknown> {
  const { automaton, kind, measure, parameter, tried, attempts, figures } = inferred;
  const { contradictoryWords, interrupted } = inferred;
  return {
    kind,
    states: automaton.size,
    arcs: automaton.arcs,
    words: sample.starts.length - 1,
    events: sample.letters.length,
    symbols: sample.alphabet.size,
    measure,
    parameter: parameter ?? null,
    tried,
    attempts,
    figures,
    contradictoryWords,
    contradictions: inferred.contradictions.map(({ words, at, said }) => ({
      at: sample.alphabet.spell(at),
      said,
      places: words.map((word) => sample.place?.(word) ?? `word ${word + 1}`),
    })),
    warnings: inferred.warnings,
    weak: { fewerThan: least, ...weakParts(inferred, least) },
    interrupted,
  };
}
