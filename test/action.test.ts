/** The GitHub Action of this repository, as far as a machine without GitHub can run it: its script, with the inputs as variables. */

import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../", import.meta.url));
const action = readFileSync(join(root, "action.yml"), "utf8");
const hankel = `${process.execPath} ${join(root, "packages/hankel/bin/hankel.js")}`;
const folder = mkdtempSync(join(tmpdir(), "hankel-action-"));
afterAll(() => rmSync(folder, { recursive: true }));

copyFileSync(join(root, "examples/teachers/python/vending.py"), join(folder, "right.py"));
const right = readFileSync(join(folder, "right.py"), "utf8");
writeFileSync(join(folder, "wrong.py"), right.replace('"clatter"', '"click"'));
execFileSync("bash", ["-c", `${hankel} learn -q -o model.json -- python3 right.py`], { cwd: folder });

const DEFAULTS = new Map(
  Array.from(
    action.matchAll(/^ {2}([\w-]+):\n {4}description: .*\n {4}default: "?([^"\n]*)"?$/gmu),
    ([, name, value]) => [name.toUpperCase().replaceAll("-", "_"), value],
  ),
);

function run(inputs: Readonly<Record<string, string>>) {
  const script = action.split("      run: |\n")[1].replaceAll(/^ {8}/gmu, "");
  const [output, summary] = ["output", "summary"].map((name) => join(folder, name));
  for (const file of [output, summary]) writeFileSync(file, "");
  const { status, stdout } = spawnSync("bash", ["-e", "-o", "pipefail", "-c", script], {
    cwd: folder,
    encoding: "utf8",
    env: {
      PATH: process.env["PATH"],
      ...Object.fromEntries(DEFAULTS),
      HANKEL: hankel,
      FOLDER: ".",
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
      ...inputs,
    },
  });
  return { status, stdout, output: readFileSync(output, "utf8"), summary: readFileSync(summary, "utf8") };
}

describe("the action", () => {
  it("hands every input to its script", () => {
    const inputs = Array.from(action.matchAll(/\$\{\{ inputs\.([\w-]+) \}\}/gu), ([, name]) => name);
    const declared = [...DEFAULTS.keys()].map((name) => name.toLowerCase().replaceAll("_", "-"));
    expect(declared.length).toBeGreaterThan(9);
    expect(declared.filter((name) => !inputs.includes(name))).toEqual([]);
    // An input inside the script would be run as a part of it.
    expect(action.split("      run: |\n")[1]).not.toContain("${{");
  });

  it("passes a right program and fails for a wrong one, with a report and a summary", () => {
    const passed = run({ MODEL: "model.json", PROGRAM: "python3 right.py", EXTRA: "1" });
    expect(passed).toMatchObject({ status: 0, stdout: expect.stringMatching(/^passed: .* by wp:1/u) });
    expect(passed.output).toBe("junit=./hankel-junit.xml\n");
    expect(passed.summary).toContain("### hankel test\n```\npassed: ");
    const failed = run({ MODEL: "model.json", PROGRAM: "python3 wrong.py", ALL: "true", JUNIT: "r.xml" });
    expect(failed.status).toBe(1);
    expect(failed.summary).toContain("coin   clatter   click  ←");
    expect(readFileSync(join(folder, "r.xml"), "utf8")).toContain('<failure type="deviation"');
    expect(existsSync(join(folder, "hankel-test.txt"))).toBe(false);
  });

  it("says in the summary why nothing could be tested, and finds a report anywhere", () => {
    const report = join(folder, "anywhere.xml");
    const { status, summary, output } = run({
      MODEL: "none.json",
      PROGRAM: "python3 right.py",
      JUNIT: report,
    });
    expect(status).toBe(2);
    expect(summary).toContain("hankel: cannot read none.json");
    expect(output).toBe(`junit=${report}\n`);
  });

  it("runs nothing that an input may hold", () => {
    const { status } = run({ MODEL: "model.json; touch bad", PROGRAM: "python3 right.py $(touch bad)" });
    expect(status).toBe(2);
    expect(existsSync(join(folder, "bad"))).toBe(false);
  });
});
