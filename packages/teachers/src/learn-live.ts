import type { Automaton, Wdfsa } from "@hankel/core";
import type { BlackBox } from "./box.ts";
import { defaultMaxMemory, memoryMeter } from "./memory-meter.ts";
import type { LiveOptions, LiveResult } from "./run/live-options.ts";
import { runLive } from "./run/run-live.ts";

/**
 * Learns from a black box: asks what is not known, keeps a journal, tests conjectures, keeps to a budget, and says at the
 * end what was established. A learner is a pure generator. So resuming after a crash, like starting again after a
 * correction, means running a new learner on the known answers.
 *
 * @example
 * const box = automatonBox(minimize(fromExpression("(a|b)*abb", boolean)));
 * const { automaton, outcome } = await learnLive(box, {
 *   createLearner: (setting) => createLearner(setting),
 *   tests: [breadthFirst(5)],
 * });
 * console.log(outcome, automaton.size); // accepted 4
 */
export function learnLive<W, A = W, H extends Automaton<W> = Wdfsa<W>>(
  box: BlackBox<W, A>,
  options: LiveOptions<W, A, H>,
): Promise<LiveResult<W, A, H>> {
  const { maxMemory = defaultMaxMemory(), memory = memoryMeter(maxMemory) } = options;
  return runLive(box, { ...options, maxMemory, memory });
}
