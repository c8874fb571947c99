import { HankelError } from "@hankel/core";
import { type BlackBox, type FleetAccess, openFleet, type Report } from "@hankel/teachers";
import type { Command } from "commander";
import { givenFlags, optionsBelow, positive } from "../support/options.ts";

/** Options that say which fleet is meant and how its server is reached. */
export interface FleetAccessOptions {
  readonly fleet?: string;
  readonly name?: string;
  readonly creds?: string;
  readonly tlsCa?: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
}

/** Options of a target that is a fleet. */
export interface FleetCommandOptions extends FleetAccessOptions {
  readonly lease?: number;
}

/** The heading of these options in the help. */
export const FLEETS = "Fleets:";

/** The options that say which fleet is meant and how its server is reached. */
export function addAccessOptions(command: Command): void {
  const add = optionsBelow(command, FLEETS);
  add("--fleet <url>", "the NATS server of a fleet of workers, nats://host:4222 or tls://host:4222");
  add("--name <fleet>", "the name of the fleet: letters, digits, - and _");
  add(
    "--creds <file>",
    "log in with a .creds file; or set HANKEL_NATS_CREDS, HANKEL_NATS_USER and HANKEL_NATS_PASSWORD, or HANKEL_NATS_TOKEN",
  );
  add("--tls-ca <file>", "the certificates that the server's is checked against");
  add("--tls-cert <file>", "this side's own certificate, if the server asks for one");
  add("--tls-key <file>", "the key of that certificate");
}

/** The options of a target that is a fleet. */
export function addFleetOptions(command: Command): void {
  addAccessOptions(command);
  const add = optionsBelow(command, FLEETS);
  add(
    "--lease <s>",
    "after so many seconds without a sign of a worker, others get its words (default: 10)",
    positive,
  );
}

const FLEET_ONLY = ["name", "creds", "tlsCa", "tlsCert", "tlsKey", "lease"] as const;

/** Options that are those of a worker, if the target is a fleet. */
const WORKERS_OWN = ["workers", "startTimeout", "tokenEnv"] as const;

type Given = FleetCommandOptions & {
  readonly workers?: number;
  readonly startTimeout?: number;
  readonly tokenEnv?: string;
};

/** An option of fleets has no effect on other targets, so it is refused there, and the other way round. */
export function refuseFleetOptions(options: Given): void {
  if (options.fleet === undefined) {
    const useless = givenFlags(options, FLEET_ONLY);
    if (useless.length > 0) throw new HankelError("usage", `${useless.join(", ")}: only for --fleet`);
    return;
  }
  const useless = givenFlags(options, WORKERS_OWN);
  if (useless.length === 0) return;
  throw new HankelError("usage", `${useless.join(", ")}: not for --fleet; hankel worker has it`);
}

/** The fleet that the options name. */
export function accessOf(options: FleetAccessOptions): FleetAccess & { readonly name: string } {
  const { fleet, name, creds, tlsCa, tlsCert, tlsKey } = options;
  if (fleet === undefined || name === undefined) {
    const lacking = fleet === undefined ? "--fleet nats://host:4222" : "--name coffee";
    throw new HankelError("usage", `a fleet has a server and a name: add ${lacking}`);
  }
  return { fleet, name, creds, tlsCa, tlsCert, tlsKey };
}

/** What a fleet shares with other boxes. */
interface Shared {
  readonly alphabet?: readonly string[] | undefined;
  readonly semifield?: string | undefined;
  readonly tolerance?: number | undefined;
  readonly batch?: number | undefined;
  readonly timeout?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly report: Report;
}

/** A worker says this many times within the time of a lease that it is alive. */
const BEATS = 5;

/** Opens the fleet that the options name. */
export async function openFleetBox(
  options: FleetCommandOptions & { readonly repeat?: number; readonly onConflict?: string },
  { alphabet, semifield, tolerance, batch, timeout, signal, report }: Shared,
): Promise<BlackBox<unknown>> {
  const { lease = 10, repeat = 1, onConflict = repeat > 1 ? "majority" : "stop" } = options;
  return openFleet({
    ...accessOf(options),
    alphabet,
    semifield,
    tolerance,
    batch,
    timeout,
    signal,
    report,
    lease,
    beat: lease / BEATS,
    contradicted: onConflict === "stop" ? "fail" : "report",
  });
}
