import type { Alphabet } from "../../words/alphabet.ts";
import type { Letter } from "../../words/word.ts";
import type { Automaton } from "../convert.ts";
import type { DeterminizeLimits } from "../determinization/determinize.ts";
import { compare } from "../equivalence/compare.ts";
import { type Matching, matchStates } from "./match-states.ts";
import { versionsOf } from "./prepare.ts";
import { type ChangeTrace, Traces } from "./traces.ts";
import type { Version, VersionKind, Versions } from "./version.ts";

/** What has become of a state or a transition. */
export type ChangeKind = "same" | "new" | "gone" | "changed";

/** A state of one version, or of both. */
export interface ComparedState {
  readonly change: ChangeKind;
  /** Its number in the minimal form of each version, as transitions have it; undefined where it is not. */
  readonly before: number | undefined;
  readonly after: number | undefined;
  /** Its name in each version: a number if the states had no names. */
  readonly names: readonly [before: string | undefined, after: string | undefined];
  /** What stands at it: the output of a Moore machine, a final weight, `accepts`. It has changed if the two differ. */
  readonly texts: readonly [before: string | undefined, after: string | undefined];
  /** A shortest word that shows that what stands at it has changed. */
  readonly trace: ChangeTrace | undefined;
}

/** Where a transition leads in one version, and what it says. */
export interface TransitionSide {
  readonly from: number;
  readonly to: number;
  /** Its output or weight; undefined if it has none, as in an acceptor or a Moore machine. */
  readonly text: string | undefined;
}

/** A transition that is not the same in both versions. */
export interface TransitionChange {
  readonly change: Exclude<ChangeKind, "same">;
  readonly letter: Letter;
  readonly before: TransitionSide | undefined;
  readonly after: TransitionSide | undefined;
  readonly trace: ChangeTrace;
}

/** What has changed at the beginning: another state is the first, or another weight or output comes before the first letter. */
export interface StartChange {
  readonly texts: readonly [before: string | undefined, after: string | undefined];
  readonly trace: ChangeTrace;
}

/** What has changed from one version of an automaton to another. */
export interface Changes {
  readonly kind: VersionKind;
  /** The symbols of the old version, then those that only the new one has. */
  readonly alphabet: Alphabet;
  /** Is there no difference, whatever the states are called and however many do the same? */
  readonly equal: boolean;
  /** The symbols that only the old version knows, and those that only the new one does. */
  readonly symbols: { readonly gone: readonly string[]; readonly new: readonly string[] };
  /** All states of both versions. */
  readonly states: readonly ComparedState[];
  /** The transitions that are new, gone or changed; those with the shortest traces first. */
  readonly transitions: readonly TransitionChange[];
  readonly start: StartChange | undefined;
  /** The transitions that are the same. */
  readonly same: readonly (TransitionSide & { readonly letter: Letter })[];
}

/**
 * What has changed from one version of a machine or an automaton to the next: its states are matched by what they do, and the
 * transitions that are new, gone or changed are listed, each with a shortest trace that shows it. Names of states do not matter, nor how
 * many states do the same, nor, for weighted automata, along which arcs of a path a factor stands: there is no change if and only if `compare` finds none.
 *
 * The list is right in any case: whoever applies it to the old version gets the new one. It is short if the versions have
 * much in common; that it is the shortest is not certain. An automaton that is not deterministic is determinized first.
 *
 * @example
 * const alphabet = new Alphabet(["coin", "button"]);
 * const target = [1, 0, 1, 0];
 * const old = machineToWdfsa({ kind: "mealy", alphabet, target, output: ["ok", "-", "full", "tea"] });
 * const next = machineToWdfsa({ kind: "mealy", alphabet, target, output: ["ok", "-", "full", "coffee"] });
 * const [{ before, after, trace }] = changesOf(old, next).transitions;
 * console.log(before?.text, "became", after?.text, "after", alphabet.show(trace.word)); // tea became coffee after coin button
 */
export function changesOf<W>(
  before: Automaton<W>,
  after: Automaton<W>,
  limits: DeterminizeLimits = {},
): Changes {
  const found = versionsOf(before, after, limits).map((versions) =>
    changesBetween(versions, matchStates(versions.before, versions.after)),
  );
  const [first] = found;
  // Rounded weights may be told apart here though no word shows it, and weights in another gauge look different.
  const isEqual = found.some(({ equal }) => equal) || compare(before, after, limits) === undefined;
  if (isEqual) return found.find(({ equal }) => equal) ?? withoutChanges(first);
  return found.reduce((best, next) => (sizeOf(next) < sizeOf(best) ? next : best));
}

function sizeOf({ states, transitions, start }: Changes): number {
  return (
    transitions.length +
    states.filter(({ change }) => change !== "same").length +
    (start === undefined ? 0 : 1)
  );
}

