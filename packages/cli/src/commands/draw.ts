import { HankelError } from "@hankel/core";
import { Option } from "commander";
import { drawSvg } from "../draw/graphviz.ts";
import { rasterize } from "../draw/raster.ts";
import { type Reading, readAny } from "../support/input.ts";
import { count, examples, positive, readingOptions } from "../support/options.ts";
import { checkWritable, print, writeText } from "../support/output.ts";
import type { Define } from "./define.ts";

interface Options extends Reading {
  readonly out?: string;
  readonly type?: "svg" | "png";
  readonly scale: number;
  readonly font?: string;
  readonly maxStates: number;
}

export const draw: Define = (command) => {
  command
    .argument("<automaton>", "a file, or - for standard input")
    .option("-o, --out <file>", "where the picture goes, an .svg or .png (default: standard output)")
    .addOption(
      new Option("--type <type>", "what is drawn (default: by the file's ending, or svg)").choices([
        "svg",
        "png",
      ]),
    )
    .option("--scale <factor>", "of a png: how large", positive, 2)
    .option("--font <file>", "of a png: a .ttf or .otf file for its text (default: one of this machine's)")
    .option("--max-states <n>", "refuse to draw more", count(0), 2000)
    .action(async (file: string, options: Options) => {
      const path = options.out === "-" ? undefined : options.out;
      const type = options.type ?? typeOf(path);
      if (path !== undefined) await checkWritable(path);
      const automaton = await readAny(file, options);
      if (automaton.size > options.maxStates) {
        throw new HankelError(
          "usage",
          `${automaton.size} states are no picture; at most ${options.maxStates} are drawn, unless --max-states says otherwise`,
        );
      }
      const svg = await drawSvg(automaton);
      const picture = type === "svg" ? svg : await rasterize(svg, options.scale, options.font);
      if (path === undefined) await print(picture);
      else await writeText(path, picture);
    });
  readingOptions(command);
  command.addHelpText(
    "after",
    "\nGraphviz is built in; nothing has to be installed. From 100 states on it draws in a hurry, with straight lines.",
  );
  examples(command, [
    "hankel draw target.json -o target.svg",
    "hankel minimize target.json | hankel draw - -o minimal.png",
    "hankel draw model.dot > model.svg              a file of LearnLib, AALpy or the Automata Wiki",
  ]);
};

function typeOf(path: string | undefined): "svg" | "png" {
  if (path === undefined || /\.svg$/iu.test(path)) return "svg";
  if (/\.png$/iu.test(path)) return "png";
  throw new HankelError("usage", `${path}: a picture's name ends in .svg or .png`);
}
