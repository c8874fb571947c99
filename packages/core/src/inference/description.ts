import { costOf, type Fitted } from "./fitted.ts";
import { logGamma } from "./log-gamma.ts";
import { frequenciesIn } from "./parts.ts";
import type { LabelledSample, TraceSample } from "./sample.ts";
import type { Part } from "./sample-tree.ts";

/** How many observations the frequencies of the letters are worth in each state. */
const CONCENTRATION = 5;

/** How much the accepted words count. Half, because which words were given is often somebody's choice. */
const USAGE_WEIGHT = 0.5;

/**
 * How many bits describe an automaton and a part of a sample with it: for each arc the state behind it; for each state its label, or for each arc or state its output;
 * of languages the accepted words, by how often each state uses its letters; and the labels or outputs that the automaton has wrong. Automata that fit a
 * sample all have what was seen right, so what tells them apart is their size, and how well they explain which words occurred. Held-out words judge
 * this badly: a sample is often just large enough, and then a part of it is not.
 */
export function descriptionLength(fitted: Fitted, sample: LabelledSample | TraceSample, part: Part): number {
  const { size, target, output } = fitted;
  const arcs = target.reduce((count, to) => count + (to < 0 ? 0 : 1), 0);
  const outputs = output.reduce((count, one) => count + (one < 0 ? 0 : 1), 0);
  const usage = sample.kind === "labelled" ? USAGE_WEIGHT * usageBits(fitted, sample, part) : 0;
  const written = sample.kind === "labelled" ? size : outputs * Math.log2(sample.outputs.size);
  return arcs * Math.log2(size + 1) + written + usage + wrongBits(fitted, sample, part);
}

/** So many bits describe an automaton of so many states at least: an arc leads into each but the first. */
export function leastDescription(states: number): number {
  return (states - 1) * Math.log2(states + 1);
}

/** So many bits the outputs of a sample take without a machine: by how often each of them follows each input. */
export function outputBits(sample: TraceSample): number {
  const { outputs, starts, letters, alphabet, kind, seen } = sample;
  const counts = new Float64Array((alphabet.size + 1) * outputs.size);
  for (let word = 0; word + 1 < starts.length; word++) {
    for (let at = kind === "moore" ? 0 : 1; at <= starts[word + 1] - starts[word]; at++) {
      const output = seen[kind === "moore" ? starts[word] + word + at : starts[word] + at - 1];
      const input = at === 0 ? alphabet.size : letters[starts[word] + at - 1];
      if (output >= 0) counts[input * outputs.size + output]++;
    }
  }
  let bits = 0;
  for (let input = 0; input <= alphabet.size; input++) {
    const row = counts.subarray(input * outputs.size, (input + 1) * outputs.size);
    const total = row.reduce((sum, count) => sum + count, 0);
    for (const count of row) if (count > 0) bits -= count * Math.log2(count / total);
  }
  return bits;
}

/** The accepted words: the marginal likelihood of the letters that each state is left by, where their distribution has a Dirichlet prior. */
function usageBits({ size, letters, target }: Fitted, sample: LabelledSample, part: Part): number {
  const width = letters + 1;
  const uses = new Float64Array(size * width);
  let strayed = 0;
  for (let word = 0; word < part.length; word++) {
    if (sample.labels[word] !== 1) continue;
    let state = 0;
    for (let at = sample.starts[word]; at < sample.starts[word + 1]; at++) {
      if (state < 0) strayed += part[word];
      else {
        uses[state * width + sample.letters[at]] += part[word];
        state = target[state * letters + sample.letters[at]];
      }
    }
    if (state >= 0) uses[state * width + letters] += part[word];
  }
  const frequencies = frequenciesIn(sample, part);
  const prior = frequencies.map((frequency) => CONCENTRATION * frequency);
  const before = prior.map(logGamma);
  let nats = strayed * Math.log(width);
  for (let state = 0; state < size; state++) {
    let total = CONCENTRATION;
    for (let a = 0; a < width; a++) {
      const count = uses[state * width + a];
      if (count === 0) continue;
      nats -= logGamma(count + prior[a]) - before[a];
      total += count;
    }
    nats += logGamma(total) - logGamma(CONCENTRATION);
  }
  return nats / Math.LN2;
}

function wrongBits(fitted: Fitted, sample: LabelledSample | TraceSample, part: Part): number {
  const into = { cost: 0, steps: 0 };
  let [wrong, seen] = [0, 0];
  for (let word = 0; word < part.length; word++) {
    costOf(fitted, sample, word, into);
    wrong += part[word] * into.cost;
    seen += part[word] * into.steps;
  }
  return wrong * Math.log2(seen + 1);
}
