import { type FreeWord, freeGroup, freeLetters, generatorsIn } from "../../algebra/free-group.ts";
import { type MachineKind, machineNames } from "../../automata/machine.ts";
import { countOf, HankelError, quote } from "../../errors.ts";
import type { PrefixTree } from "../../words/prefix-tree.ts";
import type { PrefixClash, PrefixMemory } from "./prefix-memory.ts";

/**
 * The outputs of a machine, as its runs tell them. A run is the product of its outputs: one for each letter, and for a
 * Moore machine one more, first. So the run on a word tells the runs on all prefixes. The first run to tell an output wins.
 */
export class RunMemory implements PrefixMemory<FreeWord> {
  readonly #tree: PrefixTree;
  readonly #kind: MachineKind;
  /** The output for the last letter of each node's word, as a generator; that of ε is a Moore machine's first. */
  #outputs: (FreeWord | undefined)[] = [];

  constructor(tree: PrefixTree, kind: MachineKind) {
    this.#tree = tree;
    this.#kind = kind;
  }

  /** Is the run on the node's word known? A Mealy machine writes nothing for ε. */
  knows(node: number): boolean {
    return this.#outputs[node] !== undefined || (node === 0 && this.#kind === "mealy");
  }

  /** The run on the node's word, which must be known. */
  answer(node: number): FreeWord {
    const outputs: FreeWord[] = [];
    for (let at = node; at >= this.#root; at = this.#tree.parent(at)) {
      outputs.push(this.#outputs[at] as FreeWord);
    }
    return product(outputs.reverse());
  }

  clash(node: number, run: FreeWord): PrefixClash | undefined {
    let found: PrefixClash | undefined;
    this.#walk(node, run, (at, output) => {
      const told = this.#outputs[at];
      if (told !== undefined && told !== output)
        found = { prefix: at, told: nameOf(told), other: nameOf(output) };
    });
    return found;
  }

  /** The run with the outputs that are known in place of its own. */
  corrected(node: number, run: FreeWord): FreeWord {
    const outputs: FreeWord[] = [];
    this.#walk(node, run, (at, output) => outputs.push(this.#outputs[at] ?? output));
    return product(outputs.reverse());
  }

  /** Takes in a run: the outputs that are not known yet. */
  tell(node: number, run: FreeWord): void {
    // An array that grows without holes stays fast.
    while (this.#outputs.length < this.#tree.size) this.#outputs.push(undefined);
    this.#walk(node, run, (at, output) => {
      this.#outputs[at] ??= output;
    });
  }

  forget(): void {
    this.#outputs = [];
  }

  /** The first node that has an output: ε, or its children. */
  get #root(): number {
    return this.#kind === "moore" ? 0 : 1;
  }

  /** Visits the prefixes of the node's word with their last outputs in the run, longest first. */
  #walk(node: number, run: FreeWord, visit: (at: number, output: FreeWord) => void): void {
    const outputs = generatorsIn(run);
    const expected = this.#tree.depth(node) + (this.#kind === "moore" ? 1 : 0);
    if (outputs?.length !== expected) {
      const length = countOf(this.#tree.depth(node), "letter");
      throw new HankelError("parse", `${quote(run)} is no run of a ${machineNames[this.#kind]} on ${length}`);
    }
    for (let at = node, i = expected - 1; i >= 0; i--) {
      visit(at, outputs[i]);
      at = this.#tree.parent(at);
    }
  }
}

function product(outputs: readonly FreeWord[]): FreeWord {
  // No output is an inverse, so nothing cancels.
  return outputs.length === 0 ? freeGroup.one : outputs.join(" ");
}

function nameOf(generator: FreeWord): string {
  return freeLetters(generator)[0].name;
}
