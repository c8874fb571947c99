import { setTimeout as pause } from "node:timers/promises";
import { HankelError } from "../index.ts";
import { countOf } from "../internal/core.ts";
import { askFleet, type FleetFacts, type WorkerFacts } from "../node.ts";
import { declare, type Page } from "../options/help.ts";
import { readSettings } from "../options/settings.ts";
import type { Options } from "../options/table.ts";
import { columns } from "../show/columns.ts";
import { print } from "../support/output.ts";
import { standardError } from "../support/terminal.ts";
import { fleetAccess } from "../target/open.ts";
import { parseFleet } from "../target/target.ts";
import type { Define } from "./define.ts";

/** How often `--watch` looks, in seconds. */
const LOOK = 2;

const PAGE: Page = {
  usage: ["[options] FLEET"],
  about:
    "Lists the workers of a fleet, how fast they are and what they do. A worker is marked as silent when the learner has " +
    "missed several of its heartbeats: it may hang, or its network may.",
  topics: ["fleets"],
  examples: ["hankel fleet nats://host:4222/coffee", "hankel fleet nats://host:4222/coffee --watch"],
};

export const fleet: Define = (command) => {
  declare(command, "fleet", PAGE);
  command.argument("[fleet]").action(async (argument: string | undefined, options: Options) => {
    const named = parseFleet(argument);
    const settings = readSettings(options.with, ["fleet"], false);
    const access = { ...fleetAccess(named, settings), wait: options.wait };
    const look = async () => {
      const facts = await askFleet(access);
      await print(
        options.json ? `${JSON.stringify(jsonOf(facts))}\n` : `${lines(facts, access.name).join("\n")}\n`,
      );
    };
    await look();
    while (options.watch !== undefined) {
      await pause((options.watch === true ? LOOK : options.watch) * 1000);
      await look().catch(sayAway);
    }
  });
};

/** A server that goes away may come back. */
function sayAway(error: unknown): void {
  if (!(error instanceof HankelError) || error.code !== "teacher") throw error;
  standardError.line(`hankel: ${error.message}`);
}

function jsonOf({ learner, workers }: FleetFacts): object {
  return {
    learner: learner ?? null,
    workers: workers.map((worker) => ({ ...worker, silence: worker.silence ?? null })),
  };
}

function lines({ learner, workers }: FleetFacts, name: string): string[] {
  const first =
    learner === undefined
      ? `no learner is at work in the fleet ${name}`
      : `learner on ${learner.host} (process ${learner.pid}), at work for ${duration(learner.seconds)}: ` +
        `${countOf(learner.answered, "word")} answered, ${rate(learner.rate)}` +
        (learner.dropped > 0 ? `; ${countOf(learner.dropped, "message")} made no sense` : "");
  if (workers.length === 0) return [first, "no workers"];
  const head = ["worker", "host", "process", "answered", "speed", "in hand", "last sign"];
  const silent = workers.filter((worker) => worker.silent).length;
  const number = `${countOf(workers.length, "worker")}${silent > 0 ? `, ${silent} of them silent` : ""}`;
  return [first, number, ...columns([head, ...workers.map(row)])];
}

function row({ id, host, pid, answered, rate: speed, leases, silence, silent }: WorkerFacts): string[] {
  const words = leases.reduce((sum, lease) => sum + lease.words, 0);
  const oldest = Math.max(0, ...leases.map(({ seconds }) => seconds));
  const inHand = leases.length === 0 ? "nothing" : `${countOf(words, "word")} for ${duration(oldest)}`;
  const sign =
    silence === undefined ? "waits for a learner" : `${duration(silence)} ago${silent ? ", silent" : ""}`;
  return [id, host, String(pid), countOf(answered, "word"), rate(speed), inHand, sign];
}

function rate(wordsPerSecond: number): string {
  return `${wordsPerSecond >= 10 ? Math.round(wordsPerSecond) : Number(wordsPerSecond.toPrecision(2))}/s`;
}

function duration(seconds: number): string {
  if (seconds < 90) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