/** The same, if nothing of it shows in any word. */
function withoutChanges(changes: Changes): Changes {
  const states = changes.states.map(
    (state): ComparedState => ({ ...state, change: "same", trace: undefined }),
  );
  return { ...changes, equal: true, states, transitions: [], start: undefined };
}

function changesBetween(versions: Versions, matching: Matching): Changes {
  const { before, after } = versions;
  const { alphabet, kind } = before;
  const traces = new Traces(versions);
  const states = statesOf(versions, matching, traces);
  const { transitions, same } = transitionsOf(versions, matching, traces);
  const start = startOf(versions, matching, traces);
  const known = [before, after].map((version) => symbolsOf(version));
  const only = (side: number) =>
    alphabet.symbols.filter((_, letter) => known[side][letter] === 1 && known[1 - side][letter] === 0);
  return {
    kind,
    alphabet,
    equal: transitions.length === 0 && start === undefined && states.every(({ change }) => change === "same"),
    symbols: { gone: only(0), new: only(1) },
    states,
    transitions,
    start,
    same,
  };
}

/** Marks with 1 the symbols that some transition of a version has. */
function symbolsOf({ target, alphabet: { size } }: Version): Uint8Array {
  const known = new Uint8Array(size);
  for (let arc = 0; arc < target.length; arc++) if (target[arc] >= 0) known[arc % size] = 1;
  return known;
}

function statesOf({ before, after }: Versions, matching: Matching, traces: Traces): ComparedState[] {
  const old = Array.from(matching.after, (to, from): ComparedState => {
    const isGone = to < 0;
    const isSame = !isGone && before.mark[from] === after.mark[to];
    return {
      change: isGone ? "gone" : isSame ? "same" : "changed",
      before: from,
      after: isGone ? undefined : to,
      names: [before.names[from], isGone ? undefined : after.names[to]],
      texts: [before.stateText(from), isGone ? undefined : after.stateText(to)],
      trace: isGone || isSame ? undefined : traces.through({ before: from, after: to, letter: undefined }),
    };
  });
  const added = Array.from(matching.before.keys())
    .filter((state) => matching.before[state] < 0)
    .map(
      (state): ComparedState => ({
        change: "new",
        before: undefined,
        after: state,
        names: [undefined, after.names[state]],
        texts: [undefined, after.stateText(state)],
        trace: undefined,
      }),
    );
  return [...old, ...added];
}

function sideOf(version: Version, arc: number): TransitionSide {
  const from = Math.floor(arc / version.alphabet.size);
  return { from, to: version.target[arc], text: version.arcText(arc) };
}

function transitionsOf(
  { before, after }: Versions,
  matching: Matching,
  traces: Traces,
): { transitions: TransitionChange[]; same: (TransitionSide & { letter: Letter })[] } {
  const width = before.alphabet.size;
  const transitions: TransitionChange[] = [];
  const same: (TransitionSide & { letter: Letter })[] = [];
  const change = (old: number, next: number, from: readonly [number, number], letter: Letter) => {
    transitions.push({
      change: old < 0 ? "new" : next < 0 ? "gone" : "changed",
      letter,
      before: old < 0 ? undefined : sideOf(before, old),
      after: next < 0 ? undefined : sideOf(after, next),
      trace: traces.through({ before: from[0], after: from[1], letter }),
    });
  };
  for (let p = 0; p < before.size; p++) {
    const q = matching.after[p];
    for (let letter = 0; letter < width; letter++) {
      const [arc, other] = [p * width + letter, q < 0 ? -1 : q * width + letter];
      const [to, next] = [before.target[arc], other < 0 ? -1 : after.target[other]];
      if (to < 0 && next < 0) continue;
      if (to >= 0 && next >= 0 && matching.after[to] === next && before.label[arc] === after.label[other])
        same.push({ ...sideOf(before, arc), letter });
      else change(to < 0 ? -1 : arc, next < 0 ? -1 : other, [p, q], letter);
    }
  }
  for (let q = 0; q < after.size; q++) {
    if (matching.before[q] >= 0) continue;
    for (let letter = 0; letter < width; letter++) {
      const arc = q * width + letter;
      if (after.target[arc] >= 0) change(-1, arc, [-1, q], letter);
    }
  }
  transitions.sort((a, b) => a.trace.word.length - b.trace.word.length);
  return { transitions, same };
}

function startOf({ before, after }: Versions, matching: Matching, traces: Traces): StartChange | undefined {
  if (before.size === 0 && after.size === 0) return undefined;
  if (before.size > 0 && after.size > 0 && matching.after[0] === 0 && before.start === after.start)
    return undefined;
  return { texts: [before.startText, after.startText], trace: traces.fromStart() };
}
