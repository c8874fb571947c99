import { countOf, quote } from "../internal/core.ts";
import { nameOf, openMapped, type WireEvent } from "../node.ts";
import { refuseUseless } from "../options/apply.ts";
import { declare, type Page } from "../options/help.ts";
import { readSettings } from "../options/settings.ts";
import type { Options } from "../options/table.ts";
import { type Cell, columns } from "../show/columns.ts";
import { outputsIn } from "../show/machine.ts";
import { paintFor } from "../show/paint.ts";
import { type Happened, wireJson, wireLines } from "../show/wire.ts";
import { print } from "../support/output.ts";
import { standardOutput } from "../support/terminal.ts";
import { watchedUntilStopped } from "../support/until-stopped.ts";
import { boxOfWeights, certificatesOf, readMapperFile, withBox } from "../target/open.ts";
import { parseTarget, type Target } from "../target/target.ts";
import type { Define } from "./define.ts";

const PAGE: Page = {
  usage: ["[options] TARGET [inputs...]", "[options] [inputs...] -- PROGRAM [arguments...]"],
  about:
    "Asks a target one word, and shows what it answers to each input. Of a server with --mapper it shows every byte that is sent " +
    "and received, in hex and as text, and when. Without inputs only the reset is shown.",
  topics: ["targets", "networks"],
  examples: [
    "hankel try tcp://localhost:25 --mapper door.yaml HELO MAIL",
    "hankel try https://localhost --mapper door.yaml login home logout",
    "hankel try box.ts coin coin button",
    "hankel try coin button -- python3 box.py",
  ],
};

export const tryOut: Define = (command, exit, program) => {
  declare(command, "try", PAGE);
  command
    .argument("[target]")
    .argument("[words...]")
    .action(async (_target: unknown, _words: unknown, options: Options) => {
      const names = program.length > 0 ? 0 : 1;
      const argument = command.args.slice(0, names).at(0);
      const rest = command.args.slice(names);
      const target = parseTarget(argument, program, options);
      refuseUseless(options, { target });
      await watchedUntilStopped({ lost: "the word has no answer", exit }, async ({ signal, output }) => {
        const text =
          target.kind === "mapped"
            ? await onWire(target, rest, options, signal)
            : await asked(target, rest, options, { signal, output });
        await print(text);
      });
    });
};

/** One word on a server, with its bytes. */
async function onWire(
  { url, mapper: file }: Target<"mapped">,
  inputs: readonly string[],
  options: Options,
  signal: AbortSignal,
): Promise<string> {
  const settings = readSettings(options.with, ["mapped"]);
  const [mapper, certificates] = await Promise.all([readMapperFile(file), certificatesOf(settings)]);
  const begun = performance.now();
  const happened: Happened[] = [];
  const tell = (event: WireEvent) => happened.push({ ...event, at: performance.now() - begun });
  const { timeout } = options;
  const box = await openMapped({ url, mapper, certificates, timeout, patience: 0, onWire: tell });
  const word = box.alphabet.parse(inputs.join(" "));
  const show = (outputs: readonly string[] | undefined) =>
    options.json
      ? `${JSON.stringify(wireJson(box.alphabet.spell(word), outputs, happened))}\n`
      : `${wireLines(happened, paintFor(standardOutput)).join("\n")}\n`;
  try {
    const [answer] = await box.weigh([word], { signal });
    return show(outputsIn(answer));
  } catch (error) {
    // What happened until then says why.
    if (happened.length > 0) await print(show(undefined));
    throw error;
  } finally {
    await box.close();
  }
}

/** One word of any other target. */
async function asked(
  target: Target,
  inputs: readonly string[],
  options: Options,
  { signal, output }: { signal: AbortSignal; output: Parameters<typeof withBox>[1]["output"] },
): Promise<string> {
  return withBox(target, { options, output, signal }, async (opened) => {
    const box = boxOfWeights(opened, options.tolerance);
    const word = box.alphabet.parse(inputs.join(" "));
    const begun = performance.now();
    const [answer] = await box.weigh([word], { signal });
    const milliseconds = performance.now() - begun;
    const spelled = box.alphabet.spell(word);
    const outputs = outputsIn(answer);
    const told = outputs === undefined || box.kind.name !== "runs" ? undefined : outputs;
    if (options.json === true) {
      const answered = told === undefined ? { weight: box.kind.format(answer) } : { outputs: told };
      return `${JSON.stringify({ word: spelled, ...answered, milliseconds })}\n`;
    }
    const paint = paintFor(standardOutput);
    const time = paint.faint(
      `${nameOf(box)} answered ${countOf(word.length, box.kind.terms.letter)} in ${milliseconds.toFixed(1)} ms`,
    );
    if (told === undefined) return `${box.kind.format(answer)}\n${time}\n`;
    const before = told.length > word.length ? ["(start)"] : [];
    const rows = [...before, ...spelled.map(quoted)].map((input, i): Cell[] => [input, quoted(told[i])]);
    const head: Cell[] = ["input", "output"].map((text) => ({ text, paint: paint.faint }));
    return `${[...columns([head, ...rows]), time].join("\n")}\n`;
  });
}

function quoted(text: string): string {
  return /^\S+(?: \S+)*$/u.test(text) ? text : quote(text);
}
