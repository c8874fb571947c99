import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { loadFonts } from "./fonts.ts";
import { loadOptional } from "./packages.ts";

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
  const loaded = await loadOptional("@resvg/resvg-wasm", () => import("@resvg/resvg-wasm"));
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
