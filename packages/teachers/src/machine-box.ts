import { type Alphabet, type FreeWord, HankelError, type MachineKind, runsOf } from "@hankel/core";
import type { BlackBox } from "./box.ts";
import { functionBox, requireFunction } from "./function-box.ts";
import { reasonOf } from "./pool/time.ts";
import type { Signal } from "./signal.ts";

/** A system that was just reset, and takes one input at a time. */
export interface MachineSession {
  /** Sends an input and returns the output. */
  step(input: string): string | Promise<string>;
  /** The output of a Moore machine before the first input. */
  output?(): string | Promise<string>;
  /** Ends the session, whatever happened in it. */
  close?(): unknown;
}

/** What `machineBox` needs: the inputs, the kind of machine, and how a session begins. */
export interface MachineBoxOptions {
  /** The inputs; a string stands for its characters. */
  readonly alphabet: Alphabet | Iterable<string>;
  /** `mealy` unless given: an output for each input; `moore`: one before the first, too. */
  readonly kind?: MachineKind | undefined;
  /** Begins a session in the initial state: opens a connection, or resets the system and returns it. */
  readonly open: (signal?: Signal) => MachineSession | Promise<MachineSession>;
  /** How many sessions are open at a time; one unless given. */
  readonly concurrency?: number | undefined;
  /** The name that messages use. */
  readonly name?: string | undefined;
}

/**
 * A system that is reset and takes inputs one by one, as a black box for `learnAsync`. Everything about it may take its time.
 *
 * @example
 * let coins = 0;
 * const machine = {
 *   async reset() { coins = 0; },
 *   async step(input: string) { return input === "coin" ? String(++coins % 3) : coins % 3 === 2 ? "coffee" : "nothing"; },
 * };
 * const box = machineBox({
 *   alphabet: ["coin", "button"],
 *   open: async () => {
 *     await machine.reset();
 *     return machine;
 *   },
 * });
 * const { automaton } = await learnAsync(box);
 * console.log(automaton.size); // 3
 */
export function machineBox(options: MachineBoxOptions): BlackBox<FreeWord> {
  const { kind = "mealy", open, ...others } = options;
  requireFunction(open, "open", "begins a session");
  return functionBox<FreeWord>({
    ...others,
    kind: runsOf(kind),
    async answer(inputs, signal) {
      const session = await open(signal);
      try {
        const outputs: string[] = [];
        if (kind === "moore") outputs.push(await firstOutput(session));
        for (const input of inputs) {
          if (signal?.aborted) throw reasonOf(signal);
          outputs.push(await session.step(input));
        }
        return outputs;
      } finally {
        await session.close?.();
      }
    },
  });
}

function firstOutput(session: MachineSession): string | Promise<string> {
  if (session.output !== undefined) return session.output();
  throw new HankelError(
    "usage",
    "a Moore machine has an output before its first input: its sessions need `output()`",
  );
}
