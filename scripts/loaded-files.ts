/** The JavaScript files that a program loads. */

import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

interface Coverage {
  readonly result: readonly { readonly url: string }[];
}

/** The files that `node ARGS…` loads. V8's coverage lists every script, however it was imported. */
export function loadedFiles(args: readonly string[], cwd: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), "hankel-coverage-"));
  try {
    const env = { ...process.env, NODE_V8_COVERAGE: folder };
    const { status, stderr } = spawnSync(process.execPath, args, { cwd, env, encoding: "utf8" });
    if (status !== 0) throw new Error(`${args.join(" ")}: exit ${status}: ${stderr}`);
    const reports = readdirSync(folder).map(
      (name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as Coverage,
    );
    const urls = reports.flatMap(({ result }) => result.map(({ url }) => url));
    return [...new Set(urls)].filter((url) => url.startsWith("file:")).map((url) => fileURLToPath(url));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
