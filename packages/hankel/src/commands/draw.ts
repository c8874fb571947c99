import { drawSvg } from "../draw/picture.ts";
import { rasterize } from "../draw/raster.ts";
import { choice, file, flag, option, READING } from "../options/files.ts";
import { count, notNegative, positive } from "../options/values.ts";
import { misuse } from "../support/failures.ts";
import { readAny } from "../support/input.ts";
import { print, writeText } from "../support/output.ts";
import { standardError } from "../support/terminal.ts";
import { AUTOMATON, define } from "./define.ts";

const TYPES = ["svg", "png"] as const;

export const draw = define({
  operands: [AUTOMATON],
  options: {
    out: file("-o <file>", "where the picture goes, an .svg or .png (default: standard output)", "replaced"),
    type: choice("<type>", "what is drawn (default: by the file's ending, or svg)", TYPES),
    scale: option("<factor>", "of a png: how large", positive, 2),
    font: file(
      "<file>",
      "of a png: a .ttf or .otf file for its text (default: one of this machine's)",
      "read",
    ),
    hide: option(
      "<p>",
      "of a probabilistic automaton: hide arcs and ends less likely than this (default: 0.01)",
      notNegative,
    ),
    weights: flag("of a probabilistic automaton: the weights as they are, all of them"),
    maxStates: option("<n>", "refuse larger automata", count(0), 2000),
    quiet: flag("do not say when a picture is simplified", "-q"),
  },
  reads: READING,
  more: `All arcs between two states share a line. Up to 100 states and 150 lines are drawn with care, more with straight
lines, and above 1500 lines, or 150 more than states, the picture is a sketch without labels. A png has at most
8192 pixels a side, and 16 million in all.
If the weights are probabilities (those of every state sum to 1), they are shown in percent, likely arcs are thick, and
unlikely ones are hidden, which a note in the picture says.`,
  examples: [
    "hankel draw target.json -o target.svg",
    "hankel draw model.json -o model.svg --hide 0.05   only arcs of 5 percent and more",
    "hankel minimize target.json | hankel draw - -o minimal.png",
    "hankel draw model.dot > model.svg              a file of LearnLib, AALpy or the Automata Wiki",
  ],
  async run([file], options) {
    const path = options.out === "-" ? undefined : options.out;
    const type = options.type ?? typeOf(path);
    const automaton = await readAny(file, options);
    if (automaton.size > options.maxStates) {
      throw misuse(
        `${automaton.size} states are too many for a picture: at most ${options.maxStates} are drawn; raise the limit with --max-states`,
      );
    }
    const tell = (note: string | undefined) => {
      if (note !== undefined && !options.quiet) standardError.line(note);
    };
    const { svg, note } = await drawSvg(automaton, options);
    tell(note);
    const raster = type === "png" ? await rasterize(svg, options.scale, options.font) : undefined;
    tell(raster?.note);
    const picture = raster?.png ?? svg;
    if (path === undefined) await print(picture);
    else await writeText(path, picture);
  },
});

function typeOf(path: string | undefined): (typeof TYPES)[number] {
  if (path === undefined || /\.svg$/iu.test(path)) return "svg";
  if (/\.png$/iu.test(path)) return "png";
  throw misuse(`${path}: a picture's name ends in .svg or .png`);
}
