/**
 * Runs the scripts of examples/pytorch, which train networks and export them, and learns what they made: what
 * docs/how-to/pytorch.md shows. Without PyTorch the tests are skipped with a warning; HANKEL_REQUIRE_PYTORCH=1 makes that a
 * failure. HANKEL_PYTORCH names the Python that has it, if that is not python3.
 */

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";

const path = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const HANKEL = path("packages/hankel/bin/hankel.js");
/** Training takes a minute where nothing else runs. */
const TIMEOUT = 600_000;

const python = [process.env["HANKEL_PYTORCH"] ?? "python3", path(".tmp/pytorch/bin/python3")].find(
  (command) => spawnSync(command, ["-c", "import torch, onnx, onnxscript"]).status === 0,
);
if (python === undefined) {
  process.stderr.write(
    "\n⚠ the scripts of examples/pytorch are not run: PyTorch is missing (python3 -m venv .tmp/pytorch && " +
      ".tmp/pytorch/bin/pip install torch onnx onnxscript)\n",
  );
}

test.runIf(process.env["HANKEL_REQUIRE_PYTORCH"] === "1")("PyTorch is installed, as required", () => {
  expect(python).toBeDefined();
});

describe.runIf(python !== undefined)("a network that PyTorch trains and exports", () => {
  const folder = mkdtempSync(join(tmpdir(), "hankel-pytorch-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each([
    ["lstm", { semifield: "real", states: 6 }],
    ["transformer", { semifield: "real", states: 4 }],
    ["acceptor", { semifield: "boolean", states: 3 }],
    ["classifier", { semifield: "free-group", states: 3 }],
  ])(
    "examples/pytorch/%s.py makes a network from which the automaton is learned again",
    (name, expected) => {
      const run = (command: string, ...args: readonly string[]) => {
        const ended = spawnSync(command, args, { cwd: folder, encoding: "utf8", timeout: TIMEOUT });
        expect(ended.status, ended.stderr).toBe(0);
      };
      run(python as string, path(`examples/pytorch/${name}.py`));
      run(process.execPath, HANKEL, "learn", `${name}.onnx`, "--quiet", "--out", "learned.json");
      expect(JSON.parse(readFileSync(join(folder, "learned.json"), "utf8"))).toMatchObject(expected);
    },
    TIMEOUT,
  );
});

/** What is committed beside a script was made by it. */
test.each(["lstm", "transformer", "acceptor", "classifier"])(
  "%s.json says what the script wrote, and the network keeps its weights beside it",
  (name) => {
    const side = JSON.parse(readFileSync(path(`examples/pytorch/${name}.json`), "utf8")) as {
      alphabet: string[];
    };
    const script = readFileSync(path(`examples/pytorch/${name}.py`), "utf8");
    for (const symbol of side.alphabet) expect(script).toContain(JSON.stringify(symbol));
    expect(readFileSync(path(`examples/pytorch/${name}.onnx.data`)).length).toBeGreaterThan(0);
  },
);
