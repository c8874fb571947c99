import { Inputs } from "./inputs.ts";
import { type Failure, judge } from "./judge.ts";
import { minimise } from "./minimise.ts";
import type { Target } from "./target.ts";

/** A target, and its inputs. */
export class Campaign {
  readonly target: Target;
  readonly inputs: Inputs;

  constructor(target: Target) {
    this.target = target;
    this.inputs = new Inputs(target);
  }

  /** Lets the target read the input of this number. */
  async run(seed: number, number: number): Promise<Finding | undefined> {
    const input = this.inputs.input(seed, number);
    const failure = await judge(this.target, input);
    return failure && { target: this.target.name, seed, number, input, failure };
  }
}

/** An input that a target did not handle as it should. */
export interface Finding {
  readonly target: string;
  readonly seed: number;
  readonly number: number;
  readonly input: Uint8Array;
  readonly failure: Failure;
}

/** The finding with the shortest input that was found for it. */
export async function shortened(target: Target, finding: Finding): Promise<Finding> {
  const input = await minimise(target, finding.input, finding.failure);
  return { ...finding, input, failure: (await judge(target, input)) ?? finding.failure };
}

/** So much of an input and of a failure is shown. */
const SHOWN = 2000;

/** A finding for people, with the command that repeats it. */
export function describe({ target, seed, number, input, failure }: Finding): string {
  const text = JSON.stringify(Buffer.from(input).toString("latin1"));
  const some = text.length > SHOWN ? `${text.slice(0, SHOWN)}… (${input.length} bytes)` : text;
  return [
    `${target}: ${failure.kind}, seed ${seed}, input ${number}`,
    `  ${failure.detail.slice(0, SHOWN).replaceAll("\n", "\n  ")}`,
    `  the input, a character for each byte: ${some}`,
    `  again: npm run fuzz -- --only ${target} --seed ${seed} --input ${number}`,
  ].join("\n");
}

/** The targets of these names; a name stands for its variants too. Undefined if one is unknown. */
export function chosenTargets(
  targets: readonly Target[],
  names: readonly string[],
): readonly Target[] | undefined {
  const isMeant = (target: Target, name: string) =>
    target.name === name || target.name.startsWith(`${name}/`);
  if (names.some((name) => !targets.some((target) => isMeant(target, name)))) return undefined;
  return targets.filter((target) => names.some((name) => isMeant(target, name)));
}
