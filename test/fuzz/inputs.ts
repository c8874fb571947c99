import { Random } from "@hankel/core";
import { bytesOf, changed, type Material, mutate, pick } from "./mutate.ts";
import { mutateJson } from "./mutate-json.ts";
import type { Target } from "./target.ts";

/** Every input of a target has a number. It depends on the seed, the name of the target and the number, on nothing else. */
export class Inputs {
  readonly #target: Target;
  readonly #material: Material;
  /** The inputs that are the same for every seed: the valid ones, and those that once failed. */
  readonly #fixed: readonly string[];
  readonly #name: number;

  constructor(target: Target) {
    this.#target = target;
    const scraps = target.scraps.length === 0 ? [...target.seeds] : target.scraps;
    this.#material = { seeds: target.seeds.map(bytesOf), scraps: scraps.map(bytesOf) };
    this.#fixed = [...target.seeds, ...target.found].map(bytesOf);
    this.#name = [...target.name].reduce((sum, character) => sum * 31 + character.charCodeAt(0), 7) | 0;
  }

  /** How many inputs are the same for every seed; they come first. */
  get fixed(): number {
    return this.#fixed.length;
  }

  /** An input by its number. */
  input(seed: number, number: number): Uint8Array {
    const text =
      number < this.#fixed.length ? this.#fixed[number] : this.#made(new Random(seed, this.#name, number));
    return Buffer.from(text, "latin1");
  }

  #made(random: Random): string {
    const { json, seeds } = this.#target;
    if (random.below(LARGE_ONE_IN) === 0) return this.#large(random, 2 ** random.below(21));
    if (json === "no" || random.below(3) === 0) return mutate(random, this.#material);
    const text = pick(random, seeds);
    const lines = json === "lines" ? text.split("\n") : [text];
    const at = random.below(lines.length);
    lines[at] = mutateJson(lines[at], random) ?? lines[at];
    const made = bytesOf(lines.join("\n"));
    return random.below(10) === 0 ? changed(made, random, this.#material) : made;
  }

  #large(random: Random, size: number): string {
    const { seeds, scraps } = this.#material;
    const filler = pick(random, pick(random, [FILLERS, scraps]));
    return filled(pick(random, ["", "!", pick(random, seeds)]), filler, size);
  }

  /** Inputs of about this many bytes: one line, one symbol, one level of nesting after another. */
  *large(size: number): Generator<Uint8Array> {
    const { seeds, scraps } = this.#material;
    const fillers = [...FILLERS, ...scraps.slice(0, 4)];
    for (const [i, filler] of fillers.entries()) {
      yield Buffer.from(filled(i % 2 === 0 ? "!" : seeds[0], filler, size), "latin1");
    }
  }
}

/** One in so many inputs is large. */
const LARGE_ONE_IN = 2000;

/** What fills long lines, long names and deep nesting. */
const FILLERS: readonly string[] = ["x", "7", "[", '{"a":', " ", '"', "(", "<a>", "\n", "\x80"];

/** A text with many copies of a filler in its middle. */
function filled(text: string, filler: string, size: number): string {
  const middle = Math.floor(text.length / 2);
  return (
    text.slice(0, middle) + filler.repeat(Math.ceil(size / Math.max(1, filler.length))) + text.slice(middle)
  );
}
