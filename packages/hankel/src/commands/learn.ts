import { getHeapStatistics } from "node:v8";
import { bytesOf, quote } from "../internal/core.ts";
import { HEAP_SHARE } from "../internal/teachers.ts";
import { learnFrom } from "../learn/learn-from.ts";
import { refuseUseless } from "../options/apply.ts";
import { declare, type Page } from "../options/help.ts";
import type { Options } from "../options/table.ts";
import { misuse } from "../support/failures.ts";
import { destination } from "../support/output.ts";
import { parseTarget } from "../target/target.ts";
import type { Define } from "./define.ts";

const PAGE: Page = {
  usage: ["[options] TARGET", "[options] -- PROGRAM [arguments...]"],
  about: "Learns the minimal automaton of a target by asking it questions.",
  targets: true,
  topics: ["targets", "learners", "tests", "budgets", "networks", "fleets"],
  examples: [
    "hankel learn target.json --out learned.json                     from an automaton, exactly",
    "hankel learn --workers 4 --journal run.jsonl -- python3 box.py  four copies; safe to kill",
    "hankel learn box.ts --equivalence walk:500+wp:1                 tested for 1 extra state",
    "hankel learn model.onnx --learner soft:states=10                a network, in 10 states",
  ],
};

export const learn: Define = (command, exit, program) => {
  declare(command, "learn", PAGE);
  command
    .argument("[target]")
    .allowExcessArguments()
    .action(async (argument: string | undefined, options: Options) => {
      refuseExcess(command.args);
      refuseBeyondHeap(options);
      const target = parseTarget(argument, program);
      refuseUseless(options, { target, learner: options.learner?.name });
      exit(await learnFrom(target, options, await destination(options.out)));
    });
};

/** There is one target at most. */
function refuseExcess(operands: readonly string[]): void {
  if (operands.length <= 1) return;
  throw misuse(`expected one target, got ${operands.map(quote).join(" ")}`);
}

/** What a run keeps is on the heap of this process. */
function refuseBeyondHeap({ maxMemory = 0 }: Options): void {
  const most = HEAP_SHARE * getHeapStatistics().heap_size_limit;
  if (maxMemory <= most) return;
  const option = `NODE_OPTIONS=--max-old-space-size=${Math.ceil(maxMemory / HEAP_SHARE / 2 ** 20)}`;
  throw misuse(
    `--max-memory: Node's heap has room for at most ${bytesOf(most)} here; start with ${option} in the environment to let it grow`,
  );
}
