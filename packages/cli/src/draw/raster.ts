import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { loadFonts } from "./fonts.ts";

/** The PNG of an SVG, by resvg compiled to WebAssembly. */
export async function rasterize(svg: string, scale: number, font: string | undefined): Promise<Uint8Array> {
  const fontBuffers = await loadFonts(font);
  const { initWasm, Resvg } = await import("@resvg/resvg-wasm");
  await initWasm(await readFile(fileURLToPath(import.meta.resolve("@resvg/resvg-wasm/index_bg.wasm"))));
  const options = {
    background: "white",
    fitTo: { mode: "zoom", value: scale },
    font: { fontBuffers },
  } as const;
  return new Resvg(svg, options).render().asPng();
}
