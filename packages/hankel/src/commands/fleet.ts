import { setTimeout as pause } from "node:timers/promises";
import { countOf, HankelError } from "@hankel/core";
import { askFleet, type FleetFacts, type WorkerFacts } from "@hankel/teachers";
import { accessOf, addAccessOptions, type FleetAccessOptions } from "../live/fleet-options.ts";
import { columns } from "../show/columns.ts";
import { examples, positive } from "../support/options.ts";
import { print } from "../support/output.ts";
import { standardError } from "../support/terminal.ts";
import type { Define } from "./define.ts";

interface Options extends FleetAccessOptions {
  readonly json?: true;
  readonly watch?: number | true;
  readonly wait?: number;
}

/** How often `--watch` looks, in seconds. */
const LOOK = 2;

export const fleet: Define = (command) => {
  command
    .option("--json", "print a JSON object; with --watch, one on each line")
    .option("--watch [s]", `look again every few seconds (default: ${LOOK}), until Ctrl-C`, positive)
    .option("--wait <s>", "how long to wait for answers (default: 0.5)", positive);
  addAccessOptions(command);
  command.action(async (options: Options) => {
    const access = { ...accessOf(options), wait: options.wait };
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
  examples(command, [
    "hankel fleet --fleet nats://host:4222 --name coffee",
    "hankel fleet --fleet nats://host:4222 --name coffee --watch",
    "hankel fleet --fleet nats://host:4222 --name coffee --json",
  ]);
};

/** A server that goes away may come back. */
function sayAway(error: unknown): void {
  if (!(error instanceof HankelError) || error.code !== "system") throw error;
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
        `${countOf(learner.answered, "word")} answered, ${rate(learner.rate)}`;
  if (workers.length === 0) return [first, "no workers"];
  const head = ["worker", "host", "process", "answered", "speed", "in hand", "last sign"];
  const table = [head, ...workers.map(row)].map((cells) => cells.map((text) => ({ text })));
  return [first, countOf(workers.length, "worker"), ...columns(table)];
}

function row({ id, host, pid, answered, rate: speed, leases, silence }: WorkerFacts): string[] {
  const words = leases.reduce((sum, lease) => sum + lease.words, 0);
  const oldest = Math.max(0, ...leases.map(({ seconds }) => seconds));
  const inHand = leases.length === 0 ? "nothing" : `${countOf(words, "word")} for ${duration(oldest)}`;
  const sign = silence === undefined ? "waits for a learner" : `${duration(silence)} ago`;
  return [id, host, String(pid), countOf(answered, "word"), rate(speed), inHand, sign];
}

function rate(wordsPerSecond: number): string {
  return `${wordsPerSecond >= 10 ? Math.round(wordsPerSecond) : Number(wordsPerSecond.toPrecision(2))}/s`;
}

function duration(seconds: number): string {
  if (seconds < 90) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
