/**
 * A whole run from one number: the target, the learner, its options, and everything that goes wrong. Time, the wires to
 * programs and workers, the disk and the order of events are simulated, so the same number gives the same run.
 *
 * A run is a series of sessions, as of a user who starts the same command again after each crash or error. Each session
 * must end with a clear error, or with the automaton and the journal of a calm run; the last one is calm, and so must do.
 */

import { HankelError, Random, writeHankel } from "@hankel/core";
import { type BlackBox, Journal, type LiveResult, learnLive, openConnections } from "@hankel/teachers";
import { boxOverClient } from "../../src/http/http-box.ts";
import { type DrawnSession, drawSession } from "./drawn-session.ts";
import { boxOf, drawPlan, type Expected, expectedOf, headerOf, liveOptionsOf, type Plan } from "./plan.ts";
import { ProcessClock, SimulatedClock, slowClock } from "./simulated-clock.ts";
import { SimulatedDisk } from "./simulated-disk.ts";
import { openSimulatedFleet } from "./simulated-fleet.ts";
import { simulatedHttp } from "./simulated-http.ts";
import { SimulatedProgram } from "./simulated-program.ts";

/** What happened in a simulated run. */
export interface SimulatedRun {
  readonly plan: Plan;
  /** How the sessions ended. */
  readonly endings: readonly string[];
  /** The simulated time that it took, in milliseconds. */
  readonly milliseconds: number;
}

export type Trace = (line: string) => void;

/** The most sessions in which things go wrong. */
const MOST_FAULTY = 4;

/** Throws if the run ends with anything but the expected automaton and journal. */
export async function simulateRun(seed: number, trace: Trace = () => {}): Promise<SimulatedRun> {
  const random = new Random(seed, 1);
  const plan = drawPlan(random);
  const expected = await expectedOf(plan);
  const clock = new SimulatedClock(new Random(seed, 2));
  const told: Trace = (line) => trace(`${clock.now().toFixed(0).padStart(8)} ms  ${line}`);
  const world: World = {
    plan,
    expected,
    clock,
    disk: new SimulatedDisk(clock, new Random(seed, 3), told),
    trace: told,
  };
  const faulty = random.below(MOST_FAULTY + 1);
  const endings: string[] = [];
  told(JSON.stringify(plan));
  for (let session = 0; endings.at(-1) !== "accepted"; session++) {
    const drawn = drawSession(new Random(seed, 4, session), session < faulty);
    told(`session ${session + 1}: ${JSON.stringify(drawn)}`);
    endings.push(await runSession(world, drawn));
    told(`the session ended: ${endings.at(-1)}`);
  }
  return { plan, endings, milliseconds: clock.now() };
}

interface World {
  readonly plan: Plan;
  readonly expected: Expected;
  readonly clock: SimulatedClock;
  readonly disk: SimulatedDisk;
  readonly trace: Trace;
}

/** Runs a session; returns how it ended. */
async function runSession(world: World, drawn: DrawnSession): Promise<string> {
  const { clock, disk, trace } = world;
  const process = new ProcessClock(clock);
  const stop = new AbortController();
  if (drawn.interrupt !== undefined) {
    process.after(drawn.interrupt, () => {
      trace("Ctrl-C");
      stop.abort();
    });
  }
  const repair = drawn.rot ? [disk.rot("journal"), disk.rot("journal.early")] : [];
  const crashed = disk.start(drawn.disk);
  const target = openTarget(world, drawn, process, stop.signal);
  try {
    const ended = await clock.until(
      Promise.race([crashed, learn(world, drawn, target.box, process, stop.signal)]),
    );
    return ended === "crash" ? ended : judge(world, drawn, ended);
  } catch (error) {
    return judgeError(error, drawn);
  } finally {
    process.kill();
    target.end();
    for (const bringBack of repair) bringBack();
  }
}

interface Target {
  readonly box: Promise<BlackBox<unknown>>;
  /** Ends everything that belongs to it. */
  end(): void;
}

