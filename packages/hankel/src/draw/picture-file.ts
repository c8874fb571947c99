import { type Drawing, layout, supportedGraph, toSvg, toTikz } from "../formats.ts";
import type { Inferred } from "../learning.ts";
import { misuse } from "../support/failures.ts";
import { writeText } from "../support/output.ts";
import { loadRasterizer, rasterize } from "./raster.ts";

const TYPE = /\.(svg|png|tex)$/iu;

/** A drawing in a file, as its ending says. */
export const writeDrawing = {
  /** Refuses a file whose ending says nothing, or for a picture that could not be drawn. */
  async check(option: string, path: string): Promise<void> {
    const [, type] = TYPE.exec(path) ?? [];
    if (type === undefined) throw misuse(`${option} ${path}: the name ends in .svg, .png or .tex`);
    if (type.toLowerCase() === "png") await loadRasterizer();
  },

  async write(path: string, drawing: Drawing, shouldEnd?: AbortSignal): Promise<void> {
    const type = TYPE.exec(path)?.[1].toLowerCase();
    if (type === "tex") return writeText(path, toTikz(drawing), shouldEnd);
    if (type === "svg") return writeText(path, toSvg(drawing), shouldEnd);
    const svg = toSvg(drawing, { theme: "light", background: true });
    await writeText(path, (await rasterize(svg, 2, undefined)).png, shouldEnd);
  },
};

/** The picture of an automaton that was learned from a log, with how often the log has each arc. */
export const writePicture = {
  check: writeDrawing.check,

  async write(path: string, inferred: Inferred, weak: number, shouldEnd: AbortSignal): Promise<void> {
    const drawing = layout(supportedGraph(inferred.automaton, inferred.support, weak));
    await writeDrawing.write(path, drawing, shouldEnd);
  },
};
