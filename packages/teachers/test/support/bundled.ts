/** Programs of tests as single files of JavaScript: Node starts them in a fifth of the time that it takes to compile them. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll } from "vitest";

/** Bundles a program of this folder before the tests of a file; gives its path, while they run. */
export function bundled(name: string): () => string {
  let folder: string;
  const path = () => join(folder, "program.mjs");
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "hankel-program-"));
    const source = fileURLToPath(new URL(name, import.meta.url));
    await build({
      entryPoints: [source],
      outfile: path(),
      bundle: true,
      format: "esm",
      platform: "node",
      logLevel: "error",
    });
  });
  afterAll(() => rm(folder, { recursive: true }));
  return path;
}
