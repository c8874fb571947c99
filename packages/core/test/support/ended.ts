import { type Automaton, type Learned, RunFailed, type Wdfsa } from "@hankel/core";

/** What a run ended with, also if its teacher failed. */
export function ended<W, H extends Automaton<W> = Wdfsa<W>>(run: () => Learned<W, H>): Learned<W, H> {
  try {
    return run();
  } catch (error) {
    return foundBy<W, H>(error);
  }
}

/** The same for a run that is waited for. */
export function endedAsync<W, H extends Automaton<W> = Wdfsa<W>>(
  run: Promise<Learned<W, H>>,
): Promise<Learned<W, H>> {
  return run.catch(foundBy<W, H>);
}

function foundBy<W, H extends Automaton<W>>(error: unknown): Learned<W, H> {
  if (error instanceof RunFailed) return error.learned as Learned<W, H>;
  throw error;
}
