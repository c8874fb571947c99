import { pictureOf } from "../draw/picture.ts";
import { rasterize } from "../draw/raster.ts";
import { toSvg, toTikz } from "../formats.ts";
import { choice, file, flag, option, READING } from "../options/files.ts";
import { count, notNegative, positive } from "../options/values.ts";
import { misuse } from "../support/failures.ts";
import { readAny } from "../support/input.ts";
import { print, writeText } from "../support/output.ts";
import { standardError } from "../support/terminal.ts";
import { AUTOMATON, define } from "./define.ts";

const TYPES = ["svg", "png", "tex"] as const;
const THEMES = ["auto", "light", "dark"] as const;

export const draw = define({
  operands: [AUTOMATON],
  options: {
    out: file(
      "-o <file>",
      "where the picture goes, an .svg, .png or .tex (default: standard output)",
      "replaced",
    ),
    type: choice("<type>", "what is drawn (default: by the file's ending, or svg)", TYPES),
    theme: choice(
      "<theme>",
      "the colours of an svg or png (default: of an svg those of the page it is on; of a png light)",
      THEMES,
    ),
    scale: option("<factor>", "of a png: how large", positive, 2),
    font: file(
      "<file>",
      "of a png: a .ttf or .otf file for its text (default: one of this machine's)",
      "read",
    ),
    hide: option(
      "<p>",
      "of probabilities: hide arcs and ends less likely than this (default: 0.01)",
      notNegative,
    ),
    weights: flag("of probabilities: the weights as they are, all of them"),
    maxStates: option("<n>", "refuse larger automata", count(0), 2000),
    quiet: flag("do not say when a picture is simplified", "-q"),
  },
  reads: READING,
  more: `All arcs between two states share a line. With more than 80 states, or 200 more lines than states, the picture is an
overview: states in groups that have many lines among them, without labels. A tex file holds a tikzpicture for LaTeX. A png
needs the package @resvg/resvg-wasm, and has at most 8192 pixels a side and 16 million in all.
If the weights are probabilities (those of every state sum to 1), they are shown in percent, and likely arcs are thick.
Unlikely ones are counted on their line, or hidden, which a note in the picture says; more are if there are many lines.`,
  examples: [
    "hankel draw target.json -o target.svg",
    "hankel draw model.json -o model.svg --hide 0.05   only arcs of 5 percent and more",
    "hankel minimize target.json | hankel draw - -o minimal.png",
    "hankel draw target.json -o target.tex          for a paper",
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
    const { drawing, note } = pictureOf(automaton, options);
    tell(note);
    const picture = async () => {
      if (type === "tex") return toTikz(drawing);
      if (type === "svg") return toSvg(drawing, { theme: options.theme });
      const theme = options.theme === "dark" ? "dark" : "light";
      const raster = await rasterize(
        toSvg(drawing, { theme, background: true }),
        options.scale,
        options.font,
      );
      tell(raster.note);
      return raster.png;
    };
    if (path === undefined) await print(await picture());
    else await writeText(path, await picture());
  },
});

function typeOf(path: string | undefined): (typeof TYPES)[number] {
  if (path === undefined || /\.svg$/iu.test(path)) return "svg";
  if (/\.png$/iu.test(path)) return "png";
  if (/\.tex$/iu.test(path)) return "tex";
  throw misuse(`${path}: a picture's name ends in .svg, .png or .tex`);
}
