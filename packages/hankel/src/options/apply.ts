/** Options that would have no effect are refused, with one sentence that follows from the table. */

import { misuse } from "../support/failures.ts";
import { nameOf, pluralOf, type Target, targetKinds } from "../target/target.ts";
import { entryOf, flagOf, type KindName, type OptionName, type Options, table } from "./table.ts";
import { inWords } from "./values.ts";

/** What is known of a run so far. What is not known yet refuses nothing. */
export interface Facts {
  /** Null if none is named. */
  readonly target: Target | null;
  /** What the target answers with. */
  readonly box?: KindName;
  /** What the learner is given. */
  readonly learned?: KindName;
  readonly learner?: string | undefined;
}

const LEARNED: Readonly<Record<KindName, string>> = {
  weights: "the weights of words",
  runs: "the traces of a machine",
  rows: "distributions of what comes next",
};

/** Throws one sentence about the given options that do not apply. */
export function refuseUseless(options: Options, facts: Facts): void {
  const given = (Object.keys(table) as OptionName[]).filter((name) => options[name] !== undefined);
  const useless = given.flatMap((name) => {
    const why = whyNot(name, facts);
    return why === undefined ? [] : [{ name, why, purpose: purposeOf(name) }];
  });
  if (useless.length === 0) return;
  const [{ name, why, purpose }] = useless;
  const alike = useless
    .filter((one) => one.why === why && one.purpose === purpose)
    .map((one) => flagOf(one.name));
  const advice = entryOf(name).instead?.({ learned: facts.learned, classes: options.classes !== undefined });
  const sentence = `${inWords(alike)} ${alike.length === 1 ? "is" : "are"} for ${purpose}; ${why}`;
  throw misuse(advice === undefined ? sentence : `${sentence}: ${advice}`);
}

/** The options for each of several targets: what has no effect for one is left out there, and refused if it has none for any. */
export function optionsForEach(options: Options, targets: readonly Target[]): Options[] {
  const given = (Object.keys(table) as OptionName[]).filter((name) => options[name] !== undefined);
  const useless = given.filter((name) => targets.every((target) => whyNot(name, { target }) !== undefined));
  const [target] = targets;
  refuseUseless(Object.fromEntries(useless.map((name) => [name, options[name]])), { target });
  return targets.map((each) => {
    const useful = given.filter((name) => whyNot(name, { target: each }) === undefined);
    return Object.fromEntries(useful.map((name) => [name, options[name]]));
  });
}

/** What an option is for, in words. */
function purposeOf(name: OptionName): string {
  const { for: words, targets = [], box = [], learned = [] } = entryOf(name);
  if (words !== undefined) return words;
  const kinds = targets.map(pluralOf);
  return inWords(kinds.length > 0 ? kinds : [...box, ...learned].map((answers) => LEARNED[answers]), "or");
}

/** Why an option has no effect here; undefined if it has one, or may have one. */
function whyNot(name: OptionName, { target, box, learned, learner }: Facts): string | undefined {
  const entry = entryOf(name);
  if (target === null) return entry.targets === undefined ? undefined : "none is named";
  const who = nameOf(target);
  const isNoKind = entry.targets !== undefined && !entry.targets.includes(target.kind);
  if (isNoKind)
    return target.kind === "me" ? "you are asked" : `${who} is ${targetKinds[target.kind].called}`;
  if (box !== undefined && entry.box !== undefined && !entry.box.includes(box))
    return `${who} answers with ${LEARNED[box]}`;
  if (learned !== undefined && entry.learned !== undefined && !entry.learned.includes(learned)) {
    const is = target.kind === "file" ? "is an automaton file, learned" : "is learned";
    return `${who} ${is} by ${LEARNED[learned]}`;
  }
  if (learner !== undefined && entry.notFor === learner) return `the learner is ${learner}`;
  return undefined;
}

/** Does a given option make the run on an automaton file one with a memory, tests or events? */
export function needsMemory(options: Options): boolean {
  return (Object.keys(table) as OptionName[]).some(
    (name) => options[name] !== undefined && entryOf(name).live === true,
  );
}
