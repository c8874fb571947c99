/**
 * The built command line where no shell can be relied on, as on Windows: learns a file and a program, and compares.
 *
 *     node test/runtimes/command-line.js
 */

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const COMMAND = fileURLToPath(new URL("../../packages/hankel/bin/hankel.js", import.meta.url));
const THIS = fileURLToPath(import.meta.url);

/** Run by itself with `box`: a black box that speaks JSON lines. Each letter `a` halves the weight of a word. */
async function box() {
  console.log(JSON.stringify({ hankel: 1, semifield: "rational", alphabet: ["a", "b"] }));
  const { createInterface } = await import("node:readline");
  for await (const line of createInterface({ input: process.stdin })) {
    const { id, weigh } = JSON.parse(line);
    const weights = weigh.map((word) => `1/${2 ** word.filter((symbol) => symbol === "a").length}`);
    console.log(JSON.stringify({ id, weights }));
  }
}

function walk() {
  const folder = mkdtempSync(join(tmpdir(), "hankel-command-"));
  const hankel = (...args) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], {
      cwd: folder,
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`hankel ${args.join(" ")}: exit ${status}\n${stdout}${stderr}`);
    return stdout.trim();
  };
  const expect = (said, expected) => {
    if (said !== expected) throw new Error(`expected ${expected}, but it said ${said}`);
  };
  try {
    hankel("random", "--states", "5", "--seed", "1", "--out", "target.json");
    hankel("learn", "target.json", "--out", "learned.json", "--quiet");
    expect(hankel("compare", "target.json", "learned.json"), "equal");
    hankel("learn", "--out", "box.json", "--quiet", "--", process.execPath, THIS, "box");
    expect(hankel("weigh", "box.json", "a b a"), "1/4");
  } finally {
    rmSync(folder, { recursive: true });
  }
  console.log("the command line learns a file and a program");
}

if (process.argv[2] === "box") await box();
else walk();