/** The programs or the fleet of a session. */
function openTarget(
  { plan, clock, trace }: World,
  drawn: DrawnSession,
  process: ProcessClock,
  signal: AbortSignal,
): Target {
  const { seed, rate, workers, batch } = drawn;
  const from = clock.now();
  const away = drawn.away && ([from + drawn.away[0], from + drawn.away[1]] as const);
  const slow = slowClock(process, drawn.slowness);
  const report = (notice: string) => trace(`notice: ${notice}`);
  if (drawn.target === "fleet")
    return openSimulatedFleet({ makeBox: () => boxOf(plan), clock, process, drawn, signal, report, trace });
  if (drawn.target === "server") {
    const client = simulatedHttp({ box: boxOf(plan), clock: slow, seed, rate, away, trace });
    const luck = new Random(seed, 6);
    const circumstances = { clock: process, random: () => luck.real() };
    return {
      box: boxOverClient(client, "server", { workers, timeout: 1, batch, signal, report }, circumstances),
      end() {},
    };
  }
  const { startRate } = drawn;
  const answering = { box: boxOf(plan), clock: slow, seed, rate, startRate, away, trace };
  const program = new SimulatedProgram(answering);
  const settings = {
    name: "box",
    workers,
    timeout: 1,
    startTimeout: 1,
    report,
    clock: process,
    batch,
    signal,
  };
  return { box: openConnections(() => program.connect(), settings), end() {} };
}

async function learn(
  { plan, disk }: World,
  { maxSeconds, maxQuestions }: DrawnSession,
  opening: Promise<BlackBox<unknown>>,
  clock: ProcessClock,
  signal: AbortSignal,
): Promise<LiveResult<unknown>> {
  const box = await opening;
  const storages = { main: disk.storage("journal"), early: disk.storage("journal.early") };
  const journal = new Journal("j", headerOf(plan), storages);
  const options = { ...liveOptionsOf(plan), journal, clock, signal, maxSeconds, maxQuestions };
  try {
    return await learnLive(box, options);
  } finally {
    journal.close();
    await box.close?.();
  }
}

/** The same automaton and journal, or an end that the user was told the reason of. */
function judge(
  { expected, disk }: World,
  { interrupt, maxSeconds, maxQuestions }: DrawnSession,
  { outcome, automaton, error, reason }: LiveResult<unknown>,
): string {
  if (outcome === "accepted") {
    same("automaton", writeHankel(automaton), expected.automaton);
    same("journal", disk.text("journal"), expected.journal);
    same("file of early answers", disk.text("journal.early"), "");
    return outcome;
  }
  const asked = { budget: maxSeconds ?? maxQuestions, cancelled: interrupt, failed: 0 };
  if (!Object.hasOwn(asked, outcome) || asked[outcome as keyof typeof asked] === undefined)
    throw new Error(`the run ended: ${outcome}, ${reason}`);
  same("journal", disk.text("journal"), expected.journal.slice(0, disk.text("journal").length));
  return error === undefined || outcome !== "failed" ? outcome : judgeError(error);
}

/** What a user is told when a box or the disk fails. */
const CLEAR =
  /the black box failed (on|when)|did not start|cannot be started|did not announce|cannot write the journal j(\.early)?: the disk is full|cannot bring the journal j to the disk/u;

/** What a user is told when the journal was changed. */
const ROTTEN =
  /^j:\d+: this line(?: does not fit its| has no|'s) checksum|^j is not a journal|^j:1: not JSON|belongs to another run/u;

function judgeError(error: unknown, drawn?: DrawnSession): string {
  if (drawn?.rot === true && error instanceof HankelError && ROTTEN.test(error.message))
    return "the journal was changed";
  if (error instanceof HankelError && CLEAR.test(error.message)) return error.message;
  if (error instanceof HankelError && error.code === "cancelled" && drawn?.interrupt !== undefined)
    return "cancelled";
  throw error;
}

function same(what: string, found: string, expected: string): void {
  if (found === expected) return;
  const [lines, wanted] = [found.split("\n"), expected.split("\n")];
  const at = wanted.findIndex((line, i) => line !== lines[i]);
  throw new Error(`the ${what} differs in line ${at + 1}: ${lines[at]} instead of ${wanted[at]}`);
}
