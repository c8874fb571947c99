import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const folder = fileURLToPath(new URL("../examples/", import.meta.url));
const programs = readdirSync(folder).filter((name) => name.endsWith(".ts"));

/** The examples run against the built packages. */
describe("examples", () => {
  test.each(programs)("%s runs", (name) => {
    const args = ["--import", "tsx", `${folder}${name}`];
    const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: "utf8" });
    expect(stderr).toBe("");
    expect(status).toBe(0);
    expect(stdout).not.toBe("");
  });
});
