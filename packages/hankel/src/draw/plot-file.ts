import { misuse } from "../support/failures.ts";
import { writeText } from "../support/output.ts";
import { loadRasterizer, rasterize } from "./raster.ts";

/** How the data of a plot are written: as numbers, or as a picture. */
interface PlotWriters<T> {
  readonly csv: (data: T) => string;
  readonly json: (data: T) => string;
  readonly svg: (data: T) => string;
}

/** The file of an option that holds a plot, written as its ending says. */
export function plotFile<T>(option: string, writers: PlotWriters<T>) {
  const endingOf = (path: string): keyof PlotWriters<T> | "png" => {
    const ending = /\.(\w+)$/u.exec(path)?.[1].toLowerCase();
    if (ending === "csv" || ending === "json" || ending === "svg" || ending === "png") return ending;
    throw misuse(`${option} ${path}: the name ends in .csv, .json, .svg or .png`);
  };
  return {
    /** Refuses a file whose ending says nothing, or for a picture that could not be drawn. */
    async check(path: string): Promise<void> {
      if (endingOf(path) === "png") await loadRasterizer();
    },
    async write(path: string, data: T, shouldEnd?: AbortSignal): Promise<void> {
      const ending = endingOf(path);
      const text = writers[ending === "png" ? "svg" : ending](data);
      await writeText(path, ending === "png" ? (await rasterize(text, 2, undefined)).png : text, shouldEnd);
    },
  };
}
