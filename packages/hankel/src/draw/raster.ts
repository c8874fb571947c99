import { readdir, readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadNeeded } from "../internal/files.ts";
import { misuse } from "../support/failures.ts";

/** The most pixels of a side, and of the whole PNG: each takes four bytes of memory. */
const LONGEST = 8192;
const MOST = 2 ** 24;

/** A PNG, and a sentence for the user when it is smaller than asked for. */
export interface Raster {
  readonly png: Uint8Array;
  readonly note?: string;
}

type Resvg = typeof import("@resvg/resvg-wasm");

/** It can be initialised only once. */
let resvg: Promise<Resvg> | undefined;

/** Loads what draws a PNG; refuses if it is not installed. */
export async function loadRasterizer(): Promise<Resvg> {
  resvg ??= loadResvg();
  return resvg;
}

async function loadResvg(): Promise<Resvg> {
  const load = () => import("@resvg/resvg-wasm");
  const loaded = await loadNeeded<Resvg>("a PNG needs", "@resvg/resvg-wasm", "initWasm", load);
  await loaded.initWasm(
    await readFile(fileURLToPath(import.meta.resolve("@resvg/resvg-wasm/index_bg.wasm"))),
  );
  return loaded;
}

/** The PNG of an SVG, by resvg compiled to WebAssembly. */
export async function rasterize(svg: string, scale: number, font: string | undefined): Promise<Raster> {
  const fontBuffers = await loadFonts(font);
  const { Resvg } = await loadRasterizer();
  const { width, height } = new Resvg(svg);
  const fits = Math.min(LONGEST / width, LONGEST / height, Math.sqrt(MOST / (width * height)));
  const value = Math.min(scale, fits);
  const image = new Resvg(svg, {
    background: "white",
    fitTo: { mode: "zoom", value },
    font: { fontBuffers },
  }).render();
  const png = image.asPng();
  if (scale <= fits) return { png };
  return {
    png,
    note: `the picture is scaled down to ${image.width} × ${image.height} pixels; an .svg shows every detail`,
  };
}

/** Where systems keep their fonts. */
const FOLDERS = [
  "/usr/share/fonts",
  "/usr/local/share/fonts",
  "/usr/share/texmf/fonts/opentype",
  join(homedir(), ".fonts"),
  join(homedir(), ".local/share/fonts"),
  "/System/Library/Fonts",
  "/Library/Fonts",
  join(homedir(), "Library/Fonts"),
  join(process.env["WINDIR"] ?? "C:\\Windows", "Fonts"),
];

/** First fonts like Helvetica, whose widths the drawing assumes; then fonts with many characters. */
const PREFERRED = [
  /^(?:Helvetica|Arial)\.tt[fc]$/iu,
  /^LiberationSans-Regular\.ttf$/iu,
  /^(?:NimbusSans-Regular|FreeSans)\.[ot]tf$/iu,
  /^DejaVuSans\.ttf$/iu,
  /^NotoSans-Regular\.[ot]tf$/iu,
  /^NotoSans(?:Math|Symbols2?|CJK)-Regular\.(?:[ot]tf|ttc)$/iu,
  /^(?:Symbola|unifont).*\.[ot]tf$/iu,
];

/** At most this many fonts are loaded: the first is used, and the others supply the characters that it lacks. */
const MOST_FONTS = 6;
const DEEPEST = 6;

/** The fonts that text is drawn with: the one that is named, or what this machine has. */
async function loadFonts(named: string | undefined): Promise<Uint8Array[]> {
  if (named !== undefined) {
    const font = await readFile(named).catch(() => undefined);
    if (font !== undefined) return [font];
    throw misuse(`cannot read the font ${named}`);
  }
  const files = (await Promise.all(FOLDERS.map((folder) => fontsIn(folder, DEEPEST)))).flat();
  const preferred = PREFERRED.flatMap((pattern) =>
    files.filter(({ name }) => pattern.test(name)).slice(0, 1),
  );
  const chosen = preferred.length > 0 ? preferred : files.slice(0, 1);
  if (chosen.length > 0) return Promise.all(chosen.slice(0, MOST_FONTS).map(({ path }) => readFile(path)));
  throw misuse(
    "a PNG needs a font, and this machine has none: name one with --font, or draw an SVG, which needs no font",
  );
}

interface FontFile {
  readonly name: string;
  readonly path: string;
}

async function fontsIn(folder: string, depth: number): Promise<FontFile[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found: FontFile[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && depth > 0) found.push(...(await fontsIn(path, depth - 1)));
    else if (/\.(?:[ot]tf|ttc)$/iu.test(entry.name)) found.push({ name: entry.name, path });
  }
  return found;
}
