import { Alphabet, type Machine, type MachineKind, Random } from "@hankel/core";

/** Outputs that look like the identity, the zero or several letters, and others that need quotes. */
const OUTPUTS = ["0", "1", "x y", "", "x", 'a"b\\', "é\n"];

/** Any complete machine, with unreachable and equivalent states. */
export function randomMachine(seed: number, kind?: MachineKind): Machine {
  const random = new Random(seed, 42);
  const letters = 1 + random.below(3);
  const states = 1 + random.below(12);
  const outputs = 1 + random.below(3);
  const from = random.below(OUTPUTS.length);
  const chosen = kind ?? (random.below(2) === 0 ? "mealy" : "moore");
  const output = () => OUTPUTS[(from + random.below(outputs)) % OUTPUTS.length];
  return {
    kind: chosen,
    alphabet: Alphabet.letters(letters),
    target: Array.from({ length: states * letters }, () => random.below(states)),
    output: Array.from({ length: chosen === "mealy" ? states * letters : states }, output),
  };
}

/** A machine of a given size, most of whose outputs are alike: states are told apart by long words only. */
export function quietMachine(seed: number, states: number, letters: number): Machine {
  const random = new Random(seed, 43);
  const arcs = states * letters;
  return {
    kind: seed % 2 === 0 ? "mealy" : "moore",
    alphabet: Alphabet.letters(letters),
    target: Array.from({ length: arcs }, () => (random.below(3) === 0 ? 0 : random.below(states))),
    output: Array.from({ length: seed % 2 === 0 ? arcs : states }, () =>
      random.below(8) === 0 ? "yes" : "no",
    ),
  };
}

/** The number of states of the equivalent minimal machine: Moore's refinement of reachable states, with maps of strings. */
export function minimalSize({ kind, alphabet, target, output }: Machine): number {
  const letters = [...alphabet.symbols.keys()];
  const reached = new Set([0]);
  for (const state of reached) {
    for (const letter of letters) reached.add(target[state * alphabet.size + letter]);
  }
  let block = new Map([...reached].map((state) => [state, ""]));
  for (let count = 0; ; ) {
    const names = new Map<string, string>();
    const next = [...reached].map((state): [number, string] => {
      const arcs = letters.map((letter) => {
        const arc = state * alphabet.size + letter;
        return [kind === "mealy" ? output[arc] : output[state], block.get(target[arc])];
      });
      const key = JSON.stringify([block.get(state), kind === "moore" ? output[state] : "", arcs]);
      if (!names.has(key)) names.set(key, `${names.size}`);
      return [state, names.get(key) as string];
    });
    if (names.size === count) return count;
    count = names.size;
    block = new Map(next);
  }
}
