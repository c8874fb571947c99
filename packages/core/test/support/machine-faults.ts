import { type Machine, machineSize, Random, runMachine, type Suite } from "@hankel/core";

/** An output that the machines of the tests do not write. */
const NEW = "a new output";

/** Every machine with one wrong output or one wrong target; of each output one that is in use, and a new one. */
export function* singleFaults(machine: Machine): Generator<Machine> {
  const { target, output } = machine;
  for (let place = 0; place < output.length; place++) {
    const others = [...new Set(output)].filter((other) => other !== output[place]);
    for (const other of [NEW, ...others]) yield { ...machine, output: output.with(place, other) };
  }
  const targets = Array.from(target);
  for (let arc = 0; arc < targets.length; arc++) {
    for (let state = 0; state < machineSize(machine); state++) {
      if (state !== targets[arc]) yield { ...machine, target: targets.with(arc, state) };
    }
  }
}

/** A fault drawn at random. */
export function drawnFault(machine: Machine, random: Random): Machine {
  const { target, output } = machine;
  if (random.below(3) === 0 || machineSize(machine) === 1) {
    const place = random.below(output.length);
    const written = random.below(3) === 0 ? NEW : output[random.below(output.length)];
    return { ...machine, output: output.with(place, written) };
  }
  const arc = random.below(target.length);
  return { ...machine, target: Array.from(target).with(arc, random.below(machineSize(machine))) };
}

/** The machine with one more state: a copy of one, where a drawn arc to that one leads instead. It behaves as before. */
export function withCopy(machine: Machine, random: Random): Machine {
  const { kind, alphabet, output } = machine;
  const width = alphabet.size;
  const size = machineSize(machine);
  const target = Array.from(machine.target);
  const arc = random.below(target.length);
  const state = target[arc];
  const copied = kind === "moore" ? [output[state]] : output.slice(state * width, (state + 1) * width);
  target.push(...target.slice(state * width, (state + 1) * width));
  target[arc] = size;
  return { kind, alphabet, target, output: [...output, ...copied] };
}

/** Does a machine give all the expected answers? */
export function passes(machine: Machine, { tests }: Suite): boolean {
  return tests.every(({ word, expected }) => {
    const seen = runMachine(machine, word);
    return seen.every((output, i) => output === expected[i]);
  });
}

/** Do two machines behave alike? A search through the pairs of their states. */
export function behaveAlike(left: Machine, right: Machine): boolean {
  const width = left.alphabet.size;
  const written = ({ kind, target, output }: Machine, arc: number) =>
    kind === "moore" ? output[target[arc]] : output[arc];
  if (left.kind === "moore" && left.output[0] !== right.output[0]) return false;
  const pairs = [[0, 0]];
  const met = new Set(["0,0"]);
  for (const [p, q] of pairs) {
    for (let letter = 0; letter < width; letter++) {
      const [a, b] = [p * width + letter, q * width + letter];
      if (written(left, a) !== written(right, b)) return false;
      const next = [left.target[a], right.target[b]];
      if (met.has(next.join())) continue;
      met.add(next.join());
      pairs.push(next);
    }
  }
  return true;
}
