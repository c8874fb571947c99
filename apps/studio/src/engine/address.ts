/** What the address bar holds: the target, the learner, the step and the view. */

import { type PlainSpec, packSpec, type StudioLearner, unpackSpec } from "./spec.ts";

export const VIEWS = ["watch", "explore", "take", "challenge"] as const;
export type View = (typeof VIEWS)[number];

/** A learner, or the table and the tree side by side. */
export const CHOICES = ["table", "tree", "both", "apart", "machine", "tolerant", "multiplicity"] as const;
export type LearnerChoice = StudioLearner | "both";

/** Which target: an example by its name, a target that the link itself holds, or one that only this page has. */
export type Place =
  | { readonly kind: "example"; readonly id: string }
  | { readonly kind: "spec"; readonly spec: PlainSpec }
  /** A log that comes with the page. */
  | { readonly kind: "log"; readonly id: string }
  | { readonly kind: "kept"; readonly key: string };

export interface Address {
  readonly place: Place | undefined;
  readonly learner: LearnerChoice | undefined;
  /** Counted from 0; undefined is the first. */
  readonly step: number | undefined;
  readonly view: View;
  /** Without anything around the run, to be put into another page? */
  readonly embed: boolean;
}

export const HOME: Address = {
  place: undefined,
  learner: undefined,
  step: undefined,
  view: "watch",
  embed: false,
};

/** The fragment of an address. */
export function formatAddress({ place, learner, step, view, embed }: Address): string {
  if (place === undefined) return embed ? "#embed" : "";
  const parts: string[] = [];
  if (place.kind === "example") parts.push(`example=${encodeURIComponent(place.id)}`);
  else if (place.kind === "log") parts.push(`log=${encodeURIComponent(place.id)}`);
  else if (place.kind === "spec") parts.push(`target=${packSpec(place.spec)}`);
  else parts.push(`kept=${encodeURIComponent(place.key)}`);
  if (learner !== undefined) parts.push(`learner=${learner}`);
  if (step !== undefined && step > 0) parts.push(`step=${step + 1}`);
  if (view !== "watch") parts.push(`view=${view}`);
  if (embed) parts.push("embed");
  return `#${parts.join("&")}`;
}

/** Reads a fragment. What is wrong with it is said in a sentence, and the page goes where the rest leads. */
export function parseAddress(fragment: string): { address: Address; problem: string | undefined } {
  const text = fragment.replace(/^#/u, "");
  if (text === "") return { address: HOME, problem: undefined };
  const problems: string[] = [];
  const fields = new Map(
    text.split("&").map((part) => {
      const [name, ...value] = part.split("=");
      return [name, decoded(value.join("="))];
    }),
  );
  const known = ["example", "log", "target", "kept", "learner", "step", "view", "embed"];
  const strange = [...fields.keys()].filter((name) => !known.includes(name));
  if (strange.length > 0) problems.push(`it has a part that is not known here: “${strange[0].slice(0, 40)}”`);
  const place = placeOf(fields);
  if (place === undefined) problems.push("the target in it cannot be read");
  const learner = CHOICES.find((name) => name === fields.get("learner"));
  if (fields.has("learner") && learner === undefined) problems.push("there is no such learner");
  const view = VIEWS.find((name) => name === fields.get("view")) ?? "watch";
  if (fields.has("view") && view !== fields.get("view")) problems.push("there is no such view");
  const step = fields.get("step");
  const isStep = step === undefined || /^[1-9]\d{0,8}$/u.test(step);
  if (!isStep) problems.push("its step is no number");
  const address: Address = {
    place,
    learner,
    step: step !== undefined && isStep && step !== "1" ? Number(step) - 1 : undefined,
    view,
    embed: fields.has("embed"),
  };
  const problem = problems.length === 0 ? undefined : `This link is broken: ${problems.join(", and ")}.`;
  return { address: place === undefined ? { ...HOME, embed: address.embed } : address, problem };
}

function placeOf(fields: ReadonlyMap<string, string>): Place | undefined {
  const [id, log, target, key] = ["example", "log", "target", "kept"].map((name) => fields.get(name));
  if (id !== undefined) return { kind: "example", id };
  if (log !== undefined) return { kind: "log", id: log };
  if (key !== undefined) return { kind: "kept", key };
  const spec = target === undefined ? undefined : unpackSpec(target);
  return spec && { kind: "spec", spec };
}

function decoded(text: string): string {
  // Half a character cannot be written into an address again.
  const whole = text.replaceAll(/\p{Cs}/gu, "\ufffd");
  try {
    return decodeURIComponent(whole);
  } catch {
    return whole;
  }
}
