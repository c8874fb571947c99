import { countOf } from "@hankel/core";
import { type BlackBox, nameOf, runWorker } from "@hankel/teachers";
import { accessOf, addAccessOptions, FLEETS } from "../live/fleet-options.ts";
import { openBox } from "../live/open-box.ts";
import { addLocalBoxOptions, type LiveCommandOptions } from "../live/options.ts";
import { restrictBox } from "../live/restrict-box.ts";
import type { Stop } from "../live/stop-signal.ts";
import { untilStopped } from "../live/until-stopped.ts";
import { examples, optionsBelow } from "../support/options.ts";
import { standardError } from "../support/terminal.ts";
import type { Define } from "./define.ts";

interface Options extends LiveCommandOptions {
  readonly id?: string;
  readonly fingerprint?: string;
  readonly quiet?: true;
}

const HELP = `
A worker waits for a learner (hankel learn --fleet), is leased words, asks the black box on this machine, and answers. It
runs nothing but what its own command line says. Start as many as you like, on any machine, before a run or in the middle
of it. Ctrl-C ends a worker in order: it answers what it is at, within two seconds, gives the rest back and leaves. If the
server or the learner goes away, the worker waits.
All workers of a fleet must have the same language: a worker with another alphabet, other weights or other answers to a
few short words is refused, and told why. docs/fleet.md has more, also on security.`;

export const worker: Define = (command, exit, program) => {
  command
    .usage("[options] --fleet <url> --name <fleet> <target>  |  … -- <program> [arguments...]")
    .argument("[target]", "an automaton, as a black box");
  const add = optionsBelow(command, FLEETS);
  add(
    "--id <name>",
    "the name of the worker, which no other one has (default: the host's, and something random)",
  );
  add("--fingerprint <text>", "refused if another worker's is different: a version of the model, a hash");
  command.option("-q, --quiet", "no remarks on standard error");
  addLocalBoxOptions(command);
  addAccessOptions(command);
  command.action(async (target: string | undefined, options: Options) => {
    const access = accessOf(options);
    const line = (notice: string) => {
      if (!options.quiet) standardError.line(`hankel: ${notice}`);
    };
    const work = async ({ signal, exitCode }: Stop) => {
      const box = await openOwnBox({ target, program }, options, line, signal);
      try {
        line(`a worker of the fleet ${access.name}: ${nameOf(box)}`);
        const { id, fingerprint, workers: copies } = options;
        const own = { box, id, fingerprint, copies, signal, report: line };
        const { words, leases } = await runWorker({ ...access, ...own });
        line(`left the fleet; ${countOf(words, "word")} answered in ${countOf(leases, "lease")}`);
        exit(exitCode());
      } finally {
        await box.close?.();
      }
    };
    await untilStopped(work, exit);
  });
  command.addHelpText("after", HELP);
  examples(command, [
    "hankel worker --fleet nats://host:4222 --name coffee -- python3 box.py",
    "hankel worker --fleet nats://host:4222 --name coffee --workers 4 -- python3 box.py    four copies of it",
    "hankel worker --fleet tls://host:4222 --name coffee --creds bench.creds --onnx model.onnx",
  ]);
};

/** Opens the black box that the worker asks. The options of its fleet are not the box's. */
async function openOwnBox(
  source: { readonly target: string | undefined; readonly program: readonly string[] },
  options: Options,
  line: (notice: string) => void,
  signal: AbortSignal,
): Promise<BlackBox<unknown>> {
  const {
    fleet: _fleet,
    name: _name,
    creds: _creds,
    tlsCa: _ca,
    tlsCert: _cert,
    tlsKey: _key,
    ...own
  } = options;
  const output = { report: line, stderr: (text: string) => standardError.line(text) };
  const box = await openBox(source, own, output, signal);
  try {
    return await restrictBox(box, own, line);
  } catch (error) {
    await box.close?.();
    throw error;
  }
}
