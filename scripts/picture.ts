/**
 * Draws the pictures of the documentation, as `hankel draw`, `hankel learn --curve` and `hankel spectral --spectrum` do, and
 * tables of answers.
 *
 *     npm run pictures
 */

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type Automaton, readHankel, toSvg, Wdfsa, Wfsa } from "@hankel/core";
import { curvePicture } from "../packages/hankel/src/draw/curve-picture.ts";
import { pictureOf } from "../packages/hankel/src/draw/picture.ts";
import { spectrumPicture } from "../packages/hankel/src/draw/spectrum-picture.ts";
import { why } from "../packages/hankel/src/show/spectrum.ts";
import { type Drawn, picture } from "./grid-picture.ts";
import { matrixPicture } from "./matrix-picture.ts";
import { drawTable } from "./table-picture.ts";

const folder = new URL("../docs/images/", import.meta.url);

/** A table of answers: its automaton, its words (symbols between blanks), and whether the automaton stands beside it. */
interface Table {
  readonly automaton: string;
  readonly prefixes: readonly string[];
  readonly suffixes: readonly string[];
  readonly beside?: true;
  readonly title: string;
}

const tables: Readonly<Record<string, Table>> = {
  "even-as-first": {
    automaton: "even-as",
    prefixes: [""],
    suffixes: [""],
    title: "The first table: one column, and nothing accepted after a",
  },
  "even-as-second": {
    automaton: "even-as",
    prefixes: ["", "a", "a a"],
    suffixes: [""],
    title: "With the counterexample aa: a has no accepted word in the table, yet a a has",
  },
  "even-as-learned": {
    automaton: "even-as",
    prefixes: ["", "a", "a a"],
    suffixes: ["", "a"],
    beside: true,
    title: "With a second column there are two different rows, and the automaton has two states",
  },
  "last-but-one-open": {
    automaton: "last-but-one",
    prefixes: ["", "a", "a a"],
    suffixes: ["", "a", "a a"],
    title: "The row of a b is like no row above",
  },
  "last-but-one-learned": {
    automaton: "last-but-one",
    prefixes: ["", "a", "a a", "a b"],
    suffixes: ["", "a", "a a"],
    beside: true,
    title: "With the row of a b above the line, every row below is like one above",
  },
  "weather-open": {
    automaton: "weather",
    prefixes: ["", "rain", "rain sun"],
    suffixes: ["", "sun"],
    title: "Probabilities: the row of rain rain is a multiple of no row above",
  },
  "weather-learned": {
    automaton: "weather",
    prefixes: ["", "rain", "rain sun", "rain rain"],
    suffixes: ["", "sun"],
    beside: true,
    title: "Every row below is a multiple of one above, and the automaton has three states",
  },
};

/**
 * Each picture stands next to its automaton, or its curve or spectrum as the command writes it, under the same name. The
 * automaton of a Hankel matrix has the name without `-matrix`.
 */
export const pictures = [
  ...Object.keys(tables),
  "even-as",
  "weather",
  "smtp",
  "login",
  "model",
  "random-12",
  "random-12-curve",
  "random-12-spectrum",
  "powers",
  "powers-deterministic",
  "powers-matrix",
  "powers-spectrum",
];

export function picturePath(name: string): string {
  return fileURLToPath(new URL(`${name}.svg`, folder));
}

export function draw(name: string): string {
  if (name in tables) return drawTables(tables[name]);
  const text = readFileSync(new URL(`${name.replace(/-matrix$/u, "")}.json`, folder), "utf8");
  if (name.endsWith("-matrix")) return drawMatrix(text);
  if (name.endsWith("-curve")) return drawCurve(text);
  if (name.endsWith("-spectrum")) return drawSpectrum(text);
  return drawAutomaton(readHankel(text));
}

function drawAutomaton(automaton: Automaton<unknown>): string {
  return toSvg(pictureOf(automaton).drawing);
}

/** A curve in a file of `--curve`. */
interface CurveFile {
  readonly states: number;
  readonly curve: readonly {
    readonly states: number;
    readonly radius: number;
    readonly kl: number;
    readonly variation: number;
    readonly chosen: boolean;
  }[];
}

function drawCurve(text: string): string {
  const { states, curve } = JSON.parse(text) as CurveFile;
  const points = curve.map(({ kl, ...point }) => ({ family: "distance" as const, ...point, divergence: kl }));
  return curvePicture({ points, chosen: curve.findIndex(({ chosen }) => chosen), states });
}

function drawTables({ automaton: name, prefixes, suffixes, beside, title }: Table): string {
  const automaton = readHankel(readFileSync(new URL(`${name}.json`, folder), "utf8"));
  if (!(automaton instanceof Wdfsa)) throw new Error("a table is drawn of a deterministic automaton");
  const words = (texts: readonly string[]) => texts.map((text) => automaton.alphabet.parse(text));
  const table = drawTable(automaton, { prefixes: words(prefixes), suffixes: words(suffixes) });
  return picture(beside ? [table, piece(drawAutomaton(automaton))] : [table], title);
}

/** A whole SVG as a piece of another one. */
function piece(svg: string): Drawn {
  const [width, height] = /viewBox="\S+ \S+ (\S+) (\S+)"/u.exec(svg)?.slice(1).map(Number) ?? [];
  if (width === undefined || height === undefined) throw new Error("the SVG of an automaton has no viewBox");
  const content = svg
    .slice(svg.indexOf("<svg"))
    .replace(/^<svg[^>]*>/u, (tag) =>
      tag
        .replaceAll(/ ?(?:width|height)="[^"]*"/gu, "")
        .replace("<svg", `<svg width="${width}" height="${height}"`),
    );
  return { content, width: width + 16, height: height + 16 };
}

function drawMatrix(text: string): string {
  const automaton = readHankel(text);
  if (!(automaton instanceof Wfsa))
    throw new Error("a Hankel matrix is drawn of a canonical automaton over a field");
  return matrixPicture(automaton, 2);
}

/** A spectrum in a file of `--spectrum`, of a rank that a threshold gave. */
function drawSpectrum(text: string): string {
  const { rank, threshold, spectrum } = JSON.parse(text) as {
    readonly rank: number;
    readonly threshold: number;
    readonly spectrum: readonly number[];
  };
  return spectrumPicture({
    values: spectrum,
    rank,
    threshold,
    why: why({ by: "spectrum", threshold }, rank),
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  for (const name of pictures) writeFileSync(picturePath(name), draw(name));
}
