/** Graphs that draw something that Hankel does not learn: what they are, in a sentence. */

import { quote } from "../errors.ts";
import type { DotEdge, DotNode } from "./dot-scan.ts";

/** A label of an arc, and where it stands. */
export interface ArcLabel {
  readonly text: string;
  readonly at: number;
}

/** What is wrong, and where. */
export interface Refusal {
  readonly message: string;
  readonly at: number;
}

const PROBABILITY = "(?:0|1|0?\\.\\d+|[01]\\.\\d*)(?:[eE]-?\\d+)?";
const AT_END = new RegExp(`:${PROBABILITY}$`, "u");
const ALONE = new RegExp(`^${PROBABILITY}$`, "u");
const STACK = /\/\s*(?:push|pop)\s*\(/u;

/** The sentence for a graph whose every arc has a probability, as AALpy draws MDPs, stochastic Mealy machines and Markov chains. */
export function probabilistic(labels: readonly ArcLabel[]): Refusal | undefined {
  if (!labels.some(({ text }) => /\.\d/u.test(text))) return undefined;
  // A probability below 1 shows best what it is.
  const first = labels.find(({ text }) => /(?:^|:)0?\.\d/u.test(text)) ?? labels[0];
  const refusal = (what: string, probability: string) => ({
    message:
      `this looks like ${what}: the label ${quote(first.text)} has the probability ${probability}. Hankel learns deterministic ` +
      "machines; if the numbers belong to the symbols, read the file with the option machine (hankel convert --machine mealy)",
    at: first.at,
  });
  if (labels.every(({ text }) => ALONE.test(text))) return refusal("a Markov chain", first.text);
  if (!labels.every(({ text }) => AT_END.test(text))) return undefined;
  const probability = first.text.slice(first.text.lastIndexOf(":") + 1);
  return labels.every(({ text }) => text.includes("/"))
    ? refusal("a stochastic Mealy machine", probability)
    : refusal("a Markov decision process", probability);
}

/** The sentence for the first HTML label. */
export function htmlLabel(parts: readonly (DotNode | DotEdge)[]): Refusal | undefined {
  const found = parts.find(({ attributes }) => attributes.isHtml("label"));
  if (found === undefined) return undefined;
  const label = quote(`<${found.attributes.get("label") ?? ""}>`);
  return {
    message: `HTML labels are not read, such as ${label}: write label="input/output", or other plain text`,
    at: found.at,
  };
}

/** The sentence for arcs of which only some have an output. */
export function mixed(without: ArcLabel, withOutput: ArcLabel): Refusal {
  const found = `${quote(without.text)} has no output, but ${quote(withOutput.text)} has one`;
  if (STACK.test(withOutput.text)) {
    return {
      message: `this looks like a pushdown automaton: the label ${quote(withOutput.text)} moves a stack. Hankel learns finite automata`,
      at: withOutput.at,
    };
  }
  return { message: `expected input / output at every arc: ${found}`, at: without.at };
}
