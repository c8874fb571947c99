import { countOf, quote } from "../internal/core.ts";
import { nameOf, runWorker } from "../node.ts";
import { refuseUseless } from "../options/apply.ts";
import { declare, type Page } from "../options/help.ts";
import { readSettings } from "../options/settings.ts";
import type { Options } from "../options/table.ts";
import { misuse } from "../support/failures.ts";
import { standardError } from "../support/terminal.ts";
import { type Stop, untilStopped } from "../support/until-stopped.ts";
import { fleetAccess, withBox } from "../target/open.ts";
import { parseFleet, parseTarget } from "../target/target.ts";
import type { Define } from "./define.ts";

const PAGE: Page = {
  usage: ["[options] FLEET TARGET", "[options] FLEET -- PROGRAM [arguments...]"],
  about:
    "Joins a fleet: waits for a learner (hankel learn FLEET), is leased words, asks the target on this " +
    "machine, and answers. It runs nothing but what its own command line says. Start as many as you like, " +
    "on any machine, before a run or in the middle of it. Ctrl-C ends a worker in order: it answers what " +
    "it is at, within two seconds, gives the rest back and leaves. If the server or the learner goes " +
    "away, the worker waits. All workers of a fleet must have the same language: one with another " +
    "alphabet, other weights or other answers to a few short words is refused, and told why.",
  topics: ["targets", "networks", "fleets"],
  examples: [
    "hankel worker nats://host:4222/coffee -- python3 box.py",
    "hankel worker nats://host:4222/coffee --workers 4 -- python3 box.py    four copies of it",
    "hankel worker tls://host:4222/coffee --with creds=bench.creds model.onnx",
  ],
};

export const worker: Define = (command, exit, program) => {
  declare(command, "worker", PAGE);
  command.argument("[fleet]").argument("[target]").allowExcessArguments();
  command.action(async (first: string | undefined, argument: string | undefined, options: Options) => {
    const fleet = parseFleet(first);
    if (command.args.length > 2)
      throw misuse(`expected a fleet and one target, got ${command.args.map(quote).join(" ")}`);
    const target = parseTarget(argument, program, options);
    // The fleet has settings, too, whatever the target is: reading them refuses those of neither.
    const { with: given, ...others } = options;
    refuseUseless(others, { target });
    const settings = readSettings(given, ["fleet", target.kind], false);
    const access = fleetAccess(fleet, settings);
    const line = (notice: string) => {
      if (!options.quiet) standardError.line(`hankel: ${notice}`);
    };
    const output = { report: line, stderr: (text: string) => standardError.line(text) };
    const work = async ({ signal, exitCode }: Stop) =>
      withBox(target, { options: others, settings, output, signal }, async (box) => {
        line(`a worker of the fleet ${access.name}: ${nameOf(box)}`);
        const { id, fingerprint, workers: copies } = options;
        const own = { box, id, fingerprint, copies, signal, report: line };
        const { words, leases } = await runWorker({ ...access, ...own });
        line(`left the fleet; ${countOf(words, "word")} answered in ${countOf(leases, "lease")}`);
        exit(exitCode());
      });
    await untilStopped(work, exit);
  });
};
