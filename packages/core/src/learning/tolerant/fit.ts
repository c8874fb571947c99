import type { Dfa, Examples } from "./dfa.ts";

/** A DFA is improved arc by arc as long as that takes no more looks at examples than these. */
const MOST_LOOKS = 40_000_000;

/**
 * Lets arcs lead elsewhere as long as fewer examples are labelled otherwise. Each arc goes to its best state, the arcs in turn,
 * until no single one gains anything.
 */
export function climbed(dfa: Dfa, examples: Examples): Dfa {
  let best = examples.relabelled(dfa);
  let errors = examples.errors(best);
  const states = best.label.length;
  if (best.target.length * states * examples.size * 10 > MOST_LOOKS) return best;
  for (let gained = true; gained && errors > 0; ) {
    gained = false;
    for (let arc = 0; arc < best.target.length; arc++) {
      for (let state = 0; state < states; state++) {
        if (state === best.target[arc]) continue;
        const target = best.target.slice();
        target[arc] = state;
        const found = examples.errors({ ...best, target }, errors - 1);
        if (found >= errors) continue;
        best = { ...best, target };
        errors = found;
        gained = true;
      }
    }
    const labelled = examples.relabelled(best);
    const found = examples.errors(labelled);
    if (found < errors) [best, errors, gained] = [labelled, found, true];
  }
  return best;
}

/** The DFA with a state less that labels the fewest examples otherwise: one state's arcs lead to another instead, and it goes. */
export function joined(dfa: Dfa, examples: Examples): Dfa | undefined {
  const states = dfa.label.length;
  if (states < 2 || states * states * examples.size * 10 > MOST_LOOKS) return undefined;
  let [best, least] = [undefined as Dfa | undefined, Number.POSITIVE_INFINITY];
  for (let gone = 1; gone < states; gone++) {
    for (let kept = 0; kept < states; kept++) {
      if (kept === gone) continue;
      const redirected = { ...dfa, target: dfa.target.map((to) => (to === gone ? kept : to)) };
      const errors = examples.errors(redirected, least - 1);
      if (errors < least) [best, least] = [redirected, errors];
    }
  }
  return best;
}

/**
 * DFAs with a state more, those first that label the fewest examples otherwise. The new state is a copy of another one, which takes over one of its
 * arcs, and has one arc or the label of its own.
 */
export function split(dfa: Dfa, examples: Examples, count: number): Dfa[] {
  const { letters } = dfa;
  const states = dfa.label.length;
  if (dfa.target.length * letters * states * examples.size * 10 > MOST_LOOKS) return [];
  const found: { readonly dfa: Dfa; readonly errors: number }[] = [];
  for (let arc = 0; arc < dfa.target.length; arc++) {
    const old = dfa.target[arc];
    const target = new Int32Array(dfa.target.length + letters);
    target.set(dfa.target);
    target.set(dfa.target.subarray(old * letters, (old + 1) * letters), states * letters);
    target[arc] = states;
    const label = new Int32Array(states + 1);
    label.set(dfa.label);
    label[states] = dfa.label[old];
    const copy = examples.relabelled({ letters, target, label });
    let best = { dfa: copy, errors: examples.errors(copy) };
    for (let letter = 0; letter < letters; letter++) {
      for (let to = 0; to <= states; to++) {
        const other = target.slice();
        other[states * letters + letter] = to;
        const changed = { ...copy, target: other };
        const errors = examples.errors(changed, best.errors - 1);
        if (errors < best.errors) best = { dfa: changed, errors };
      }
    }
    found.push(best);
  }
  return found
    .sort((a, b) => a.errors - b.errors)
    .slice(0, count)
    .map((each) => each.dfa);
}
