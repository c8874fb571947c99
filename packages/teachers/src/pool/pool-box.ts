import type { Automaton } from "@hankel/core";
import type { Announcement, OpenBox, Report } from "../box.ts";
import { type Vocabulary, type VocabularyOptions, vocabularyOf } from "../wire/vocabulary.ts";
import { type Connect, CopyLane, type CopyLaneOptions } from "./copy-lane.ts";
import type { ProtocolLane } from "./lane.ts";
import { Pool } from "./pool.ts";
import { abortable, type Clock, PATIENCE } from "./time.ts";

/** The time limits for a request and for the announcement, in seconds. A large model takes minutes to load. */
export const TIMEOUT = 60;
const START_TIMEOUT = 300;

/** Options of every box that is asked over several lanes. */
export interface LanesOptions {
  /** How many copies run, or requests are sent, at once; 1 by default, and 4 for servers. */
  readonly workers?: number | undefined;
  /** The time limit for a request, in seconds; 60 by default. */
  readonly timeout?: number | undefined;
  /**
   * How long, in seconds, a server that cannot be reached, or a program that the system cannot start for now, is waited for
   * once it has answered; 600 by default.
   */
  readonly patience?: number | undefined;
  /** Aborts the opening. */
  readonly signal?: AbortSignal | undefined;
  readonly report?: Report;
}

/** Options of a box that speaks the protocol. */
export interface ProtocolOptions extends LanesOptions, VocabularyOptions {
  /** The words in one request, where there are so many; by default they follow the measured times, up to 1000. */
  readonly batch?: number | undefined;
}

/** Options of a box of which copies are started. */
export interface CopiesOptions extends ProtocolOptions {
  /** The time limit for the announcement, in seconds; 300 by default. */
  readonly startTimeout?: number | undefined;
}

/** Starts copies of a black box, as one black box. */
export function openCopies<M>(
  connect: (worker: number) => Connect<M>,
  options: CopiesOptions &
    Omit<CopyLaneOptions<M>, "connect" | "report" | "timeout" | "startTimeout" | "patience">,
): Promise<OpenBox<unknown>> {
  const { name, workers = 1, report = () => {} } = options;
  const { timeout = TIMEOUT, startTimeout = START_TIMEOUT, patience = PATIENCE } = options;
  const reported = new Map<string, number>();
  const lanes = Array.from({ length: workers }, (_, worker) => {
    const own = workers === 1 ? name : `${name} (worker ${worker + 1})`;
    const limits = {
      timeout: timeout * 1000,
      startTimeout: startTimeout * 1000,
      patience: patience * 1000,
    };
    return new CopyLane({ ...options, ...limits, name: own, connect: connect(worker), report, reported });
  });
  return openLanes(name, lanes, options);
}

/** A lane that asks the black box what it is. */
type OpenableLane = ProtocolLane & { open(): Promise<Announcement>; join?(): void };

/** Opens lanes as one black box: the first lane asks what it is, and then the others join. */
export async function openLanes(
  name: string,
  lanes: readonly OpenableLane[],
  options: ProtocolOptions & { readonly clock?: Clock | undefined },
): Promise<OpenBox<unknown>> {
  const { clock, batch: wish, timeout = TIMEOUT } = options;
  const [first, ...others] = lanes;
  try {
    const announcement = await abortable(first.open(), options.signal);
    const vocabulary = vocabularyOf(announcement, options);
    for (const lane of lanes) lane.use(vocabulary, announcement);
    for (const lane of others) lane.join?.();
    const { terms } = vocabulary.kind;
    const pool = new Pool<unknown, ProtocolLane>(lanes, vocabulary.alphabet, {
      clock,
      wish,
      timeout: timeout * 1000,
      terms,
    });
    return boxOfPool(name, vocabulary, announcement, pool);
  } catch (error) {
    // Closing a lane also ends a pause before its next try.
    await first.close();
    throw error;
  }
}

/** A black box whose questions go to a pool. */
export function boxOfPool(
  name: string,
  { kind, alphabet }: Vocabulary,
  { states, counterexamples, samples }: Announcement,
  pool: Pool<unknown, ProtocolLane>,
): OpenBox<unknown> {
  const find = (hypothesis: Automaton<unknown>) =>
    pool.ask((lane) => lane.findCounterexample(hypothesis), "on a conjecture");
  const draw = (count: number, seed: number) =>
    pool.ask((lane) => lane.draw(count, seed), "when asked for samples");
  return {
    name,
    kind,
    longest: kind.longest,
    alphabet,
    states,
    weigh: (words, options) => pool.weigh(words, options),
    ...(counterexamples && { findCounterexample: find }),
    ...(samples && { draw }),
    close: () => pool.close(),
  };
}
