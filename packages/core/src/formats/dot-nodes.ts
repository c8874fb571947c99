/** What the nodes of a drawn automaton mean. */

import { dotText } from "./dot-label.ts";
import { recordFields } from "./dot-machine-label.ts";
import type { DotAttributes, DotNode } from "./dot-scan.ts";

const SHAPELESS = new Set(["none", "point", "plaintext", "plain"]);

/** Is this a node that only points at an initial state? */
export function isStart({ name, attributes }: DotNode, targets: ReadonlySet<string>): boolean {
  if (targets.has(name)) return false;
  const shapeless = SHAPELESS.has(attributes.get("shape") ?? "") || attributes.get("style") === "invis";
  return name.startsWith("__start") || shapeless;
}

export function isFinal({ attributes }: DotNode): boolean {
  return attributes.get("shape") === "doublecircle" || attributes.get("peripheries") === "2";
}

export function isRecord({ attributes }: DotNode): boolean {
  return /record/i.test(attributes.get("shape") ?? "");
}

/** The text of a node's label. The default label is `\N`, which stands for the node's name. */
export function labelOf(attributes: DotAttributes, name = ""): string {
  return dotText(attributes.get("label") ?? name, name);
}

/** A state of a Moore machine. */
export interface MooreNode {
  readonly name: string;
  readonly output: string;
}

/** The parts of a label `name|output`, as AALpy writes them, or `name / output`, as LearnLib does. */
export function mooreNode(node: DotNode): MooreNode | undefined {
  const label = node.attributes.get("label") ?? node.name;
  const slash = label.indexOf(" / ");
  const fields =
    recordFields(label) ?? (slash < 0 ? undefined : [label.slice(0, slash), label.slice(slash + 3)]);
  if (fields === undefined) return undefined;
  const [name, output] = fields.map((field) => dotText(field, node.name).trim());
  return { name, output };
}
