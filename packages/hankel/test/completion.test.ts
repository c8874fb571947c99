/** What a shell offers after Tab, asked of the shells themselves, and what the manual says. */

import { spawnSync } from "node:child_process";
import { describe, expect } from "vitest";
import { describeCommands } from "../src/commands/described.ts";
import { commands } from "../src/commands/index.ts";
import { expectComplaint, test, type Workplace } from "./support/hankel.ts";

const has = (shell: string) => spawnSync(shell, ["-c", "true"], { stdio: "ignore" }).status === 0;

function shell(program: string, script: string, place: Workplace): string[] {
  const { stdout, stderr, status } = spawnSync(program, ["-c", script], {
    cwd: place.folder,
    encoding: "utf8",
  });
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  return stdout.split("\n").filter((line) => line !== "");
}

/** What bash offers for the last of these words. */
async function inBash(place: Workplace, ...words: string[]): Promise<string[]> {
  const script = await place.print("completion", "bash");
  const typed = ["hankel", ...words].map((word) => `'${word}'`).join(" ");
  // Outside of a line that is typed there is no compopt.
  return shell(
    "bash",
    `${script}\ncompopt() { :; }\nCOMP_WORDS=(${typed}) COMP_CWORD=${words.length}\n_hankel\nprintf '%s\\n' "\${COMPREPLY[@]}"`,
    place,
  );
}

describe.concurrent("completion", () => {
  test("bash: commands, options, values, commands inside commands", async ({ place }) => {
    expect(await inBash(place, "")).toEqual([
      ...commands.map(({ name }) => name),
      "help",
      "--help",
      "--version",
    ]);
    expect(await inBash(place, "mini")).toEqual(["minimize"]);
    expect(await inBash(place, "help", "fl")).toEqual(["fleet", "fleets"]);
    expect(await inBash(place, "learn", "a.json", "--max-s")).toEqual(["--max-seconds", "--max-states"]);
    expect(await inBash(place, "learn", "--learner", "t")).toEqual(["tree", "table", "tolerant"]);
    expect(await inBash(place, "random", "--semifield", "trop")).toEqual(["tropical", "tropical-float64"]);
    expect(await inBash(place, "journal", "")).toEqual(["stats", "words", "merge", "unlock"]);
    expect(await inBash(place, "journal", "merge", "--o")).toEqual(["--out"]);
    expect(await inBash(place, "completion", "")).toEqual(["bash", "zsh", "fish"]);
    expect(await inBash(place, "learn", "--", "python3", "--max")).toEqual([]);
    // Nothing of its own: bash falls back to files.
    expect(await inBash(place, "minimize", "a")).toEqual([]);
  });

  test.skipIf(!has("fish"))("fish: the same, with descriptions", async ({ place }) => {
    const script = await place.print("completion", "fish");
    const offered = (line: string) => shell("fish", `${script}\ncomplete -C ${JSON.stringify(line)}`, place);
    expect(offered("hankel mini")).toEqual([
      "minimize\twrite the minimal automaton of the same language, in canonical form",
    ]);
    const values = offered("hankel learn --learner t").map((line) => line.split("\t")[0]);
    expect(values).toEqual(expect.arrayContaining(["tree", "table"]));
    expect(offered("hankel learn --max-sec")[0]).toMatch(/^--max-seconds\t/u);
    expect(offered("hankel journal m")[0]).toMatch(/^merge\t/u);
  });

  test.skipIf(!has("zsh"))("zsh reads the script", async ({ place }) => {
    const script = await place.print("completion", "zsh");
    expect(script).toMatch(/^#compdef hankel\n/u);
    const loaded = `autoload -U compinit && compinit -D -u\n${script}\nprint -r -- $_comps[hankel]`;
    expect(shell("zsh", loaded, place)).toEqual(["_hankel"]);
  });

  test("says which shells it knows", async ({ place }) => {
    expectComplaint(await place.run(["completion", "tcsh"]), 2, "tcsh");
    expect(await place.print("completion", "--help")).toMatch(/bash[\s\S]*zsh[\s\S]*fish/u);
  });

  test("every command is described, with all that its help lists", async ({ place }) => {
    const described = await describeCommands(commands);
    expect(described.map(({ name }) => name)).toEqual(commands.map(({ name }) => name));
    for (const { name, options } of described) {
      const help = await place.print(name, "--help");
      const listed =
        help.match(/^ {2}(?:-\w, )?--[\w-]+/gmu)?.map((line) => /--[\w-]+/u.exec(line)?.[0]) ?? [];
      const known = options.map(({ long }) => long);
      expect({ name, known }).toEqual({ name, known: expect.arrayContaining(listed) });
    }
  });
});
