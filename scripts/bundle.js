/**
 * Joins what the command `hankel` loads into a few files, in packages/hankel/dist/command: Node takes twice as long to load the
 * same from hundreds of small ones. The library is not bundled. Other packages stay what they are, so that optional
 * ones load only when they are used.
 */

import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const inRoot = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const outdir = inRoot("packages/hankel/dist/command");

await rm(outdir, { recursive: true, force: true });
await build({
  entryPoints: [inRoot("packages/hankel/dist/main.js")],
  outdir,
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  sourcemap: "linked",
  logLevel: "warning",
  packages: "external",
  alias: {
    "@hankel/core": inRoot("packages/core/dist/index.js"),
    "@hankel/networks": inRoot("packages/networks/dist/index.js"),
    "@hankel/teachers": inRoot("packages/teachers/dist/index.js"),
    "@hankel/teachers/files": inRoot("packages/teachers/dist/files.js"),
  },
});
